import CoreMedia
import Foundation
import FrameConversion
import MediaEngine
import MediaTesting
import Synchronization

/// A playback session on a fake clock that advances only while every thread of the process sleeps, so that each run gives the same record.
///
/// Belongs to the thread that created it, in a separate process; input from engine threads is protected by a mutex.
final class GoldenRun: Sendable {
    /// A displayed frame.
    struct Picture: Sendable {
        var hostTime: Int64
        /// Nanoseconds of media time.
        var time: Double
        /// The number encoded in the image.
        var mark: Int?
        /// The session's time after all threads settled.
        var position: Double?
    }

    /// A line of the record.
    struct Line: Sendable {
        var hostTime: Int64
        var text: String
    }

    struct Record: Sendable {
        var lines: [Line] = []
        /// The events of a stream's reader, without times.
        var streamLines: [String] = []
        var pictures: [Picture] = []
        /// The session's time at each step, to map audio to media time and to check that time never decreases.
        var positions: [(hostTime: Int64, seconds: Double)] = []
        var backwardMoves: [String] = []
        var buffer: BufferState?
        var reportedBuffer: BufferState?
        var mustNotDecrease = false
        var isOver = false
        var hasFailed = false
        /// The last reported rate.
        var rate = 0.0
        var failures: [String] = []
        var endHandler: (@Sendable (PlaybackSession) -> Void)?
        var seekCount = 0
        var endCount = 0
    }

    let clock: FakeHostClock
    let device: SimulatedAudioDevice
    let session: PlaybackSession
    let origin: Origin?
    let begin: Int64
    let record = Mutex(Record())
    private let activity = ProcessActivity()
    /// The longest step of the clock: the period of the simulated device.
    private static let step: Int64 = 20_000_000

    init(_ scenario: GoldenScenario, _ url: URL, _ origin: Origin?, _ clock: FakeHostClock) {
        self.clock = clock
        begin = clock.now
        self.origin = origin
        let device = SimulatedAudioDevice(clock: clock) { scenario.device?(&$0) }
        self.device = device
        var options = PlaybackSession.Options()
        options.hostClock = clock
        options.makeAudioOutput = { device }
        scenario.options(&options)
        let events = Events()
        let asset = MediaAsset(MediaLocator(url: url), clock: clock)
        session = PlaybackSession(asset: asset, options: options) { events.deliver($0) }
        events.set { [weak self] event in self?.add(event) }
        let video = session.video
        video.setChangeHandler(for: ObjectIdentifier(self)) { [weak self] in
            guard let self, video.presentationTime.isValid else { return }
            let picture = video.copyPixels()
            let mark = picture.flatMap { FrameMark.read(from: $0.bytes, width: $0.width, height: $0.height) }
            let shown = Picture(
                hostTime: self.clock.now, time: video.presentationTime.seconds, mark: mark, position: nil)
            self.record.withLock { $0.pictures.append(shown) }
        }
        scenario.beforeOpening?(self)
        session.prepare()
        settle()
    }

    /// Events may arrive before initialization is complete.
    private final class Events: Sendable {
        private let state = Mutex<(handler: (@Sendable (SessionEvent) -> Void)?, early: [SessionEvent])>((nil, []))
        func set(_ handler: @escaping @Sendable (SessionEvent) -> Void) {
            let early = state.withLock { state in
                state.handler = handler
                return state.early
            }
            for event in early { handler(event) }
        }
        func deliver(_ event: SessionEvent) {
            let handler = state.withLock { state in
                if state.handler == nil { state.early.append(event) }
                return state.handler
            }
            handler?(event)
        }
    }

    // MARK: - Time

    /// Waits until all threads are idle at the current clock time.
    func settle() {
        for _ in 0..<50 {
            guard activity.waitUntilIdle(confirmations: origin == nil ? 0 : 2) else {
                let threads = activity.threads.joined(separator: ", ")
                record.withLock { $0.failures.append("never idle: \(threads)") }
                return
            }
            // Simulate a viewer: playback waits for the first drawing.
            let generation = session.video.generation
            guard generation != drawn.withLock({ $0 }) else { break }
            drawn.withLock { $0 = generation }
            session.video.didDraw(generation: generation)
        }
        note()
    }

    private let drawn = Mutex<UInt64>(0)

    /// Records the state of the session when no input is pending.
    private func note() {
        let seconds = session.currentTime.seconds
        let now = clock.now
        record.withLock { record in
            for index in record.pictures.indices.reversed() where record.pictures[index].position == nil {
                record.pictures[index].position = seconds
            }
            let direction = record.rate < 0 ? -1.0 : 1.0
            if record.mustNotDecrease, let last = record.positions.last, (seconds - last.seconds) * direction < -1e-6 {
                record.backwardMoves.append(
                    "from ~\(Self.text(last.seconds)) to ~\(Self.text(seconds)) at ~\(Self.text(Double(now - begin) / 1e9))"
                )
            }
            record.positions.append((now, seconds))
            record.mustNotDecrease = true
            // The buffer of a stream's reader at a given time depends on thread scheduling.
            guard origin == nil, let buffer = record.buffer, buffer != record.reportedBuffer else { return }
            record.reportedBuffer = buffer
            let states = [
                buffer.isEmpty ? "empty" : "not empty", buffer.isLikelyToKeepUp ? "keeps up" : "does not keep up",
                buffer.isFull ? "full" : "not full",
            ]
            record.lines.append(Line(hostTime: now, text: "buffer \(states.joined(separator: ", "))"))
        }
    }

