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
            (["--fault", "status=503"], "KIND"), (["--interstitial=-4"], "--interstitial"),
        ])
    func wrongUsage(_ arguments: [String], _ word: String) async throws {
        let outcome = try await ExternalCommand.run(
            try #require(OriginProgram.url), arguments, environment: Program.environment, timeout: 60)
        #expect(outcome.status == 2)
        #expect(outcome.standardError.contains(word), "\(outcome.standardError)")
        #expect(!outcome.standardError.contains("encoding"), "\(outcome.standardError)")
    }
}
