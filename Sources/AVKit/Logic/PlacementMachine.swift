/// Where the content of a player is: in the client's view, or over its whole window.
///
/// A value that performs nothing: each input returns the actions that follow. A place that comes later, such as Picture in Picture, is one more
/// case of `Place` with inputs of its own.
struct PlacementMachine: Equatable, Sendable {
    enum Place: Equatable, Sendable {
        /// In the controller's view, which may fill its window by itself.
        case inline
        /// Taken out of the controller's view, over the window.
        case fullScreen(Stage)
    }

    enum Stage: Equatable, Sendable {
        case entering
        case shown
        /// The inline view is not in a window; the client restores it.
        case restoring
        case leaving
    }

    /// What is around the controller at the time of an input.
    struct Surroundings: Equatable, Sendable {
        /// Whether the controller's view is in a window.
        var isInWindow = false
        /// Whether the controller's view fills its window.
        var fillsWindow = false
        /// Whether the window covers the display.
        var windowCoversDisplay = false
        /// Whether the controller was presented and can be dismissed by itself.
        var canDismissItself = false
        var hasDelegate = false
    }

    enum Action: Equatable, Sendable {
        case coverDisplay(Bool)
        /// Take the content over the window; `transitionEnded` follows.
        case expand
        /// Bring the content back to the controller's view; `transitionEnded` follows.
        case collapse
        /// The content is where it belongs.
        case settle(Place)
        /// Ask the client to bring the inline view back; `interfaceRestored` follows.
        case restoreInterface
        case dismiss
        /// The client may dismiss what the controller is embedded in.
        case askToDismiss
    }

    private(set) var place = Place.inline

    init() {}

    /// Whether the content is over the window, or on its way.
    var isFullScreen: Bool { place != .inline }

    /// Whether the content is moving.
    var isMoving: Bool { place == .fullScreen(.entering) || place == .fullScreen(.leaving) }

    func coversDisplay(in surroundings: Surroundings) -> Bool { isFullScreen || surroundings.windowCoversDisplay }

    func gravityPlace(in surroundings: Surroundings) -> GravityPolicy.Place {
        isFullScreen ? .expandedInline : surroundings.fillsWindow ? .fullScreen : .inline
    }

    /// The viewer or the client wants full screen.
    mutating func enter(_ surroundings: Surroundings) -> [Action] {
        guard place == .inline, surroundings.isInWindow else { return [] }
        if surroundings.fillsWindow { return [.coverDisplay(true)] }
        place = .fullScreen(.entering)
        return [.expand]
    }

    /// Full screen is to end; a presented controller that does not cover the display is dismissed.
    mutating func leaveFullScreen(_ surroundings: Surroundings) -> [Action] {
        switch place {
        case .inline:
            if surroundings.windowCoversDisplay { return [.coverDisplay(false)] }
            return surroundings.canDismissItself ? [.dismiss] : []
        case .fullScreen(.shown):
            if !surroundings.isInWindow, surroundings.hasDelegate {
                place = .fullScreen(.restoring)
                return [.restoreInterface]
            }
            place = .fullScreen(.leaving)
            return [.collapse]
        case .fullScreen: return []
        }
    }

    /// Escape: full screen first, then the presented controller; what an embedded one is in belongs to the client.
    mutating func leave(_ surroundings: Surroundings) -> [Action] {
        if coversDisplay(in: surroundings) || surroundings.canDismissItself { return leaveFullScreen(surroundings) }
        return surroundings.hasDelegate ? [.askToDismiss] : []
    }

    /// The client has answered `restoreInterface`.
    mutating func interfaceRestored() -> [Action] {
        guard place == .fullScreen(.restoring) else { return [] }
        place = .fullScreen(.leaving)
        return [.collapse]
    }

    mutating func transitionEnded() -> [Action] {
        switch place {
        case .fullScreen(.entering): place = .fullScreen(.shown)
        case .fullScreen(.leaving): place = .inline
        case .inline, .fullScreen: return []
        }
        return [.settle(place)]
    }
}
