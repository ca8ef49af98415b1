/// Groups the viewer's seeks: several skips in a row are one navigation (semantics 12, user navigation callbacks).
///
/// A series begins with the first seek and ends when playback resumes: half a second after the last seek while the player plays, at once
/// after a drag of the scrubber, or when a paused player starts to play. At the end the client is asked once for the target time, the
/// player seeks there, and the client is notified once that playback resumes. Each skip also seeks immediately, so that the viewer sees its
/// target.
///
/// Times are seconds of the item. A value type without a clock: each input carries the time, and `deadline` says when to call `tick`.
struct NavigationSeries<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    enum Action: Equatable, Sendable {
        /// Seek exactly, then call `seekCompleted` with the number.
        case seek(to: Double, number: Int)
        /// Ask the client for the target and call `answer`.
        case ask(from: Double, to: Double)
        /// Notify the client that playback resumes.
        case notifyResumption(from: Double, to: Double)
    }

    private struct Moves {
        var from: Double
        var target: Double
        var lastMove: Instant
        /// Whether the seek to `target` has completed.
        var hasCompleted = false
        /// Whether playback has resumed, so that the series ends as soon as the seek completes.
        var isOver = false
    }

    private enum State {
        case idle
        case moving(Moves)
        /// The client chooses the target. `target` is the player's time, or the target of its pending seek.
        case asking(from: Double, target: Double?)
        case settling(from: Double, to: Double)
    }

    static var resumptionDelay: Duration { .milliseconds(500) }
    /// Targets closer to each other than this, in seconds, count as equal.
    static var slack: Double { 0.001 }

    private var state = State.idle
    private var lastNumber = 0

    init() {}

    /// The target of the viewer's pending seek; nil when no such seek is pending.
    var pendingTarget: Double? {
        switch state {
        case .moving(let moves) where !moves.hasCompleted: moves.target
        case .settling(_, let target): target
        default: nil
        }
    }

    /// The time at which `tick` must be called while the player plays; nil if no series is pending.
    var deadline: Instant? {
        guard case .moving(let moves) = state, moves.hasCompleted, !moves.isOver else { return nil }
        return moves.lastMove.advanced(by: Self.resumptionDelay)
    }

    /// Handles a seek by the viewer.
    /// - Parameter endsSeries: playback resumes from there at once, as after a drag of the scrubber.
    mutating func move(to target: Double, from now: Double, at instant: Instant, endsSeries: Bool) -> [Action] {
        let from =
            switch state {
            case .idle: now
            case .moving(let moves): moves.from
            case .asking(let from, _): from
            case .settling(let from, _): from
            }
        if endsSeries {
            state = .asking(from: from, target: nil)
            return [.ask(from: from, to: target)]
        }
        lastNumber += 1
        state = .moving(Moves(from: from, target: target, lastMove: instant))
        return [.seek(to: target, number: lastNumber)]
    }

    /// The client's answer to `ask`.
    mutating func answer(_ target: Double) -> [Action] {
        guard case .asking(let from, let present) = state else { return [] }
        if let present, abs(present - target) <= Self.slack {
            state = .idle
            return [.notifyResumption(from: from, to: target)]
        }
        lastNumber += 1
        state = .settling(from: from, to: target)
        return [.seek(to: target, number: lastNumber)]
    }

    /// Handles the end of a seek. A seek that was cancelled by anything other than a later seek of the series ends the series.
    mutating func seekCompleted(_ number: Int, finished: Bool, isPlaying: Bool, at instant: Instant) -> [Action] {
        guard number == lastNumber else { return [] }
        guard finished else {
            state = .idle
            return []
        }
        switch state {
        case .moving(var moves):
            moves.hasCompleted = true
            state = .moving(moves)
            return tick(isPlaying: isPlaying, at: instant)
        case .settling(let from, let target):
            state = .idle
            return [.notifyResumption(from: from, to: target)]
        case .idle, .asking: return []
        }
    }

    /// Handles the start of playback of a paused player.
    mutating func playbackResumed(at instant: Instant) -> [Action] {
        guard case .moving(var moves) = state else { return [] }
        moves.isOver = true
        state = .moving(moves)
        return tick(isPlaying: true, at: instant)
    }

    mutating func tick(isPlaying: Bool, at instant: Instant) -> [Action] {
        guard case .moving(let moves) = state, moves.hasCompleted, isPlaying else { return [] }
        guard moves.isOver || moves.lastMove.advanced(by: Self.resumptionDelay) <= instant else { return [] }
        state = .asking(from: moves.from, target: moves.target)
        return [.ask(from: moves.from, to: moves.target)]
    }

    /// Ends the series without a notification because the item has changed.
    mutating func abandon() { state = .idle }
}
