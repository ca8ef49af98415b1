import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import Testing

@testable import AVFoundation

/// Outputs of items with simulated sessions.
struct OutputTests {
    private let world = PlaybackWorld()

    @Test("api 3.5: a video output reports each frame once, as BGRA with the frame's own time")
    func videoOutput() throws {
        let item = world.item()
        let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
        #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
        item.add(output)
        let player = world.player(item)
        world.sessions[0].start()
        world.settle()
        #expect(output.hasNewPixelBuffer(forItemTime: .zero))
        var shown = CMTime.invalid
        let buffer = try #require(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: &shown))
        #expect(shown == .zero)
        #expect(CVPixelBufferGetWidth(buffer) == 2)
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let bytes = try #require(CVPixelBufferGetBaseAddress(buffer)).assumingMemoryBound(to: UInt8.self)
        #expect([bytes[0], bytes[1], bytes[4]] == [1, 2, 4])
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
        #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
        world.sessions[0].fakeVideo.show(at: CMTime(value: 1, timescale: 25))
        #expect(output.hasNewPixelBuffer(forItemTime: CMTime(value: 1, timescale: 25)))
        item.remove(output)
        #expect(item.outputs.isEmpty)
        #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
        withExtendedLifetime(player) {}
    }

    @Test("api 3.5: itemTime(forHostTime:) follows the item's clock and rate")
    func itemTime() {
        let item = world.item()
        let output = AVPlayerItemVideoOutput()
        #expect(!output.itemTime(forHostTime: 1).isValid)
        item.add(output)
        let player = world.player(item)
        player.rate = 2
        world.sessions[0].start()
        world.settle()
        world.advance(seconds: 1)
        let time = output.itemTime(forHostTime: Double(world.now) / 1e9 + 0.5)
        #expect(abs(time.seconds - 3) < 0.001)
    }

    @Test("S6.19: the item's timebase shows the effective rate: 0 while waiting")
    func timebase() throws {
        let item = world.item()
        let player = world.player(item)
        #expect(item.timebase == nil)
        player.rate = 2
        world.sessions[0].open()
        world.settle()
        let timebase = try #require(item.timebase)
        #expect(timebase === item.timebase)
        #expect(player.rate == 2)
        #expect(timebase.rate == 0)
        world.sessions[0].fill()
        world.settle()
        #expect(timebase.rate == 2)
        world.advance(seconds: 1)
        #expect(abs(timebase.time.seconds - 2) < 0.001)
    }

