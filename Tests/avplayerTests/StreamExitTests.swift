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

    @Test("a stream whose playlist is missing exits with 3")
    func missing() async throws { #expect(try await exit(.status(404), for: [.suffix("main.m3u8")]) == 3) }
}
