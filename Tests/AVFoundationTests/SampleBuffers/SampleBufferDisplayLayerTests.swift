import CoreMedia
import CoreVideo
import Foundation
import KeyValueObserving
import MediaTesting
import QuartzCore
import Synchronization
import Testing
import VideoFrames

@testable import AVFoundation

/// `AVSampleBufferDisplayLayer` on a timebase that the tests set.
struct SampleBufferDisplayLayerTests {
    private let layer = AVSampleBufferDisplayLayer()
    private let timebase: CMTimebase

    init() throws {
        timebase = try CMTimebase(sourceClock: .hostTimeClock)
        layer.controlTimebase = timebase
    }

    private var source: (any VideoFrameSource)? { layer.contents as? any VideoFrameSource }
    /// The time of the displayed frame in seconds; nil without a frame.
    private var shown: Double? { source?.currentFrame?.frame.presentationTime.seconds }

    private func set(_ seconds: Double) throws {
        try timebase.setTime(CMTime(seconds: seconds, preferredTimescale: 600))
    }

    @Test("each frame is displayed when the timebase reaches its time, and stays until the next one is due")
    func display() throws {
        #expect(!layer.isReadyForDisplay && layer.status == .unknown)
        for seconds in [1, 2, 3] { layer.enqueue(try makeSample(at: Double(seconds))) }
        #expect(shown == nil && !layer.isReadyForDisplay && layer.status == .rendering)
        try set(1)
        #expect(shown == 1 && layer.isReadyForDisplay)
        try set(1.9)
        #expect(shown == 1)
        try set(3.5)
        #expect(shown == 3)
        try set(1)
        #expect(shown == 3)
        layer.enqueue(try makeSample(at: 0.5))
        #expect(shown == 0.5)
    }

