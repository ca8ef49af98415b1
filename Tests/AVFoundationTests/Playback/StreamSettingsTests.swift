import CoreGraphics
import CoreMedia
import Foundation
import HLS
import MediaEngine
import Synchronization
import Testing

@testable import AVFoundation

/// An item's settings for streams with variants, and its logs (data/semantics.tsv, section 7, `spec/hls.md` section 3).
@Suite struct StreamSettingsTests {
    let world = PlaybackWorld()

    private func variant(_ name: String, bandwidth: Double, estimate: Double? = nil) throws -> StreamVariant {
        StreamVariant(
            url: try #require(URL(string: "http://host/\(name).m3u8")), index: 0, bandwidth: bandwidth,
            averageBandwidth: bandwidth / 2, estimate: estimate, reason: "throughput", explanation: "because of \(name)"
        )
    }

    private func transfer(
        _ content: StreamTransfer.Content = .media, bytes: Int64, from start: Double, to end: Double,
        outcome: StreamTransfer.Outcome = .whole, kind: TrackInfo.Kind = .video, address: String = "10.0.0.1"
    ) -> StreamTransfer {
        StreamTransfer(
            content: content, kind: kind, mediaSeconds: 4, outcome: outcome,
            record: TransferRecord(
                url: nil, status: 200, byteCount: bytes, wireByteCount: bytes, start: Int64(start * 1e9),
                firstByte: Int64(start * 1e9), end: Int64(end * 1e9), serverAddress: address))
    }

    @Test("S7.18: limits are passed to the session when the stream is opened")
    func limits_beforeAttaching() throws {
        let item = world.item()
        item.preferredPeakBitRate = 2e6
        item.preferredPeakBitRateForExpensiveNetworks = 1e6
        item.preferredMaximumResolution = CGSize(width: 1280, height: 720)
        item.preferredMaximumResolutionForExpensiveNetworks = CGSize(width: 640, height: 360)
        item.startsOnFirstEligibleVariant = true
        let player = world.player(item)
        world.settle()
        let wanted = try #require(world.sessions.first).options.streaming
        #expect(wanted.environment.preferredPeakBitRate == 2e6)
        #expect(wanted.environment.preferredPeakBitRateForExpensiveNetworks == 1e6)
        #expect(wanted.environment.preferredMaximumResolution == PixelSize(width: 1280, height: 720))
        #expect(wanted.environment.preferredMaximumResolutionForExpensiveNetworks == PixelSize(width: 640, height: 360))
        #expect(wanted.startsOnFirstEligible)
        withExtendedLifetime(player) {}
    }

    @Test("S7.18: a changed limit is passed to the playing stream, and zero removes it")
    func limits_whilePlaying() throws {
        let item = world.item()
        let player = world.player(item)
        world.settle()
        let session = try #require(world.sessions.first)
        item.preferredPeakBitRate = 3e6
        item.preferredPeakBitRate = 3e6
        item.preferredMaximumResolution = CGSize(width: 640, height: 360)
        item.preferredPeakBitRate = 0
        #expect(session.streaming.map(\.environment.preferredPeakBitRate) == [3e6, 3e6, nil])
        #expect(session.streaming.last?.environment.preferredMaximumResolution == PixelSize(width: 640, height: 360))
        withExtendedLifetime(player) {}
    }

    @Test(
        "the live offset is passed to the stream, and a change of the recommended offset posts a notification"
    )
    func liveOffset() throws {
        let item = world.item()
        #expect(item.recommendedTimeOffsetFromLive == .invalid)
        item.automaticallyPreservesTimeOffsetFromLive = true
        let player = world.player(item)
        world.settle()
        let session = try #require(world.sessions.first)
        #expect(session.options.streaming.keepsLiveDistance)
        #expect(session.options.streaming.liveDistance == nil)
        item.configuredTimeOffsetFromLive = CMTime(seconds: 12, preferredTimescale: 600)
        #expect(session.streaming.last?.liveDistance == 12)
        item.configuredTimeOffsetFromLive = .invalid
        #expect(session.streaming.last?.liveDistance == nil)

        let reported = Mutex(0)
        let token = NotificationCenter.default.addObserver(
            forName: AVPlayerItem.recommendedTimeOffsetFromLiveDidChangeNotification, object: item, queue: nil
        ) { _ in reported.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(token) }
        session.emit(.recommendedLiveDistanceChanged(CMTime(seconds: 3.5, preferredTimescale: 600)))
        world.settle()
        #expect(item.recommendedTimeOffsetFromLive.seconds == 3.5)
        #expect(reported.withLock { $0 } == 1)
        session.emit(.recommendedLiveDistanceChanged(nil))
        world.settle()
        #expect(item.recommendedTimeOffsetFromLive == .invalid)
        withExtendedLifetime(player) {}
    }

