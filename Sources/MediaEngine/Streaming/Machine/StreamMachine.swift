import CoreMedia
import Foundation
import HLS

/// The decision logic of a stream: which variant plays, which playlists and chunks are requested, and how responses are handled.
///
/// A value type without clock, threads, network or FFmpeg. Every input carries the host time. Outputs collect in `actions` and
/// `pipelineChanges`, which the driver (`StreamingReader`) takes after each input. Host times are `Duration`, media times `Nanoseconds`.
struct StreamMachine: Sendable {
    /// The phase of the stream. Responses lead from `connecting` to `reading`; only a seek ends `failed`.
    enum Mode {
        /// Until the first playlist arrives.
        case connecting
        /// Until each selected rendition has its first packets. Only what the first frame needs is loaded.
        case starting
        /// - Parameter hasDelivered: whether a packet was delivered since the start or the last seek.
        case reading(hasDelivered: Bool)
        case failed(MediaError, hasStarted: Bool)
    }

    /// Whether the reader thread may read.
    enum Access: Equatable {
        case open
        /// The next wait of the reader thread ends with `cancelled`.
        case interrupted
        /// Reading ends with `cancelled` and nothing is requested until the stream is resumed.
        case cancelled(isInterrupted: Bool)
    }

    /// The playback position at a point in time.
    struct PlayHead {
        var time: Nanoseconds = 0
        var rate = 1.0
        var reportedAt = Duration.zero

        /// Extrapolates the position between two reports.
        func time(at now: Duration) -> Nanoseconds {
            guard rate != 0 else { return time }
            return time &+ Nanoseconds(Double(max(0, (now - reportedAt).inNanoseconds)) * abs(rate))
        }
    }

    /// The amount of media ahead of the play head at which the buffer is full.
    static let bufferGoal: Nanoseconds = 45 * .second

    let url: URL
    /// Whether the app loads resources itself.
    let hasProvider: Bool
    /// Identifies this playback of the stream in every request.
    let sessionID: String
    var now: Duration
    var mode = Mode.connecting
    var access = Access.open
    var playHead = PlayHead()
    var preferences: StreamingPreferences
    var variants = VariantSelector()
    var adaptation: VariantAdaptation
    var renditions: [RenditionRole: RenditionMachine] = [:]
    var window = PresentationWindow()
    var selection = TrackSelection()
    var timeline = PresentationTimeline()
    var resources = SharedResources()
    var reports = StreamReports()
    var byteCount: Int64 = 0
    private(set) var loadCount = 0
    /// The position of the requested start or of the last seek, until a packet is delivered or the selection changes;
    /// then nil.
    var untouchedPosition: Nanoseconds?
    /// Incremented by each seek; demuxed media of an older generation is discarded.
    var generation = 0
    var actions: [StreamAction] = []
    var pipelineChanges: [PipelineChange] = []

    init(
        url: URL, hasProvider: Bool = false, sessionID: String, preferences: StreamingPreferences,
        remembered: StoredThroughput?, now: Duration
    ) {
        self.url = url
        self.hasProvider = hasProvider
        self.sessionID = sessionID
        self.preferences = preferences
        self.now = now
        adaptation = VariantAdaptation(remembered: remembered)
    }

    // MARK: - Queries

    var hasStarted: Bool {
        switch mode {
        case .connecting, .starting: false
        case .reading: true
        case .failed(_, let hasStarted): hasStarted
        }
    }

    var hasDelivered: Bool { if case .reading(let hasDelivered) = mode { hasDelivered } else { false } }
    var failure: MediaError? { if case .failed(let error, _) = mode { error } else { nil } }
    var isCancelled: Bool { if case .cancelled = access { true } else { false } }
    var main: RenditionMachine? { renditions[.main] }
    /// The current time in seconds, as the adaptation uses it.
    var seconds: Double { now.inSeconds }

    /// Whether each active rendition has its first packets, or ended without any.
    var hasEveryRenditionBegun: Bool { renditions.values.allSatisfy { $0.hasBegun || $0.isAtEnd } }
    var isAtEnd: Bool { renditions.values.allSatisfy(\.isAtEnd) }

    // MARK: - Inputs

    mutating func advanceTime(to moment: Duration) { now = max(now, moment) }

