import MediaTesting
import StreamRules
import Testing

@testable import StreamInspection

/// Tests what is reported of servers that declare another length than they send.
struct DeclaredLengthTests {
    @Test("a Content-Length that is 500 bytes too large is reported with the declared and the received length")
    func tooLarge() async throws {
        let ladder = try await Ladder.make(.inspected)
        let (facts, findings) = try Inspection.facts(
            ladder, faults: [.init(.lengthError(500), for: .path("/v0/1.m4s"))])
        let count = try #require(facts.playlists.first?.segments.dropFirst().first??.byteCount)
        let messages = findings.map(\.message)
        #expect(count > 0)
        #expect(!messages.contains("The response has no content type."), "\(messages)")
        #expect(
            messages.contains("Content-Length is \(count + 500), and the segment has \(count) bytes."), "\(messages)")
    }
}
