import Foundation
import MediaTesting
import Testing

/// `avplayer download` in a separate process, including termination by SIGKILL (data/semantics.tsv, section 13).
@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable), .serialized)
struct DownloadCommandTests {
    @Test("a stream that leads into a private network is not downloaded, and the option that allows it is named")
    func privateNetwork() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("private-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nhttp://169.254.169.254/0.ts\n#EXT-X-ENDLIST\n"
        let stream = folder.appendingPathComponent("main.m3u8")
        try list.write(to: stream, atomically: true, encoding: .utf8)
        let origin = try Origin(FolderContent(folder))
        defer { origin.stop() }
        let outcome = try await Program.run(
            "download", origin.url("/main.m3u8").absoluteString, "--to", folder.path, "--title", "Film", timeout: 120)
        #expect(outcome.status == 1 || outcome.status == 3)
        #expect(outcome.standardError.contains("--allow-private"), "\(outcome.standardError)")
        #expect(outcome.standardError.contains("169.254.169.254"), "\(outcome.standardError)")
    }

    @Test(
        "inspect and lint refuse a redirect into a private network, and name the option that allows it",
        arguments: [
            ["inspect", "main.m3u8"], ["inspect", "film.mp4"], ["inspect", "film.vtt"], ["lint", "film.mp4"],
        ])
    func privateRedirect(_ arguments: [String]) async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        origin.inject(.redirect("http://169.254.169.254/film"), for: .every)
        let url = origin.url("/" + arguments[1]).absoluteString
        let refused = try await Program.run(arguments[0], url)
        #expect(refused.status == 3, "\(refused.standardError)")
        let text = refused.standardOutput + refused.standardError
        #expect(text.contains("--allow-private") && text.contains("169.254.169.254"), "\(text)")
        // A redirect inside the network of the server needs no option.
        let other = try Origin(try await Ladder.make(.small))
        defer { other.stop() }
        origin.clearFaults()
        origin.inject(.redirect(other.url("/main.m3u8").absoluteString), for: .every)
        let allowed = try await Program.run("inspect", origin.url("/main.m3u8").absoluteString)
        #expect(allowed.status == 0, "\(allowed.standardError)")
    }

    @Test("a download whose process was killed resumes in the next process, which requests only the missing segments")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("killed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        // Two of the eight segments never arrive.
        origin.inject(.silence, for: .suffix("2.m4s"))
        let url = origin.url("/main.m3u8").absoluteString
        let arguments = ["download", url, "--to", folder.path, "--title", "Film", "--json"]
        let program = try LiveProgram(arguments)
        for _ in 0..<6 { #expect(await program.next("progress") != nil) }
        program.kill()
        #expect(await program.exitCode() == 128 + SIGKILL)
        let package = folder.appendingPathComponent("Film.movpkg")
        let early = try await Program.run("inspect", package.path)
        #expect(early.status != 0)
        #expect(early.standardError.contains("not complete"), "\(early.standardError)")
        let deep = try await Program.run("inspect", "--deep", package.path)
        #expect(deep.status == 3)
        #expect(deep.standardError.contains("not complete"), "\(deep.standardError)")

        origin.clearFaults()
        let count = origin.records.count
        let again = try await ExternalCommand.run(
            try #require(Program.url), arguments, environment: Program.environment, timeout: 60)
        #expect(again.status == 0, "\(again.standardError)")
        #expect(Set(origin.records.dropFirst(count).map(\.path)) == ["/v1/2.m4s", "/a0/2.m4s"])
        // Existing data is reported once, not as progress from zero.
        #expect(again.standardOutput.components(separatedBy: "\"progress\"").count - 1 == 3, "\(again.standardOutput)")

        origin.stop()
        let inspected = try await Program.run("inspect", package.path)
        #expect(inspected.status == 0, "\(inspected.standardError)")
        #expect(inspected.standardOutput.contains("0:00:16"), "\(inspected.standardOutput)")
        let measured = try await Program.run("inspect", "--deep", package.path)
        #expect(measured.status == 0, "\(measured.standardOutput)")
        #expect(measured.standardOutput.contains("4 segments, 16 s"), "\(measured.standardOutput)")
        #expect(measured.standardOutput.contains("from the download Film.movpkg"), "\(measured.standardOutput)")
        let played = try await Program.run(package.path, "--headless", "--json", "--exit-after", "firstFrame")
        #expect(played.status == 0, "\(played.standardError)")
        #expect(played.standardOutput.contains("firstFrame"))
    }

    @Test("download with a title in use and another --minimum-bit-rate fails and states why")
    func otherOptions() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("options-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let arguments = ["download", origin.url("/main.m3u8").absoluteString, "--to", folder.path, "--title", "Film"]
        func run(_ more: String...) async throws -> (status: Int32, errors: String) {
            let result = try await ExternalCommand.run(
                try #require(Program.url), arguments + more, environment: Program.environment, timeout: 60)
            return (result.status, result.standardError)
        }
        #expect(try await run("--minimum-bit-rate", "1").status == 0)
        let other = try await run()
        #expect(other.status != 0)
        #expect(other.errors.contains("other options"), "\(other.errors)")
        #expect(try await run("--minimum-bit-rate", "1").status == 0)
    }

    @Test("a download prints its size at the end; one that fails in the middle says how it continues")
    func texts() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("texts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        origin.inject(.status(404), for: .suffix("v1/2.m4s"))
        let url = origin.url("/main.m3u8").absoluteString
        let failed = try await Program.run("download", url, "--to", folder.path)
        #expect(failed.status == 1 && failed.standardError.contains("v1/2.m4s"), "\(failed.standardError)")
        #expect(failed.standardError.contains("the same command"), "\(failed.standardError)")
        origin.clearFaults()
        let outcome = try await Program.run("download", url, "--to", folder.path)
        #expect(outcome.status == 0 && outcome.standardOutput.contains("  complete: "), "\(outcome.standardOutput)")
    }

    @Test("download of a missing playlist exits with status 3, of an invalid URL or title with status 2")
    func failures() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("failed-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let missing = try await Program.run(
            "download", origin.url("/nothing.m3u8").absoluteString, "--to", folder.path)
        #expect(missing.status == 3, "\(missing.standardError)")
        #expect(missing.standardError.contains("HTTP status 404"), "\(missing.standardError)")
        // The stream is not at fault where its folder cannot be created.
        let file = try await StreamMaker.shared.file(named: "download-file", bytes: Data())
        let obstructed = try await Program.run(
            "download", origin.url("/main.m3u8").absoluteString, "--to", file.path)
        #expect(obstructed.status == 1, "\(obstructed.standardError)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(try await Program.run("download", "film.mp4").status == 2)
        #expect(try await Program.run("download", "http://127.0.0.1/a.m3u8", "--title", "../x").status == 2)
    }
}
