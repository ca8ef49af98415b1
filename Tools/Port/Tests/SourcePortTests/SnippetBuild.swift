import Foundation

/// A folder in which snippets are compiled together with the modules that they import.
///
/// Each snippet is a file. Its top-level declarations become `fileprivate`, so that snippets can declare the same names.
final class SnippetBuild {
    struct Run {
        let status: Int32
        let output: String
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let ownModules = [
        "Selectors", "KeyValueObserving", "CoreFoundationNames", "NetworkRoutes", "OpenAVKitSystemConfiguration",
    ]
    private static let modules = ownModules + ["CoreMedia", "UIKit", "AVFoundation", "AVKit", "SelectorChecks"]
    private let folder: URL
    /// The C modules of OpenAVKit that snippets import.
    private let headers: URL

    /// Compiles the modules: those of OpenAVKit that need nothing else, and preludes in place of the large ones.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("port-snippets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let prelude = tests.appendingPathComponent("Prelude")
        let sources = tests.appendingPathComponent("../../../../Sources").standardizedFileURL
        headers = sources.appendingPathComponent("SystemConfiguration/include")
        try Data("@_exported import AVFoundation\n".utf8).write(to: folder.appendingPathComponent("AVKit.swift"))
        for module in Self.ownModules {
            let target = sources.appendingPathComponent(module)
            let files = try FileManager.default.subpathsOfDirectory(atPath: target.path)
            try compile(
                module, files.filter { $0.hasSuffix(".swift") }.map { target.appendingPathComponent($0).path })
        }
        try compile("CoreMedia", [sources.appendingPathComponent("CoreMedia/Support/SystemNames.swift").path])
        let nibMethods = sources.appendingPathComponent("UIKit/Responder/NSObject+Nib.swift").path
        try compile("UIKit", [prelude.appendingPathComponent("UIKit.swift").path, nibMethods])
        try compile("AVFoundation", [prelude.appendingPathComponent("AVFoundation.swift").path])
        try compile("SelectorChecks", [prelude.appendingPathComponent("SelectorChecks.swift").path])
        try compile("AVKit", [folder.appendingPathComponent("AVKit.swift").path])
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func compile(_ module: String, _ sources: [String]) throws {
        let run = try swiftc(
            [
                "-parse-as-library", "-wmo", "-emit-module", "-emit-object", "-module-name", module, "-swift-version",
                "6", "-package-name", "OpenAVKit", "-o", "\(module).o",
            ]
                + sources)
        guard run.status == 0 else { throw Failure(description: run.output) }
    }

    /// Compiles snippets, and runs their checks. The output has compiler messages, or a line for each check that failed.
    func run(_ snippets: [Snippet]) throws -> Run {
        let sources = try write(snippets)
        let build = try swiftc(
            ["-parse-as-library", "-wmo", "-swift-version", "5", "-module-name", "Snippets", "-o", "snippets"]
                + Self.modules.map { "\($0).o" } + sources)
        guard build.status == 0 else { return build }
        let run = try execute([folder.appendingPathComponent("snippets").path])
        return Run(status: run.status, output: build.output + run.output)
    }

    func check(_ snippets: [Snippet], languageMode: String) throws -> Run {
        try swiftc(
            ["-parse-as-library", "-typecheck", "-swift-version", languageMode, "-module-name", "Snippets"]
                + write(snippets))
    }

    private func write(_ snippets: [Snippet]) throws -> [String] {
        var main = ""
        var names: [String] = []
        for (number, snippet) in snippets.enumerated() {
            var text = Self.isolated(snippet.converted)
            if !text.contains("import UIKit\n") { text += "import UIKit\n" }
            if let check = snippet.check {
                text += "import SelectorChecks\n@MainActor func check\(number)() {\n\(check)}\n"
                main += "startCheck(\"\(snippet.name)\")\ncheck\(number)()\n"
            }
            names.append("Snippet\(number).swift")
            try Data(text.utf8).write(to: folder.appendingPathComponent("Snippet\(number).swift"))
        }
        let program = "@main @MainActor struct Program {\nstatic func main() {\n\(main)finishChecks()\n}\n}\n"
        try Data(program.utf8).write(to: folder.appendingPathComponent("Program.swift"))
        try Data(Self.checks.utf8).write(to: folder.appendingPathComponent("Checks.swift"))
        return names + ["Checks.swift", "Program.swift"]
    }

    private static func isolated(_ text: String) -> String {
        let declaration = /^((?:@MainActor )?)((?:final )?(?:class|struct|enum|protocol|func|let|var|typealias) )/
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.replacing(declaration) { "\($0.output.1)fileprivate \($0.output.2)" } }
            .joined(separator: "\n")
    }

    private static let checks = """
        import Foundation

        @MainActor private var current = ""
        @MainActor private var failures = 0

        @MainActor func startCheck(_ name: String) { current = name }

        @MainActor func expect(_ condition: Bool, line: Int = #line) {
            guard !condition else { return }
            failures += 1
            print("\\(current), line \\(line) of its file: the check failed")
        }

        @MainActor func finishChecks() { exit(failures == 0 ? 0 : 1) }
        """

    private func swiftc(_ arguments: [String]) throws -> Run {
        try execute(["/usr/bin/env", "swiftc", "-I", folder.path, "-I", headers.path] + arguments)
    }

    private func execute(_ command: [String]) throws -> Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Run(status: process.terminationStatus, output: output)
    }
}
