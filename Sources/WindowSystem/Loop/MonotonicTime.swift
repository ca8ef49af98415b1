package import Foundation
import CDesktop

/// The clock of the timestamps of events and frames: seconds on the host's monotonic clock.
package enum MonotonicTime {
    /// Seconds since an arbitrary time, usually system boot; never decreases. Any thread.
    package static var now: TimeInterval { TimeInterval(g_get_monotonic_time()) / 1_000_000 }

    /// Returns the time after a delay in microseconds, GLib's unit, clamped to avoid overflow.
    static func microseconds(after delay: TimeInterval) -> Int64 {
        guard delay.isFinite else { return delay > 0 ? -1 : 0 }
        return Int64(g_get_monotonic_time()) &+ Int64(max(0, min(delay, farAwaySeconds)) * 1_000_000)
    }

    private static let farAwaySeconds: TimeInterval = 1_000_000_000
}

extension Duration {
    var seconds: TimeInterval {
        let (whole, atto) = components
        return TimeInterval(whole) + TimeInterval(atto) / 1e18
    }
}
