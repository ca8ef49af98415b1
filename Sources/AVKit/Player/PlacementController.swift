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

    private(set) weak var controller: AVPlayerViewController?
    var machine = PlacementMachine()
    private(set) var host: FullScreenHost?
    private var transition: TransitionCoordinator?
    /// Whether the controller is dismissing itself: further reasons to dismiss it change nothing.
    private var isDismissing = false
    /// The drag in progress, or whose content still moves.
    var drag: DragSession? {
        didSet { if oldValue != nil, drag == nil { controller?.presenter.restoreControls() } }
    }
    private var pan: DismissalPan?
    private var restoration: RestoreRequest?
    /// Whether the last item has ended during the present transition.
    private var endedInTransition = false
    /// The seconds that the client has for restoring its user interface.
    var restoreLimit = RestoreRequest.seconds
    private var windowObservers: [any NSObjectProtocol] = []

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    /// Recognizes drags on the content.
    func viewDidLoad() {
        guard pan == nil, let controller else { return }
        pan = DismissalPan(controller: controller)
        observe(UIWindow.didBecomeHiddenNotification) { placement, window in
            if window.isClosed { placement.windowDidClose(window) }
        }
        observe(UIWindow.fullScreenDidChangeNotification) { placement, window in
            if window === placement.controller?.viewIfLoaded?.window { placement.coverDidChange() }
        }
    }

    /// Calls a function when a window posts a notification.
    private func observe(
        _ name: Notification.Name, _ perform: @escaping @MainActor (PlacementController, UIWindow) -> Void
    ) {
        windowObservers += [
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] note in
                guard let window = note.object as? UIWindow else { return }
                // The window posts the notification on the main thread.
                MainActor.assumeIsolated { if let self { perform(self, window) } }
            }
        ]
    }

    /// Updates all that depends on whether the player's window covers the display. When the desktop has ended full screen, the content returns
    /// to its inline view.
    private func coverDidChange() {
        guard let controller else { return }
        if machine.place == .fullScreen(.shown), !surroundings.windowCoversDisplay { leaveFullScreen() }
        controller.updateControls()
        controller.nowPlaying.placeDidChange()
        controller.displayCriteria.update(controller)
    }

    // R51: full screen ends with its controller.
    isolated deinit {
        windowObservers.forEach { NotificationCenter.default.removeObserver($0) }
        host?.close()
    }

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

    /// Leaves full screen because the last item has ended, at the end of a transition that is running (R97).
    func leaveAtEnd() {
        if machine.isMoving { endedInTransition = true } else { leaveFullScreen() }
    }

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
        guard let host, let controller else { return }
        switch machine.place {
        case .fullScreen(.shown),
            .fullScreen(.restoring) where drag == nil:
            controller.content.frame = host.view.bounds
        case .fullScreen(.entering) where controller.content.layer.animation(forKey: "bounds") != nil:
            // The desktop has given the window the size of the display: the transition ends there.
            UIView.performWithoutAnimation {
                controller.content.frame = host.view.bounds
                controller.content.layoutIfNeeded()
            }
        case .fullScreen(.leaving):
            // The window has changed its size, and the inline view its frame with it: the transition ends there (R53).
            UIView.performWithoutAnimation {
                placeContentInline(controller, host)
                controller.content.layoutIfNeeded()
            }
        default: break
        }
    }

    /// Whether the content fills the controller's view and follows its size.
    var keepsContentInView: Bool { host == nil && drag == nil }

    /// Moves the content to the frame of the inline view, in the coordinates of the host.
    private func placeContentInline(_ controller: AVPlayerViewController, _ host: FullScreenHost) {
        guard let view = controller.viewIfLoaded, let window = view.window else { return }
        controller.content.frame = host.view.convert(view.convert(view.bounds, to: window), from: window)
    }

    func perform(_ actions: [PlacementMachine.Action]) {
        guard let controller else { return }
        for action in actions {
            switch action {
            case .coverDisplay(let covers): controller.viewIfLoaded?.window?.isFullScreen = covers
            case .expand: expand(controller)
            case .collapse: collapse(controller)
            case .settle(let place): settle(place, controller)
            case .restoreInterface: restoreInterface(controller)
            case .dismiss, .askToDismiss: dismiss(controller)
            case .follow: break
            case .undoDrag: undoDrag(controller)
            case .uncover(let cover): uncover(cover, controller)
            }
        }
    }

    private func restoreInterface(_ controller: AVPlayerViewController) {
        if let drag {
            // The content waits in full screen for the client's answer.
            drag.fade.ramp(to: 1)
            UIView.animate(withDuration: Self.seconds) { drag.undo() }
        }
        let request = RestoreRequest(limit: restoreLimit) { [weak self] _ in
            guard let self else { return }
            restoration = nil
            perform(machine.interfaceRestored())
        }
        restoration = request
        controller.delegate?.playerViewController(
            controller, restoreUserInterfaceForFullScreenExitWithCompletionHandler: request.handler)
    }

    /// Leaves full screen after a transition in which the last item has ended.
    func leaveIfEnded() {
        guard endedInTransition else { return }
        endedInTransition = false
        leaveFullScreen()
    }

    // MARK: Transitions

    private func expand(_ controller: AVPlayerViewController) {
        guard let view = controller.viewIfLoaded, let window = view.window else { return }
        let start = view.convert(view.bounds, to: window)
        let host = FullScreenHost(window: window, placement: self, responder: controller)
        self.host = host
        let content = controller.content
        let coordinator = TransitionCoordinator(
            from: controller.parent ?? controller, to: controller, containerView: host.view, duration: Self.seconds,
            style: Self.style(of: controller))
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
            // The video grows with its container instead of jumping to its new size.
            content.layoutIfNeeded()
            host.view.backdrop.alpha = 1
            coordinator.runAnimations()
        } completion: { [weak self] _ in
            self?.transitionEnded(coordinator)
            coordinator.finish(cancelled: self == nil)
            self?.leaveIfEnded()
        }
    }

    /// Moves the content back to the inline view, from full screen or from where the viewer has dragged it.
    private func collapse(_ controller: AVPlayerViewController) {
        guard let host, let view = controller.view else { return }
        let content = controller.content
        let seconds = view.window == nil ? 0 : Self.seconds
        let coordinator = drag?.coordinator ?? makeEndCoordinator(controller, host, seconds: seconds)
        transition = coordinator
        if let drag {
            drag.endInteraction(completes: true)
            // Playback continues inline.
            drag.fade.ramp(to: 1)
        } else {
            controller.delegate?.playerViewController(
                controller, willEndFullScreenPresentationWithAnimationCoordinator: coordinator)
        }
        host.coverDisplay(false)
        // R53: the transition ends at the frame that the client's view has after the callback.
        view.superview?.layoutIfNeeded()
        UIView.animate(withDuration: seconds) { [self] in
            content.transform = .identity
            placeContentInline(controller, host)
            content.layoutIfNeeded()
            host.view.backdrop.alpha = 0
            coordinator.runAnimations()
        } completion: { [weak self] _ in
            self?.transitionEnded(coordinator)
            self?.endedInTransition = false
            coordinator.finish()
        }
    }

    func makeEndCoordinator(
        _ controller: AVPlayerViewController, _ host: FullScreenHost, seconds: TimeInterval, isInteractive: Bool = false
    ) -> TransitionCoordinator {
        TransitionCoordinator(
            from: controller, to: controller.parent ?? controller, containerView: host.view, duration: seconds,
            isInteractive: isInteractive, style: Self.style(of: controller))
    }

    /// The style of the full screen of an embedded player (R92): `fullScreen` unless the client has set another one.
    private static func style(of controller: AVPlayerViewController) -> UIModalPresentationStyle {
        controller.modalPresentationStyle == .automatic ? .fullScreen : controller.modalPresentationStyle
    }

    /// - Parameter coordinator: that of the transition; the end of an abandoned transition has no effect.
    private func transitionEnded(_ coordinator: TransitionCoordinator) {
        guard transition === coordinator else { return }
        transition = nil
        drag = nil
        perform(machine.transitionEnded())
    }

    /// Ends the full screen of a window that was closed: the content returns to the controller's view, wherever that is now.
    private func windowDidClose(_ window: UIWindow) {
        guard let controller, let host, host.view.window === window else { return }
        let place = machine.place
        let coordinator =
            transition ?? drag?.coordinator ?? makeEndCoordinator(controller, host, seconds: 0)
        if place == .fullScreen(.shown) || place == .fullScreen(.restoring), drag == nil {
            controller.delegate?.playerViewController(
                controller, willEndFullScreenPresentationWithAnimationCoordinator: coordinator)
        }
        transition = nil
        restoration = nil
        perform(machine.windowClosed())
        drag?.fade.set(1)
        drag = nil
        coordinator.finish(cancelled: place == .fullScreen(.entering))
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
                content.transform = .identity
                if content.superview !== controller.view { controller.view.insertSubview(content, at: 0) }
                content.frame = controller.view.bounds
            }
            host?.close()
            host = nil
            content.becomeFirstResponder()
            controller.updatePlace()
            controller.updateGravity()
        case .dragged: break
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
