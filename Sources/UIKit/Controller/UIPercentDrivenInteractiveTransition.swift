public import Foundation

/// A transition that is controlled by a gesture.
///
/// Apple: the percentage scrubs the animation. Here: the percentage is only reported to the transition's context; the
/// animation runs from its start when `finish()` is called, and does not run after `cancel()`.
@preconcurrency @MainActor
open class UIPercentDrivenInteractiveTransition: NSObject,
    UIViewControllerInteractiveTransitioning
{
    var animator: (any UIViewControllerAnimatedTransitioning)?
    private var context: (any UIViewControllerContextTransitioning)?
    open private(set) var percentComplete: Double = 0

    public override init() {
        super.init()
    }

    open func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
        context = transitionContext
    }

    open func update(_ percentComplete: Double) {
        self.percentComplete = percentComplete.isFinite ? max(0, min(1, percentComplete)) : 0
        context?.updateInteractiveTransition(CGFloat(self.percentComplete))
    }

    open func finish() {
        guard let context else { return }
        self.context = nil
        context.finishInteractiveTransition()
        animator?.animateTransition(using: context)
    }

    open func cancel() {
        guard let context else { return }
        self.context = nil
        context.cancelInteractiveTransition()
        context.completeTransition(false)
    }
}
