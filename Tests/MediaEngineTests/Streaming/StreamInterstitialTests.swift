import CoreMedia
import Foundation
import HLS
import MediaTesting
import Synchronization
import Testing

@testable import MediaEngine

/// The interstitials of a stream (`spec/hls.md` section 9).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct StreamInterstitialTests {
    private final class Collector: Sendable {
        private let found = Mutex<[StreamInterstitials]>([])
        init(_ reader: any MediaReader) {
            reader.stream?.observeInterstitials { [self] reported in found.withLock { $0.append(reported) } }
        }
        var last: StreamInterstitials? { found.withLock { $0.last } }
    }

    private static func stream(_ events: [LadderRecipe.Interstitial]) async throws -> Ladder {
        try await Ladder.make(.small.with { $0.interstitials = events })
    }

    @Test("hls.md section 9: events are on the presentation timeline, and X-SNAP=OUT departs at a segment boundary")
    func events_placed() async throws {
        var snapped = LadderRecipe.Interstitial(id: "snapped", at: 5)
        snapped.snap = ["OUT"]
        let origin = try Origin(try await Self.stream([snapped, .init(id: "plain", at: 2.5)]))
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let reported = try #require(Collector(reader).last)
        #expect(reported.schedule.events.map(\.id) == ["plain", "snapped"])
        #expect(reported.schedule.events.map(\.start?.seconds) == [2.5, 5])
        #expect(reported.schedule.events.map(\.departure?.seconds) == [2.5, 4])
        #expect(reported.baseURL?.lastPathComponent.hasSuffix(".m3u8") == true)
        #expect(!reported.isLive)
    }

    @Test(
        "hls.md section 9: every request contains the playback session's ID, and so do events [hls.md 9: _HLS_primary_id]"
    )
    func requests_nameThePlaying() async throws {
        let origin = try Origin(try await Self.stream([.init(id: "one", at: 4)]))
        defer { origin.stop() }
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let reported = try #require(Collector(reader).last)
        while try reader.read() != nil {}
        let names = Set(origin.records.map { $0.request.headers["x-playback-session-id"] })
        #expect(names == [reported.primaryID])
        #expect(UUID(uuidString: reported.primaryID) != nil)
    }

    @Test(
        "hls.md section 9: an asset list is loaded through redirects; an invalid or missing one is an error at once",
        arguments: ["list", "moved", "missing", "broken", "empty"])
    func assetList(_ kind: String) async throws {
        let origin = try Origin(
            LayeredContent(
                try await Self.stream([]),
                replacing: [
                    "/lists/list": .resource(.json(#"{"ASSETS":[{"URI":"../ad.m3u8","DURATION":5}]}"#)),
                    "/lists/broken": .resource(.json(#"{"ASSETS":"#)),
                    "/lists/empty": .resource(.json(#"{"ASSETS":[]}"#)),
                ]))
        defer { origin.stop() }
        origin.inject(.redirect("/lists/list"), for: .path("/moved"))
        origin.inject(.status(404, retryAfter: nil), for: .path("/lists/missing"))
        let reader = try MediaOpening.open(MediaLocator(url: origin.url("/main.m3u8")))
        let url = origin.url(kind == "moved" ? "/moved" : "/lists/\(kind)")
        let result = await withCheckedContinuation { continuation in
            reader.stream?.loadAssetList(url) { continuation.resume(returning: $0) }
        }
        switch (kind, result) {
        case ("list", .success(let list)), ("moved", .success(let list)):
            #expect(list.assets == [.init(url: origin.url("/ad.m3u8"), duration: 5)])
        case ("empty", .success(let list)): #expect(list.assets.isEmpty)
        case ("missing", .failure(let error)): #expect(error.httpStatus == 404)
        case ("broken", .failure(let error)): #expect(error.code == .malformed)
        default: Issue.record("\(kind): \(result)")
        }
        #expect(origin.records.count { $0.path == url.path } == 1)
    }
}
