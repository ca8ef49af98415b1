import Foundation
import HLS
import MediaTesting
import Synchronization

@testable import MediaEngine

/// A live ladder on an origin, and a reader that plays it, on one fake clock: minutes of live playback in a second.
///
/// Time advances only while the reader sleeps and no request is in flight, except blocking reloads.
final class LiveRun: @unchecked Sendable {
    // Sendable because `state` is protected by its mutex; everything else is set before the thread starts.
    let clock = FakeHostClock()
    let live: LiveLadder
    let origin: Origin
    let reader: StreamingReader
    let reported = ReportLog()
    /// The clock time at the start of the window's first segment.
    private let windowOrigin: Int64
    /// Media time minus clock time during playback.
    private let offset: Int64

    private struct State {
        var packets: [Packet] = []
        var failure: MediaError?
        var isAtEnd = false
        var isPaused = false
    }

    private let state = Mutex(State())
    private let gate = Condition()

    /// The timeout of waits in real seconds: far longer than any machine needs.
    static let timeout = 60.0
    private static let step: Int64 = 100_000_000

    /// Starts a live ladder with changed settings and initial faults, and a reader that plays it.
    init(
        _ recipe: LadderRecipe, preferences: StreamingPreferences = StreamingPreferences(),
        faults: [LiveFault] = [], _ change: (inout LiveLadder.Settings) -> Void = { _ in }
    ) async throws {
        live = try LiveLadder(try await Ladder.make(recipe), clock: clock, change)
        for fault in faults { live.inject(fault) }
        origin = try Origin(live, clock: clock)
        reader = try StreamingReader.open(
            MediaLocator(url: origin.url("/main.m3u8")), preferences: preferences, clock: clock, policy: .impatient)
        offset = reader.startPosition - clock.now
        // Time 0 is the start of the first window; media produced now is `secondsBefore` after the start of the program.
        let made = Int64(live.settings.secondsBefore * 1e9)
        let window: Int64
        if case .sliding(let count) = live.settings.window {
            let length = Int64(recipe.segmentSeconds) * 1_000_000_000
            window = max(0, made / length - Int64(count)) * length
        } else {
            window = 0
        }
        windowOrigin = clock.now - (made - window)
        reader.observeEvents { [reported] event in
            if case .fault(let fault) = event { reported.append(fault.comment) }
        }
        Thread.detachNewThread { [self] in read() }
    }

    func stop() {
        reader.cancel()
        origin.stop()
        gate.withLock { gate.broadcast() }
    }

    /// The seconds between the newest produced and the newest delivered frame.
    var lag: Double {
        let made = Double(clock.now - windowOrigin) / 1e9
        return made - (video.map { $0.time + $0.duration }.max() ?? 0).seconds
    }

    var packets: [Packet] { state.withLock { $0.packets } }
    var failure: MediaError? { state.withLock { $0.failure } }
    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }
    /// The displayed frames.
    var video: [Packet] { pictures.filter { !$0.isLeadIn } }
    /// The delivered frames, including lead-ins.
    var pictures: [Packet] { packets.filter { $0.trackIndex == StreamTracks.video } }
    var sound: [Packet] { packets.filter { $0.trackIndex != StreamTracks.video } }
    /// The seconds of delivered video.
    var reached: Double { (video.last?.time ?? 0).seconds }

    /// Seeks; packets read before are discarded.
    func seek(to time: Nanoseconds) throws {
        pause()
        let target = try reader.nearestSeekable(to: time)
        try reader.seek(to: target, track: StreamTracks.video)
        state.withLock { $0 = State() }
        wake()
    }

    /// Stops reading until `resume`.
    func pause() {
        guard !isResting.withLock({ $0 }) else { return }
        state.withLock { $0.isPaused = true }
        reader.cancel()
        wait { self.isResting.withLock { $0 } }
        reader.resume()
    }

    func resume() {
        state.withLock { $0.isPaused = false }
        wake()
    }

    private func wake() {
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
            reader.reportPlayHead(max(0, clock.now + offset), rate: 1)
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

    /// Advances the clock until a condition holds, at most for this many seconds of the clock.
    /// - Returns: whether the condition holds.
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
        // A thread whose deadline has passed has not woken up yet.
        guard clock.waiterCount == clock.pendingDeadlines.count else { return false }
        if isResting.withLock({ $0 }) { return true }
        return reader.state.withLock { state in
            guard case .sleeping(let deadline) = state.thread else { return false }
            let renditions = state.machine.renditions.values
            let waiting = renditions.reduce(0) { count, rendition in
                count + (rendition.tracker.isLoading ? 1 : 0) + (rendition.loading != nil ? 1 : 0)
            }
            // Threads that wait for a deadline are the reader, or blocking requests. All other requests are still in flight.
            let held = clock.pendingDeadlines.count - (deadline == nil ? 0 : 1)
            return waiting <= held && state.machine.resources.waiting.isEmpty
                && renditions.allSatisfy { rendition in
                    rendition.loading?.chunk.isHint != false
                        && (!rendition.tracker.isLoading || rendition.tracker.isHeldBack)
                }
        }
    }

    @discardableResult
    private func wait(until condition: () -> Bool) -> Bool {
        eventuallyBlocking(within: .seconds(Self.timeout), every: .microseconds(200), condition)
    }
}

extension FetchPolicy {
    /// A single attempt, which a stall ends at once: these tests check the reader's error handling, not the loader's.
    static let impatient: FetchPolicy = {
        var policy = FetchPolicy()
        policy.multivariant.delays = []
        policy.playlist.delays = []
        policy.segment.delays = []
        policy.initSection.delays = []
        policy.key.delays = []
        policy.other.delays = []
        // Longer than a busy machine delays a thread.
        policy.segment.stallSeconds = 1.5
        return policy
    }()
}
