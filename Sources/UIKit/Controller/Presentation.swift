import CoreGraphics
import Foundation

/// Presents and dismisses view controllers modally.
@MainActor enum Presentation {
    static let seconds: TimeInterval = 0.35

    static func present(
        _ presented: UIViewController, from source: UIViewController, animated: Bool, completion: (() -> Void)?
    ) {
        guard source.presentedViewController == nil, presented.presenter == nil, presented !== source,
            presented.parent == nil
        else {
            refuse(
                "\(type(of: source)) already presents a controller, or \(type(of: presented)) is presented or has a parent"
            )
            return
        }
        guard let window = source.viewIfLoaded?.window else {
            refuse("the view of \(type(of: source)) is not in a window")
            return
        }
        source.presentedViewController = presented
        presented.presenter = source
        presented.isBeingPresented = true
        presented.loadViewIfNeeded()
        let presentation = makePresentation(presented, source)
        presented.activePresentation = presentation
        let covers = presentation.shouldRemovePresentersView
        let animator =
            animated
            ? presented.transitioningDelegate?.animationController(
                forPresented: presented, presenting: source, source: source) : nil
        let interaction = animator.flatMap {
            presented.transitioningDelegate?.interactionControllerForPresentation(using: $0)
        }
        // A window that has drawn nothing yet shows the presented view without an animation, so that the first frame is
        // not delayed.
        let shows = animated && (animator != nil || window.hasDrawn)
        let seconds = shows ? animator?.transitionDuration(using: nil) ?? seconds : 0
        let container = PresentationContainerView(frame: window.bounds, presentation: presentation)
        container.isInTransition = true
        presentation.containerView = container
        let coordinator = TransitionCoordinator(
            from: source, to: presented, containerView: container, duration: seconds,
            isInteractive: interaction != nil, style: presented.modalPresentationStyle)
        source.runningCoordinator = coordinator
        presented.runningCoordinator = coordinator
        presentation.focusBefore = window.focusSystem.focusedItem
        presentation.presentationTransitionWillBegin()
        presented.beginAppearanceTransition(true, animated: animated)
        if covers { source.beginAppearanceTransition(false, animated: animated) }

        UIView.performWithoutAnimation {
            window.addSubview(container)
            container.addSubview(presented.view)
            presentation.placePresentedView()
            presented.view.layoutIfNeeded()
        }

        var hasEnded = false
        let end = { (isDone: Bool) in
            guard !hasEnded else { return }
            hasEnded = true
            presentation.endOfPresentation = nil
            container.isInTransition = false
            if isDone {
                if covers {
                    presentation.presenterHolder = source.viewIfLoaded?.superview
                    source.viewIfLoaded?.removeFromSuperview()
                }
            } else {
                container.removeFromSuperview()
                presented.view.removeFromSuperview()
                presented.begin(false, animated)
                if covers { source.begin(true, animated) }
                source.presentedViewController = nil
                presented.presenter = nil
            }
            if covers {
                source.finish(animated)
                source.isSteered = false
            }
            presented.finish(animated)
            presented.isSteered = false
            presented.isBeingPresented = false
            presentation.presentationTransitionDidEnd(isDone)
            if !isDone { forget(presentation) }
            finish(coordinator, source, presented, in: window, isDone)
            animator?.animationEnded(isDone)
            completion?()
            let dismissal = presentation.dismissalAfterPresentation
            presentation.dismissalAfterPresentation = nil
            dismissal?()
        }
        if animator == nil, seconds <= 0 { presentation.endOfPresentation = { end(true) } }
        run(
            coordinator, animator: animator, interaction: interaction, seconds: seconds,
            before: { setOffScreen(presented, in: window) }, animations: { setOnScreen(presented) }, end: end)
    }

