/// A time on a session's host clock. A separate type, so that it cannot be confused with a media time (`Nanoseconds`).
struct HostTime: Hashable, Comparable, Sendable {
    /// Nanoseconds since the clock's fixed start.
    var nanoseconds: Int64

    static let zero = HostTime(nanoseconds: 0)
    /// Later than every time that occurs.
    static let distantFuture = HostTime(nanoseconds: .never)

    var seconds: Double { nanoseconds.seconds }

    static func < (left: HostTime, right: HostTime) -> Bool { left.nanoseconds < right.nanoseconds }
    static func &+ (time: HostTime, interval: Nanoseconds) -> HostTime {
        HostTime(nanoseconds: time.nanoseconds &+ interval)
    }
    static func &- (left: HostTime, right: HostTime) -> Nanoseconds { left.nanoseconds &- right.nanoseconds }
}

extension HostClock {
    var time: HostTime { HostTime(nanoseconds: now) }
}
