import Foundation

/// A push or pop on the screen: moves the pages and the bar, and runs the callbacks around the movement.
///
/// The navigation controller stays allocated until the transition has ended.
@MainActor final class NavigationTransition {
    private let owner: UINavigationController
    private let change: NavigationChange
    private let window: UIWindow
    private let animator: (any UIViewControllerAnimatedTransitioning)?
    private let interaction: (any UIViewControllerInteractiveTransitioning)?
    private let coordinator: TransitionCoordinator
    private let isAnimated: Bool
    /// In seconds.
    private let duration: TimeInterval
    private var former: NavigationPage?
    /// The page that is shown.
    private weak var page: NavigationPage?
    private var motion: NavigationMotion?
    private var bar: UINavigationBar.Transition?
    private var hasEnded = false

    init(_ change: NavigationChange, of owner: UINavigationController, in window: UIWindow) {
        self.owner = owner
        self.change = change
        self.window = window
        let (from, to) = (change.from, change.to)
        let delegate = owner.delegate
        var animator: (any UIViewControllerAnimatedTransitioning)?
        if change.animated, let from, let to {
            animator = delegate?.navigationController(
                owner, animationControllerFor: change.operation, from: from, to: to)
        }
        self.animator = animator
        interaction = animator.flatMap { delegate?.navigationController(owner, interactionControllerFor: $0) }
        isAnimated = change.animated && from != nil && to != nil && (animator != nil || window.hasDrawn)
        duration = isAnimated ? animator?.transitionDuration(using: nil) ?? UINavigationController.seconds : 0
        coordinator = TransitionCoordinator(
            from: from, to: to, containerView: owner.pages.view, duration: duration, isInteractive: interaction != nil,
            style: .none)
    }

    // MARK: Beginning

    /// Shows the new page and begins the movement.
    func run() {
        owner.runningCoordinator = coordinator
        beginAppearance()
        let isPop = change.operation == .pop
        let bar = owner.navigationBar.makeTransition(to: change.after.map(\.navigationItem), isPop ? .pop : .push)
        self.bar = bar
        former = owner.pages.top
        UIView.performWithoutAnimation { owner.showPage(of: change.to, isPop: isPop, keepsFormer: true) }
        owner.bars.update(animated: isAnimated)
        page = owner.pages.top
        let motion = page.map { makeMotion(to: $0, isPop: isPop) }
        self.motion = motion
        owner.transition = self
        Presentation.run(
            coordinator, animator: animator, interaction: interaction, seconds: duration,
            before: {
                motion?.prepare()
                bar.prepare()
            },
            animations: { [self] in
                guard !hasEnded else { return }
                motion?.animate()
                bar.animate()
            }, end: { [self] in end($0) })
    }

    private func beginAppearance() {
        let (from, to) = (change.from, change.to)
        if let from, let item = window.focusSystem.focusedItem { owner.focusMemory.remember(item, in: from) }
        from?.beginAppearanceTransition(false, animated: isAnimated)
        to?.beginAppearanceTransition(true, animated: isAnimated)
        if let to { owner.delegate?.navigationController(owner, willShow: to, animated: isAnimated) }
    }

    private func makeMotion(to page: NavigationPage, isPop: Bool) -> NavigationMotion {
        NavigationMotion(
            from: former, to: page, isPop: isPop, direction: owner.view.isRightToLeft ? -1 : 1,
            fades: UIAccessibility.isReduceMotionEnabled || owner.view.traitCollection.userInterfaceIdiom == .tv)
    }

    // MARK: End

    /// Ends the movement at once.
    func endNow() {
        for view in [former, page] { view?.endAnimations() }
        end(true)
    }

    /// - Parameter isDone: false where a custom transition was cancelled.
    private func end(_ isDone: Bool) {
        guard !hasEnded else { return }
        hasEnded = true
        owner.transition = nil
        UIView.performWithoutAnimation {
            motion?.end()
            bar?.end()
            if isDone { removeFormer() } else { owner.undo(change, former) }
        }
        finishAppearance(isDone)
        if isDone { owner.settle(change) }
        coordinator.finish(cancelled: !isDone)
        owner.runningCoordinator = nil
        owner.pages.settle()
        window.updateChrome()
        window.turnToSupportedOrientation()
        window.focusableContentDidChange()
        owner.restoreFocus()
        animator?.animationEnded(isDone)
        owner.reportTop(animated: isAnimated)
    }

    private func removeFormer() {
        former?.removeFromSuperview()
        if let view = change.from?.viewIfLoaded, view.superview === owner.pages.view { view.removeFromSuperview() }
    }

    /// Runs the last appearance callbacks: of the controller that disappears, then of the one that appears.
    private func finishAppearance(_ isDone: Bool) {
        let (gone, shown) = isDone ? (change.from, change.to) : (change.to, change.from)
        if !isDone {
            gone?.begin(false, isAnimated)
            shown?.begin(true, isAnimated)
        }
        for controller in [gone, shown] {
            controller?.finish(isAnimated)
            controller?.isSteered = false
        }
    }
}
