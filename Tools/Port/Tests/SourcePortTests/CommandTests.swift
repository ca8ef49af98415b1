import Foundation
import Testing

/// The program `openavkit-port`, run as a process.
struct CommandTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("port-command-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private struct Run {
        let status: Int32
        let output: String
        let errors: String
    }

    private func run(_ arguments: String...) throws -> Run {
        let process = Process()
        let products = Bundle.module.bundleURL.deletingLastPathComponent()
        process.executableURL = products.appendingPathComponent("openavkit-port")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Run(status: process.terminationStatus, output: text, errors: errorText)
    }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    private func text(of name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    private static let original = "class Screen: NSObject { @objc func tap() {} }\n"
    private static let converted = "class Screen: NSObject { func tap() {} }\n"

    @Test("report changes nothing, in-place changes the file once")
    func modes() throws {
        try write(Self.original, to: "A.swift")
        let report = try run("convert", ".")
        #expect(report.status == 0)
        #expect(report.output == "1 files, 1 lines: 1 files are converted, 0 places are left as they were.\n")
        #expect(try text(of: "A.swift") == Self.original)
        let difference = try run("convert", "--diff", "A.swift")
        #expect(difference.output.hasSuffix("@@ -1,1 +1,1 @@\n-\(Self.original)+\(Self.converted)"))
        #expect(try run("convert", "A.swift", "--in-place").status == 0)
        #expect(try text(of: "A.swift") == Self.converted)
        #expect(try run("convert", "A.swift", "--diff").output.isEmpty)
    }

    @Test("a place that is left gives status 1, and JSON names it")
    func leftPlace() throws {
        struct Output: Decodable {
            struct Finding: Decodable {
                let file: String
                let line: Int
                let rule: String
                let suggestion: String
            }
            let findings: [Finding]
        }
        try write("import Foundation\nlet action = #selector(tap)\n", to: "A.swift")
        let run = try run("convert", "A.swift", "--json")
        #expect(run.status == 1)
        let report = try JSONDecoder().decode(Output.self, from: Data(run.output.utf8))
        let finding = try #require(report.findings.first)
        #expect(finding.file == "A.swift" && finding.line == 2 && finding.rule == "selector")
        #expect(!finding.suggestion.isEmpty)
    }

    @Test("a file that does not parse gives status 2 and stays, and the other files are converted")
    func syntaxError() throws {
        try write("class {\n", to: "A.swift")
        try write(Self.original, to: "B.swift")
        let run = try run("convert", ".", "--in-place")
        #expect(run.status == 2)
        #expect(run.output.contains("A.swift:1:"))
        #expect(try text(of: "A.swift") == "class {\n")
        #expect(try text(of: "B.swift") == Self.converted)
    }

    @Test("an output folder receives files that name their originals, and an unchanged file keeps its date")
    func outputFolder() throws {
        try write(Self.original, to: "A.swift")
        #expect(try run("convert", "--output", "Converted", "A.swift").status == 0)
        let expected = "#sourceLocation(file: \"\(folder.path)/A.swift\", line: 1)\n\(Self.converted)"
        #expect(try text(of: "Converted/A+Converted.swift") == expected)
        let past = Date(timeIntervalSince1970: 1_000_000_000)
        let target = folder.appendingPathComponent("Converted/A+Converted.swift").path
        try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: target)
        #expect(try run("convert", "--output", "Converted", "A.swift").status == 0)
        #expect(try FileManager.default.attributesOfItem(atPath: target)[.modificationDate] as? Date == past)
    }

    @Test("a path that does not exist gives status 64 and names the path")
    func missingPath() throws {
        let run = try run("convert", "None")
        #expect(run.status == 64)
        #expect(run.errors.contains("None: no such file or folder"))
    }
}
