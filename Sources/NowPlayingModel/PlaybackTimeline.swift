/// The position of playback, extrapolated from the last known position with the rate.
package struct PlaybackTimeline: Sendable, Hashable {
    /// The position at `anchor`, in seconds.
    package var elapsed: Double
    package var rate: Double
    /// The time of the last known position, in seconds of a monotonic clock.
    package var anchor: Double
    /// nil: unknown, or a live stream.
    package var duration: Double?

    package init(elapsed: Double, rate: Double, anchor: Double, duration: Double? = nil) {
        self.elapsed = elapsed
        self.rate = rate
        self.anchor = anchor
        self.duration = duration
    }

    /// Returns the position at a time of the clock, within 0 and the duration.
    package func position(at now: Double) -> Double {
        let position = elapsed + rate * max(0, now - anchor)
        guard position.isFinite else { return 0 }
        return max(0, min(position, duration ?? .greatestFiniteMagnitude))
    }

    /// Returns whether a newly reported position contradicts the extrapolated one: playback has jumped.
    ///
    /// Programs may report whole seconds, so that for those a difference of less than a second is no jump.
    package func isJump(to position: Double, at now: Double) -> Bool {
        let difference = abs(self.position(at: now) - position)
        return difference > (position == position.rounded(.down) ? 1 : 0.25)
    }
}
