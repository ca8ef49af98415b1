import Foundation
import MediaTesting
import Testing

/// Output that cannot be written, and files that are no media, for the commands of the program.
@Suite(.enabled(if: Program.url != nil))
struct CommandOutputTests {
    private static func shell(_ arguments: String) async throws -> ExternalCommand.Outcome {
        let program = try #require(Program.url)
        return try await ExternalCommand.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", "exec '\(program.path)' \(arguments)"],
            environment: Program.environment, timeout: 60)
    }

    private static let playlist =
        "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv.m3u8\n#EXT-X-STREAM-INF:CODECS=\"avc1\"\nw.m3u8\n"

    @Test(
        "output that cannot be written ends with 1 and the reason",
        arguments: ["--version", "--help", "inspect --rules", "lint --rules --json", "doctor", "inspect"])
    func fullDevice(_ arguments: String) async throws {
        var words = arguments
        if arguments == "inspect" {
            words += " '\(try await StreamMaker.shared.file(named: "full.m3u8", bytes: Data(Self.playlist.utf8)).path)'"
        }
        let outcome = try await Self.shell(words + " > /dev/full")
        #expect(outcome.status == 1, "\(outcome.status)")
        #expect(
            outcome.standardError.contains("standard output cannot be written: No space left on device"),
            "\(outcome.standardError)")
    }

    @Test("a reader that closes the pipe early is no failure")
    func closedPipe() async throws {
        let outcome = try await Self.shell("inspect --rules | head -n 1 > /dev/null")
        #expect(!outcome.standardError.contains("cannot be written"), "\(outcome.standardError)")
    }

    @Test(
        "inspect and lint say what a file is that is no media",
        arguments: [
            ("page.html", "<!DOCTYPE html><html></html>", "web page"),
            ("page.xml", " <?xml version=\"1.0\"?><a/>", "XML"),
            ("archive.zip", "PK\u{3}\u{4}....................................", "ZIP"),
        ])
    func otherFiles(_ name: String, _ text: String, _ word: String) async throws {
        let file = try await StreamMaker.shared.file(named: name, bytes: Data(text.utf8))
        let inspected = try await Program.run("inspect", file.path)
        #expect(inspected.status != 0 && inspected.standardError.contains(word), "\(inspected.standardError)")
        let checked = try await Program.run("lint", file.path)
        #expect(checked.status == 3 && checked.standardOutput.contains(word), "\(checked.standardOutput)")
    }

    @Test("lint of a playlist names the command that checks streams")
    func playlistOfLint() async throws {
        let file = try await StreamMaker.shared.file(named: "lint.m3u8", bytes: Data(Self.playlist.utf8))
        let outcome = try await Program.run("lint", file.path)
        #expect(outcome.status == 3 && outcome.standardOutput.contains("inspect --deep"), "\(outcome.standardOutput)")
    }

    @Test(
        "a named pipe without a writer is rejected at once", arguments: [["inspect"], ["inspect", "--deep"], ["lint"]])
    func namedPipe(_ command: [String]) async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)").path
        #expect(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }
        let outcome = try await ExternalCommand.run(
            try #require(Program.url), command + [path], environment: Program.environment, timeout: 30)
        #expect(outcome.status == 3, "\(outcome.status)")
        #expect((outcome.standardError + outcome.standardOutput).contains("This is a pipe"), "\(outcome.standardError)")
    }

    @Test("inspect of a playlist with errors ends with 1 only where --fail-on asks for it")
    func failOn() async throws {
        let file = try await StreamMaker.shared.file(named: "fail-on.m3u8", bytes: Data(Self.playlist.utf8))
        #expect(try await Program.run("inspect", file.path).status == 0)
        #expect(try await Program.run("inspect", "--fail-on", "error", file.path).status == 1)
        #expect(try await Program.run("inspect", "--fail-on", "never", file.path).status == 0)
    }

    @Test(
        "inspect rejects options that it would ignore",
        arguments: [
            ["--header", "a: b"], ["--parallel", "2"], ["--deep", "--json", "--format", "html"],
        ])
    func ignoredOptions(_ options: [String]) async throws {
        let outcome = try await ExternalCommand.run(
            try #require(Program.url), ["inspect", "/no/such.m3u8"] + options, environment: Program.environment,
            timeout: 30)
        #expect(outcome.status == 2, "\(outcome.status) \(outcome.standardError)")
        #expect(outcome.standardError.contains(options.count == 4 ? "--format html" : "--deep"))
    }
}
