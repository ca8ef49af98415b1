import Foundation
import MediaTesting
import Testing

@Suite(.enabled(if: Program.url != nil && StreamMaker.isAvailable))
struct RequestOutputTests {
    @Test("--json reports each request of a stream with its URL, bytes and times")
    func requests() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let outcome = try await Program.run(
            "--headless", "--json", "--exit-after", "1", origin.url("/main.m3u8").absoluteString)
        let events = outcome.standardOutput.split(separator: "\n").compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        let requests = events.filter { $0["event"] as? String == "request" }
        let paths = requests.compactMap { ($0["url"] as? String).flatMap(URL.init(string:))?.path }
        #expect(paths.first == "/main.m3u8")
        #expect(paths.contains { $0.hasSuffix("/index.m3u8") })
        #expect(paths.contains { $0.hasSuffix(".m4s") })
        #expect(Set(paths).isSubset(of: Set(origin.records.map(\.path))))
        // The URLs in the multivariant playlist are requested after that playlist; times are rounded to milliseconds.
        let entryEnd = try #require(requests.first?["endedMs"] as? Int)
        #expect(requests.dropFirst().allSatisfy { ($0["sentMs"] as? Int ?? 0) >= entryEnd - 1 }, "\(requests)")
        for request in requests where request["error"] is NSNull {
            let sent = try #require(request["sentMs"] as? Int)
            let answered = try #require(request["answeredMs"] as? Int)
            let ended = try #require(request["endedMs"] as? Int)
            let reported = try #require(request["ms"] as? Int)
            #expect(0 <= sent && sent <= answered && answered <= ended && ended <= reported, "\(request)")
            #expect(request["bytes"] as? Int ?? 0 > 0)
        }
    }
}
