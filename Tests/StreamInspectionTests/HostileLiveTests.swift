import Foundation
import HLS
import MediaEngine
import MediaTesting
import StreamRules
import Synchronization
import Testing

@testable import StreamInspection

/// A server whose responses depend on the number of requests of the playlist so far.
private final class CountingContent: OriginContent {
    private let count = Mutex(0)
    private let response: @Sendable (_ count: Int) -> OriginReply

    init(_ response: @escaping @Sendable (_ count: Int) -> OriginReply) { self.response = response }

    func reply(to request: OriginRequest, now: Int64) -> OriginReply {
        guard request.path == "/live.m3u8" else { return .status(404) }
        let count = count.withLock { count in
            count += 1
            return count
        }
        return response(count)
    }
}

/// Tests that live playlists of broken or hostile servers are reported within the watched time.
@Suite("inspection of hostile live streams")
struct HostileLiveTests {
    private static let seconds = 12.0

    private static func text(_ text: String) -> OriginReply {
        .resource(OriginResource(text: text, contentType: "application/vnd.apple.mpegurl"))
    }

    /// A live playlist of six segments of 2 s that do not exist.
    private static func playlist(_ first: UInt64, count: Int = 6, tags: String = "") -> OriginReply {
        let lines = (0..<count).map { "#EXTINF:2,\n\(first &+ UInt64($0)).ts\n" }.joined()
        return text(
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:\(first)\n\(tags)\(lines)")
    }

    /// Watches a live playlist, by a clock that advances when the inspection waits.
    private func inspect(
        faults: [OriginFault] = [], _ response: @escaping @Sendable (_ count: Int) -> OriginReply
    ) throws -> (facts: StreamFacts, findings: [StreamFinding], seconds: Double) {
        let clock = FakeHostClock()
        let origin = try Origin(CountingContent(response), clock: clock) { $0.compressesText = false }
        defer { origin.stop() }
        for fault in faults { origin.inject(fault) }
        let driver = ClockDriver(clock)
        defer { driver.stop() }
        var options = InspectionOptions()
        options.watchSeconds = Self.seconds
        options.clock = clock
        let start = clock.now
        let facts = try StreamInspector(origin.url("/live.m3u8"), options: options).run()
        return (facts, StreamLint().check(facts), Double(clock.now - start) / 1e9)
    }

    @Test(
        "reloads that are answered with 304, with nothing, or with another playlist than before, end with the watched time"
    )
    func reloads() throws {
        let multivariant = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nlive.m3u8\n"
        for reply in [.status(304), .text(""), .text(multivariant), .status(204)] as [HostileReply] {
            let (facts, findings, seconds) = try inspect { count in
                count == 1 ? Self.playlist(7) : reply.reply
            }
            #expect(seconds >= Self.seconds && seconds < Self.seconds + 1, "\(reply)")
            #expect(findings.contains { $0.rule == "live.reload-failed" }, "\(reply): \(findings.map(\.rule))")
            #expect(facts.playlists[0].reloads.count < 20, "\(reply)")
        }
    }

    /// A response, as an argument of a test.
    private enum HostileReply {
        case status(Int)
        case text(String)

        var reply: OriginReply {
            switch self {
            case .status(let status): .status(status)
            case .text(let text): HostileLiveTests.text(text)
            }
        }
    }

    @Test("a playlist without end is reported as too large, at the first load and at a reload", arguments: [1, 2])
    func endless(count: Int) throws {
        let comment = "#" + String(repeating: "x", count: 1_022) + "\n"
        let (facts, findings, _) = try inspect(faults: [OriginFault(.chunked, for: .every)]) { request in
            guard request >= count else { return Self.playlist(7) }
            return Self.text("#EXTM3U\n" + String(repeating: comment, count: 70 << 10))
        }
        #expect(findings.contains { $0.message.contains("too large") || $0.message.contains("larger") }, "\(findings)")
        #expect(facts.byteCount < 1 << 20)
    }

    @Test("sequence numbers that fall back with each second reload are reported each time, and segments are not kept")
    func fallingNumbers() throws {
        let (facts, findings, seconds) = try inspect { Self.playlist($0 % 2 == 1 ? 5_000 : 20) }
        #expect(findings.contains { ["live.sequence", "live.older"].contains($0.rule) }, "\(findings.map(\.rule))")
        #expect(seconds < Self.seconds + 1 && facts.playlists[0].segments.count <= 12)
    }

    @Test(
        "sequence numbers up to the end of the range of integers are accepted, and those beyond it are reported",
        arguments: [1 << 63, UInt64.max - 40, UInt64.max - 3])
    func largeNumbers(first: UInt64) throws {
        let (facts, findings, seconds) = try inspect { count in
            Self.playlist(
                first &+ UInt64(min(3, count)),
                tags: "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12\n"
                    + "#EXT-X-DISCONTINUITY-SEQUENCE:\(UInt64.max - 1)\n#EXT-X-DISCONTINUITY\n")
        }
        #expect(seconds < Self.seconds + 40)
        for format in StreamReport.Format.allCases { #expect(!StreamReport(facts, findings).text(format).isEmpty) }
        #expect(findings.contains { $0.level >= .error }, "\(findings.map(\.rule))")
    }

    @Test("a playlist that grows by 500 segments with each reload is watched for its time only")
    func growing() throws {
        let (facts, findings, seconds) = try inspect { Self.playlist(0, count: $0 * 500) }
        #expect(seconds < Self.seconds + 1)
        #expect(facts.limits.contains { $0.contains("not requested") }, "\(facts.limits)")
        #expect(findings.contains { $0.rule == "live.pace" || $0.rule == "segment.missing" })
    }

    @Test(
        "hostile hints, parts and rendition reports are not followed, or are reported, within the time of the requests",
        arguments: [
            "file:///etc/hostname", "http://127.0.0.1:1/part.m4s", "data:video/mp4,x", "%00", "//[", "live.m3u8",
            String(repeating: "x", count: 20_000),
        ])
    func hints(uri: String) throws {
        let tags =
            "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=12,PART-HOLD-BACK=3\n"
            + "#EXT-X-PART-INF:PART-TARGET=1\n"
        let (facts, findings, seconds) = try inspect { _ in
            guard case .resource(var resource) = Self.playlist(UInt64.max - 9, tags: tags) else { return .status(404) }
            resource.bytes += Array(
                ("#EXT-X-PART:DURATION=1,URI=\"\(uri)\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"\(uri)\"\n"
                    + "#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"\(uri)\",BYTERANGE-START=18446744073709551615\n"
                    + "#EXT-X-RENDITION-REPORT:URI=\"\(uri)\",LAST-MSN=18446744073709551615,LAST-PART=18446744073709551615\n")
                    .utf8)
            return .resource(resource)
        }
        #expect(seconds < Self.seconds + 60)
        #expect(findings.contains { $0.rule == "live.blocking" } && facts.playlists.count == 1)
        #expect(findings.allSatisfy { $0.message.count < 1_000 })
        let hasPart = facts.playlists[0].parts.contains { $0.facts.failure == nil && $0.facts.byteCount > 0 }
        #expect(!uri.hasPrefix("file:") || !hasPart, "\(facts.playlists[0].parts)")
    }

    @Test("of many pathway clones with hostile hosts, four are requested")
    func clones() throws {
        let text = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\nv.m3u8\n"
        let url = try #require(URL(string: "http://127.0.0.1:1/main.m3u8"))
        guard case .multivariant(let list) = try Playlist.parse(text: text, baseURL: url).playlist else { return }
        let hosts = ["", "127.0.0.1:99999", "[::", "a b/../..", "%00", "127.0.0.1:1", "127.0.0.1:1", "127.0.0.1:1"]
        let identifiers = hosts.indices.map { "\"c\($0)\"" }
        let clones = zip(identifiers, hosts).map {
            "{\"BASE-ID\":\".\",\"ID\":\($0),\"URI-REPLACEMENT\":{\"HOST\":\"\($1)\"}}"
        }
        let manifest =
            "{\"VERSION\":1,\"PATHWAY-PRIORITY\":[\(identifiers.joined(separator: ","))],"
            + "\"PATHWAY-CLONES\":[\(clones.joined(separator: ","))]}"
        let statements = SideStatements(
            fetcher: StreamFetcher(MediaLocator(url: url)), duration: nil, pathways: ["."], videoCodecs: [], list: list)
        let found = statements.steering(Array(manifest.utf8), url)
        #expect((1...4).contains(found.count { $0.statement == .steeringCloneMissing }), "\(found)")
    }
}