    /// Starts every request that is due.
    mutating func advance() {
        guard !isCancelled else { return }
        if hasStarted { steer() }
        for role in renditions.keys.sorted() { advance(role) }
    }

    /// The time at which `advance` is due again if no response arrives before; nil if only a response can change the state.
    var nextDeadline: Duration? {
        var moments = renditions.values.compactMap { rendition -> Duration? in
            rendition.isAtEnd ? nil : rendition.tracker.nextRequest(now: now)?.earliest
        }
        moments += renditions.values.compactMap(\.retryAt)
        if let steering = nextSteering { moments.append(steering) }
        return moments.min()
    }

    mutating func cancel() {
        access = .cancelled(isInterrupted: access != .open)
        keepThroughput(atLeastAfter: 0)
        for role in renditions.keys { abandonLoad(role) }
    }

    mutating func resume() {
        guard case .cancelled(let isInterrupted) = access else { return }
        access = isInterrupted ? .interrupted : .open
    }

    mutating func interrupt() {
        access = isCancelled ? .cancelled(isInterrupted: true) : .interrupted
    }

    /// Called when the reader thread has left its wait because of an interruption.
    mutating func acknowledgeInterruption() {
        if access == .interrupted { access = .open }
    }

    mutating func reportPlayHead(_ time: Nanoseconds, rate: Double) {
        playHead = PlayHead(time: time, rate: rate, reportedAt: now)
    }

    /// Sets the requested start position in media time; nil: as the stream specifies. Without effect once the first media playlist has
    /// arrived.
    mutating func requestStart(at time: Nanoseconds?) { window.requestedStart = time }

    mutating func prefer(_ preferences: StreamingPreferences) {
        self.preferences = preferences
        variants.limit(under: environment)
    }

    mutating func seek(to time: Nanoseconds) {
        switch access {
        case .interrupted: access = .open
        case .cancelled: access = .cancelled(isInterrupted: false)
        case .open: break
        }
        playHead.time = time
        playHead.reportedAt = now
        // The media that is loaded or requested already starts at the seek target.
        if failure == nil, main?.tracker.isLive == false, untouchedPosition == max(0, time) { return }
        generation += 1
        switch mode {
        case .connecting, .starting: break
        case .reading, .failed(_, hasStarted: true): mode = .reading(hasDelivered: false)
        case .failed(_, hasStarted: false): mode = multivariantIsKnown ? .starting : .connecting
        }
        realign()
        for role in renditions.keys { move(role, to: max(0, time)) }
        timeline.reset()
        untouchedPosition = renditions.isEmpty ? nil : max(0, time)
    }

    private var multivariantIsKnown: Bool { !renditions.isEmpty }

    /// Records that a packet of a rendition was delivered, and how many remain in its queue.
    mutating func delivered(_ role: RenditionRole, queued: Int) {
        renditions[role]?.queuedPackets = queued
        untouchedPosition = nil
        // An error before the audio has begun is an error of the start.
        if case .reading = mode { mode = .reading(hasDelivered: true) }
    }

    // MARK: - Shared steps

    mutating func nextLoadNumber() -> Int {
        loadCount += 1
        return loadCount
    }

    mutating func fail(_ error: MediaError) { mode = .failed(error, hasStarted: hasStarted) }

    mutating func report(_ error: MediaError, _ comment: String) {
        actions.append(.reportError(error, comment: comment))
    }

    mutating func abandonLoad(_ role: RenditionRole) {
        if let number = renditions[role]?.endLoading() { actions.append(.cancelLoad(number)) }
    }

    mutating func move(_ role: RenditionRole, to time: Nanoseconds) {
        if let number = renditions[role]?.move(to: time) { actions.append(.cancelLoad(number)) }
        renditions[role]?.queuedPackets = 0
        pipelineChanges.append(.clear(role))
    }

    mutating func remove(_ role: RenditionRole) {
        abandonLoad(role)
        renditions[role] = nil
        pipelineChanges.append(.remove(role))
    }

    mutating func add(_ role: RenditionRole, variant: Int, url: URL, at time: Nanoseconds) {
        renditions[role] = RenditionMachine(role: role, variant: variant, url: url, at: time)
        pipelineChanges.append(.clear(role))
    }
}

extension Duration {
    var inNanoseconds: Int64 {
        let (seconds, fraction) = components
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflowed ? .never : whole &+ fraction / 1_000_000_000
    }
}
