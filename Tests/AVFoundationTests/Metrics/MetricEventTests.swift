import CoreMedia
import Foundation
import MediaEngine
import MediaTesting
import Testing

@testable import AVFoundation

/// Metric events of an item's loading and playback, in a simulated environment.
@Suite struct MetricEventTests {
    let world = PlaybackWorld()

    private func variant(_ name: String, _ rate: Double) throws -> StreamVariant {
        StreamVariant(
            url: try #require(URL(string: "http://host/\(name).m3u8")), index: 0, bandwidth: rate * 2,
            averageBandwidth: rate, width: 640, height: 360, reason: "throughput", explanation: name)
    }

    /// Requests end five seconds before their events are reported, on the clock of transfers and as a date.
    private static let (end, endDate) = (SystemHostClock().now - 5_000_000_000, Date(timeIntervalSinceNow: -5))

    private func transfer(
        _ content: StreamTransfer.Content, _ outcome: StreamTransfer.Outcome = .whole
    ) -> StreamTransfer {
        StreamTransfer(
            content: content, kind: .video, mediaSeconds: 4, outcome: outcome,
            record: TransferRecord(
                url: URL(string: "http://host/\(content.rawValue)"), status: 200, firstByteOffset: 10, byteCount: 100,
                wireByteCount: 90, start: Self.end - 1_000_000_000, firstByte: Self.end - 750_000_000, end: Self.end,
                serverAddress: "10.0.0.1"))
    }

    /// Returns all events of a type, once the item reports no more.
    private func all<Event: AVMetricEvent>(_ metrics: AVMetrics<Event>, of item: AVPlayerItem) async -> [Event] {
        item.core.endMetrics()
        var events: [Event] = []
        for await event in metrics { events.append(event) }
        return events
    }

