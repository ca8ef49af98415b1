import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import QuartzCore
import Synchronization
import VideoFrames

/// The frames that a client enqueues, each displayed when the timebase reaches its time.
///
/// Called on any thread; key-value observers are called on the thread of the client's call, and on the main queue for changes by the
/// timebase.
final class SampleBufferVideo: VideoFrameSource {
    /// A client's request for more frames.
    private struct Request: Sendable {
        var queue: DispatchQueue
        var block: @Sendable () -> Void
        var number: Int
    }

    private struct State: Sendable {
        var queue = SampleQueue()
        /// The client's timebase; nil: frames are displayed at their times on the host clock.
        var control: CMTimebase?
        var shown: NumberedFrame?
        var generation: UInt64 = 0
        var hasEnqueued = false
        var error: AVError?
        var preventsSleep = true
        var request: Request?
        /// The number of the last request, which distinguishes it from later ones.
        var requests = 0
        var isRequesting = false
        var enqueued = 0
        var timer: (any PlaybackTimer)?
        var retry: (any PlaybackTimer)?
        var handlers: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// The property values that were last reported to key-value observers.
        var reported = Snapshot()
    }

    private struct Snapshot: ObservedSnapshot {
        private(set) var status = AVQueuedSampleBufferRenderingStatus.unknown
        private(set) var isReady = false

        init() {}

        init(_ state: borrowing State) {
            status = state.error != nil ? .failed : state.hasEnqueued ? .rendering : .unknown
            isReady = state.shown != nil
        }

        static let properties: [ObservedProperty<Snapshot>] = [
            ObservedProperty("status", \.status), ObservedProperty("isReadyForDisplay", \.isReady),
        ]
    }

    /// The frames before a change.
    private struct Frames: Sendable {
        let queue: SampleQueue
        let shown: NumberedFrame?
    }

    /// The time after which a request is repeated whose block has enqueued nothing, in nanoseconds.
    private static let retryTime: Int64 = 10_000_000

    let observers = KeyValueObservers()
    private let state = Mutex(State())
    private let environment: PlaybackEnvironment
    private let hostTimebase: CMTimebase
    private let notifications = NotificationObservers()

    init(environment: PlaybackEnvironment = .system) {
        self.environment = environment
        hostTimebase = CMTimebase(showingTime: { CMClock.hostTimeClock.time }, rate: { 1 })
        for name in [CMTimebase.effectiveRateChanged, CMTimebase.timeJumped] {
            notifications.add(name) { [weak self] note in
                guard let self, let changed = note.object as? CMTimebase, isDriven(by: changed) else { return }
                advance()
            }
        }
    }

    deinit { WakefulContents.shared.set(false, for: ObjectIdentifier(self)) }

    // MARK: Properties

    var status: AVQueuedSampleBufferRenderingStatus { state.withLock { Snapshot($0).status } }
    var error: AVError? { state.withLock { $0.error } }
    var isReadyForDisplay: Bool { state.withLock { $0.shown != nil } }
    var hasRoom: Bool { state.withLock { $0.queue.hasRoom } }
    /// Whether the queue is so full that playback can start without gaps.
    var isFilled: Bool { state.withLock { $0.queue.count >= SampleQueue.capacity / 2 } }
    var timebase: CMTimebase { control ?? hostTimebase }

    var control: CMTimebase? {
        get { state.withLock { $0.control } }
        set {
            state.withLock { $0.control = newValue }
            advance()
        }
    }

    var preventsSleep: Bool {
        get { state.withLock { $0.preventsSleep } }
        set {
            state.withLock { $0.preventsSleep = newValue }
            updateWakefulness()
        }
    }

    /// Whether a timebase is the present one or one of its sources.
    private func isDriven(by changed: CMTimebase) -> Bool {
        var timebase = control
        while let present = timebase {
            if present === changed { return true }
            timebase = present.sourceTimebase
        }
        return false
    }

    // MARK: Frames

    /// Adds a sample. An invalid one fails the display, which then ignores samples until a flush.
    /// - Returns: whether the display has failed with this sample.
    func enqueue(_ sample: CMSampleBuffer) -> Bool {
        let attachments = sample.sampleAttachments.first
        guard attachments?.isOn(.doNotDisplay) != true else { return false }
        let frame = VideoFrame(sample)
        let failed = update(.client) { state in
            guard state.error == nil else { return false }
            state.hasEnqueued = true
            guard let frame else {
                state.error = AVError(.undecodableMediaData)
                state.queue.removeAll()
                return true
            }
            state.queue.insert(
                frame, at: sample.presentationTimeStamp,
                displaysImmediately: attachments?.isOn(.displayImmediately) == true)
            state.enqueued += 1
            return false
        }
        if !failed { advance(.client) }
        return failed
    }

