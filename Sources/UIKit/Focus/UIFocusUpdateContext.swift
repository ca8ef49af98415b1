public import Foundation

/// A move of the focus: from where, to where, and which way.
@preconcurrency @MainActor open class UIFocusUpdateContext: NSObject {
    open private(set) weak var previouslyFocusedItem: (any UIFocusItem)?
    open private(set) weak var nextFocusedItem: (any UIFocusItem)?
    /// Empty where nobody pressed a direction.
    public let focusHeading: UIFocusHeading

    init(from previous: (any UIFocusItem)?, to next: (any UIFocusItem)?, heading: UIFocusHeading) {
        previouslyFocusedItem = previous
        nextFocusedItem = next
        focusHeading = heading
    }

    open var previouslyFocusedView: UIView? { previouslyFocusedItem as? UIView }
    open var nextFocusedView: UIView? { nextFocusedItem as? UIView }
}

/// Collects what is to be animated beside a move of the focus.
@preconcurrency @MainActor open class UIFocusAnimationCoordinator: NSObject {
    /// How long the focus takes to move, in seconds.
    static let seconds: TimeInterval = 0.15
    private var animations: [() -> Void] = []
    private var completions: [() -> Void] = []

    open func addCoordinatedAnimations(_ animations: (() -> Void)?, completion: (() -> Void)? = nil) {
        if let animations { self.animations.append(animations) }
        if let completion { completions.append(completion) }
    }

    func run() {
        let (animations, completions) = (animations, completions)
        guard !animations.isEmpty || !completions.isEmpty else { return }
        UIView.animate(withDuration: Self.seconds, options: .curveEaseOut) {
            for animation in animations { animation() }
        } completion: { _ in
            for completion in completions { completion() }
        }
    }
}
