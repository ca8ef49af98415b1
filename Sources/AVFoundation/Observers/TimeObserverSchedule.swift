/// Where an item's time is and how fast it moves, seen at one moment of the host clock.
struct TimeAnchor: Sendable, Hashable {
    var seconds: Double
    /// Seconds of item time for each second of the host; 0 while time stands.
    var rate: Double
    /// Nanoseconds of the host clock.
    var hostTime: Int64
    /// Between anchors of one stretch time has moved only by playing; between others lies a jump.
    var stretch: PlaybackStretch

    /// What lies further ahead than this many seconds is never waited for.
    private static let farthest = 31_536_000.0

    /// The host time at which item time will be `target`: now where it has been passed, nil where it never will.
    func hostTime(reaching target: Double) -> Int64? {
        guard rate != 0, target.isFinite else { return nil }
        let wait = max(0, (target - seconds) / rate)
        guard wait < Self.farthest else { return nil }
        return hostTime &+ Int64((wait * 1e9).rounded(.up))
    }
}

/// Whether an observer of time is called now.
enum TimeScheduleDecision: Sendable { case call, skip }

/// Decides when an observer of time is called: semantics section 5.
protocol TimeSchedule: Sendable {
    /// The position moved other than by playing.
    mutating func jumped(to anchor: TimeAnchor) -> TimeScheduleDecision
    /// Time has begun, or ceased, to move.
    mutating func startedOrStopped(at anchor: TimeAnchor) -> TimeScheduleDecision
    /// Time has moved on to here by playing.
    mutating func moved(to anchor: TimeAnchor) -> TimeScheduleDecision
    /// The host time at which to look again; nil while nothing will happen by itself.
    func nextWake(after anchor: TimeAnchor) -> Int64?
}

/// Calls at multiples of an interval, so that a clock on the screen changes when its second does, and at each jump, start and stop.
struct PeriodicSchedule: TimeSchedule {
    let interval: Double
    private var lastMark: Double?

    /// Calls closer together than this, in seconds of the host clock, are coalesced.
    static let shortestPeriod = 1.0 / 120
    /// A timer may be early by this many seconds of item time.
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
        // Backwards, a mark is passed when time is just below it.
        let target = anchor.rate > 0 ? (mark + 1) * interval : mark * interval - Self.slack * 2
        let earliest = anchor.hostTime &+ Int64(Self.shortestPeriod * 1e9)
        return anchor.hostTime(reaching: target).map { max($0, earliest) }
    }

    private func mark(at anchor: TimeAnchor) -> Double {
        ((anchor.seconds + Self.slack) / interval).rounded(.down)
    }
}

/// Calls when playing crosses one of its times, in either direction, never for a jump.
///
/// A jump shows before it is reported: the position of a session that seeks is the target at once, and an event of the session, such as
/// another rate, may come before the event of the jump. So each movement is checked: both positions must belong to one stretch of
/// playback, the direction must be that of the rate, and the distance must fit the time that has passed.
struct BoundarySchedule: TimeSchedule {
    /// In seconds, ascending.
    let times: [Double]
    private var last: TimeAnchor?

    /// Playback may have been faster than its rates say by this factor, and ahead by this many seconds of item time.
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
        // Where time has just stopped, or just turned, the rate before it says how time has moved.
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
