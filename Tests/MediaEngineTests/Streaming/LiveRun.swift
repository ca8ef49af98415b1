import Foundation
import HLS
import MediaTesting
import Synchronization

@testable import MediaEngine

/// A live ladder on an origin, and a reader that plays it, on one fake clock: minutes of live in a second.
///
/// Time moves on only while the reader sleeps and nothing is on its way that the server does not hold back.
final class LiveRun: @unchecked Sendable {
    // `state` is behind its mutex; everything else is set before the thread starts.
    let clock = FakeHostClock()
    let live: LiveLadder
    let origin: Origin
    let reader: StreamingReader
    let told = Told()
    /// Media time less time of the clock while playing.
    private let offset: Int64

    private struct State {
        var packets: [Packet] = []
        var failure: MediaError?
        var isAtEnd = false
        var isPaused = false
    }

    private let state = Mutex(State())
    private let gate = Condition()

    /// Real seconds after which a wait is given up: far more than any machine needs.
    static let patience = 60.0
    private static let step: Int64 = 100_000_000

    init(
        _ recipe: LadderRecipe, preferences: StreamingPreferences = StreamingPreferences(),
        faults: [LiveFault] = [], _ change: (inout LiveLadder.Settings) -> Void = { _ in }
    ) async throws {
        live = try LiveLadder(try await Ladder.make(recipe), clock: clock, change)
        for fault in faults { live.inject(fault) }
        origin = try Origin(live, clock: clock)
        reader = try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences, clock: clock)
        offset = reader.startPosition - clock.now
        reader.listen { [told] event in
            if case .fault(let fault) = event { told.append(fault.comment) }
        }
        Thread.detachNewThread { [self] in read() }
    }

    func stop() {
        reader.cancel()
        origin.stop()
        gate.withLock { gate.broadcast() }
    }

    var packets: [Packet] { state.withLock { $0.packets } }
    var failure: MediaError? { state.withLock { $0.failure } }
    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }
    var video: [Packet] { packets.filter { $0.trackIndex == StreamTracks.video } }
    var sound: [Packet] { packets.filter { $0.trackIndex != StreamTracks.video } }
    /// Seconds of picture that were given out.
    var reached: Double { (video.last?.time ?? 0).seconds }

    /// What is read from now on; the old is forgotten.
    func seek(to time: Nanoseconds) throws {
        pause()
        let target = try reader.resolve(time)
        try reader.seek(to: target, track: StreamTracks.video)
        state.withLock { $0 = State() }
        rouse()
    }

    /// Nothing is read until `resume`.
    func pause() {
        guard !isResting.withLock({ $0 }) else { return }
        state.withLock { $0.isPaused = true }
        reader.cancel()
        wait { self.isResting.withLock { $0 } }
        reader.resume()
    }

    func resume() {
        state.withLock { $0.isPaused = false }
        rouse()
    }

    private func rouse() {
        gate.withLock { gate.broadcast() }
        wait { !self.isResting.withLock { $0 } }
    }

    private let isResting = Mutex(false)

    private func read() {
        while true {
            gate.lock()
            while state.withLock({ $0.isPaused || $0.failure != nil || $0.isAtEnd }), !origin.isStopped {
                isResting.withLock { $0 = true }
                gate.wait()
            }
            isResting.withLock { $0 = false }
            gate.unlock()
            if origin.isStopped { return }
            reader.tell(playHead: max(0, clock.now + offset), rate: 1)
            do throws(MediaError) {
                let packet = try reader.read()
                state.withLock { state in
                    if let packet { state.packets.append(packet) } else { state.isAtEnd = true }
                }
            } catch {
                state.withLock { if error.code != .cancelled { $0.failure = error } }
            }
        }
    }

    /// Moves time on until something is so, for so many seconds of the clock at the most.
    /// - Returns: whether it became so.
    func play(_ seconds: Double, until condition: () -> Bool = { false }) -> Bool {
        let end = clock.now + Int64(seconds * 1e9)
        while clock.now < end {
            if condition() { return true }
            guard wait(until: { self.isIdle || condition() }) else { return condition() }
            clock.advance(by: Self.step)
        }
        _ = wait { self.isIdle || condition() }
        return condition()
    }

    private var isIdle: Bool {
        // Somebody whose moment has come has not woken up yet.
        guard clock.waiterCount == clock.pendingDeadlines.count else { return false }
        if isResting.withLock({ $0 }) { return true }
        return reader.gate.withLock {
            reader.isAsleep && reader.waiting.isEmpty
                && reader.pipelines.values.allSatisfy { pipeline in
                    pipeline.loading == nil && (!pipeline.tracker.isLoading || pipeline.tracker.isHeldBack)
                }
        }
    }

    @discardableResult
    private func wait(until condition: () -> Bool) -> Bool {
        let end = Date(timeIntervalSinceNow: Self.patience)
        while !condition() {
            guard Date() < end else { return false }
            usleep(200)
        }
        return true
    }
}
