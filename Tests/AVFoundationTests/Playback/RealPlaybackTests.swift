import AVFoundation
import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import MediaTesting
import QuartzCore
import Synchronization
import Testing
import VideoFrames

@testable import AVFoundation

/// End-to-end tests from a file to the public API, with the engine and the real clock; muted and without a screen.
@Suite(.enabled(if: StreamMaker.isAvailable), .serialized)
struct RealPlaybackTests {
    private static let timeout = 90.0

    /// Waits for a condition; the time limit only bounds a failing test.
    private func wait(for what: Comment, _ isSo: () -> Bool, from location: SourceLocation = #_sourceLocation) async {
        guard await eventually(within: .seconds(Self.timeout), isSo) else {
            Issue.record("still waiting for \(what)", sourceLocation: location)
            return
        }
    }

    private func clip(_ seconds: Double, width: Int = 320) async throws -> URL {
        try await StreamMaker.shared.clip(.markedWithTone(seconds: seconds, width: width, height: 180))
    }

    private func mutedPlayer(_ url: URL) -> AVPlayer {
        let player = AVPlayer(url: url)
        player.isMuted = true
        return player
    }

    @Test("R86 S6.13 S7.4: an item becomes ready, plays to its end and pauses there")
    func playsToEnd() async throws {
        let player = mutedPlayer(try await clip(1))
        let item = try #require(player.currentItem)
        let journal = Journal()
        let notes = NotificationJournal(journal, item, [.AVPlayerItemDidPlayToEndTime: "end"])
        let layer = AVPlayerLayer(player: player)
        player.play()
        await wait(for: "playing") { player.timeControlStatus == .playing }
        #expect(item.status == .readyToPlay)
        #expect(abs(item.duration.seconds - 1) < 0.1)
        #expect(item.presentationSize == CGSize(width: 320, height: 180))
        await wait(for: "the end") { journal.all == ["end"] }
        await wait(for: "the pause") { player.timeControlStatus == .paused }
        #expect(player.rate == 0)
        #expect(layer.isReadyForDisplay)
        #expect(abs(player.currentTime().seconds - item.duration.seconds) < 0.06)
        #expect(item.accessLog()?.events.isEmpty == false)
        withExtendedLifetime(notes) {}
    }

    @Test(
        "S5.5: during real playback, seeks over a boundary do not call its observer, and playback over it does")
    func boundary() async throws {
        let player = mutedPlayer(try await clip(12))
        let journal = Journal()
        let boundary = CMTime(value: 5, timescale: 1)
        let token = player.addBoundaryTimeObserver(
            forTimes: [NSValue(time: boundary)], queue: DispatchQueue(label: "boundary")
        ) { journal.note("\(player.currentTime().seconds)") }
        player.play()
        await wait(for: "playing") { player.timeControlStatus == .playing }
        for _ in 0..<4 {
            let there = await player.seek(
                to: CMTime(value: 8, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero)
            await wait(for: "time to advance") { player.currentTime().seconds > 8.2 }
            let back = await player.seek(to: .zero, toleranceBefore: .zero, toleranceAfter: .zero)
            await wait(for: "time to advance from the start") { player.currentTime().seconds > 0.2 }
            #expect(there && back)
        }
        #expect(journal.all.isEmpty)
        await player.seek(to: CMTime(value: 45, timescale: 10), toleranceBefore: .zero, toleranceAfter: .zero)
        await wait(for: "the boundary") { !journal.all.isEmpty }
        #expect(journal.all.count == 1)
        player.pause()
        player.removeTimeObserver(token)
    }

    @Test("S6.6 S6.10: playback waits for audio that arrives late, and then resumes by itself")
    func lateAudio() async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        // The first segment's audio is available at once, that of the next one much later than needed.
        origin.inject(.delay(seconds: 3), for: .path("/a0/1.m4s"), times: 1)
        let player = mutedPlayer(origin.url("/main.m3u8"))
        let layer = AVPlayerLayer(player: player)
        player.play()
        let item = try #require(player.currentItem)
        await wait(for: "playback beyond the gap") { item.currentTime().seconds > 6 }
        #expect(player.timeControlStatus == .playing)
        withExtendedLifetime(layer) {}
    }

