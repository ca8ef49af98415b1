/// The state machine for the place of a player's content: in the client's view, or over its whole window.
///
/// A value type without side effects: each input returns the actions to perform. Another place, such as Picture in Picture, would be one
/// more case of `Place` with inputs of its own.
struct PlacementMachine: Equatable, Sendable {
    enum Place: Equatable, Sendable {
        /// In the controller's view, which may fill its window by itself.
        case inline
        /// Moved out of the controller's view, over the window.
        case fullScreen(Stage)
    }

    enum Stage: Equatable, Sendable {
        case entering
        case shown
        /// The inline view is not in a window; the client restores it.
        case restoring
        case leaving
    }

    /// The view hierarchy around the controller at the time of an input.
    struct Surroundings: Equatable, Sendable {
        /// Whether the controller's view is in a window.
        var isInWindow = false
        /// Whether the controller's view fills its window.
        var fillsWindow = false
        /// Whether the window covers the display.
        var windowCoversDisplay = false
        /// Whether the controller was presented and can dismiss itself.
        var canDismissItself = false
        var hasDelegate = false
    }

    enum Action: Equatable, Sendable {
        case coverDisplay(Bool)
        /// Move the content over the window; `transitionEnded` follows.
        case expand
        /// Move the content back to the controller's view; `transitionEnded` follows.
        case collapse
        /// The transition to this place has ended.
        case settle(Place)
        /// Ask the client to restore the inline view; `interfaceRestored` follows.
        case restoreInterface
        case dismiss
        /// Ask the client to dismiss the view controller that embeds the player.
        case askToDismiss
    }

    private(set) var place = Place.inline

    init() {}

    /// Whether the content is over the window or a transition involving full screen is running.
    var isFullScreen: Bool { place != .inline }

    /// Whether a transition is running.
    var isMoving: Bool { place == .fullScreen(.entering) || place == .fullScreen(.leaving) }

    func coversDisplay(in surroundings: Surroundings) -> Bool { isFullScreen || surroundings.windowCoversDisplay }

    func gravityPlace(in surroundings: Surroundings) -> GravityPolicy.Place {
        isFullScreen ? .expandedInline : surroundings.fillsWindow ? .fullScreen : .inline
    }

    /// Enters full screen, as requested by the viewer or the client.
    mutating func enter(_ surroundings: Surroundings) -> [Action] {
        guard place == .inline, surroundings.isInWindow else { return [] }
        if surroundings.fillsWindow { return [.coverDisplay(true)] }
        place = .fullScreen(.entering)
        return [.expand]
    }

    /// Leaves full screen; a presented controller that does not cover the display is dismissed.
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

    /// Handles Escape: leaves full screen first, then dismisses a presented controller. For an embedded controller, the client is asked to
    /// dismiss the embedding controller.
    mutating func leave(_ surroundings: Surroundings) -> [Action] {
        if coversDisplay(in: surroundings) || surroundings.canDismissItself { return leaveFullScreen(surroundings) }
        return surroundings.hasDelegate ? [.askToDismiss] : []
    }

    /// Handles the client's answer to `restoreInterface`.
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
