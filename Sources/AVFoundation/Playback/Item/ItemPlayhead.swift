import CoreMedia

/// The reported time of an item: that of its session, or a substitute while the session's time does not count.
struct ItemPlayhead: Sendable {
    enum Release: Sendable { case notFrozen, unmoved, moved }

    private struct PastEnd: Sendable {
        var seconds: Double
        var hostTime: Int64
        var rate: Double
    }

    private enum Source: Sendable {
        /// In no player: the time at which playback will start, or the time at which the item left its player.
        case detached(CMTime)
        case session
        /// `actionAtItemEnd` is none: time continues past the end by the host clock.
        case pastEnd(PastEnd)
    }

    /// The time at which playback will start when a player attaches the item.
    private(set) var start = CMTime.zero
    private var source = Source.detached(.zero)
    /// The fixed reported time while an interstitial plays in the item's place.
    private(set) var frozenTime: CMTime?
    private var hasMovedWhileFrozen = false
    /// The rate of the session's time, as last reported.
    var sessionRate = 0.0
    private(set) var stretch = PlaybackStretch.next()

    private static var pastEndTimescale: CMTimeScale { 90_000 }

    /// The rate of the reported time.
    var rate: Double {
        if case .pastEnd(let past) = source { return past.rate }
        return sessionRate
    }

    var isFrozen: Bool { frozenTime != nil }

    /// Returns the reported time.
    /// - Parameters:
    ///   - sessionTime: the time of an open session; nil where there is none, or where it does not know its start position yet.
    ///   - now: in nanoseconds of the host clock.
    func time(_ sessionTime: CMTime?, now: Int64) -> CMTime {
        if let frozenTime { return frozenTime }
        switch source {
        case .detached(let time): return time
        case .session: return sessionTime ?? start
        case .pastEnd(let past):
            let seconds = past.seconds + Double(now &- past.hostTime) / 1e9 * past.rate
            return CMTime(seconds: max(0, seconds), preferredTimescale: Self.pastEndTimescale)
        }
    }

    mutating func setStart(_ time: CMTime) {
        start = time
        if case .detached = source { source = .detached(time) }
    }

    mutating func attach() {
        source = .session
        sessionRate = 0
        jump()
    }

    /// - Parameter time: the current time.
    mutating func detach(at time: CMTime) {
        source = .detached(time)
        start = .zero
        sessionRate = 0
        frozenTime = nil
        hasMovedWhileFrozen = false
        jump()
    }

    /// Handles a change of the position other than by playing, which has happened or is about to.
    mutating func jump() {
        stretch = .next()
        if case .pastEnd = source { source = .session }
    }

    /// - Parameters:
    ///   - rate: the rate of the time past the end; nil: the session's own time counts again.
    ///   - time: the current time.
    mutating func runPastEnd(at rate: Double?, from time: CMTime, now: Int64) {
        guard let rate else {
            if case .pastEnd = source { source = .session }
            return
        }
        source = .pastEnd(PastEnd(seconds: time.isNumeric ? time.seconds : 0, hostTime: now, rate: rate))
    }

    mutating func hold(at time: CMTime) { frozenTime = time }

    /// Notes a seek of the held item, which is reported to observers when the item is released.
    mutating func moveWhileFrozen() {
        hasMovedWhileFrozen = true
        jump()
    }

    /// Reports the item's own time again.
    mutating func release() -> Release {
        guard frozenTime != nil else { return .notFrozen }
        frozenTime = nil
        defer { hasMovedWhileFrozen = false }
        jump()
        return hasMovedWhileFrozen ? .moved : .unmoved
    }
}
