/// Coalesces updates: the first ones of a burst are sent at once, further ones at intervals, and the last one always.
///
/// Times are seconds of a monotonic clock.
package struct UpdateLimiter: Sendable, Hashable {
    package enum Action: Sendable, Hashable {
        case send
        /// Send after this number of seconds, unless `sent(at:)` happens before.
        case wait(Double)
        /// An earlier update already waits; sending it sends this one too.
        case join
    }

    /// Updates that are sent at once after a pause.
    package static let burst = 4.0
    /// Seconds between updates after a burst.
    package static let interval = 0.025

    private var credit = Self.burst
    private var time: Double?
    private var isWaiting = false

    package init() {}

    /// An update is to be sent.
    package mutating func request(at now: Double) -> Action {
        if isWaiting { return .join }
        refill(now)
        guard credit >= 1 else {
            isWaiting = true
            return .wait((1 - credit) * Self.interval)
        }
        credit -= 1
        return .send
    }

    /// The wait is over, and the update is sent.
    package mutating func sent(at now: Double) {
        isWaiting = false
        refill(now)
        credit = max(0, credit - 1)
    }

    private mutating func refill(_ now: Double) {
        if let time { credit = min(Self.burst, credit + max(0, now - time) / Self.interval) }
        time = now
    }
}
