import CoreMedia
import CoreVideo
import Foundation
import Synchronization
import Testing
import VideoFrames

@testable import AVFoundation

/// The frames of a client on a timebase whose time a test moves.
struct SampleBufferVideoTests {
    /// A timebase that runs at a rate of 1 or -1 to the times that a test sets, and the timers that wait for these times.
    private final class MovedTime: Sendable {
        private final class Timer: PlaybackTimer {
            private let work: Mutex<(@Sendable () -> Void)?>
            init(_ work: @escaping @Sendable () -> Void) { self.work = Mutex(work) }
            func cancel() { work.withLock { $0 = nil } }
            var isWaiting: Bool { work.withLock { $0 != nil } }

            func fire() {
                let work = work.withLock { $0.take() }
                work?()
            }
        }

        private let seconds: Mutex<Double>
        private let timers = Mutex<[Timer]>([])
        private let rate: Double

        init(at seconds: Double, rate: Double) {
            self.seconds = Mutex(seconds)
            self.rate = rate
        }

        var environment: PlaybackEnvironment {
            var environment = PlaybackEnvironment.system
            environment.schedule = { [self] _, work in
                let timer = Timer(work)
                timers.withLock { $0.append(timer) }
                return timer
            }
            return environment
        }

        var timebase: CMTimebase {
            CMTimebase(
                showingTime: { [self] in CMTime(seconds: seconds.withLock { $0 }, preferredTimescale: 600) },
                rate: { [self] in rate })
        }

        var waitingTimers: Int { timers.withLock { $0.count(where: \.isWaiting) } }

        /// Moves the time, and fires the timers that wait. One that fires early waits once more.
        func move(to seconds: Double) {
            self.seconds.withLock { $0 = seconds }
            let due = timers.withLock { timers in
                defer { timers = [] }
                return timers
            }
            for timer in due { timer.fire() }
        }
    }

    /// The times of the frames that were displayed, as the change handler has seen them.
    private final class Journal: Sendable {
        private let times = Mutex<[Double]>([])
        var seen: [Double] { times.withLock { $0 } }

        init(_ video: SampleBufferVideo) {
            video.setChangeHandler(for: ObjectIdentifier(self)) { [weak self, weak video] in
                guard let frame = video?.currentFrame?.frame else { return }
                self?.times.withLock { $0.append((frame.presentationTime.seconds * 100).rounded() / 100) }
            }
        }
    }

    @Test(
        "while time moves, each frame is displayed when it is due, up to the last one, and viewers are notified of each"
    )
    func forward() throws {
        let time = MovedTime(at: 0, rate: 1)
        let video = SampleBufferVideo(environment: time.environment)
        video.control = time.timebase
        let journal = Journal(video)
        let times = (0..<8).map { Double($0) * 0.05 }
        for seconds in times { #expect(!video.enqueue(try makeSample(at: seconds))) }
        for (index, seconds) in times.enumerated().dropFirst() {
            time.move(to: seconds - 0.01)
            #expect(journal.seen.count == index && time.waitingTimers == 1)
            time.move(to: seconds)
            #expect(journal.seen.count == index + 1)
        }
        #expect(journal.seen == times.map { ($0 * 100).rounded() / 100 })
        #expect(video.hasRoom && time.waitingTimers == 0)
    }

    @Test("in reverse, frames are displayed in descending order of their times")
    func reverse() throws {
        let time = MovedTime(at: 1, rate: -1)
        let video = SampleBufferVideo(environment: time.environment)
        video.control = time.timebase
        let journal = Journal(video)
        for seconds in [0.6, 0.5] { #expect(!video.enqueue(try makeSample(at: seconds))) }
        // Neither is due: time moves down to them.
        #expect(journal.seen.isEmpty && time.waitingTimers == 1)
        time.move(to: 0.7)
        #expect(journal.seen.isEmpty)
        time.move(to: 0.6)
        #expect(journal.seen == [0.6])
        time.move(to: 0.4)
        #expect(journal.seen == [0.6, 0.5] && time.waitingTimers == 0)
    }

    // MARK: Objects of the client that only the queue or the request retains

    /// Runs a closure at its end.
    private final class Client: Sendable {
        let atEnd: @Sendable () -> Void
        init(_ atEnd: @escaping @Sendable () -> Void) { self.atEnd = atEnd }
        deinit { atEnd() }
    }

    @Test("an object that only the block of a request retains ends the request at its end", arguments: [false, true])
    func releasedRequest(isReplaced: Bool) throws {
        let time = MovedTime(at: 0, rate: 1)
        let video = SampleBufferVideo(environment: time.environment)
        video.control = time.timebase
        // A full queue: the block is not called.
        for number in 1...SampleQueue.capacity { #expect(!video.enqueue(try makeSample(at: Double(number)))) }
        let queue = DispatchQueue(label: "samples")
        weak var client: Client?
        do {
            let made = Client { [weak video] in video?.stopRequesting() }
            client = made
            video.request(on: queue) { [made] in _ = made }
        }
        #expect(client != nil)
        if isReplaced { video.request(on: queue) {} } else { video.stopRequesting() }
        #expect(client == nil)
    }

    @Test("the client uses the queue when a pixel buffer in memory of its own is released by a flush or displaced")
    func releasedBuffers() throws {
        let time = MovedTime(at: 0, rate: 1)
        let video = SampleBufferVideo(environment: time.environment)
        video.control = time.timebase
        let rooms = Rooms()
        func sample(at seconds: Double) throws -> CMSampleBuffer {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 64 * 4 * 36, alignment: 64)
            memory.initializeMemory(as: UInt8.self, repeating: 0, count: 64 * 4 * 36)
            let client = Client { [weak video] in
                if let video { rooms.add(video.hasRoom) }
            }
            var made: CVPixelBuffer?
            CVPixelBufferCreateWithBytes(
                nil, 64, 36, kCVPixelFormatType_32BGRA, memory, 64 * 4,
                { context, base in
                    UnsafeMutableRawPointer(mutating: base)?.deallocate()
                    if let context { Unmanaged<Client>.fromOpaque(context).release() }
                }, Unmanaged.passRetained(client).toOpaque(), nil, &made)
            let image = try #require(made)
            return try CMSampleBuffer(
                imageBuffer: image, formatDescription: try CMVideoFormatDescription(imageBuffer: image),
                sampleTiming: CMSampleTimingInfo(
                    duration: CMTime(value: 20, timescale: 600),
                    presentationTimeStamp: CMTime(seconds: seconds, preferredTimescale: 600),
                    decodeTimeStamp: .invalid))
        }
        for seconds in [0.0, 1, 2] { #expect(!video.enqueue(try sample(at: seconds))) }
        time.move(to: 1)
        #expect(rooms.all == [true])
        video.flush(removesImage: true)
        #expect(rooms.all == [true, true, true])
    }

    /// What `hasRoom` was at the release of each buffer.
    private final class Rooms: Sendable {
        private let values = Mutex<[Bool]>([])
        var all: [Bool] { values.withLock { $0 } }
        func add(_ value: Bool) { values.withLock { $0.append(value) } }
    }
}