    /// Advances the clock by `seconds`, or until `isOver`.
    func wait(_ seconds: Double, until isOver: () -> Bool = { false }) {
        let end = clock.now + Int64((seconds * 1e9).rounded())
        while clock.now < end, !isOver(), record.withLock({ $0.failures.isEmpty }) {
            var next = min(end, clock.now + Self.step)
            if let deadline = clock.pendingDeadlines.first, deadline < next { next = deadline }
            device.advance(to: next)
            clock.advance(by: next - clock.now)
            settle()
        }
    }

    /// Waits in real time, with the fake clock stopped.
    func waitForReal(_ what: String, until condition: @Sendable () -> Bool) {
        guard eventuallyBlocking(condition) else {
            return record.withLock { $0.failures.append("never came: \(what)") }
        }
        settle()
    }

    /// Waits until everything up to `seconds` is loaded.
    func waitUntilLoaded(to seconds: Double) {
        waitForReal("loaded to \(seconds)") { [session] in
            (session.loadedRanges.last?.end.seconds ?? 0) >= seconds
        }
    }

    /// Plays until the session has ended, failed or ended early.
    func playToEnd(within seconds: Double = 30) {
        record.withLock { $0.isOver = $0.hasFailed }
        wait(seconds) { record.withLock { $0.isOver } }
        guard record.withLock({ $0.isOver }) else { return log("no end within \(seconds) s") }
        // Record late frames too.
        wait(0.3)
    }

    // MARK: - Commands

    func rate(_ rate: Double) {
        command("rate \(Self.number(rate))")
        session.setRate(rate)
        settle()
    }

    func seek(
        _ seconds: Double, before: Double? = 0, after: Double? = 0, settles: Bool = true,
        then: (@Sendable (PlaybackSession) -> Void)? = nil
    ) {
        let tolerance =
            before == 0 && after == 0
            ? "exactly"
            : "within \(before.map(Self.number) ?? "any") before and \(after.map(Self.number) ?? "any") after"
        let count = record.withLock { record in
            record.seekCount += 1
            return record.seekCount
        }
        command("seek \(count) to \(Self.number(seconds)) \(tolerance)")
        seek(count, to: seconds, before: before, after: after, then: then)
        if settles { settle() }
    }

    /// Seeks on any thread, without a record of the command.
    private func seek(
        _ count: Int, to seconds: Double, before: Double?, after: Double?, then: (@Sendable (PlaybackSession) -> Void)?
    ) {
        func time(_ seconds: Double?) -> CMTime {
            seconds.map { CMTime(seconds: $0, preferredTimescale: 90_000) } ?? .positiveInfinity
        }
        session.seek(
            to: seconds == .infinity ? .positiveInfinity : time(seconds), toleranceBefore: time(before),
            toleranceAfter: time(after)
        ) { [weak self] finished, reachedTime in
            guard let self else { return }
            self.log(
                finished ? "seek \(count) landed at \(Self.text(reachedTime.seconds))" : "seek \(count) interrupted")
            then?(self.session)
        }
    }

    /// Seeks from inside a callback.
    func seekInside(_ seconds: Double, then: (@Sendable (PlaybackSession) -> Void)? = nil) {
        let count = record.withLock { record in
            record.seekCount += 1
            record.mustNotDecrease = false
            return record.seekCount
        }
        log("> seek \(count) to \(Self.number(seconds)) exactly")
        seek(count, to: seconds, before: 0, after: 0, then: then)
    }

    func step(_ count: Int) {
        command("step \(count)")
        session.step(by: count) { [weak self] finished in
            self?.log("step \(count) \(finished ? "done" : "refused")")
        }
        settle()
    }

    /// Performs an operation without a method here.
    func perform(_ name: String, _ body: (PlaybackSession) -> Void) {
        command(name)
        body(session)
        settle()
    }

    /// Sets the client's action at the end.
    func whenEnded(_ body: @escaping @Sendable (PlaybackSession) -> Void) {
        record.withLock { $0.endHandler = body }
    }

    var endCount: Int { record.withLock { $0.endCount } }

    private func command(_ text: String) {
        record.withLock { $0.mustNotDecrease = false }
        log("> " + text)
    }

    func log(_ text: String) {
        let now = clock.now
        record.withLock { $0.lines.append(Line(hostTime: now, text: text)) }
    }

    static func text(_ seconds: Double) -> String { String(format: "%.3f", seconds == 0 ? 0 : seconds) }
    static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    }
}
