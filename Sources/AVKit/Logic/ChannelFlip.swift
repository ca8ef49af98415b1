/// The state machine of channel flipping (`spec/semantics.md` section 12).
///
/// A flip asks for the interstitial screen when it starts, shows that screen and requests the channel when it is committed. Each further flip
/// requests one more channel, even while the former request is pending. The screen leaves when the last request has completed, with or
/// without success. A value type without views: each input returns the actions to perform.
struct ChannelFlip: Equatable, Sendable {
    enum Direction: Equatable, Sendable { case next, previous }

    enum Action: Equatable, Sendable {
        /// Ask the client for the screen of the next channel in this direction.
        case askForScreen(Direction)
        /// Drop the screen that was asked for: the flip was not committed.
        case dropScreen
        /// Show the screen that was asked for last, in place of an earlier one.
        case showScreen(Direction)
        /// Call the client's skip method; `completed` with the number follows, or never comes.
        case request(Direction, number: Int)
        /// Remove the visible screen.
        case hideScreen
    }

    /// The direction of a flip that is not committed yet.
    private(set) var started: Direction?
    /// The number of the last request, while it is pending.
    private(set) var pending: Int?
    private var lastNumber = 0

    var isScreenVisible: Bool { pending != nil }

    /// A drag begins, or a key is pressed.
    mutating func start(_ direction: Direction) -> [Action] {
        guard started == nil else { return [] }
        started = direction
        return [.askForScreen(direction)]
    }

    mutating func finish(commits: Bool) -> [Action] {
        guard let direction = started else { return [] }
        started = nil
        guard commits else { return [.dropScreen] }
        lastNumber += 1
        pending = lastNumber
        return [.showScreen(direction), .request(direction, number: lastNumber)]
    }

    /// Handles the client's completion. Completions of earlier requests, and further ones of the same request, change nothing.
    mutating func completed(_ number: Int) -> [Action] {
        guard number == pending else { return [] }
        pending = nil
        return [.hideScreen]
    }

    /// Ends everything: the player is dismissed or has no item.
    mutating func abandon() -> [Action] {
        var actions: [Action] = []
        if started != nil { actions.append(.dropScreen) }
        if pending != nil { actions.append(.hideScreen) }
        started = nil
        pending = nil
        return actions
    }
}
