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
        /// In the controller's view, which covers the window, while the viewer drags the content down.
        case dragged(Cover, DragStage)
    }

    enum Stage: Equatable, Sendable {
        case entering
        case shown
        /// The viewer drags the content down.
        case dragged
        /// The drag was cancelled, and the content returns to full screen.
        case returning
        /// The inline view is not in a window; the client restores it.
        case restoring
        case leaving

        /// Whether the stage ends by itself with `transitionEnded`.
        var isTransition: Bool { self == .entering || self == .returning || self == .leaving }
    }

    /// What a drag takes away when the content is in the controller's view.
    enum Cover: Equatable, Sendable {
        /// The presentation of the controller.
        case presentation
        /// The window's full screen.
        case window
    }

    enum DragStage: Equatable, Sendable { case following, returning, leaving }

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
        /// Let the content follow the finger; `dragEnded` follows.
        case follow
        /// Move the dragged content back to where the drag began; `transitionEnded` follows.
        case undoDrag
        /// Complete the drag of content that covers the window; `transitionEnded` follows.
        case uncover(Cover)
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
    var isFullScreen: Bool { if case .fullScreen = place { true } else { false } }

    /// Whether a transition is running.
    var isMoving: Bool {
        switch place {
        case .inline: false
        case .fullScreen(let stage): stage.isTransition
        case .dragged(_, let stage): stage != .following
        }
    }

    /// Whether the content follows the finger.
    var isDragged: Bool {
        switch place {
        case .fullScreen(.dragged), .dragged(_, .following): true
        default: false
        }
    }

    func coversDisplay(in surroundings: Surroundings) -> Bool { isFullScreen || surroundings.windowCoversDisplay }

    func gravityPlace(in surroundings: Surroundings) -> GravityPolicy.Place {
        switch place {
        case .inline: surroundings.fillsWindow ? .fullScreen : .inline
        case .fullScreen: .expandedInline
        case .dragged: .fullScreen
        }
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
        case .fullScreen(.shown), .fullScreen(.dragged):
            if !surroundings.isInWindow, surroundings.hasDelegate {
                place = .fullScreen(.restoring)
                return [.restoreInterface]
            }
            place = .fullScreen(.leaving)
            return [.collapse]
        case .dragged(let cover, .following):
            place = .dragged(cover, .leaving)
            return [.uncover(cover)]
        case .fullScreen, .dragged: return []
        }
    }

    // MARK: Dragging

    /// Whether a drag down would leave full screen (R32).
    func canDrag(_ surroundings: Surroundings) -> Bool {
        switch place {
        case .inline:
            surroundings.canDismissItself || surroundings.fillsWindow && surroundings.windowCoversDisplay
        case .fullScreen(let stage): stage == .shown
        case .dragged: false
        }
    }

    /// Handles the start of a drag down. Inline content that covers nothing is not dragged: an enclosing scroll view scrolls.
    mutating func beginDrag(_ surroundings: Surroundings) -> [Action] {
        guard canDrag(surroundings) else { return [] }
        if place == .inline {
            place = .dragged(surroundings.canDismissItself ? .presentation : .window, .following)
        } else {
            place = .fullScreen(.dragged)
        }
        return [.follow]
    }

    /// Handles the end of a drag.
    /// - Parameter completes: whether the viewer has dragged far or fast enough; false: the drag is cancelled.
    mutating func dragEnded(completes: Bool, _ surroundings: Surroundings) -> [Action] {
        guard isDragged else { return [] }
        guard !completes else { return leaveFullScreen(surroundings) }
        if case .dragged(let cover, _) = place {
            place = .dragged(cover, .returning)
        } else {
            place = .fullScreen(.returning)
        }
        return [.undoDrag]
    }

    /// Handles the loss of the window that shows the content: the content is inline again, without a transition.
    mutating func windowClosed() -> [Action] {
        guard place != .inline else { return [] }
        place = .inline
        return [.settle(.inline)]
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
        case .fullScreen(.entering), .fullScreen(.returning): place = .fullScreen(.shown)
        case .fullScreen(.leaving), .dragged(_, .returning), .dragged(_, .leaving): place = .inline
        case .inline, .fullScreen, .dragged: return []
        }
        return [.settle(place)]
    }
}