    @Test("api 3.5: a legible output gets captions when they begin and an empty array when they end")
    func legible() async {
        let item = world.item()
        let output = AVPlayerItemLegibleOutput()
        let queue = DispatchQueue(label: "captions")
        let receiver = Receiver()
        output.setDelegate(receiver, queue: queue)
        item.add(output)
        let player = world.player(item)
        player.play()
        world.sessions[0].start()
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 1, timescale: 1))
        world.sessions[0].emit(.timedText(TimedText(range: range, text: "Hello", trackIndex: 2)))
        world.settle()
        world.advance(seconds: 0.9)
        queue.sync {}
        #expect(receiver.journal.all.isEmpty)
        world.advance(seconds: 0.2)
        queue.sync {}
        #expect(receiver.journal.all == ["Hello"])
        world.advance(seconds: 1)
        queue.sync {}
        #expect(receiver.journal.all == ["Hello", ""])
        withExtendedLifetime(player) {}
    }

    private func caption(_ text: String, _ start: Double, _ end: Double, track: Int = 2) -> SessionEvent {
        let range = CMTimeRange(
            start: CMTime(seconds: start, preferredTimescale: 600), end: CMTime(seconds: end, preferredTimescale: 600))
        return .timedText(TimedText(range: range, text: text, trackIndex: track))
    }

    /// A playing item whose captions are recorded as "text@time".
    private func captioned(advance: TimeInterval = 0) -> (AVPlayer, AVPlayerItem, AVPlayerItemLegibleOutput, Receiver) {
        let item = world.item()
        let output = AVPlayerItemLegibleOutput()
        let receiver = Receiver(notesTimes: true)
        output.setDelegate(receiver, queue: DispatchQueue(label: "captions"))
        output.advanceIntervalForDelegateInvocation = advance
        item.add(output)
        let player = world.player(item)
        player.play()
        world.sessions[0].start()
        return (player, item, output, receiver)
    }

    private func reported(_ output: AVPlayerItemLegibleOutput, _ receiver: Receiver) -> [String] {
        output.delegateQueue?.sync {}
        defer { receiver.journal.clear() }
        return receiver.journal.all
    }

    @Test("api 3.5: captions carry the exact time of each change, also where they overlap")
    func legible_times() {
        let (player, _, output, receiver) = captioned()
        world.sessions[0].emit(caption("one", 1, 3))
        world.sessions[0].emit(caption("two", 2, 4))
        world.advance(seconds: 5)
        #expect(reported(output, receiver) == ["one@1.0", "one|two@2.0", "two@3.0", "@4.0"])
        withExtendedLifetime(player) {}
    }

    @Test("api 3.5: the delegate is called early by its advance interval")
    func legible_advance() {
        let (player, _, output, receiver) = captioned(advance: 0.5)
        world.sessions[0].emit(caption("one", 1, 2))
        world.advance(seconds: 0.4)
        #expect(reported(output, receiver).isEmpty)
        world.advance(seconds: 0.2)
        #expect(reported(output, receiver) == ["one@1.0"])
        world.advance(seconds: 1)
        #expect(reported(output, receiver) == ["@2.0"])
        withExtendedLifetime(player) {}
    }

    @Test(
        "api 3.5: after a seek the sequence is flushed and the captions at the target are delivered, known already or not"
    )
    func legible_seek() {
        let (player, _, output, receiver) = captioned()
        world.sessions[0].emit(caption("one", 1, 10))
        world.advance(seconds: 2)
        #expect(reported(output, receiver) == ["one@1.0"])
        player.seek(to: CMTime(value: 5, timescale: 1))
        world.settle()
        #expect(reported(output, receiver) == ["flush", "one@5.0"])
        player.seek(to: CMTime(value: 20, timescale: 1))
        world.settle()
        #expect(reported(output, receiver) == ["flush"])
        world.sessions[0].emit(caption("late", 19, 21))
        world.settle()
        #expect(reported(output, receiver) == ["late@20.0"])
    }

    @Test(
        "api 3.5: captions between a seek's start and its target are not delivered, known before or read during the seek"
    )
    func legible_skippedBySeek() {
        let (player, _, output, receiver) = captioned()
        world.sessions[0].emit(caption("one", 1, 3))
        world.sessions[0].emit(caption("two", 5, 7))
        world.advance(seconds: 0.5)
        world.sessions[0].holdSeeks()
        player.seek(to: CMTime(value: 10, timescale: 1))
        world.settle()
        world.sessions[0].emit(caption("three", 8, 9))
        world.sessions[0].emit(caption("here", 9, 12))
        world.advance(seconds: 0.1)
        #expect(reported(output, receiver).isEmpty)
        world.sessions[0].landSeeks()
        world.settle()
        #expect(reported(output, receiver).map { $0.prefix { $0 != "@" } } == ["flush", "here"])
        world.advance(seconds: 3)
        #expect(reported(output, receiver) == ["@12.0"])
        withExtendedLifetime(player) {}
    }

    @Test("api 3.5: a cancelled seek leaves the captions unchanged, with those that were read meanwhile")
    func legible_cancelledSeek() {
        let (player, item, output, receiver) = captioned()
        world.advance(seconds: 0.5)
        world.sessions[0].holdSeeks()
        player.seek(to: CMTime(value: 0, timescale: 1))
        world.sessions[0].emit(caption("one", 0, 3))
        world.settle()
        #expect(reported(output, receiver).isEmpty)
        item.cancelPendingSeeks()
        world.settle()
        world.sessions[0].landSeeks()
        world.settle()
        #expect(reported(output, receiver).map { $0.prefix { $0 != "@" } } == ["one"])
        withExtendedLifetime(player) {}
    }

    @Test("api 3.5: captions are removed with their track, and an output that is added later gets the current captions")
    func legible_trackChange() {
        let (player, item, output, receiver) = captioned()
        world.sessions[0].emit(caption("one", 0, 10))
        world.advance(seconds: 1)
        #expect(reported(output, receiver) == ["one@0.0"])
        let second = AVPlayerItemLegibleOutput()
        let other = Receiver(notesTimes: true)
        second.setDelegate(other, queue: DispatchQueue(label: "others"))
        item.add(second)
        #expect(reported(second, other) == ["one@1.0"])
        world.sessions[0].emit(.captionsReplaced)
        world.settle()
        #expect(reported(output, receiver) == ["@1.0"])
        world.sessions[0].emit(caption("eins", 0, 10, track: 3))
        world.settle()
        #expect(reported(output, receiver) == ["eins@1.0"])
        item.remove(output)
        world.sessions[0].emit(.captionsReplaced)
        world.settle()
        #expect(reported(output, receiver).isEmpty)
        #expect(reported(second, other) == ["@1.0", "eins@1.0", "@1.0"])
        withExtendedLifetime(player) {}
    }

    @Test("api 3.5: captions are delivered in reverse playback")
    func legible_backwards() {
        let (player, _, output, receiver) = captioned()
        world.sessions[0].emit(caption("one", 1, 2))
        player.seek(to: CMTime(value: 3, timescale: 1))
        world.settle()
        _ = reported(output, receiver)
        player.rate = -1
        world.settle()
        world.advance(seconds: 1.5)
        #expect(reported(output, receiver).map { $0.prefix(4) } == ["one@"])
        world.advance(seconds: 1)
        #expect(reported(output, receiver).map { $0.prefix(1) } == ["@"])
    }

    private final class Receiver: NSObject, AVPlayerItemLegibleOutputPushDelegate {
        let journal = Journal()
        private let notesTimes: Bool

        init(notesTimes: Bool = false) { self.notesTimes = notesTimes }

        func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {
            if notesTimes { journal.note("flush") }
        }

        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) {
            guard notesTimes else { return journal.note(strings.map(\.string).joined(separator: "\n")) }
            journal.note(
                "\(strings.map(\.string).joined(separator: "|"))@\((itemTime.seconds * 1000).rounded() / 1000)")
        }
    }
}