    @Test("metrics: each request is an event of its type, with times, bytes and error")
    func requests() async throws {
        let item = world.item()
        let (metrics, segments) = (item.allMetrics(), item.metrics(forType: AVMetricHLSMediaSegmentRequestEvent.self))
        let player = world.player(item)
        let session = try #require(world.sessions.first)
        let lost = MediaError(.httpStatus, "gone", httpStatus: 404)
        for transfer in [
            transfer(.multivariant), transfer(.playlist), transfer(.initSection), transfer(.key), transfer(.media),
            transfer(.media, .failed(lost)), transfer(.other, .cancelled),
        ] { session.emit(.transfer(transfer)) }
        world.settle()
        let events = await all(metrics, of: item)
        #expect(
            events.map { "\(type(of: $0))" } == [
                "AVMetricHLSPlaylistRequestEvent", "AVMetricHLSPlaylistRequestEvent",
                "AVMetricHLSMediaSegmentRequestEvent", "AVMetricContentKeyRequestEvent",
                "AVMetricHLSMediaSegmentRequestEvent", "AVMetricHLSMediaSegmentRequestEvent",
                "AVMetricMediaResourceRequestEvent",
            ])
        #expect(
            events.compactMap { ($0 as? AVMetricHLSPlaylistRequestEvent)?.isMultivariantPlaylist } == [true, false])
        #expect(events.allSatisfy { $0.sessionID == item.core.playbackID })
        let media = await all(segments, of: item)
        #expect(media.map(\.isMapSegment) == [true, false, false])
        #expect(media.map(\.segmentDuration) == [0, 4, 4])
        #expect(media.map(\.mediaType) == [.video, .video, .video])
        let whole = try #require(media[1].mediaResourceRequestEvent)
        #expect(whole.url?.path == "/media")
        #expect(whole.serverAddress == "10.0.0.1")
        #expect(whole.byteRange == NSRange(location: 10, length: 100))
        #expect(whole.byteCount == 90)
        #expect(whole.errorEvent == nil)
        #expect(abs(whole.responseEndTime.timeIntervalSince(whole.requestStartTime) - 1) < 0.001)
        #expect(abs(whole.responseStartTime.timeIntervalSince(whole.requestStartTime) - 0.25) < 0.001)
        // Clock and date are read one after the other, in this order here and in the other one by the item: between the two readings a
        // busy machine may do something else.
        let difference = whole.responseEndTime.timeIntervalSince(Self.endDate)
        #expect(difference < 0.001 && difference > -2)
        #expect(whole.date.timeIntervalSince(whole.responseEndTime) >= 5)
        let failure = try #require(media[2].mediaResourceRequestEvent?.errorEvent)
        #expect(failure.didRecover)
        #expect((failure.error as NSError).domain == NSURLErrorDomain)
        #expect((events.last as? AVMetricMediaResourceRequestEvent)?.errorEvent != nil)
        withExtendedLifetime(player) {}
    }

    @Test(
        "metrics: start, rate change, stall, seek and variant switch are each reported once, in order, and the summary counts them"
    )
    func playing() async throws {
        let item = world.item()
        let metrics = item.allMetrics()
        let player = world.player(item)
        let session = try #require(world.sessions.first)
        session.emit(.transfer(transfer(.playlist)))
        session.emit(.variant(try variant("low", 1000)))
        session.emit(.transfer(transfer(.media)))
        world.settle()
        world.advance(seconds: 0.5)
        session.load([(0, 20)])
        session.start()
        player.play()
        world.settle()
        world.advance(seconds: 3)
        session.emit(.variant(try variant("high", 3000)))
        world.settle()
        world.advance(seconds: 1)
        session.emit(.bufferStateChanged(BufferState(isEmpty: true, isLikelyToKeepUp: false, isFull: false)))
        session.emit(.stalled)
        world.settle()
        world.advance(seconds: 2)
        session.fill()
        world.settle()
        item.seek(to: CMTime(seconds: 10, preferredTimescale: 600), completionHandler: nil)
        world.settle()
        player.replaceCurrentItem(with: nil)
        world.settle()

        let events = await all(metrics, of: item)
        let names = events.map {
            "\(type(of: $0))".dropFirst("AVMetric".count).replacingOccurrences(of: "Event", with: "")
        }
        #expect(
            names.filter { $0 != "PlayerItemRateChange" } == [
                "HLSPlaylistRequest", "PlayerItemVariantSwitch", "HLSMediaSegmentRequest",
                "PlayerItemInitialLikelyToKeepUp", "PlayerItemVariantSwitch", "PlayerItemStall",
                "PlayerItemLikelyToKeepUp", "PlayerItemSeek", "PlayerItemSeekDidComplete", "PlayerItemPlaybackSummary",
            ])
        let initial = try #require(events.lazy.compactMap { $0 as? AVMetricPlayerItemInitialLikelyToKeepUpEvent }.first)
        #expect(initial.timeTaken == 0.5)
        #expect((initial.playlistRequestEvents.count, initial.mediaSegmentRequestEvents.count) == (1, 1))
        #expect(initial.loadedTimeRanges.map(\.duration.seconds) == [20])
        #expect(initial.variant?.averageBitRate == 1000)
        let later = events.compactMap { $0 as? AVMetricPlayerItemLikelyToKeepUpEvent }.last
        #expect(later?.timeTaken == 2)
        let switches = events.compactMap { $0 as? AVMetricPlayerItemVariantSwitchEvent }
        #expect(switches.map { $0.fromVariant?.url.lastPathComponent } == [nil, "low.m3u8"])
        #expect(switches.map { $0.toVariant.peakBitRate } == [2000, 6000])
        let stall = try #require(events.lazy.compactMap { $0 as? AVMetricPlayerItemStallEvent }.first)
        #expect((stall.previousRate, stall.rate) == (1, 0))
        #expect(stall.mediaTime.seconds == 4)
        let landed = try #require(events.lazy.compactMap { $0 as? AVMetricPlayerItemSeekDidCompleteEvent }.first)
        #expect(landed.didSeekInBuffer)
        #expect(landed.mediaTime.seconds == 10)
        // Playback starts, and resumes after the stall; stall and seek report their rate change only once.
        let rates = events.filter { type(of: $0) == AVMetricPlayerItemRateChangeEvent.self }
            .compactMap { $0 as? AVMetricPlayerItemRateChangeEvent }.prefix(2).map(\.rate)
        #expect(rates == [1, 1])
        let summary = try #require(events.last as? AVMetricPlayerItemPlaybackSummaryEvent)
        #expect((summary.stallCount, summary.variantSwitchCount, summary.mediaResourceRequestCount) == (1, 1, 2))
        #expect(summary.playbackDuration == 4)
        #expect(summary.timeSpentRecoveringFromStall == 2)
        #expect(summary.timeSpentInInitialStartup == 0.5)
        #expect((summary.timeWeightedAverageBitrate, summary.timeWeightedPeakBitrate) == (1500, 3000))
        #expect(summary.errorEvent == nil)
    }
}

