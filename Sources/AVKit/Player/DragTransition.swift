import Foundation
import UIKit

/// The dismissal of a presented controller that follows a drag: UIKit runs the appearance callbacks, the drag moves the view.
final class DragTransition: NSObject, UIViewControllerTransitioningDelegate, UIViewControllerAnimatedTransitioning,
    UIViewControllerInteractiveTransitioning
{
    private var context: (any UIViewControllerContextTransitioning)?

    /// The superview of the dragged view during the transition; nil before the transition has started.
    var container: UIView? { context?.containerView }

    /// Starts the interactive dismissal of a controller.
    /// - Returns: whether it has started; UIKit refuses a dismissal where the controller is not presented, or is dismissed already.
    func dismiss(_ controller: UIViewController) -> Bool {
        // The client's own delegate is used for every other transition.
        let before = controller.transitioningDelegate
        controller.transitioningDelegate = self
        controller.dismiss(animated: true)
        controller.transitioningDelegate = before
        return context != nil
    }

    /// Reports that the finger was lifted; the view moves on by itself.
    func endInteraction(completes: Bool) {
        if completes { context?.finishInteractiveTransition() } else { context?.cancelInteractiveTransition() }
    }

    func complete(_ completes: Bool) {
        let context = context
        self.context = nil
        context?.completeTransition(completes)
    }

    func animationController(forDismissed dismissed: UIViewController)
        -> (any UIViewControllerAnimatedTransitioning)?
    { self }

    func interactionControllerForDismissal(using animator: any UIViewControllerAnimatedTransitioning)
        -> (any UIViewControllerInteractiveTransitioning)?
    { self }

    func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?) -> TimeInterval {
        PlacementController.seconds
    }

    /// Not called: the transition is interactive, and the drag runs the animation after the finger was lifted.
    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {}

    func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
        context = transitionContext
    }
}
