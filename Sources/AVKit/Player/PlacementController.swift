import CoreGraphics
import Foundation
import UIKit

/// Moves the content of a player between its inline view and the whole window: R42 to R54, R76 to R82, R92 to R97.
///
/// Performs the actions of `PlacementMachine`. Main thread only. Owned by the controller; does not retain it. Full screen ends when the
/// controller is deallocated.
@MainActor
final class PlacementController {
    static var seconds: TimeInterval { UIAccessibility.isReduceMotionEnabled ? 0 : 0.3 }

    private weak var controller: AVPlayerViewController?
    private(set) var machine = PlacementMachine()
    private(set) var host: FullScreenHost?
    private var transition: TransitionCoordinator?
    /// Whether the controller is dismissing itself: further reasons to dismiss it change nothing.
    private var isDismissing = false

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    // R51: full screen ends with its controller.
    isolated deinit { host?.close() }

    var surroundings: PlacementMachine.Surroundings {
        guard let controller else { return .init() }
        let view = controller.viewIfLoaded
        let window = view?.window
        var surroundings = PlacementMachine.Surroundings()
        surroundings.isInWindow = window != nil
        // R81: a controller is full screen when it covers the scene; an embedded player is inline until the viewer enters full screen.
        if let view, let window, controller.parent == nil || controller.presentingViewController != nil {
            surroundings.fillsWindow =
                view.convert(view.bounds, to: window).insetBy(dx: -1, dy: -1).contains(window.bounds)
        }
        surroundings.windowCoversDisplay = window?.isFullScreen ?? false
        surroundings.canDismissItself = controller.parent == nil && controller.presentingViewController != nil
        surroundings.hasDelegate = controller.delegate != nil
        return surroundings
    }

    /// Whether the whole display is covered, so that the full-screen button leaves full screen.
    var coversDisplay: Bool { machine.coversDisplay(in: surroundings) }

    var gravityPlace: GravityPolicy.Place { machine.gravityPlace(in: surroundings) }

    func toggle() { if coversDisplay { leaveFullScreen() } else { enterFullScreen() } }

    /// Whether the viewer can enter or leave full screen.
    var canToggle: Bool { controller?.content.window != nil && (coversDisplay || isFullScreenAllowed) }

    /// Does nothing where the scene does not allow full screen.
    func enterFullScreen() { if isFullScreenAllowed { perform(machine.enter(surroundings)) } }

    private var isFullScreenAllowed: Bool {
        controller?.viewIfLoaded?.window?.windowScene?.sizeRestrictions?.allowsFullScreen ?? true
    }

    func leaveFullScreen() { perform(machine.leaveFullScreen(surroundings)) }

    /// Handles Escape: leaves full screen, dismisses a presented player, or asks the client.
    /// - Returns: whether the key was handled; false passes it on.
    func leave() -> Bool {
        let wasFullScreen = coversDisplay
        let actions = machine.leave(surroundings)
        if actions == [.askToDismiss] {
            // Only the client can dismiss the controller that embeds the player. Without an implementation the delegate returns true, and
            // the key is passed on.
            guard let controller, let delegate = controller.delegate else { return false }
            return !delegate.playerViewControllerShouldDismiss(controller)
        }
        perform(actions)
        if wasFullScreen { controller?.presenter.noteInput() }
        return wasFullScreen || !actions.isEmpty
    }

    /// Resizes the content after the host view was laid out.
    func hostDidLayOut() {
        guard !machine.isMoving, let host else { return }
        controller?.content.frame = host.view.bounds
    }

    private func perform(_ actions: [PlacementMachine.Action]) {
        guard let controller else { return }
        for action in actions {
            switch action {
            case .coverDisplay(let covers):
                controller.viewIfLoaded?.window?.isFullScreen = covers
                controller.updateControls()
            case .expand: expand(controller)
            case .collapse: collapse(controller)
            case .settle(let place): settle(place, controller)
            case .restoreInterface:
                let restored: @Sendable (Bool) -> Void = { [weak self] _ in
                    Task { @MainActor in
                        guard let self else { return }
                        self.perform(self.machine.interfaceRestored())
                    }
                }
                controller.delegate?.playerViewController(
                    controller, restoreUserInterfaceForFullScreenExitWithCompletionHandler: restored)
            case .dismiss, .askToDismiss: dismiss(controller)
            }
        }
    }

