import CoreGraphics
import Foundation

/// Shows controllers over others and takes them away again.
@MainActor enum Presentation {
    static let seconds: TimeInterval = 0.35

    static func present(
        _ presented: UIViewController, from source: UIViewController, animated: Bool, completion: (() -> Void)?
    ) {
        guard source.presentedViewController == nil, presented.presenter == nil, presented !== source,
            presented.parent == nil
        else {
            FileHandle.standardError.write(
                Data("UIKit: \(type(of: source)) is busy presenting; nothing is presented\n".utf8))
            return
        }
        source.presentedViewController = presented
        presented.presenter = source
        guard let window = source.viewIfLoaded?.window else {
            // Not on the screen: the relation stands, and the presenter's window shows it once it is there.
            HostTime.after(0) { completion?() }
            return
        }
        let covers = covers(presented)
        presented.isBeingPresented = true
        presented.loadViewIfNeeded()
        let animator =
            animated
            ? presented.transitioningDelegate?.animationController(
                forPresented: presented, presenting: source, source: source) : nil
        let seconds = animated ? animator?.transitionDuration(using: nil) ?? seconds : 0
        let coordinator = TransitionCoordinator(
            from: source, to: presented, containerView: window, duration: seconds,
            style: presented.modalPresentationStyle)
        source.runningCoordinator = coordinator
        presented.runningCoordinator = coordinator
        presented.beginAppearanceTransition(true, animated: animated)
        if covers { source.beginAppearanceTransition(false, animated: animated) }

        presented.view.frame = window.bounds
        presented.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        window.addSubview(presented.view)
        UIView.performWithoutAnimation { presented.view.layoutIfNeeded() }

        let end = { (isDone: Bool) in
            if isDone {
                if covers { source.viewIfLoaded?.removeFromSuperview() }
            } else {
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
            coordinator.finish(cancelled: !isDone)
            source.runningCoordinator = nil
            presented.runningCoordinator = nil
            window.updateChrome()
            animator?.animationEnded(isDone)
            completion?()
        }
        run(
            coordinator, animator: animator,
            interaction: animator.flatMap {
                presented.transitioningDelegate?.interactionControllerForPresentation(using: $0)
            }, seconds: seconds,
            before: { setOffScreen(presented, in: window) }, animations: { setOnScreen(presented, in: window) },
            end: end)
    }

    static func dismiss(_ presented: UIViewController, animated: Bool, completion: (() -> Void)?) {
        guard let source = presented.presenter, !presented.isBeingDismissed else {
            if let completion { HostTime.after(0, completion) }
            return
        }
        // What it presents itself goes with it, without a show.
        if let above = presented.presentedViewController { dismiss(above, animated: false, completion: nil) }
        guard let window = presented.viewIfLoaded?.window ?? source.viewIfLoaded?.window else {
            source.presentedViewController = nil
            presented.presenter = nil
            if let completion { HostTime.after(0, completion) }
            return
        }
        presented.isBeingDismissed = true
        let covers = covers(presented)
        let animator =
            animated
            ? presented.transitioningDelegate?.animationController(forDismissed: presented) : nil
        let interaction = animator.flatMap {
            presented.transitioningDelegate?.interactionControllerForDismissal(using: $0)
        }
        let seconds = animated ? animator?.transitionDuration(using: nil) ?? seconds : 0
        let coordinator = TransitionCoordinator(
            from: presented, to: source, containerView: window, duration: seconds, isInteractive: interaction != nil,
            style: presented.modalPresentationStyle)
        source.runningCoordinator = coordinator
        presented.runningCoordinator = coordinator
        presented.beginAppearanceTransition(false, animated: animated)
        if covers {
            source.beginAppearanceTransition(true, animated: animated)
            if let view = source.viewIfLoaded {
                UIView.performWithoutAnimation {
                    view.frame = window.bounds
                    window.insertSubview(view, belowSubview: presented.view)
                    view.layoutIfNeeded()
                }
            }
        }
        let end = { (isDone: Bool) in
            if isDone {
                presented.view.removeFromSuperview()
                source.presentedViewController = nil
                presented.presenter = nil
            } else {
                presented.begin(true, animated)
                if covers {
                    source.begin(false, animated)
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
            presented.view.layer.setAffineTransform(.identity)
            presented.view.alpha = 1
            coordinator.finish(cancelled: !isDone)
            source.runningCoordinator = nil
            presented.runningCoordinator = nil
            window.updateChrome()
            animator?.animationEnded(isDone)
            completion?()
        }
        run(
            coordinator, animator: animator, interaction: interaction, seconds: seconds, before: {},
            animations: { setOffScreen(presented, in: window) }, end: end)
    }

    /// Whether the presenter's view leaves the window.
    private static func covers(_ presented: UIViewController) -> Bool {
        switch presented.modalPresentationStyle {
        case .fullScreen, .automatic, .none, .currentContext: true
        default: false
        }
    }

    private static func setOffScreen(_ presented: UIViewController, in window: UIWindow) {
        if presented.modalTransitionStyle == .crossDissolve {
            presented.view.alpha = 0
        } else {
            presented.view.transform = CGAffineTransform(translationX: 0, y: window.bounds.height)
        }
    }

    private static func setOnScreen(_ presented: UIViewController, in window: UIWindow) {
        presented.view.alpha = 1
        presented.view.transform = .identity
    }

    private static func run(
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
            // Apple runs completions of unanimated transitions after the call, too.
            HostTime.after(0) { end(true) }
            return
        }
        UIView.performWithoutAnimation(before)
        // Clients add their animations after `present` has returned: the coordinator waits one turn for them.
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
