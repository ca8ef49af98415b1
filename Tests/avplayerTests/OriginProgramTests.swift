import Foundation
import MediaTesting
import Testing

private enum OriginProgram {
    static let url: URL? = {
        guard let url = Program.url?.deletingLastPathComponent().appendingPathComponent("hls-origin") else {
            return nil
        }
        return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
    }()
}

/// `hls-origin` in a separate process.
@Suite(.enabled(if: OriginProgram.url != nil))
struct OriginProgramTests {
    @Test(
        "wrong usage is exit code 2 before anything is encoded, and the message names the option",
        arguments: [
            (["--captions", "CC9"], "SERVICE63"), (["--seconds", "0"], "--seconds"), (["--parts", "0"], "--parts"),
            (["--seconds", "13"], "segment duration"), (["--window", "0"], "--window"),
            (["--lifetime", "0"], "--lifetime"), (["--codec", "av1", "--container", "ts"], "AV1"),
            (["--folder", "/tmp", "--live"], "--folder"), (["--trace", "/no/such/file"], "cannot be read"),
            (["--fault", "status=503"], "KIND"), (["--fault", "html@/v0*.m4s"], "'*' inside"),
            (["--interstitial=-4"], "--interstitial"), (["--interstitial", "-4"], "--interstitial cannot be -4"),
            (["--port", "65536"], "--port cannot be 65536: it takes 0 to 65535, such as --port 8080."),
            (["--seconds", "-4"], "--seconds cannot be -4: it takes 1 to 3600 seconds"),
            (["--seconds", "9223372036854775807", "--programs", "2"], "--seconds cannot be 9"),
            (["--segment", "0"], "--segment cannot be 0"), (["--programs", "-1"], "--programs cannot be -1"),
            (["--latency", "-1"], "--latency cannot be -1"),
            (["--rate", "-1"], "--rate cannot be -1: it takes 0 or more"),
            (["--connection-latency", "nan"], "--connection-latency cannot be nan"),
            (["--lifetime", "inf"], "--lifetime cannot be inf: it takes more than 0"),
            (["--latency", "soon"], "0 or more, such as 50"), (["--fault", "cut=-1@*"], "such as cut=1000"),
            (["--fault", "status=600@*"], "100 to 599"), (["--fault", "delay=1e300@*"], "0 to 86400 seconds"),
        ])
    func wrongUsage(_ arguments: [String], _ word: String) async throws {
        let outcome = try await ExternalCommand.run(
            try #require(OriginProgram.url), arguments, environment: Program.environment, timeout: 60)
        #expect(outcome.status == 2)
        #expect(outcome.standardError.contains(word), "\(outcome.standardError)")
        #expect(!outcome.standardError.contains("encoding"), "\(outcome.standardError)")
    }

    private static func run(_ arguments: String...) async throws -> ExternalCommand.Outcome {
        try await ExternalCommand.run(
            try #require(OriginProgram.url), arguments, environment: Program.environment, timeout: 60)
    }

    @Test("a folder that does not exist, or is a file, ends with 3 and the reason")
    func unusableFolder() async throws {
        let file = try await StreamMaker.shared.file(named: "origin-file", bytes: Data("x".utf8))
        for (path, reason) in [("/no/such/folder", "does not exist"), (file.path, "is not a folder")] {
            let outcome = try await Self.run("--folder", path)
            #expect(outcome.status == 3 && outcome.standardError.contains(reason), "\(outcome.standardError)")
        }
    }

    @Test("a folder without main.m3u8 is served, with a note that names its playlists")
    func folderWithoutPlaylist() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("origin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("#EXTM3U\n".utf8).write(to: folder.appendingPathComponent("other.m3u8"))
        let outcome = try await Self.run("--folder", folder.path, "--lifetime", "0.1")
        #expect(outcome.status == 0 && outcome.standardOutput.hasPrefix("http://127.0.0.1:"))
        #expect(outcome.standardError.contains("no main.m3u8") && outcome.standardError.contains("other.m3u8"))
    }

    @Test("a port in use is reported before the streams are encoded")
    func usedPortOfLadder() async throws {
        let origin = try FaultyOrigin()
        defer { origin.stop() }
        let outcome = try await Self.run("--sizes", "small", "--port", "\(origin.port)")
        #expect(outcome.status == 1 && outcome.standardError.contains("is in use"), "\(outcome.standardError)")
        #expect(!outcome.standardError.contains("encoding"), "\(outcome.standardError)")
    }

    @Test("a port in use ends with 1, and the message names the port and --port")
    func usedPort() async throws {
        let origin = try FaultyOrigin()
        defer { origin.stop() }
        let folder = FileManager.default.temporaryDirectory.path
        let outcome = try await Self.run("--folder", folder, "--port", "\(origin.port)")
        #expect(outcome.status == 1, "\(outcome.standardError)")
        #expect(outcome.standardError.contains("port \(origin.port) is in use"), "\(outcome.standardError)")
        #expect(outcome.standardError.contains("--port") && !outcome.standardError.contains("NSPOSIX"))
    }

    @Test(
        "output that cannot be written ends with 1 and the reason",
        arguments: ["--version", "--help", "--folder /tmp --lifetime 5"])
    func fullDevice(_ arguments: String) async throws {
        let program = try #require(OriginProgram.url)
        let outcome = try await ExternalCommand.run(
            URL(fileURLWithPath: "/bin/sh"), ["-c", "exec '\(program.path)' \(arguments) > /dev/full"],
            environment: Program.environment, timeout: 60)
        #expect(outcome.status == 1, "\(outcome.status) \(outcome.standardError)")
        #expect(outcome.standardError.contains("No space left on device"), "\(outcome.standardError)")
    }
}