    // MARK: Transitions

    private func expand(_ controller: AVPlayerViewController) {
        guard let view = controller.viewIfLoaded, let window = view.window else { return }
        let start = view.convert(view.bounds, to: window)
        let host = FullScreenHost(window: window, placement: self, responder: controller)
        self.host = host
        let content = controller.content
        let coordinator = TransitionCoordinator(
            from: controller.parent ?? controller, to: controller, containerView: host.view, duration: Self.seconds)
        transition = coordinator
        controller.delegate?.playerViewController(
            controller, willBeginFullScreenPresentationWithAnimationCoordinator: coordinator)
        UIView.performWithoutAnimation {
            host.view.addSubview(content)
            content.frame = start
            content.layoutIfNeeded()
            host.view.backdrop.alpha = 0
        }
        controller.updatePlace()
        host.coverDisplay(true)
        UIView.animate(withDuration: Self.seconds) {
            content.frame = host.view.bounds
            host.view.backdrop.alpha = 1
            coordinator.runAnimations()
        } completion: { [weak self] _ in
            self?.transitionEnded()
            coordinator.finish(cancelled: self == nil)
        }
    }

    private func collapse(_ controller: AVPlayerViewController) {
        guard let host, let view = controller.view else { return }
        let content = controller.content
        let seconds = view.window == nil ? 0 : Self.seconds
        let coordinator = TransitionCoordinator(
            from: controller, to: controller.parent ?? controller, containerView: host.view, duration: seconds)
        transition = coordinator
        controller.delegate?.playerViewController(
            controller, willEndFullScreenPresentationWithAnimationCoordinator: coordinator)
        host.coverDisplay(false)
        // R53: the transition ends at the frame that the client's view has after the callback.
        view.superview?.layoutIfNeeded()
        UIView.animate(withDuration: seconds) {
            if let window = view.window {
                content.frame = host.view.convert(view.convert(view.bounds, to: window), from: window)
            }
            host.view.backdrop.alpha = 0
            coordinator.runAnimations()
        } completion: { [weak self] _ in
            self?.transitionEnded()
            coordinator.finish()
        }
    }

    private func transitionEnded() {
        transition = nil
        perform(machine.transitionEnded())
    }

    private func settle(_ place: PlacementMachine.Place, _ controller: AVPlayerViewController) {
        let content = controller.content
        switch place {
        case .fullScreen:
            guard let host else { return }
            host.view.becomeFirstResponder()
            content.frame = host.view.bounds
        case .inline:
            UIView.performWithoutAnimation {
                controller.view.addSubview(content)
                content.frame = controller.view.bounds
            }
            host?.close()
            host = nil
            content.becomeFirstResponder()
            controller.updatePlace()
            controller.updateGravity()
        }
        controller.update()
    }

    /// Dismisses the player for another reason than the viewer's key (R142): the delegate gets the same calls. A player that its client has
    /// embedded leaves full screen, and the client is asked to dismiss the controller that embeds the player.
    func dismissAutomatically() {
        guard let controller else { return }
        if surroundings.canDismissItself { return dismiss(controller) }
        if machine.isFullScreen { leaveFullScreen() }
        _ = controller.delegate?.playerViewControllerShouldDismiss(controller)
    }

    /// Dismisses the controller (`spec/semantics.md` section 12, Dismissal): asks the delegate, notifies it, then dismisses.
    private func dismiss(_ controller: AVPlayerViewController) {
        guard !isDismissing else { return }
        guard controller.delegate?.playerViewControllerShouldDismiss(controller) ?? true else { return }
        isDismissing = true
        controller.delegate?.playerViewControllerWillBeginDismissalTransition(controller)
        if let window = controller.viewIfLoaded?.window, window.isFullScreen { window.isFullScreen = false }
        controller.dismiss(animated: true) { [weak self, weak controller] in
            self?.isDismissing = false
            guard let controller else { return }
            controller.delegate?.playerViewControllerDidEndDismissalTransition(controller)
        }
    }
}