    /// - Parameter interruptsPresentation: whether a presentation that is in progress is dismissed before its end.
    static func dismiss(
        _ presented: UIViewController, animated: Bool, interruptsPresentation: Bool = false, completion: (() -> Void)?
    ) {
        guard let source = presented.presenter, !presented.isBeingDismissed else {
            if let coordinator = presented.runningCoordinator, coordinator.initiallyInteractive {
                // A gesture dismisses the controller: the request is repeated if the gesture is cancelled.
                _ = coordinator.animate(alongsideTransition: nil) { context in
                    HostTime.after(0) {
                        guard context.isCancelled else {
                            completion?()
                            return
                        }
                        dismiss(presented, animated: animated, completion: completion)
                    }
                }
            } else if let completion {
                HostTime.after(0, completion)
            }
            return
        }
        if presented.isBeingPresented, !interruptsPresentation, let presentation = presented.activePresentation {
            // The presentation ends first: its end removes the presenter's view, which the dismissal puts back.
            if let end = presentation.endOfPresentation {
                end()
                return dismiss(presented, animated: animated, completion: completion)
            }
            let earlier = presentation.dismissalAfterPresentation
            presentation.dismissalAfterPresentation = {
                earlier?()
                dismiss(presented, animated: animated, completion: completion)
            }
            return
        }
        // A controller that `presented` presents itself is dismissed with it, without an animation.
        if let above = presented.presentedViewController {
            dismiss(above, animated: false, interruptsPresentation: true, completion: nil)
        }
        guard let presentation = presented.activePresentation,
            let container = presentation.containerView as? PresentationContainerView,
            let window = container.window ?? source.viewIfLoaded?.window
        else {
            source.presentedViewController = nil
            presented.presenter = nil
            presented.activePresentation.map(forget)
            if let completion { HostTime.after(0, completion) }
            return
        }
        presented.isBeingDismissed = true
        let covers = presentation.shouldRemovePresentersView
        let animator =
            animated
            ? presented.transitioningDelegate?.animationController(forDismissed: presented) : nil
        let interaction = animator.flatMap {
            presented.transitioningDelegate?.interactionControllerForDismissal(using: $0)
        }
        let seconds = animated ? animator?.transitionDuration(using: nil) ?? seconds : 0
        let coordinator = TransitionCoordinator(
            from: presented, to: source, containerView: container, duration: seconds,
            isInteractive: interaction != nil, style: presented.modalPresentationStyle)
        container.isInTransition = true
        source.runningCoordinator = coordinator
        presented.runningCoordinator = coordinator
        presentation.dismissalTransitionWillBegin()
        presented.beginAppearanceTransition(false, animated: animated)
        if covers {
            source.beginAppearanceTransition(true, animated: animated)
            if let view = source.viewIfLoaded { UIView.performWithoutAnimation { putBack(view, presentation, window) } }
        }
        let end = { (isDone: Bool) in
            container.isInTransition = false
            if isDone {
                container.removeFromSuperview()
                presented.view.removeFromSuperview()
                source.presentedViewController = nil
                presented.presenter = nil
            } else {
                presented.begin(true, animated)
                if covers {
                    source.begin(false, animated)
                    presentation.presenterHolder = source.viewIfLoaded?.superview
                    source.viewIfLoaded?.removeFromSuperview()
                }
            }
            presented.finish(animated)
            presented.isSteered = false
            presented.isBeingDismissed = false
            if covers {
                source.finish(animated)
                source.isSteered = false
            }
            UIView.performWithoutAnimation { setOnScreen(presented) }
            presentation.dismissalTransitionDidEnd(isDone)
            if isDone {
                if source.restoresFocusAfterTransition, let item = presentation.focusBefore {
                    UIFocusSystem.focusSystem(for: item)?.requestFocusUpdate(to: item)
                }
                forget(presentation)
            }
            finish(coordinator, source, presented, in: window, isDone)
            animator?.animationEnded(isDone)
            completion?()
        }
        run(
            coordinator, animator: animator, interaction: interaction, seconds: seconds, before: {},
            animations: { setOffScreen(presented, in: window) }, end: end)
    }

    // MARK: Parts

    private static func refuse(_ reason: String) {
        FileHandle.standardError.write(Data("UIKit: \(reason); nothing is presented\n".utf8))
    }

    private static func makePresentation(
        _ presented: UIViewController, _ source: UIViewController
    ) -> UIPresentationController {
        switch presented.modalPresentationStyle {
        case .custom:
            if let own = presented.transitioningDelegate?.presentationController(
                forPresented: presented, presenting: source, source: source)
            {
                return own
            }
        case .pageSheet, .formSheet:
            return SheetPresentationController(presentedViewController: presented, presenting: source)
        default: break
        }
        return UIPresentationController(presentedViewController: presented, presenting: source)
    }

    /// Moves the presenter's view back to the superview from which the presentation removed it, or below the container.
    private static func putBack(_ view: UIView, _ presentation: UIPresentationController, _ window: UIWindow) {
        let holder = presentation.presenterHolder ?? window
        view.frame = holder.bounds
        if holder === window, let container = presentation.containerView {
            window.insertSubview(view, belowSubview: container)
        } else {
            holder.addSubview(view)
        }
        view.layoutIfNeeded()
    }

    private static func forget(_ presentation: UIPresentationController) {
        presentation.containerView?.removeFromSuperview()
        presentation.containerView = nil
        presentation.presentedViewController.activePresentation = nil
    }

    private static func finish(
        _ coordinator: TransitionCoordinator, _ source: UIViewController, _ presented: UIViewController,
        in window: UIWindow, _ isDone: Bool
    ) {
        coordinator.finish(cancelled: !isDone)
        source.runningCoordinator = nil
        presented.runningCoordinator = nil
        window.updateChrome()
        window.turnToSupportedOrientation()
        window.focusableContentDidChange()
    }

    private static func setOffScreen(_ presented: UIViewController, in window: UIWindow) {
        if presented.modalTransitionStyle == .crossDissolve || UIAccessibility.isReduceMotionEnabled {
            presented.view.alpha = 0
        } else {
            presented.view.transform = CGAffineTransform(translationX: 0, y: window.bounds.height)
        }
    }

    private static func setOnScreen(_ presented: UIViewController) {
        presented.view.alpha = 1
        presented.view.transform = .identity
    }

    /// Runs the animations of a transition: those of a custom animator, or else `animations` within a duration.
    static func run(
        _ coordinator: TransitionCoordinator, animator: (any UIViewControllerAnimatedTransitioning)?,
        interaction: (any UIViewControllerInteractiveTransitioning)?, seconds: TimeInterval, before: () -> Void,
        animations: @escaping () -> Void, end: @escaping (Bool) -> Void
    ) {
        if let animator {
            let context = TransitionContext(coordinator, completion: end)
            if let interaction {
                (interaction as? UIPercentDrivenInteractiveTransition)?.animator = animator
                interaction.startInteractiveTransition(context)
            } else {
                animator.animateTransition(using: context)
                coordinator.runAnimations()
            }
            return
        }
        guard seconds > 0 else {
            UIView.performWithoutAnimation {
                animations()
                coordinator.runAnimations()
            }
            // Apple also runs the completions of unanimated transitions after the call has returned.
            HostTime.after(0) { end(true) }
            return
        }
        UIView.performWithoutAnimation(before)
        // Clients add their animations after `present` has returned, so the coordinator waits one turn of the main
        // loop.
        HostTime.after(0) {
            UIView.animate(withDuration: seconds) {
                animations()
                coordinator.runAnimations()
            } completion: { _ in
                end(true)
            }
        }
    }
}