    @Test("S4.1: an exact seek shows exactly the requested frame")
    func exactSeek() async throws {
        let url = try await StreamMaker.shared.clip(.marked(frames: 72))
        let player = mutedPlayer(url)
        let item = try #require(player.currentItem)
        let output = AVPlayerItemVideoOutput()
        item.add(output)
        await wait(for: "readiness") { item.status == .readyToPlay }
        for frame in [50, 7, 71, 0, 33] {
            let time = CMTime(value: CMTimeValue(frame), timescale: 24)
            #expect(await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero))
            let buffer = try #require(output.copyPixelBuffer(forItemTime: .invalid, itemTimeForDisplay: nil))
            #expect(mark(of: buffer) == frame)
            #expect(abs(player.currentTime().seconds - time.seconds) < 0.001)
        }
    }

    private func mark(of buffer: CVPixelBuffer) -> Int? {
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        var pixels: [UInt8] = []
        for row in 0..<height {
            pixels += UnsafeRawBufferPointer(
                start: base + row * CVPixelBufferGetBytesPerRow(buffer), count: width * 4)
        }
        return FrameMark.read(from: pixels, width: width, height: height)
    }

    @Test("an item that was sought before playback starts at that time")
    func resume() async throws {
        let item = AVPlayerItem(url: try await StreamMaker.shared.clip(.marked(frames: 72)))
        item.seek(
            to: CMTime(value: 2, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero, completionHandler: nil)
        let player = AVPlayer(playerItem: item)
        let layer = AVPlayerLayer(player: player)
        await wait(for: "the first frame") { layer.isReadyForDisplay }
        let buffer = try #require(layer.displayedPixelBuffer())
        #expect(mark(of: buffer) == 48)
        #expect(abs(player.currentTime().seconds - 2) < 0.01)
    }

    enum StartOrder: CaseIterable { case seekThenPlayer, playerThenSeek }

    @Test(
        "R83 after a seek before opening, a stream requests no segment before the target",
        arguments: StartOrder.allCases)
    func resumeStream(_ order: StartOrder) async throws {
        let origin = try Origin(try await Ladder.make(.small))
        defer { origin.stop() }
        let item = AVPlayerItem(url: origin.url("/main.m3u8"))
        let player = AVPlayer()
        player.isMuted = true
        if order == .playerThenSeek { player.replaceCurrentItem(with: item) }
        let landed = Journal()
        item.seek(to: CMTime(value: 9, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero) {
            landed.note("\($0)")
        }
        player.replaceCurrentItem(with: item)
        let layer = AVPlayerLayer(player: player)
        await wait(for: "the first frame") { layer.isReadyForDisplay && landed.all == ["true"] }
        #expect(abs(player.currentTime().seconds - 9) < 0.01)
        let segments = origin.records.map(\.path).filter { $0.hasSuffix(".m4s") }
        #expect(!segments.contains { $0.hasSuffix("/0.m4s") || $0.hasSuffix("/1.m4s") }, "\(segments)")
        #expect(Set(segments).count == segments.count, "no segment is requested twice: \(segments)")
    }

    @Test(
        "hls.md section 4: a stream's subtitles are options and are delivered when selected; forced ones are selected automatically"
    )
    func streamCaptions() async throws {
        let ladder = try await Ladder.make(
            .small.with { $0.subtitles.append(.init(language: "en", name: "English forced", isForced: true)) })
        let origin = try Origin(ladder)
        defer { origin.stop() }
        let player = mutedPlayer(origin.url("/main.m3u8"))
        let item = try #require(player.currentItem)
        let output = AVPlayerItemLegibleOutput()
        let receiver = CaptionReceiver()
        output.setDelegate(receiver, queue: DispatchQueue(label: "captions"))
        item.add(output)
        await wait(for: "readiness") { item.status == .readyToPlay }
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        #expect(group.options.map(\.extendedLanguageTag) == ["en", "en"])
        #expect(group.options.map { $0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) } == [false, true])
        // The audio is English, so forced English subtitles are shown without a selection.
        #expect(item.selectedMediaOption(in: group) == group.options[1])
        player.play()
        await wait(for: "the first forced caption") { receiver.journal.all.contains { $0.hasPrefix("en 0") } }
        item.select(group.options[0], in: group)
        await wait(for: "a caption of the other option") { receiver.journal.all.contains { $0.hasPrefix("en 2") } }
        #expect(player.timeControlStatus == .playing)
        player.pause()
    }

    @Test(
        "R39 hls.md section 4: when the selected audio rendition fails, the rendition that continues becomes the selection"
    )
    func missingLanguage() async throws {
        // The server delays the error until the test advances the server's clock.
        let clock = MediaTesting.FakeHostClock()
        let origin = try Origin(try await Ladder.make(.small.with { $0.seconds = 24 }), clock: clock)
        defer { origin.stop() }
        origin.inject(.status(404), for: .path("/a1/index.m3u8"))
        origin.inject(.delay(seconds: 1_000), for: .path("/a1/index.m3u8"))
        let player = mutedPlayer(origin.url("/main.m3u8"))
        let item = try #require(player.currentItem)
        await wait(for: "readiness") { item.status == .readyToPlay }
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .audible))
        let english = try #require(group.options.first { $0.extendedLanguageTag == "en" })
        let german = try #require(group.options.first { $0.extendedLanguageTag == "de" })
        player.play()
        await wait(for: "playing") { player.timeControlStatus == .playing }
        item.select(german, in: group)
        await wait(for: "the request") { origin.records.contains { $0.path == "/a1/index.m3u8" } }
        #expect(item.currentMediaSelection.selectedMediaOption(in: group) == german)
        clock.advance(by: 2_000 * 1_000_000_000)
        await wait(for: "the previous language") {
            item.currentMediaSelection.selectedMediaOption(in: group) == english
        }
        let time = player.currentTime()
        await wait(for: "time to advance") { player.currentTime() > time + CMTime(value: 1, timescale: 2) }
        #expect(item.status == .readyToPlay)
        player.pause()
    }

