import CoreMedia

/// The time of an item: that of its session, or what takes its place while no session's time counts.
struct ItemPlayhead: Sendable {
    enum Release: Sendable { case notHeld, unmoved, moved }

    private struct PastEnd: Sendable {
        var seconds: Double
        var hostTime: Int64
        var rate: Double
    }

    private enum Source: Sendable {
        /// In no player: where playback will start, or where time was when the item left its player.
        case detached(CMTime)
        case session
        /// Action none: time continues past the end by the host's clock.
        case pastEnd(PastEnd)
    }

    /// Where playback will start when a player attaches the item.
    private(set) var start = CMTime.zero
    private var source = Source.detached(.zero)
    /// What the time is reported to be while an interstitial plays in the item's place.
    private(set) var held: CMTime?
    private var hasMovedWhileHeld = false
    /// The rate at which the session's time moves, as it reported last.
    var sessionRate = 0.0
    private(set) var stretch = PlaybackStretch.next()

    private static var pastEndTimescale: CMTimeScale { 90_000 }

    /// The rate at which time moves.
    var rate: Double {
        if case .pastEnd(let past) = source { return past.rate }
        return sessionRate
    }

    var isHeld: Bool { held != nil }

    /// - Parameters:
    ///   - sessionTime: the time of a session that is open; nil where there is none, or where it does not know yet where it will start.
    ///   - now: of the host's clock.
    func time(_ sessionTime: CMTime?, now: Int64) -> CMTime {
        if let held { return held }
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

    /// - Parameter time: where time is now.
    mutating func detach(at time: CMTime) {
        source = .detached(time)
        start = .zero
        sessionRate = 0
        held = nil
        hasMovedWhileHeld = false
        jump()
    }

    /// The position has become, or is about to become, another one other than by playing.
    mutating func jump() {
        stretch = .next()
        if case .pastEnd = source { source = .session }
    }

    /// - Parameters:
    ///   - rate: nil: the session's own time counts again.
    ///   - time: where time is now.
    mutating func runPastEnd(at rate: Double?, from time: CMTime, now: Int64) {
        guard let rate else {
            if case .pastEnd = source { source = .session }
            return
        }
        source = .pastEnd(PastEnd(seconds: time.isNumeric ? time.seconds : 0, hostTime: now, rate: rate))
    }

    mutating func hold(at time: CMTime) { held = time }

    /// The item moves while it is held, which observers learn of when it is released.
    mutating func moveWhileHeld() {
        hasMovedWhileHeld = true
        jump()
    }

    /// The item's own time counts again.
    mutating func release() -> Release {
        guard held != nil else { return .notHeld }
        held = nil
        defer { hasMovedWhileHeld = false }
        jump()
        return hasMovedWhileHeld ? .moved : .unmoved
    }
}
