import Foundation
import MediaTesting
import Testing

/// Runs the commands of docs/stream-ci.md as they are written there.
@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable))
struct StreamGuideTests {
    private static let page: String =
        (try? String(
            contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("../../docs/stream-ci.md").standardized, encoding: .utf8)) ?? ""

    /// Returns the code of a section.
    private static func code(_ section: String) throws -> String {
        let parts = page.components(separatedBy: "\n## \(section)\n")
        let text = try #require(parts.count == 2 ? parts[1].components(separatedBy: "\n## ")[0] : nil)
        let blocks = text.components(separatedBy: "```")
        return String(try #require(blocks.count > 1 ? blocks[1] : nil).drop { $0 != "\n" }.dropFirst())
    }

    /// Returns the commands of `avplayer inspect` in a section.
    private static func commands(_ section: String) throws -> [String] {
        try code(section).split(separator: "\n").map { $0.drop { $0 == " " || $0 == "-" } }
            .filter { $0.hasPrefix("avplayer inspect") }.map(String.init)
    }

    private enum Stream { case good, missingSegment, missing }

    /// Makes a folder with the stream, runs a script in it, and passes the folder and the outcome on.
    private func run(_ script: String, _ stream: Stream, _ check: (URL, ExternalCommand.Outcome) throws -> Void)
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("guide-\(UUID().uuidString)")
        let target = folder.appendingPathComponent("stream")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if stream != .missing {
            let clip = try await StreamMaker.shared.clip(.markedWithTone(seconds: 4, width: 320, height: 180))
            let made = try await ExternalCommand.run(
                try #require(ExternalCommand.find("ffmpeg")),
                [
                    "-v", "error", "-i", clip.path, "-c", "copy", "-f", "hls", "-hls_time", "2", "-hls_playlist_type",
                    "vod",
                    "-hls_segment_type", "fmp4", "main.m3u8",
                ], in: target)
            #expect(made.status == 0, "\(made.standardError)")
        }
        if stream == .missingSegment {
            for name in try FileManager.default.contentsOfDirectory(atPath: target.path) where name.hasSuffix(".m4s") {
                try FileManager.default.removeItem(at: target.appendingPathComponent(name))
            }
        }
        var environment = Program.environment
        let programs = try #require(Program.url).deletingLastPathComponent().path
        environment["PATH"] = "\(programs):/usr/bin:/bin"
        let outcome = try await ExternalCommand.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder, environment: environment, timeout: 60)
        try check(folder, outcome)
    }

    @Test("the step of GitHub Actions writes a SARIF report, and fails for a stream with errors")
    func gitHub() async throws {
        let command = try #require(try Self.commands("GitHub Actions").first)
        for (stream, code) in [(Stream.good, Int32(0)), (.missingSegment, 1), (.missing, 3)] {
            try await run(command, stream) { folder, outcome in
                #expect(outcome.status == code, "\(stream) \(outcome.standardOutput)\(outcome.standardError)")
                let data = try Data(contentsOf: folder.appendingPathComponent("stream.sarif"))
                let log = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
                #expect(log["version"] as? String == "2.1.0")
            }
        }
    }

    @Test("the commands of GitLab write a JUnit report that fails, and an HTML report without failing")
    func gitLab() async throws {
        let commands = try Self.commands("GitLab CI/CD")
        #expect(commands.count == 2)
        try await run(commands[0], .missingSegment) { folder, outcome in
            #expect(outcome.status == 1, "\(outcome.standardError)")
            let report = try String(contentsOf: folder.appendingPathComponent("stream.xml"), encoding: .utf8)
            #expect(report.contains("<failure"))
        }
        try await run(commands[1], .missingSegment) { folder, outcome in
            #expect(outcome.status == 0, "\(outcome.standardError)")
            #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("stream.html").path))
        }
    }

    @Test("the shell script says what to do, and passes the exit code on")
    func shell() async throws {
        let script = try Self.code("Plain shell")
        let cases = [
            (Stream.good, Int32(0), "no errors"), (.missingSegment, 1, "has errors"),
            (.missing, 3, "could not be read"),
        ]
        for (stream, code, text) in cases {
            try await run(script, stream) { _, outcome in
                #expect(outcome.status == code, "\(stream) \(outcome.standardOutput)\(outcome.standardError)")
                #expect(outcome.standardOutput.contains(text), "\(outcome.standardOutput)")
            }
        }
    }
}