    @Test(
        "R39 api 3.5: a file's captions are delivered as text at their times, in the selected language, also after a seek"
    )
    func captions() async throws {
        let player = mutedPlayer(try await StreamMaker.shared.clip(.rich(seconds: 3)))
        let item = try #require(player.currentItem)
        let output = AVPlayerItemLegibleOutput()
        let receiver = CaptionReceiver()
        output.setDelegate(receiver, queue: DispatchQueue(label: "captions"))
        item.add(output)
        await wait(for: "readiness") { item.status == .readyToPlay }
        let group = try #require(try await item.asset.loadMediaSelectionGroup(for: .legible))
        let english = try #require(group.options.first { $0.extendedLanguageTag == "en" })
        let german = try #require(group.options.first { $0.extendedLanguageTag == "de" })
        item.select(german, in: group)
        player.rate = 2
        await wait(for: "the last caption") { receiver.journal.all.contains { $0.hasPrefix("Zeile 3") } }
        let reported = receiver.journal.all.filter { !$0.hasPrefix("@") }
        #expect(reported.map { $0.prefix(7) } == ["Zeile 1", "Zeile 2", "Zeile 3"])
        #expect(reported.dropFirst() == ["Zeile 2@1.0", "Zeile 3@2.0"])
        player.pause()
        receiver.journal.clear()
        item.select(english, in: group)
        #expect(
            await player.seek(to: CMTime(value: 3, timescale: 2), toleranceBefore: .zero, toleranceAfter: .zero))
        await wait(for: "the English caption") { receiver.journal.all.contains { $0.hasPrefix("Line 2@1.5") } }
    }

    private final class CaptionReceiver: NSObject, AVPlayerItemLegibleOutputPushDelegate {
        let journal = Journal()

        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) {
            let seconds = (itemTime.seconds * 100).rounded() / 100
            journal.note("\(strings.map(\.string).joined(separator: "|"))@\(seconds)")
        }
    }

    @Test("S8.3: a queue of two items plays both, and the layer always has a frame")
    func queueOfTwo() async throws {
        let items = [AVPlayerItem(url: try await clip(1)), AVPlayerItem(url: try await clip(1, width: 640))]
        let player = AVQueuePlayer(items: items)
        player.isMuted = true
        let layer = AVPlayerLayer(player: player)
        let source = try #require(layer.contents as? any VideoFrameSource)
        let journal = Journal()
        let notes = [
            NotificationJournal(journal, items[0], [.AVPlayerItemDidPlayToEndTime: "first"]),
            NotificationJournal(journal, items[1], [.AVPlayerItemDidPlayToEndTime: "second"]),
        ]
        player.play()
        await wait(for: "the first frame") { source.generation > 0 }
        var blanks = 0
        await wait(for: "the second item") {
            if source.generation == 0 { blanks += 1 }
            return player.currentItem === items[1]
        }
        await wait(for: "the end of the second item") {
            if player.currentItem != nil, source.generation == 0 { blanks += 1 }
            return journal.all == ["first", "second"]
        }
        #expect(blanks == 0)
        await wait(for: "an empty queue") { player.items().isEmpty }
        #expect(player.reasonForWaitingToPlay == .noItemToPlay)
        withExtendedLifetime(notes) {}
    }

    @Test("a looper repeats its item, and the layer always has a frame")
    func looper() async throws {
        let player = AVQueuePlayer()
        player.isMuted = true
        let layer = AVPlayerLayer(player: player)
        let source = try #require(layer.contents as? any VideoFrameSource)
        let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: try await clip(0.5)))
        player.play()
        await wait(for: "the first frame") { source.generation > 0 }
        var blanks = 0
        await wait(for: "four passes") {
            if source.generation == 0 { blanks += 1 }
            return looper.loopCount >= 4
        }
        #expect(blanks == 0)
        #expect(player.timeControlStatus == .playing)
        looper.disableLooping()
        #expect(looper.status == .cancelled)
        await wait(for: "the last pass") { player.currentItem == nil }
    }

    @Test("R87 a missing file fails the item with an error that has an underlying error")
    func missingFile() async throws {
        let player = AVPlayer(url: URL(fileURLWithPath: "/nowhere/at/all.mp4"))
        let item = try #require(player.currentItem)
        player.play()
        await wait(for: "failure") { item.status == .failed }
        let error = try #require(item.error) as NSError
        #expect(error.userInfo[NSUnderlyingErrorKey] is NSError)
        #expect(player.rate == 0)
        #expect(player.timeControlStatus == .paused)
    }

    @Test("S5.1: a periodic observer is called on time during real playback")
    func periodicObserver() async throws {
        let player = mutedPlayer(try await clip(1))
        let queue = DispatchQueue(label: "times")
        let collector = Collector()
        let token = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 10), queue: queue) {
            collector.add($0.seconds)
        }
        player.play()
        await wait(for: "the end") { player.rate == 0 && player.currentTime().seconds > 0.9 }
        await wait(for: "the last call") { collector.all.contains { $0 > 0.9 } }
        player.removeTimeObserver(token)
        // Where the machine delayed the timer by several tenths, they are one call; which tenths are called is tested on a simulated clock.
        let seen = collector.all.map { Int(($0 * 10 + 0.01).rounded(.down)) }
        #expect(seen == seen.sorted())
        #expect(Set(seen).intersection(1...8).count >= 4, "\(seen)")
    }

    private final class Collector: Sendable {
        private let values = Mutex<[Double]>([])
        func add(_ value: Double) { values.withLock { $0.append(value) } }
        var all: [Double] { values.withLock { $0 } }
    }

    @Test("S21.6: releasing a playing player closes and frees its session")
    func release() async throws {
        let url = try await clip(4)
        weak var weakPlayer: AVPlayer?
        weak var weakSession: (any ItemPlayback)?
        do {
            let player = mutedPlayer(url)
            weakPlayer = player
            player.play()
            await wait(for: "playing") { player.timeControlStatus == .playing }
            weakSession = player.currentItem?.core.read { $0.session }
            #expect(weakSession != nil)
        }
        await wait(for: "release") { weakPlayer == nil && weakSession == nil }
    }

    @Test("an item ends even if its audio device never reports the last samples as played")
    func miscountingDevice() async throws {
        var environment = PlaybackEnvironment.system
        environment.makeAudioOutput = { MiscountingOutput() }
        let item = AVPlayerItem(asset: AVURLAsset(url: try await clip(0.5)), environment: environment)
        let player = AVPlayer(playerItem: item, environment: environment)
        player.play()
        await wait(for: "playing") { player.timeControlStatus == .playing }
        await wait(for: "the end") { player.rate == 0 }
        #expect(item.status == .readyToPlay)
    }

    /// An audio device that plays in real time, but always reports the last hundredth of a second as not played.
    private final class MiscountingOutput: AudioOutput {
        private struct State {
            var render: AudioRender?
            var rendered = 0
            var isPaused = true
        }

        private let state = Mutex(State())
        private static let step = 480

        var deviceName: String { "miscounting" }

        func start(
            format: AudioFormat, render: @escaping AudioRender,
            events: @escaping @Sendable (AudioOutputEvent) -> Void
        ) throws(MediaError) {
            state.withLock { $0.render = render }
            Thread.detachNewThread { [self] in
                var buffer = [Float](repeating: 0, count: Self.step * format.channels)
                while let render = state.withLock({ $0.render }) {
                    if !state.withLock({ $0.isPaused }) {
                        let got = buffer.withUnsafeMutableBufferPointer { render($0, Self.step) }
                        state.withLock { $0.rendered += got }
                    }
                    elapseBlocking(.milliseconds(10))
                }
            }
        }

        func setPaused(_ paused: Bool) { state.withLock { $0.isPaused = paused } }
        func flush() { state.withLock { $0.rendered = 0 } }
        func wake() {}
        func position() -> AudioPosition {
            state.withLock {
                AudioPosition(
                    framesPlayed: Double(max(0, $0.rendered - Self.step)), hostTime: SystemHostClock().now,
                    isRunning: !$0.isPaused)
            }
        }
        func stop() { state.withLock { $0.render = nil } }
    }

    @Test("R84 a rate set before the item, and another item while playing")
    func replaceWhilePlaying() async throws {
        let (first, second) = (try await clip(4), try await clip(1, width: 640))
        let player = AVPlayer()
        player.isMuted = true
        let layer = AVPlayerLayer(player: player)
        player.rate = 1
        #expect(player.reasonForWaitingToPlay == .noItemToPlay)
        player.replaceCurrentItem(with: AVPlayerItem(url: first))
        await wait(for: "playing") { player.timeControlStatus == .playing && layer.isReadyForDisplay }
        let source = try #require(layer.contents as? any VideoFrameSource)
        var blanks = 0
        player.replaceCurrentItem(with: AVPlayerItem(url: second))
        await wait(for: "the frame of the other item") {
            if source.generation == 0 { blanks += 1 }
            return source.currentFrame?.frame.displaySize.width == 640
        }
        #expect(blanks == 0)
        await wait(for: "the end") { player.rate == 0 }
    }
}