/// Metric events, the access log and the server's request log of one playback agree.
@Suite(.enabled(if: StreamMaker.isAvailable))
struct MetricRecordTests {
    private static let timeout = 60.0

    private func become(_ condition: () -> Bool) async -> Bool {
        await eventually(within: .seconds(Self.timeout), condition)
    }

    @Test(
        "S7.17: metric events, access log and the server's log agree on every request and byte"
    )
    func agree() async throws {
        let ladder = try await Ladder.make(.small)
        let origin = try Origin(ladder)
        defer { origin.stop() }
        // One segment is requested twice.
        origin.inject(.status(503), for: .suffix("/1.m4s"), times: 1)
        let player = AVPlayer(url: origin.url("/main.m3u8"))
        player.isMuted = true
        let item = try #require(player.currentItem)
        let metrics = item.allMetrics()
        player.play()
        let end = Double(ladder.recipe.seconds) - 0.5
        #expect(await become { item.loadedTimeRanges.first?.timeRangeValue.end.seconds ?? 0 > end })
        #expect(await become { item.accessLog()?.events.isEmpty == false })
        // All requests have completed.
        #expect(await become { origin.records.allSatisfy { $0.finished != nil } })
        let records = origin.records
        func requests(_ count: Int) -> Bool {
            item.core.read { $0.metrics.tally.requests } >= count
        }
        #expect(await become { requests(records.count) })
        player.pause()
        let entries = item.accessLog()?.events ?? []
        item.core.endMetrics()
        var events: [AVMetricEvent] = []
        for await event in metrics { events.append(event) }

        let resources = events.compactMap { event -> AVMetricMediaResourceRequestEvent? in
            switch event {
            case let event as AVMetricHLSMediaSegmentRequestEvent: event.mediaResourceRequestEvent
            case let event as AVMetricHLSPlaylistRequestEvent: event.mediaResourceRequestEvent
            case let event as AVMetricContentKeyRequestEvent: event.mediaResourceRequestEvent
            default: event as? AVMetricMediaResourceRequestEvent
            }
        }
        let asked = records.map(\.path).sorted()
        #expect(resources.compactMap { $0.url?.path }.sorted() == asked)
        #expect(resources.reduce(0) { $0 + $1.byteCount } == Int64(records.reduce(0) { $0 + $1.bytesSent }))
        #expect(resources.count { $0.errorEvent != nil } == records.count { $0.status == 503 })
        let media = records.filter { $0.path.hasSuffix(".m4s") || $0.path.hasSuffix(".mp4") }
        #expect(events.count { $0 is AVMetricHLSMediaSegmentRequestEvent } == media.count)
        #expect(entries.reduce(0) { $0 + $1.numberOfMediaRequests } == media.count)
        #expect(
            entries.reduce(0) { $0 + $1.numberOfBytesTransferred } == Int64(records.reduce(0) { $0 + $1.bytesSent }))
        let maps = events.compactMap { $0 as? AVMetricHLSMediaSegmentRequestEvent }.filter(\.isMapSegment)
        #expect(maps.count == media.count { $0.path.hasSuffix(".mp4") })
        let initial = events.compactMap { $0 as? AVMetricPlayerItemInitialLikelyToKeepUpEvent }
        #expect(initial.count == 1)
        #expect(initial.first?.playlistRequestEvents.first?.isMultivariantPlaylist == true)
    }
}
