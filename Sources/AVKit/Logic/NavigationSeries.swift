/// The moves of a viewer from one time to another: several skips in a row are one navigation (semantics 12, user navigation callbacks).
///
/// A series begins with the first move and ends when playback resumes: half a second after the last move while the player plays, at once
/// where the move says so, or when a paused player is played. Then the client is asked once where to go, the player seeks there, and the client
/// is told once that playback resumes. Each move seeks by itself, so that the viewer sees its target.
///
/// Times are seconds of the item. A value without a clock of its own: each input carries the time, and `deadline` says when to call `tick`.
struct NavigationSeries<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
    enum Action: Equatable, Sendable {
        /// Seek exactly; `landed` takes the number.
        case seek(to: Double, number: Int)
        /// Ask the client for the target and call `answer`.
        case ask(from: Double, to: Double)
        /// Tell the client that playback resumes.
        case tellResumption(from: Double, to: Double)
    }

    private struct Moves {
        var from: Double
        var target: Double
        var lastMove: Instant
        /// Whether the seek to `target` has landed.
        var hasLanded = false
        /// Playback has resumed: nothing more is to be waited for but the seek.
        var isOver = false
    }

    private enum State {
        case idle
        case moving(Moves)
        /// The client chooses the target. `target`: where the player is or is going already.
        case asking(from: Double, target: Double?)
        case settling(from: Double, to: Double)
    }

    static var patience: Duration { .milliseconds(500) }
    /// Targets so near to each other, in seconds, are one.
    static var slack: Double { 0.001 }

    private var state = State.idle
    private var lastNumber = 0

    init() {}

    /// Where the player is on its way to; nil while no seek of the viewer is under way.
    var pendingTarget: Double? {
        switch state {
        case .moving(let moves) where !moves.hasLanded: moves.target
        case .settling(_, let target): target
        default: nil
        }
    }

    /// When `tick` has to be called while the player plays.
    var deadline: Instant? {
        guard case .moving(let moves) = state, moves.hasLanded, !moves.isOver else { return nil }
        return moves.lastMove.advanced(by: Self.patience)
    }

    /// The viewer moves to a time.
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
            return [.tellResumption(from: from, to: target)]
        }
        lastNumber += 1
        state = .settling(from: from, to: target)
        return [.seek(to: target, number: lastNumber)]
    }

    /// A seek has ended. One that was cancelled by something else than a later move ends the series.
    mutating func landed(_ number: Int, finished: Bool, isPlaying: Bool, at instant: Instant) -> [Action] {
        guard number == lastNumber else { return [] }
        guard finished else {
            state = .idle
            return []
        }
        switch state {
        case .moving(var moves):
            moves.hasLanded = true
            state = .moving(moves)
            return tick(isPlaying: isPlaying, at: instant)
        case .settling(let from, let target):
            state = .idle
            return [.tellResumption(from: from, to: target)]
        case .idle, .asking: return []
        }
    }

    /// A paused player is played.
    mutating func playbackResumed(at instant: Instant) -> [Action] {
        guard case .moving(var moves) = state else { return [] }
        moves.isOver = true
        state = .moving(moves)
        return tick(isPlaying: true, at: instant)
    }

    mutating func tick(isPlaying: Bool, at instant: Instant) -> [Action] {
        guard case .moving(let moves) = state, moves.hasLanded, isPlaying else { return [] }
        guard moves.isOver || moves.lastMove.advanced(by: Self.patience) <= instant else { return [] }
        state = .asking(from: moves.from, target: moves.target)
        return [.ask(from: moves.from, to: moves.target)]
    }

    /// Another item is played.
    mutating func abandon() { state = .idle }
}
