/// The position and rate of an item's time at one moment of the host clock.
struct TimeAnchor: Sendable, Hashable {
    var seconds: Double
    /// Seconds of item time per second of the host clock; 0 while item time does not advance.
    var rate: Double
    /// Nanoseconds of the host clock.
    var hostTime: Int64
    /// The uninterrupted period of playback: between anchors of different stretches lies a jump.
    var stretch: PlaybackStretch

    /// Times that are further ahead than this many seconds get no timer.
    private static let farthest = 31_536_000.0

    /// Returns the host time at which item time reaches `target`: the current one where it has passed, nil where it is never reached.
    func hostTime(reaching target: Double) -> Int64? {
        guard rate != 0, target.isFinite else { return nil }
        let wait = max(0, (target - seconds) / rate)
        guard wait < Self.farthest else { return nil }
        return hostTime &+ Int64((wait * 1e9).rounded(.up))
    }
}

/// Whether a time observer is called now.
enum TimeScheduleDecision: Sendable { case call, skip }

/// Decides when a time observer is called (semantics section 5).
protocol TimeSchedule: Sendable {
    /// Handles a change of position other than by playing.
    mutating func jumped(to anchor: TimeAnchor) -> TimeScheduleDecision
    /// Handles time starting or stopping to move.
    mutating func startedOrStopped(at anchor: TimeAnchor) -> TimeScheduleDecision
    /// Handles time having advanced to the anchor by playing.
    mutating func moved(to anchor: TimeAnchor) -> TimeScheduleDecision
    /// Returns the host time of the next evaluation; nil while no call is due without another event.
    func nextWake(after anchor: TimeAnchor) -> Int64?
}

/// Calls at multiples of an interval, so that a displayed clock changes exactly when its second does, and at each jump, start and stop.
struct PeriodicSchedule: TimeSchedule {
    let interval: Double
    private var lastMark: Double?

    /// Calls closer together than this, in seconds of the host clock, are coalesced.
    static let shortestPeriod = 1.0 / 120
    /// The tolerance, in seconds of item time, for timers that fire early.
    static let slack = 0.0005

    /// - Parameter interval: seconds of item time, positive.
    init(interval: Double) { self.interval = interval }

    mutating func jumped(to anchor: TimeAnchor) -> TimeScheduleDecision {
        lastMark = mark(at: anchor)
        return .call
    }

    mutating func startedOrStopped(at anchor: TimeAnchor) -> TimeScheduleDecision { jumped(to: anchor) }

    mutating func moved(to anchor: TimeAnchor) -> TimeScheduleDecision {
        let mark = mark(at: anchor)
        guard mark != lastMark else { return .skip }
        lastMark = mark
        return .call
    }

    func nextWake(after anchor: TimeAnchor) -> Int64? {
        guard anchor.rate != 0 else { return nil }
        let mark = lastMark ?? mark(at: anchor)
        // In reverse playback, a multiple is passed when time is just below it.
        let target = anchor.rate > 0 ? (mark + 1) * interval : mark * interval - Self.slack * 2
        let earliest = anchor.hostTime &+ Int64(Self.shortestPeriod * 1e9)
        return anchor.hostTime(reaching: target).map { max($0, earliest) }
    }

    private func mark(at anchor: TimeAnchor) -> Double {
        ((anchor.seconds + Self.slack) / interval).rounded(.down)
    }
}

/// Calls when playback crosses one of its times, in either direction, and never for a jump.
///
/// A jump is visible before it is reported: a seeking session has the target position at once, and another event of the session, such as a
/// rate change, may arrive before that of the jump. Therefore each movement is checked: both positions must belong to one stretch of
/// playback, the direction must be that of the rate, and the distance must be plausible for the elapsed time.
struct BoundarySchedule: TimeSchedule {
    /// The boundary times in seconds, ascending.
    let times: [Double]
    private var last: TimeAnchor?

    /// The tolerances of the check: a factor of the expected speed, and a distance in seconds of item time.
    private static let speedTolerance = 1.25
    private static let distanceTolerance = 0.5

    init(times: [Double]) { self.times = times.filter(\.isFinite).sorted() }

    mutating func jumped(to anchor: TimeAnchor) -> TimeScheduleDecision {
        last = anchor
        return .skip
    }

    mutating func startedOrStopped(at anchor: TimeAnchor) -> TimeScheduleDecision { moved(to: anchor) }

    mutating func moved(to anchor: TimeAnchor) -> TimeScheduleDecision {
        let now = anchor.seconds
        guard now.isFinite else { return .skip }
        defer { last = anchor }
        guard let last, Self.isPlayed(from: last, to: anchor) else { return .skip }
        let isCrossed =
            now > last.seconds
            ? times.contains { $0 > last.seconds && $0 <= now } : times.contains { $0 < last.seconds && $0 >= now }
        return isCrossed ? .call : .skip
    }

    private static func isPlayed(from last: TimeAnchor, to now: TimeAnchor) -> Bool {
        guard last.stretch == now.stretch else { return false }
        let distance = now.seconds - last.seconds
        // Where time has just stopped or changed direction, the rate before the change counts.
        guard [last.rate, now.rate].contains(where: { $0 * distance > 0 }) else { return false }
        let elapsed = Double(now.hostTime &- last.hostTime) / 1e9
        return abs(distance) <= elapsed * max(abs(last.rate), abs(now.rate)) * speedTolerance + distanceTolerance
    }

    func nextWake(after anchor: TimeAnchor) -> Int64? {
        let from = last?.seconds ?? anchor.seconds
        let target =
            anchor.rate > 0
            ? times.first { $0 > max(from, anchor.seconds) } : times.last { $0 < min(from, anchor.seconds) }
        return target.flatMap { anchor.hostTime(reaching: $0) }
    }
}
