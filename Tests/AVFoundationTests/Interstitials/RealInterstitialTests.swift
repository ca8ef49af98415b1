import AVFoundation
import CoreMedia
import CoreVideo
import Foundation
import HLS
import MediaEngine
import MediaTesting
import QuartzCore
import Synchronization
import Testing

@testable import AVFoundation

/// Interstitials of real streams from local servers, in real time, muted and without a screen (hls.md section 9, data/semantics.tsv, section 14).
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct RealInterstitialTests {
    private static let timeout = 90.0

    private func wait(for what: Comment, _ isSo: () -> Bool, from location: SourceLocation = #_sourceLocation) async {
        guard await eventually(within: .seconds(Self.timeout), isSo) else {
            Issue.record("still waiting for \(what)", sourceLocation: location)
            return
        }
    }

    private func stream(
        _ events: [LadderRecipe.Interstitial], replacing content: [String: OriginReply] = [:]
    ) async throws -> Origin {
        let ladder = try await Ladder.make(.small.with { $0.interstitials = events })
        return content.isEmpty ? try Origin(ladder) : try Origin(LayeredContent(ladder, replacing: content))
    }

    private func interstitial(
        _ id: String, at seconds: Double, _ change: (inout LadderRecipe.Interstitial) -> Void = { _ in }
    ) -> LadderRecipe.Interstitial {
        var event = LadderRecipe.Interstitial(id: id, at: seconds)
        event.resumeOffset = 0
        event.playoutLimit = 1
        change(&event)
        return event
    }

    /// The variant whose frame a layer shows; values from 200 are the advertisement's.
    private func shownVariant(_ layer: AVPlayerLayer) -> Int? {
        guard let buffer = layer.displayedPixelBuffer() else { return nil }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        let row = CVPixelBufferGetBytesPerRow(buffer)
        let number = FrameMark.read(
            from: UnsafeRawBufferPointer(start: base, count: row * height), bytesPerRow: row, width: width,
            height: height)
        return number.map { FrameMark.variant(of: $0) }
    }

    private func play(_ origin: Origin) -> (AVPlayer, AVPlayerInterstitialEventMonitor, AVPlayerLayer) {
        let player = AVPlayer(url: origin.url("/main.m3u8"))
        player.isMuted = true
        let monitor = AVPlayerInterstitialEventMonitor(primaryPlayer: player)
        let layer = AVPlayerLayer(player: player)
        player.play()
        return (player, monitor, layer)
    }

    @Test("an advertisement of a stream plays in the primary's layer, and the primary resumes where it was left")
    func wholeEvent() async throws {
        let origin = try await stream([interstitial("ad", at: 1.5)])
        defer { origin.stop() }
        let (player, monitor, layer) = play(origin)
        await wait(for: "the primary to play") { player.timeControlStatus == .playing }
        await wait(for: "the event") { monitor.currentEvent != nil }
        #expect(player.reasonForWaitingToPlay == .interstitialEvent)
        await wait(for: "the frame of the advertisement") { (shownVariant(layer) ?? 0) >= 200 }
        await wait(for: "the end of the event") { monitor.currentEvent == nil }
        await wait(for: "the frame of the primary") { (shownVariant(layer) ?? 200) < 200 }
        await wait(for: "the primary to play") {
            player.timeControlStatus == .playing && player.currentTime().seconds > 1.6
        }
        #expect(player.currentTime().seconds < 8)
        // _HLS_primary_id is in every request for the advertisement and in none for the primary.
        let primary = origin.records.first { $0.path == "/main.m3u8" }?.request.headers["x-playback-session-id"]
        let asked = origin.records.first { $0.path.hasPrefix("/ads/main.m3u8") }
        #expect(primary != nil)
        #expect(asked?.request.parameter("_HLS_primary_id") == primary)
    }

    @Test(
        "with a slow asset list of two, the primary waits, both assets play, and the primary resumes at its resume point"
    )
    func slowList() async throws {
        let origin = try await stream([
            interstitial("two", at: 1) {
                $0.assetCount = 2
                $0.resumeOffset = 4
                $0.playoutLimit = 9
            }
        ])
        defer { origin.stop() }
        origin.inject(.delay(seconds: 2), for: .path("/ads/two.json"))
        let (player, monitor, layer) = play(origin)
        await wait(for: "the event") { monitor.currentEvent != nil }
        await wait(for: "the asset list") { monitor.currentEvent?.assetListResponse != nil }
        #expect(player.reasonForWaitingToPlay == .interstitialEvent)
        #expect(player.currentTime().seconds == 1)
        await wait(for: "the frame of the advertisement") { (shownVariant(layer) ?? 0) >= 200 }
        player.rate = 2
        await wait(for: "the second asset") { monitor.interstitialPlayer.items().count == 1 }
        await wait(for: "the end of the event") { monitor.currentEvent == nil }
        await wait(for: "the primary to play") { player.timeControlStatus == .playing }
        #expect(player.currentTime().seconds >= 4.9)
    }

    @Test(
        "an asset that cannot be loaded is in the error log, and the primary resumes",
        arguments: ["missing list", "malformed list", "missing asset", "damaged asset", "empty list"])
    func failures(_ kind: String) async throws {
        let event = interstitial("bad", at: 1) { $0.isList = kind.hasSuffix("list") }
        var content: [String: OriginReply] = [:]
        if kind == "malformed list" { content["/ads/bad.json"] = .resource(.json("{\"ASSETS\": [")) }
        if kind == "empty list" { content["/ads/bad.json"] = .resource(.json("{\"ASSETS\": []}")) }
        let origin = try await stream([event], replacing: content)
        defer { origin.stop() }
        if kind == "missing list" { origin.inject(.status(404), for: .path("/ads/bad.json")) }
        if kind == "missing asset" { origin.inject(.status(404), for: .path("/ads/main.m3u8")) }
        if kind == "damaged asset" { origin.inject(.webPage, for: .path("/ads/main.m3u8")) }
        let (player, monitor, _) = play(origin)
        let journal = Journal()
        let notes = NotificationJournal(
            journal, monitor, [AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification: "event"])
        await wait(for: "the start and the end of the event") { journal.all.count >= 2 }
        await wait(for: "the primary to play") {
            player.timeControlStatus == .playing && player.currentTime().seconds > 1.2
        }
        #expect(monitor.currentEvent == nil)
        if kind != "empty list" {
            let item = try #require(player.currentItem)
            await wait(for: "an entry in the error log") { item.errorLog()?.events.isEmpty == false }
        }
        withExtendedLifetime(notes) {}
    }

    @Test(
        "the event's first frame follows the primary's last without a visible gap [hls.md 9: gapless entry]"
    )
    func gap() async throws {
        let origin = try await stream([interstitial("ad", at: 3)])
        defer { origin.stop() }
        let (player, monitor, layer) = play(origin)
        let source = try #require(layer.contents as? ItemVideoSource)
        let pictures = Mutex<[(time: Int64, generation: UInt64)]>([])
        let clock = SystemHostClock()
        source.setChangeHandler(for: ObjectIdentifier(origin)) {
            let now = clock.now
            pictures.withLock { $0.append((now, source.generation)) }
        }
        await wait(for: "the event") { monitor.currentEvent != nil }
        let begun = clock.now
        // The event was prepared ahead of its time.
        #expect(monitor.interstitialPlayer.currentItem?.status == .readyToPlay)
        #expect(monitor.interstitialPlayer.currentItem?.isPlaybackLikelyToKeepUp == true)
        await wait(for: "the end of the event") { monitor.currentEvent == nil }
        _ = player
        let times = pictures.withLock { $0.map(\.time) }.filter { abs($0 - begun) < 700_000_000 }
        let gaps = zip(times, times.dropFirst()).map { Double($1 - $0) / 1e6 }
        print("milliseconds between frames:", gaps.map { Int($0) })
        // No blank frame and no wait for the network; the bound allows for a busy machine.
        #expect(gaps.allSatisfy { $0 < 1_000 })
    }
}