    @Test("while the timebase of a layer runs, frames are displayed up to the last one, and observers are notified")
    func running() async throws {
        let generations = Mutex<[UInt64]>([])
        let source = try #require(source)
        let key = ObjectIdentifier(timebase)
        source.setChangeHandler(for: key) { [weak source] in
            // Read and stored in one step: the handler may run on two threads.
            generations.withLock { $0.append(source?.generation ?? 0) }
        }
        defer { source.setChangeHandler(for: key, nil) }
        for number in 0..<8 { layer.enqueue(try makeSample(at: Double(number) * 0.05)) }
        try timebase.setRate(1)
        // The handler is called after the frame has changed.
        #expect(
            await eventually {
                shown.map { abs($0 - 0.35) < 0.001 } == true && generations.withLock { $0.last } == source.generation
            })
        let seen = generations.withLock { $0 }
        #expect(seen == seen.sorted())
        #expect(layer.isReadyForMoreMediaData)
    }

    @Test("without a timebase of the client, times are those of the host clock, and a past one is displayed at once")
    func hostClock() async throws {
        let layer = AVSampleBufferDisplayLayer()
        #expect(layer.timebase.rate == 1)
        let now = CMClock.hostTimeClock.time.seconds
        layer.enqueue(try makeSample(at: now - 1))
        let source = try #require(layer.contents as? any VideoFrameSource)
        #expect(source.generation == 1)
        layer.enqueue(try makeSample(at: now + 0.2))
        #expect(await eventually { source.generation == 2 })
        #expect(CMClock.hostTimeClock.time.seconds >= now + 0.19)
    }

    @Test("a change of rate of a timebase's source reschedules the frames")
    func chain() async throws {
        let outer = try CMTimebase(sourceTimebase: timebase)
        try outer.setRate(1)
        layer.controlTimebase = outer
        layer.enqueue(try makeSample(at: 0.05))
        #expect(shown == nil)
        try timebase.setRate(2)
        #expect(await eventually { shown != nil })
    }

    @Test("attachments display a sample at once or not at all")
    func attachments() throws {
        let now = try makeSample(at: 100)
        now.sampleAttachments[0][.displayImmediately] = true
        layer.enqueue(now)
        #expect(shown == 100)
        let hidden = try makeSample(at: 0)
        hidden.sampleAttachments[0][.doNotDisplay] = true
        layer.enqueue(hidden)
        #expect(shown == 100)
    }

    @Test("a flush removes the waiting frames and keeps the image; the other form removes it, and both are observable")
    func flush() throws {
        let states = Mutex<[Bool]>([])
        let token = layer.observe(\.isReadyForDisplay) { layer, _ in
            let isReady = layer.isReadyForDisplay
            states.withLock { $0.append(isReady) }
        }
        defer { token.invalidate() }
        for seconds in [0.0, 1, 2] { layer.enqueue(try makeSample(at: seconds)) }
        layer.flush()
        try set(5)
        #expect(shown == 0 && layer.status == .unknown)
        layer.flushAndRemoveImage()
        #expect(shown == nil && !layer.isReadyForDisplay && source?.generation == 0)
    }

    @Test("isReadyForDisplay and status are observable")
    func observation() async throws {
        let states = Mutex<[String]>([])
        let tokens = [
            layer.observe(\.isReadyForDisplay) { layer, _ in
                let isReady = layer.isReadyForDisplay
                states.withLock { $0.append("ready \(isReady)") }
            },
            layer.observe(\.status) { layer, _ in
                let status = layer.status.rawValue
                states.withLock { $0.append("status \(status)") }
            },
        ]
        defer { for token in tokens { token.invalidate() } }
        layer.enqueue(try makeSample(at: 0))
        layer.flushAndRemoveImage()
        #expect(states.withLock { $0 } == ["status 1", "ready true", "status 0", "ready false"])
        layer.enqueue(try makeSample(at: 3))
        try set(4)
        #expect(await eventually { states.withLock { $0.last } == "ready true" })
    }

    @Test("an invalid sample fails the layer with a notification until a flush")
    func failure() throws {
        let errors = Mutex<[Int]>([])
        let layer = layer
        let token = NotificationCenter.default.addObserver(
            forName: .AVSampleBufferDisplayLayerFailedToDecode, object: layer, queue: nil
        ) { note in
            let error = note.userInfo?[AVSampleBufferDisplayLayerFailedToDecodeNotificationErrorKey] as? AVError
            errors.withLock { $0.append(error?.errorCode ?? 0) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let sample = try makeSample(at: 0)
        try sample.invalidate()
        layer.enqueue(sample)
        #expect(layer.status == .failed && (layer.error as? AVError)?.code == .undecodableMediaData)
        layer.enqueue(try makeSample(at: 0))
        #expect(shown == nil && errors.withLock { $0 } == [AVError.Code.undecodableMediaData.rawValue])
        layer.flush()
        #expect(layer.status == .unknown && layer.error == nil)
        layer.enqueue(try makeSample(at: 0))
        #expect(shown == 0)
    }

    // MARK: Requests

    @Test(
        "a request is served while there is room, again when frames have been displayed, and not after it was stopped")
    func request() async throws {
        let made = Mutex(0)
        let queue = DispatchQueue(label: "samples")
        let layer = UncheckedLayer(layer: layer)
        layer.layer.requestMediaDataWhenReady(on: queue) {
            while layer.layer.isReadyForMoreMediaData {
                let number = made.withLock { made in
                    made += 1
                    return made - 1
                }
                guard let sample = try? makeSample(at: Double(number)) else { return }
                layer.layer.enqueue(sample)
            }
        }
        // The first frame is displayed at once; the others fill the queue.
        let first = SampleQueue.capacity + 1
        #expect(await eventually { made.withLock { $0 } == first && !layer.layer.isReadyForMoreMediaData })
        #expect(layer.layer.hasSufficientMediaDataForReliablePlaybackStart)
        try set(4)
        #expect(await eventually { made.withLock { $0 } == first + 4 && !layer.layer.isReadyForMoreMediaData })
        layer.layer.stopRequestingMediaData()
        try set(8)
        queue.sync {}
        #expect(layer.layer.isReadyForMoreMediaData && made.withLock { $0 } == first + 4)
    }

    @Test("a client without a frame is asked again")
    func emptyRequest() async throws {
        let calls = Mutex(0)
        let layer = UncheckedLayer(layer: layer)
        layer.layer.requestMediaDataWhenReady(on: DispatchQueue(label: "samples")) {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            if call == 3, let sample = try? makeSample(at: 0) { layer.layer.enqueue(sample) }
        }
        #expect(await eventually { shown == 0 })
        layer.layer.stopRequestingMediaData()
    }

    /// Sendable because samples may be enqueued on any thread.
    private struct UncheckedLayer: @unchecked Sendable {
        let layer: AVSampleBufferDisplayLayer
    }

    @Test("a layer that is released leaves nothing behind: its request ends and its frames are released")
    func release() async throws {
        weak var image: CVPixelBuffer?
        weak var released: AVSampleBufferDisplayLayer?
        do {
            let layer = AVSampleBufferDisplayLayer()
            let sample = try makeSample(at: 0)
            image = sample.imageBuffer
            layer.enqueue(sample)
            layer.requestMediaDataWhenReady(on: DispatchQueue(label: "samples")) {}
            released = layer
            #expect(image != nil)
        }
        #expect(released == nil)
        #expect(await eventually { image == nil })
    }
}