    @Test("S7.17: the error log has the server's address and response [hls.md 10: error log]")
    func errorLog_answer() throws {
        let item = world.item()
        let player = world.player(item)
        let session = try #require(world.sessions.first)
        var error = MediaError(.httpStatus, "gone", url: URL(string: "http://host/1.m4s"), httpStatus: 404)
        error.httpHeaders = ["x-why": "withdrawn"]
        error.serverAddress = "10.0.0.1"
        session.emit(.streamFault(StreamFault(date: Date(), error: error, comment: "played from another variant")))
        world.settle()
        let log = try #require(item.errorLog())
        let event = try #require(log.events.first)
        #expect((event.errorStatusCode, event.errorDomain, event.serverAddress) == (404, "HTTP", "10.0.0.1"))
        #expect(event.allHTTPResponseHeaderFields == ["x-why": "withdrawn"])
        let text = String(decoding: log.extendedLogData() ?? Data(), as: UTF8.self)
        #expect(text.contains("s-ip") && text.contains(" 10.0.0.1 "))
        withExtendedLifetime(player) {}
    }

    @Test("spec section 3, point 7: the largest view that shows the video limits the variants")
    func viewSize() throws {
        let item = world.item()
        let player = world.player(item)
        let layer = AVPlayerLayer(player: player)
        layer.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
        world.settle()
        let session = try #require(world.sessions.first)
        #expect(session.streaming.last?.environment.viewSize == PixelSize(width: 320, height: 180))
        layer.contentsScale = 2
        #expect(session.streaming.last?.environment.viewSize == PixelSize(width: 640, height: 360))
        let large = AVPlayerLayer(player: player)
        large.frame = CGRect(x: 0, y: 0, width: 1920, height: 1080)
        #expect(session.streaming.last?.environment.viewSize == PixelSize(width: 1920, height: 1080))
        large.player = nil
        #expect(session.streaming.last?.environment.viewSize == PixelSize(width: 640, height: 360))
        layer.player = nil
        #expect(session.streaming.last?.environment.viewSize == .some(nil))
    }

    @Test("S7.17: a variant switch begins a new access log event, which sums the transfers of its variant")
    func accessLog_variants() throws {
        let item = world.item()
        let player = world.player(item)
        let journal = Journal()
        let notes = NotificationJournal(journal, item, [.AVPlayerItemNewAccessLogEntry: "access"])
        let session = try #require(world.sessions.first)
        session.emit(.variant(try variant("low", bandwidth: 300_000)))
        session.emit(.transfer(transfer(.playlist, bytes: 1_000, from: 0, to: 1)))
        session.emit(.transfer(transfer(bytes: 100_000, from: 1, to: 2)))
        session.start()
        player.play()
        world.settle()
        // Parallel transfers of audio and video: their time counts once.
        session.emit(.transfer(transfer(bytes: 50_000, from: 2.5, to: 3, kind: .audio)))
        session.emit(.transfer(transfer(bytes: 300_000, from: 2, to: 4)))
        session.emit(.variant(try variant("high", bandwidth: 900_000, estimate: 1.5e6)))
        session.emit(.transfer(transfer(bytes: 70_000, from: 4, to: 5, outcome: .cancelled, address: "10.0.0.2")))
        session.emit(.transfer(transfer(bytes: 500_000, from: 5, to: 10, address: "10.0.0.2")))
        world.settle()
        let events = try #require(item.accessLog()?.events)
        try #require(events.count == 2)
        #expect(journal.all == ["access", "access"])
        #expect(events.map(\.uri) == ["http://host/low.m3u8", "http://host/high.m3u8"])
        #expect(events.map(\.indicatedBitrate) == [300_000, 900_000])
        #expect(events.map(\.indicatedAverageBitrate) == [150_000, 450_000])
        #expect(events.map(\.switchBitrate) == [-1, 1.5e6])
        #expect(events.map(\.switchExplanation) == ["because of low", "because of high"])
        #expect(events.map(\.numberOfMediaRequests) == [3, 2])
        #expect(events.map(\.numberOfBytesTransferred) == [451_000, 570_000])
        #expect(events.map(\.segmentsDownloadedDuration) == [12, 4])
        #expect(events.map(\.transferDuration) == [3, 6])
        #expect(events[0].observedBitrate == 1_200_000)
        #expect((events[0].observedMinBitrate, events[0].observedMaxBitrate) == (800_000, 1_200_000))
        #expect(events[1].observedBitrateStandardDeviation == -1)
        #expect(events[0].averageVideoBitrate == 400_000)
        #expect(events[0].averageAudioBitrate == 100_000)
        #expect(events.map(\.downloadOverdue) == [0, 1])
        #expect(events.map(\.serverAddress) == ["10.0.0.1", "10.0.0.2"])
        let text = try #require(item.accessLog()?.extendedLogData().flatMap { String(data: $0, encoding: .utf8) })
        #expect(text.contains("c-transfer-duration") && text.contains("because of high"))
        withExtendedLifetime(notes) {}
    }
}
