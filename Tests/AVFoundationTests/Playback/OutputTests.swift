import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import Testing

@testable import AVFoundation

/// Outputs of items over sessions that a test moves by hand.
struct OutputTests {
    private let world = PlaybackWorld()

    @Test("api 3.5: a video output gives each picture once, as BGRA with its own time")
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
        world.sessions[0].fakePicture.show(at: CMTime(value: 1, timescale: 25))
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

    @Test("semantics 6: the item's timebase shows the effective rate: 0 while waiting")
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

    @Test("api 3.5: captions come to a legible output when they are due, and go")
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

    private final class Receiver: NSObject, AVPlayerItemLegibleOutputPushDelegate {
        let journal = Journal()

        func legibleOutput(
            _ output: AVPlayerItemLegibleOutput, didOutputAttributedStrings strings: [NSAttributedString],
            nativeSampleBuffers nativeSamples: [Any], forItemTime itemTime: CMTime
        ) {
            journal.note(strings.map(\.string).joined(separator: "\n"))
        }
    }
}
