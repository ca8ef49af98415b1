import Foundation
import MediaTesting
import Testing

/// Messages for command lines with a misspelt command, or with a report that cannot be written.
@Suite(.enabled(if: Program.url != nil))
struct CommandSpellingTests {
    @Test(
        "a misspelt command gets a suggestion, and is not played as a file",
        arguments: [("inspct", "avplayer inspect"), ("donwload", "avplayer download"), ("lnit", "avplayer lint")])
    func commands(_ word: String, _ hint: String) async throws {
        let outcome = try await Program.run(word, "a.mp4")
        #expect(
            outcome.status == 2 && outcome.standardError.contains("did you mean '\(hint)'"), "\(outcome.standardError)")
        let help = try await Program.run("help", word)
        #expect(help.status == 2 && help.standardError.contains("did you mean"), "\(help.standardError)")
    }

    @Test("a name that resembles a command, but has an extension or a folder, is played as a file")
    func files() async throws {
        for name in ["inspct.mp4", "./inspct", "/nonexistent/lnt"] {
            let outcome = try await Program.run(name, "--headless")
            #expect(
                outcome.status == 3 && outcome.standardError.contains("There is no file"), "\(outcome.standardError)")
        }
    }

    @Test("inspect --deep reports an unusable --output before it loads the stream")
    func output() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("spelling-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let playlist = folder.appendingPathComponent("a.m3u8")
        try Data("#EXTM3U\n".utf8).write(to: playlist)
        for (output, status, reason) in [
            ("/nonexistent/r.html", Int32(1), "there is no folder /nonexistent"), (folder.path, 2, "is a folder"),
            (playlist.path, 2, "would overwrite"),
        ] {
            let outcome = try await Program.run("inspect", "--deep", playlist.path, "--output", output)
            #expect(outcome.status == status && outcome.standardError.contains(reason), "\(outcome.standardError)")
        }
        #expect(try Data(contentsOf: playlist) == Data("#EXTM3U\n".utf8))
    }
}
