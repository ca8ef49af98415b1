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

    @Test(
        "a wrong value is exit code 2, and the message names the option, the values that it takes and an example",
        arguments: [
            (
                ["play", "a.mp4", "--start", "-5"],
                "--start cannot be -5: it takes 0 to 1000000000 seconds, such as --start 90."
            ),
            (["a.mp4", "--start=-5"], "--start cannot be -5"), (["a.mp4", "--start", "soon"], "0 or more, such as 90"),
            (["a.mp4", "--exit-after", "-1"], "0 or more, such as 30"),
            (["inspect", "a", "--for", "-3"], "--for cannot be -3: it takes 0 to 86400 seconds"),
            (["inspect", "a", "--deep", "--parallel", "65"], "--parallel cannot be 65: it takes 1 to 64 requests"),
            (["inspect", "a", "--deep", "--segments", "-1"], "--segments cannot be -1: it takes 1 or more segments"),
            (["inspect", "a", "--deep", "--header", ":x"], "--header ':x' is not a header"),
            (["inspect", "a.mp4", "b.mp4"], "inspect takes one file or URL, and 2 are named: 'a.mp4', 'b.mp4'."),
            (["inspect"], "such as avplayer inspect clip.mp4"),
            (
                ["lint", "a.mp4", "--loudness", "5"],
                "--loudness cannot be 5: it takes -70 to 0 LUFS, such as --loudness -16."
            ),
            (["download", "http://a/", "http://b/"], "download takes one URL, and 2 are named"),
            (["download", "http://a/", "--storage-limit", "-1"], "--storage-limit cannot be -1"),
            (
                ["download", "http://a/", "--minimum-bit-rate", "-1"],
                "--minimum-bit-rate cannot be -1: it takes 0 or more"
            ),
            (["download", "a.m3u8"], "such as https://example.com/main.m3u8"),
            (["nowplaying", "--duration", "0"], "--duration cannot be 0: it takes more than 0"),
            (
                ["nowplaying", "--exit-after", "-1"],
                "--exit-after cannot be '-1': it takes gone, or more than 0 seconds"
            ),
        ])
    func values(_ arguments: [String], _ words: String) async throws {
        let program = try #require(Program.url)
        let outcome = try await ExternalCommand.run(program, arguments, environment: Program.environment)
        #expect(outcome.status == 2 && outcome.standardOutput.isEmpty, "\(outcome.standardOutput)")
        #expect(outcome.standardError.contains(words), "\(outcome.standardError)")
    }

    @Test("negative values that options take may follow them without an equals sign")
    func negativeLoudness() async throws {
        let outcome = try await Program.run("lint", "--loudness", "-16", "/nonexistent/a.mp4")
        #expect(outcome.status == 3 && outcome.standardOutput.contains("There is no file"), "\(outcome.standardError)")
    }

    @Test("reports and messages contain no token of a URL; inspect --show-secrets shows tokens in its report")
    func tokens() async throws {
        let url = "http://127.0.0.1:9/main.m3u8?token=s3cret"
        for arguments in [
            ["inspect"], ["inspect", "--json"], ["inspect", "--deep"], ["lint"], ["lint", "--json"],
            ["download", "--to", NSTemporaryDirectory()],
        ] {
            let program = try #require(Program.url)
            let outcome = try await ExternalCommand.run(program, arguments + [url], environment: Program.environment)
            let text = outcome.standardOutput + outcome.standardError
            #expect(!text.contains("s3cret") && text.contains("?token=***"), "\(arguments): \(text)")
        }
        let lint = try await Program.run("lint", "--show-secrets", url)
        #expect(lint.standardOutput.contains("?token=s3cret"), "\(lint.standardOutput)")
        let shown = try await Program.run("inspect", "--deep", "--show-secrets", url)
        #expect(shown.standardOutput.contains("?token=s3cret"), "\(shown.standardOutput)")
        let plain = try await Program.run("inspect", "--json", "--show-secrets", url)
        #expect(plain.standardOutput.contains("?token=s3cret"), "\(plain.standardOutput)")
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
