import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// Picture in Picture of a player view controller: connects the controller with its session.
///
/// Owned by the controller; does not retain it. The session retains the controller from `willStart` to `didStop` (R107).
@MainActor
final class PlayerPictureInPicture: PictureInPictureClient {
    let session = PictureInPictureSession()
    private weak var controller: AVPlayerViewController?
    private var placeholder: PictureInPicturePlaceholder?
    private var captions: [NSAttributedString] = []
    private var token: (any NSObjectProtocol)?

    /// False ends a running session and hides the button (R105).
    var isAllowed = true {
        didSet {
            guard isAllowed != oldValue else { return }
            if !isAllowed { session.stop() }
            controller?.updateControls()
        }
    }
    var startsAutomatically = false

    func attach(_ controller: AVPlayerViewController) {
        self.controller = controller
        session.client = self
        session.prepare()
        token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.categoryWasSet, object: nil, queue: nil
        ) { [weak self] _ in
            Task { @MainActor in self?.controller?.updateControls() }
        }
    }

    isolated deinit {
        session.release()
        if let token { NotificationCenter.default.removeObserver(token) }
    }

    // MARK: Controls

    /// The button among the controls.
    var isActive: Bool { session.isActive }

    var button: PictureInPictureButton {
        if session.isActive { return .stop }
        // The display is opened by the controller's window already, so that the question costs nothing.
        guard isAllowed, let controller, controller.model.hasVideo, controller.viewIfLoaded?.window != nil,
            session.environment.isPermitted
        else { return .none }
        return .start
    }

    /// Starts or stops at the viewer's request.
    /// - Returns: whether there was something to start or stop.
    func toggle() -> Bool {
        switch button {
        case .none: return false
        case .start: session.start()
        case .stop: session.stop()
        }
        return true
    }

    // MARK: Model

    func modelDidChange(_ change: PlayerModel.Change) {
        if case .captions(let texts) = change { captions = texts }
        session.modelDidChange(change)
    }

    /// The captions to display inline.
    var inlineCaptions: [NSAttributedString] { placeholder == nil ? captions : [] }

    var pictureInPictureContent: any PictureInPictureContent { controller?.model ?? PlayerModel() }

    var canStartPictureInPicture: Bool {
        guard let controller, isAllowed, controller.isReadyForDisplay, controller.model.canStayInPictureInPicture else {
            return false
        }
        return session.environment.isPermitted
    }

    var canContinuePictureInPicture: Bool { isAllowed && controller?.model.canStayInPictureInPicture == true }

    /// A full-screen presentation needs no permission by the client (S11.5).
    var startsPictureInPictureInBackground: Bool {
        guard let controller, controller.model.isPlaying, canStartPictureInPicture else { return false }
        return startsAutomatically || isPresentation
    }

    private var isPresentation: Bool {
        guard let controller else { return false }
        return controller.placement.machine.isFullScreen || controller.presentingViewController != nil
    }

    // MARK: Session

    var pictureInPictureOwner: AnyObject? { controller }

    var sourceWindow: UIWindow? { controller?.content.window }

    var sourceFrame: CGRect {
        guard let controller, let window = sourceWindow else { return .zero }
        let rect = controller.content.surface.playerLayer.videoRect
        let content = controller.content
        return content.convert(rect.isEmpty ? content.bounds : rect.intersection(content.bounds), to: window)
    }

    func pictureInPictureChanged(_ notification: PictureInPictureAction.Notification) {
        guard let controller else { return }
        let delegate = controller.delegate
        switch notification {
        case .willStart: delegate?.playerViewControllerWillStartPictureInPicture(controller)
        case .didStart:
            delegate?.playerViewControllerDidStartPictureInPicture(controller)
            leaveFullScreen(controller)
        case .failedToStart:
            delegate?.playerViewController(
                controller, failedToStartPictureInPictureWithError: AVKitError(.pictureInPictureStartFailed))
        case .willStop: delegate?.playerViewControllerWillStopPictureInPicture(controller)
        case .didStop:
            delegate?.playerViewControllerDidStopPictureInPicture(controller)
            // Without a window there is no way to pause the audio.
            if sourceWindow == nil { controller.model.player?.pause() }
        }
        controller.updateControls()
    }

    /// Leaves full screen or dismisses a presented controller, unless the delegate objects (R106). A session that has started because the app
    /// was hidden changes nothing in the app, which is shown again later.
    private func leaveFullScreen(_ controller: AVPlayerViewController) {
        guard !session.isAutomatic, isPresentation || controller.placement.coversDisplay,
            controller.delegate?.playerViewControllerShouldAutomaticallyDismissAtPictureInPictureStart(controller)
                ?? true
        else { return }
        if controller.placement.coversDisplay { controller.placement.leaveFullScreen() }
        if controller.presentingViewController != nil { controller.dismiss(animated: true) }
    }

    func pictureInPictureBecameActive(_ isActive: Bool) { controller?.updateControls() }

    func pictureInPictureSuspended(_ isSuspended: Bool) {}

    func restoreUserInterface(completion: @escaping @Sendable (Bool) -> Void) {
        guard let controller, let delegate = controller.delegate else { return completion(sourceWindow != nil) }
        delegate.playerViewController(
            controller, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: completion)
    }

    func showPlaceholder(_ isShown: Bool) {
        guard let content = controller?.content, isShown != (placeholder != nil) else { return }
        if isShown {
            let view = PictureInPicturePlaceholder(frame: content.bounds)
            view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            placeholder = view
            content.insertSubview(view, aboveSubview: content.surface)
        } else {
            placeholder?.removeFromSuperview()
            placeholder = nil
        }
        // Hidden, so that the covered video is not drawn.
        content.surface.isHidden = isShown
        content.showCaptions(inlineCaptions)
    }
}
