/// Where an item's time is and how fast it moves, seen at one moment of the host clock.
struct TimeAnchor: Sendable, Hashable {
    var seconds: Double
    /// Seconds of item time for each second of the host; 0 while time stands.
    var rate: Double
    /// Nanoseconds of the host clock.
    var hostTime: Int64

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

/// Decides when an observer of time is called: semantics section 5.
protocol TimeSchedule: Sendable {
    /// The position moved other than by playing.
    /// - Returns: whether to call the observer, here as in the other functions.
    mutating func jumped(to anchor: TimeAnchor) -> Bool
    /// Time has begun, or ceased, to move.
    mutating func startedOrStopped(at anchor: TimeAnchor) -> Bool
    /// Time has moved on to here by playing.
    mutating func moved(to anchor: TimeAnchor) -> Bool
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

    mutating func jumped(to anchor: TimeAnchor) -> Bool {
        lastMark = mark(at: anchor)
        return true
    }

    mutating func startedOrStopped(at anchor: TimeAnchor) -> Bool { jumped(to: anchor) }

    mutating func moved(to anchor: TimeAnchor) -> Bool {
        let mark = mark(at: anchor)
        guard mark != lastMark else { return false }
        lastMark = mark
        return true
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
struct BoundarySchedule: TimeSchedule {
    /// In seconds, ascending.
    let times: [Double]
    private var last: Double?

    init(times: [Double]) { self.times = times.filter(\.isFinite).sorted() }

    mutating func jumped(to anchor: TimeAnchor) -> Bool {
        last = anchor.seconds
        return false
    }

    mutating func startedOrStopped(at anchor: TimeAnchor) -> Bool { moved(to: anchor) }

    mutating func moved(to anchor: TimeAnchor) -> Bool {
        let now = anchor.seconds
        guard now.isFinite else { return false }
        defer { last = now }
        guard let last else { return false }
        if now > last { return times.contains { $0 > last && $0 <= now } }
        return times.contains { $0 < last && $0 >= now }
    }

    func nextWake(after anchor: TimeAnchor) -> Int64? {
        let from = last ?? anchor.seconds
        let target =
            anchor.rate > 0
            ? times.first { $0 > max(from, anchor.seconds) } : times.last { $0 < min(from, anchor.seconds) }
        return target.flatMap { anchor.hostTime(reaching: $0) }
    }
}
