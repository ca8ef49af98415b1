import Foundation
import ReportText
import Testing

/// Arguments of command lines that are not UTF-8.
struct ArgumentTextTests {
    @Test("an argument that is not UTF-8 is named with its bytes, as a shell accepts them")
    func invalid() throws {
        let problem = try #require(ArgumentText.problem([Array("inspect".utf8), Array("caf".utf8) + [0xE9, 0x27]]))
        #expect(
            problem
                == #"the argument 'caf\xE9\'' is not UTF-8; rename the file, or name it by a link: ln -s $'caf\xE9\'' NEW-NAME"#
        )
    }

    @Test("control characters and backslashes are escaped, and the bytes of a long argument are cut")
    func escapes() throws {
        let problem = try #require(ArgumentText.problem([[0x1B, 0x0A, 0x5C, 0x20, 0x7E, 0x7F, 0x80]]))
        #expect(problem.hasPrefix(#"the argument '\x1B\x0A\\ ~\x7F\x80' is not UTF-8"#), "\(problem)")
        let long = try #require(ArgumentText.problem([Array(repeating: 0xFF, count: 100_000)]))
        #expect(long.count < 3_000 && long.contains(String(repeating: "\\xFF", count: 300) + "'"))
    }

    @Test("a shell reads the escaped bytes as the argument")
    func shell() throws {
        let bytes: [UInt8] = Array("a'b\\c\n".utf8) + [0xE9, 0x01]
        let problem = try #require(ArgumentText.problem([bytes]))
        let start = try #require(problem.range(of: "$'"))
        let end = try #require(problem.range(of: "' NEW-NAME"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "printf %s \(problem[start.lowerBound..<end.lowerBound])'"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect([UInt8](output) == bytes)
    }

    @Test("arguments that are UTF-8 are accepted")
    func valid() {
        #expect(ArgumentText.problem([Array("日本語.mp4".utf8), [], Array("café".utf8)]) == nil)
    }
}