    /// Removes the enqueued frames, and with `removesImage` the displayed one.
    func flush(removesImage: Bool) {
        update(.client) { state in
            state.queue.removeAll()
            state.error = nil
            state.hasEnqueued = false
            guard removesImage, state.shown != nil else { return }
            state.shown = nil
            state.generation += 1
        }
        if removesImage { report() }
        advance(.client)
    }

    /// Displays the frame that is due, waits for the next one and requests more.
    private func advance(_ cause: ChangeCause = .playback) {
        let timebase = timebase
        let (now, rate) = (timebase.time, timebase.effectiveRate)
        let isChanged = update(cause) { state in
            let due = state.queue.takeDue(at: now, isReversed: rate < 0)
            if let due {
                state.generation += 1
                state.shown = NumberedFrame(due, generation: state.generation)
            }
            state.timer?.cancel()
            state.timer = state.queue.nextTime(isReversed: rate < 0).flatMap { schedule($0, of: timebase) }
            return due != nil
        }
        updateWakefulness()
        if isChanged { report() }
        serveRequest()
    }

    /// Returns a timer for a time of a timebase; nil while it is stopped.
    private func schedule(_ time: CMTime, of timebase: CMTimebase) -> (any PlaybackTimer)? {
        let hostTime = timebase.hostTime(at: time)
        guard hostTime.isNumeric else { return nil }
        return environment.schedule(Int64(clamping: CMClockConvertHostTimeToSystemUnits(hostTime))) { [weak self] in
            self?.advance()
        }
    }

    private func updateWakefulness() {
        let isWakeful = state.withLock { state in
            state.preventsSleep && state.shown != nil && state.control.map { $0.effectiveRate != 0 } == true
        }
        WakefulContents.shared.set(isWakeful, for: ObjectIdentifier(self))
    }

    // MARK: Requests

    func request(on queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
        replaceRequest { state in
            state.requests += 1
            return Request(queue: queue, block: block, number: state.requests)
        }
        serveRequest()
    }

    func stopRequesting() { replaceRequest { _ in nil } }

    private func replaceRequest(_ make: (inout State) -> Request?) {
        // Released outside of the lock: what the former block holds may stop the request when it is deallocated.
        let former = state.withLock { state -> Request? in
            let former = state.request
            state.request = make(&state)
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// Calls the client's block if there is room for frames and it is not running.
    private func serveRequest() {
        let request = state.withLock { state -> (Request, Int)? in
            guard let request = state.request, state.queue.hasRoom, !state.isRequesting else { return nil }
            state.isRequesting = true
            state.retry = nil
            return (request, state.enqueued)
        }
        guard let (request, before) = request else { return }
        request.queue.async { [weak self] in
            // Not called after the client has stopped the request.
            if let self, isPresent(request) { request.block() }
            self?.requestServed(request, before)
        }
    }

    private func isPresent(_ request: Request) -> Bool { state.withLock { $0.request?.number == request.number } }

    private func requestServed(_ request: Request, _ before: Int) {
        let waits = state.withLock { state in
            state.isRequesting = false
            guard state.request?.number == request.number, state.enqueued == before else { return false }
            // A client that has no frame yet is asked again a moment later.
            state.retry = environment.schedule(environment.hostClock.now + Self.retryTime) { [weak self] in
                self?.serveRequest()
            }
            return true
        }
        if !waits { serveRequest() }
    }

    // MARK: State

    private func update<Result: Sendable>(_ cause: ChangeCause, _ body: (inout State) -> Result) -> Result {
        // Frames that `body` removes are released outside of the lock: the release of a client's pixel buffer calls the client.
        let (result, changes, former) = state.withLock { state -> (Result, [PropertyChange<Snapshot>], Frames) in
            let former = Frames(queue: state.queue, shown: state.shown)
            let before = Snapshot(state)
            let result = body(&state)
            let changes = Snapshot(state).changes(since: before, setting: nil)
            if cause == .playback, !changes.isEmpty { environment.onMain { [weak self] in self?.announce(changes) } }
            return (result, changes, former)
        }
        withExtendedLifetime(former) {}
        if cause == .client { announce(changes) }
        return result
    }

    /// Calls the key-value observers on this thread, with no lock held.
    private func announce(_ changes: [PropertyChange<Snapshot>]) {
        for change in changes {
            let old = state.withLock { $0.reported.acknowledge(change, current: Snapshot($0)) }
            if let old { change.announce(from: old, to: observers) }
        }
    }

    // MARK: VideoFrameSource

    var currentFrame: NumberedFrame? { state.withLock { $0.shown } }
    var generation: UInt64 { state.withLock { $0.shown?.generation ?? 0 } }
    func didDraw(generation: UInt64) {}

    func setChangeHandler(for observer: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.handlers[observer] = handler }
    }

    /// Calls the handlers, with no lock held.
    private func report() { for handler in state.withLock({ Array($0.handlers.values) }) { handler() } }
}
