import CoreGraphics
import Foundation
import UIKit

/// Interactive dismissal: the viewer drags a player down out of full screen (R31, R32, R48, R54).
///
/// The delegate learns of the end of full screen when the drag begins; a drag that is cancelled is reported by `isCancelled`.
extension PlacementController {
    /// Whether a drag down would leave full screen now.
    var canDrag: Bool {
        guard let controller, controller.presentedViewController == nil, controller.model.scrub == nil else {
            return false
        }
        return machine.canDrag(surroundings)
    }

    /// Starts a drag.
    /// - Parameter place: the place of the finger in the window.
    /// - Returns: false if the client does not allow the dismissal, or if nothing can be dragged.
    func beginDrag(at place: CGPoint) -> Bool {
        guard let controller, canDrag else { return false }
        let present = surroundings
        if machine.place == .inline, present.canDismissItself,
            controller.delegate?.playerViewControllerShouldDismiss(controller) == false
        {
            return false
        }
        guard !machine.beginDrag(present).isEmpty else { return false }
        controller.content.controls?.closeMenu()
        switch machine.place {
        case .dragged(.presentation, _): dragPresentation(of: controller, at: place)
        case .dragged(.window, _):
            drag = DragSession(
                DismissalDrag(area: controller.content.bounds.size, start: place, target: nil),
                view: controller.content, backdrop: nil, coordinator: nil)
        default: dragExpanded(controller, at: place)
        }
        followPlayer()
        if drag != nil { UIView.animate(withDuration: 0.15) { controller.content.controls?.alpha = 0 } }
        return machine.isDragged
    }

    func moveDrag(by translation: CGPoint) {
        if machine.isDragged { drag?.move(by: translation) }
    }

    /// - Parameter velocity: in points per second.
    func endDrag(by translation: CGPoint, velocity: CGPoint) {
        guard machine.isDragged, let drag else { return cancelDrag() }
        perform(
            machine.dragEnded(completes: drag.drag.completes(translation, velocity: velocity), surroundings))
    }

    func cancelDrag() { perform(machine.dragEnded(completes: false, surroundings)) }

    /// Fades the present player after the client has replaced it.
    func followPlayer() { drag?.fade.follow(controller?.player) }

    // MARK: Start

    private func dragExpanded(_ controller: AVPlayerViewController, at place: CGPoint) {
        guard let host else { return }
        let coordinator = makeEndCoordinator(controller, host, seconds: Self.seconds, isInteractive: true)
        let target = controller.viewIfLoaded?.bounds.size
        drag = DragSession(
            DismissalDrag(area: host.view.bounds.size, start: place, target: target), view: controller.content,
            backdrop: host.view.backdrop, coordinator: coordinator)
        controller.delegate?.playerViewController(
            controller, willEndFullScreenPresentationWithAnimationCoordinator: coordinator)
    }

    private func dragPresentation(of controller: AVPlayerViewController, at place: CGPoint) {
        let transition = DragTransition()
        // UIKit notifies the delegate in the appearance callbacks.
        guard transition.dismiss(controller) else {
            _ = machine.dragEnded(completes: false, surroundings)
            _ = machine.transitionEnded()
            return
        }
        let backdrop = UIView(frame: transition.container?.bounds ?? .zero)
        backdrop.backgroundColor = .black
        backdrop.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        transition.container?.insertSubview(backdrop, at: 0)
        drag = DragSession(
            DismissalDrag(area: controller.view.bounds.size, start: place, target: nil), view: controller.view,
            backdrop: backdrop, coordinator: controller.transitionCoordinator as? TransitionCoordinator,
            transition: transition)
        // The client has left full screen in its callback.
        if !machine.isDragged { uncover(.presentation, controller) }
    }

    // MARK: End

    func undoDrag(_ controller: AVPlayerViewController) {
        guard let session = drag else { return perform(machine.transitionEnded()) }
        session.endInteraction(completes: false)
        session.fade.ramp(to: 1)
        UIView.animate(withDuration: Self.seconds, options: .curveEaseOut) {
            session.undo()
            controller.presenter.restoreControls()
        } completion: { [weak self] _ in
            self?.dragDidEnd(session, completes: false)
        }
    }

    func uncover(_ cover: PlacementMachine.Cover, _ controller: AVPlayerViewController) {
        guard let session = drag else { return }
        controller.viewIfLoaded?.window?.isFullScreen = false
        session.endInteraction(completes: true)
        switch cover {
        case .window:
            session.fade.ramp(to: 1)
            UIView.animate(withDuration: Self.seconds) {
                session.undo()
            } completion: { [weak self] _ in
                self?.dragDidEnd(session, completes: true)
            }
        case .presentation:
            controller.delegate?.playerViewControllerWillBeginDismissalTransition(controller)
            session.fade.ramp(to: 0)
            UIView.animate(withDuration: Self.seconds) {
                if UIAccessibility.isReduceMotionEnabled {
                    session.view.alpha = 0
                } else {
                    session.view.transform.ty = session.drag.area.height
                }
                session.backdrop?.alpha = 0
                session.coordinator?.runAnimations()
            } completion: { [weak self, weak controller] _ in
                // Nothing shows the video any more, and the audio has faded out.
                controller?.player?.pause()
                self?.dragDidEnd(session, completes: true)
                guard let controller else { return }
                controller.delegate?.playerViewControllerDidEndDismissalTransition(controller)
            }
        }
    }

    private func dragDidEnd(_ session: DragSession, completes: Bool) {
        guard drag === session else { return }
        drag = nil
        session.fade.set(1)
        perform(machine.transitionEnded())
        if let transition = session.transition {
            session.backdrop?.removeFromSuperview()
            transition.complete(completes)
        } else {
            session.coordinator?.finish(cancelled: !completes)
        }
        guard let controller else { return }
        controller.updatePlace()
        if !completes { leaveIfEnded() }
    }
}
