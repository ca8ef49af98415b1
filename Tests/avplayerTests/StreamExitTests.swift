import Foundation
import MediaTesting
import Testing

/// Exit codes of streams whose playlist can be read but whose media cannot.
@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable), .serialized)
struct StreamExitTests {
    private func exit(_ fault: OriginFault.Kind, for match: [OriginFault.Match]) async throws -> Int32 {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        for one in match { origin.inject(fault, for: one) }
        let outcome = try await Program.run(
            origin.url("/main.m3u8").absoluteString, "--headless", "--exit-after", "firstFrame")
        return outcome.status
    }

    @Test("a stream whose playlist is valid and whose segments are no media exits with 1")
    func text() async throws { #expect(try await exit(.webPage, for: [.suffix(".m4s")]) == 1) }

    @Test("a stream whose playlist is valid and whose segments the server rejects exits with 1")
    func refused() async throws { #expect(try await exit(.status(403), for: [.suffix(".m4s")]) == 1) }

    @Test("a journal that is a folder is wrong usage, and the reason is a sentence", arguments: ["", "/dev/full"])
    func journal(path: String) async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let folder = FileManager.default.temporaryDirectory.path
        let outcome = try await Program.run(
            "inspect", "--deep", origin.url("/main.m3u8").absoluteString, "--resume", path.isEmpty ? folder : path)
        #expect(outcome.status == 2)
        #expect(
            outcome.standardError.contains("choose another file") && !outcome.standardError.contains("NSCocoa"),
            "\(outcome.standardError)")
    }

    @Test("direction marks in a playlist do not reach the terminal")
    func directionMarks() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("marks-\(UUID().uuidString).m3u8")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"a\u{202E}b\u{9B}\"\nv\u{202E}.m3u8\n"
        try text.write(to: file, atomically: true, encoding: .utf8)
        for format in ["", "--json"] {
            let outcome = try await Program.run("inspect", file.path, format.isEmpty ? "--fail-on=never" : format)
            #expect(
                outcome.standardOutput.contains("202e") || outcome.standardOutput.contains("202E"),
                "\(outcome.standardOutput)")
            #expect(!outcome.standardOutput.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{9B}" }, "\(format)")
        }
    }

    @Test("a stream whose playlist is missing exits with 3")
    func missing() async throws { #expect(try await exit(.status(404), for: [.suffix("main.m3u8")]) == 3) }
}
