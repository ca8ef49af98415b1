public import Foundation

/// A focus update: the previous item, the next item and the direction.
@preconcurrency @MainActor open class UIFocusUpdateContext: NSObject {
    open private(set) weak var previouslyFocusedItem: (any UIFocusItem)?
    open private(set) weak var nextFocusedItem: (any UIFocusItem)?
    /// Empty for updates without a direction press.
    open private(set) var focusHeading: UIFocusHeading

    init(from previous: (any UIFocusItem)?, to next: (any UIFocusItem)?, heading: UIFocusHeading) {
        previouslyFocusedItem = previous
        nextFocusedItem = next
        focusHeading = heading
    }

    open var previouslyFocusedView: UIView? { previouslyFocusedItem as? UIView }
    open var nextFocusedView: UIView? { nextFocusedItem as? UIView }
}

/// Collects the animations that run alongside a focus update.
@preconcurrency @MainActor open class UIFocusAnimationCoordinator: NSObject {
    /// The duration of the focus animation in seconds.
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
