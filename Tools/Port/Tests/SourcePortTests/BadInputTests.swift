import Foundation
import SourcePort
import Testing

struct BadInputTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "port-input-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func file(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let url = folder.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        return url.path
    }

    @Test("a file that does not parse is reported with line and column, and the other files are converted")
    func syntaxError() throws {
        let broken = try file("Broken.swift", "class A {\n    @objc func tap( {}\n}\n".utf8)
        let sound = try file("Sound.swift", "class B: NSObject { @objc func tap() {} }\n".utf8)
        let conversion = FileConversion(files: [broken, sound], settings: Settings())
        let error = try #require(conversion.findings.first)
        #expect(error.file == broken && error.line == 2 && error.column > 1 && error.rule == .syntax)
        #expect(!conversion.conversions[0].isChanged)
        #expect(conversion.conversions[1].converted == "class B: NSObject { func tap() {} }\n")
    }

    @Test("a file that is not encoded in UTF-8 is reported")
    func otherEncoding() throws {
        let conversion = FileConversion(
            files: [try file("Latin.swift", [0x2F, 0x2F, 0xE9, 0x0A])], settings: Settings())
        #expect(conversion.findings.map(\.rule) == [.input])
    }

    @Test("a file that does not exist is reported")
    func missingFile() {
        let conversion = FileConversion(files: [folder.path + "/None.swift"], settings: Settings())
        #expect(conversion.findings.map(\.rule) == [.input])
    }

    @Test(
        "files of random bytes and of truncated sources never crash the converter, and are converted whole or not at all"
    )
    func truncatedSources() {
        var generator = SeededGenerator(state: 18)
        for snippet in Snippet.all.shuffled(using: &generator).prefix(60) {
            let bytes = Array(snippet.original.utf8)
            guard !bytes.isEmpty else { continue }
            let end = Int.random(in: 0..<bytes.count, using: &generator)
            let truncated = String(decoding: bytes[..<end], as: UTF8.self)
            let conversion = Conversion(truncated)
            if conversion.isRejected { #expect(conversion.converted == truncated) }
        }
    }

    @Test("an expression of 5,000 calls and operators is converted")
    func longExpression() {
        let calls = String(repeating: ".map { $0 }", count: 5_000)
        let sum = String(repeating: " + 1", count: 5_000)
        let source = "class A: NSObject { @objc func tap() { _ = [1]\(calls); _ = 1\(sum) } }\n"
        let file = FileConversionProbe.convert(source)
        #expect(file.converted == source.replacing("@objc ", with: ""))
    }

    @Test("brackets and blocks that are nested too deeply are reported, not converted", arguments: ["[]", "()", "{}"])
    func deepNesting(_ pair: String) {
        let opening = String(repeating: String(pair.prefix(1)), count: 5_000)
        let closing = String(repeating: String(pair.suffix(1)), count: 5_000)
        let source = "let a = \(opening)\(closing)\n"
        let conversion = FileConversionProbe.convert(source)
        #expect(conversion.isRejected)
        #expect(conversion.converted == source)
    }

    @Test("a generated file of 50,000 lines is converted")
    func largeFile() {
        let comments = String(repeating: "    // generated\n", count: 19)
        let method = "    @objc func tap%() { _ = #selector(tap%) }\n" + comments
        let methods = (0..<2_500).map { method.replacing("%", with: "\($0)") }.joined()
        let conversion = FileConversionProbe.convert("class A: NSObject {\n\(methods)}\n")
        #expect(conversion.findings.isEmpty)
        #expect(conversion.converted.contains("    func tap2499() { _ = Selector(\"tap2499\", A.tap2499) }\n"))
        #expect(conversion.converted.utf8.count { $0 == 0x0A } == 50_002)
    }
}

/// Converts a text on a thread with a large stack, as the command does.
enum FileConversionProbe {
    static func convert(_ text: String) -> Conversion {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "port-probe-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try? Data(text.utf8).write(to: file)
        return FileConversion(files: [file.path], settings: Settings()).conversions[0]
    }
}

/// A generator with a fixed sequence (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
