public import Foundation
import Synchronization

/// A timeline that runs at a settable rate relative to a clock or another timebase.
///
/// Thread-safe. The timebase of a player item has the item's effective rate and time and is read-only.
public final class CMTimebase: NSObject, Sendable {
    /// Posted on the thread that changed the rate; `object` is the timebase.
    public static let effectiveRateChanged = Notification.Name("kCMTimebaseNotification_EffectiveRateChanged")
    /// Posted on the thread that set the time; `object` is the timebase.
    public static let timeJumped = Notification.Name("kCMTimebaseNotification_TimeJumped")

    private struct State {
        var rate: Double
        /// The value of `time` when the source was at `reference`.
        var anchor: CMTime
        var reference: CMTime
    }

    private enum Source {
        case clock(CMClock)
        case timebase(CMTimebase)
        /// Read-only: time and rate come from closures.
        case shown(time: @Sendable () -> CMTime, rate: @Sendable () -> Double)
    }

    private let source: Source
    private let state: Mutex<State>

    /// Creates a timebase at time zero, with rate 0.
    public init(sourceClock: CMClock) throws {
        source = .clock(sourceClock)
        state = Mutex(State(rate: 0, anchor: .zero, reference: sourceClock.time))
        super.init()
    }

    /// Creates a timebase at time zero, with rate 0, that runs relative to another timebase.
    public init(sourceTimebase: CMTimebase) throws {
        source = .timebase(sourceTimebase)
        state = Mutex(State(rate: 0, anchor: .zero, reference: sourceTimebase.time))
        super.init()
    }

    /// Creates a read-only timebase whose time and rate come from closures.
    package init(showingTime time: @escaping @Sendable () -> CMTime, rate: @escaping @Sendable () -> Double) {
        source = .shown(time: time, rate: rate)
        state = Mutex(State(rate: 0, anchor: .zero, reference: .zero))
        super.init()
    }

    /// The present time.
    public var time: CMTime {
        guard let now = sourceTime else {
            guard case .shown(let time, _) = source else { return .invalid }
            return time()
        }
        return state.withLock { Self.time($0, at: now) }
    }

    /// The rate in seconds of this timeline per second of its source.
    public var rate: Double {
        guard case .shown(_, let rate) = source else { return state.withLock { $0.rate } }
        return rate()
    }

    /// The rate in seconds of this timeline per second of the clock at the end of the chain of sources.
    public var effectiveRate: Double {
        guard case .timebase(let timebase) = source else { return rate }
        return rate * timebase.effectiveRate
    }

    /// The clock at the end of the chain of sources.
    public var ultimateSourceClock: CMClock {
        switch source {
        case .clock(let clock): clock
        case .timebase(let timebase): timebase.ultimateSourceClock
        case .shown: .hostTimeClock
        }
    }

    /// The source clock; nil where the source is a timebase.
    public var sourceClock: CMClock? {
        switch source {
        case .clock(let clock): clock
        case .timebase: nil
        case .shown: .hostTimeClock
        }
    }

    public var sourceTimebase: CMTimebase? {
        guard case .timebase(let timebase) = source else { return nil }
        return timebase
    }

    /// Sets the time and continues at the present rate.
    public func setTime(_ time: CMTime) throws {
        guard time.isNumeric else { throw Self.error(kCMTimebaseError_InvalidParameter, "The time must be numeric.") }
        let now = try settableSourceTime()
        state.withLock { $0 = State(rate: $0.rate, anchor: time, reference: now) }
        post(Self.timeJumped)
    }

    /// Sets the rate and continues from the present time.
    public func setRate(_ rate: Double) throws {
        guard rate.isFinite else { throw Self.error(kCMTimebaseError_InvalidParameter, "The rate must be finite.") }
        let now = try settableSourceTime()
        let changed = state.withLock { state in
            let old = state.rate
            state = State(rate: rate, anchor: Self.time(state, at: now), reference: now)
            return old != rate
        }
        if changed { post(Self.effectiveRateChanged) }
    }

    /// Sets the rate, and anchors the timeline: it is at `anchorTime` when the source is at `referenceTime`.
    public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
        guard rate.isFinite, anchorTime.isNumeric, referenceTime.isNumeric else {
            throw Self.error(
                kCMTimebaseError_InvalidParameter, "The rate must be finite and the times must be numeric.")
        }
        _ = try settableSourceTime()
        let changed = state.withLock { state in
            let old = state.rate
            state = State(rate: rate, anchor: anchorTime, reference: referenceTime)
            return old != rate
        }
        if changed { post(Self.effectiveRateChanged) }
        post(Self.timeJumped)
    }

    /// Returns the time of this timeline when the host clock is at `hostTime`.
    func time(atHostTime hostTime: CMTime) -> CMTime {
        switch source {
        case .clock: return state.withLock { Self.time($0, at: hostTime) }
        case .timebase(let timebase):
            let reference = timebase.time(atHostTime: hostTime)
            return state.withLock { Self.time($0, at: reference) }
        case .shown(let time, let rate):
            return time() + CMTimeMultiplyByFloat64(hostTime - CMClock.hostTimeClock.time, multiplier: rate())
        }
    }

    /// Returns the host time when this timeline is at `time`; invalid while it is stopped.
    package func hostTime(at time: CMTime) -> CMTime {
        switch source {
        case .clock: return state.withLock { Self.reference($0, at: time) }
        case .timebase(let timebase): return timebase.hostTime(at: state.withLock { Self.reference($0, at: time) })
        case .shown(let shown, let rate):
            let rate = rate()
            guard rate != 0 else { return .invalid }
            return CMClock.hostTimeClock.time + CMTimeMultiplyByFloat64(time - shown(), multiplier: 1 / rate)
        }
    }

    func post(_ name: Notification.Name) {
        NotificationCenter.default.post(name: name, object: self)
    }

    private var sourceTime: CMTime? {
        switch source {
        case .clock(let clock): clock.time
        case .timebase(let timebase): timebase.time
        case .shown: nil
        }
    }

    private func settableSourceTime() throws -> CMTime {
        guard let now = sourceTime else {
            throw Self.error(
                kCMTimebaseError_ReadOnly,
                "A player item's timebase is read-only; seek or set the player's rate instead.")
        }
        return now
    }

    private static func time(_ state: State, at now: CMTime) -> CMTime {
        guard state.rate != 0 else { return state.anchor }
        let passed = now - state.reference
        // A common fine timescale, so that repeated sums of unusual timescales are not rounded.
        let anchor =
            state.anchor.timescale == passed.timescale
            ? state.anchor : state.anchor.convertScale(passed.timescale, method: .default)
        return anchor + (state.rate == 1 ? passed : scaled(passed, by: state.rate))
    }

    private static func reference(_ state: State, at time: CMTime) -> CMTime {
        guard state.rate != 0, time.isNumeric else { return .invalid }
        return state.reference + scaled(time - state.anchor, by: 1 / state.rate)
    }

    private static func scaled(_ time: CMTime, by factor: Double) -> CMTime {
        let scaled = CMTimeMultiplyByFloat64(time, multiplier: factor)
        return scaled.convertScale(CMTimeScale(CMClock.nanosecondsPerSecond), method: .default)
    }

    static func error(_ code: OSStatus, _ message: String) -> NSError {
        NSError(domain: NSOSStatusErrorDomain, code: Int(code), userInfo: [NSLocalizedDescriptionKey: message])
    }
}
