import UIKit

/// Passes the callbacks of the controller in an `AVPlayerView` on to the view's delegates: full screen, Picture in Picture.
@MainActor
final class PlayerViewRelay: NSObject, AVPlayerViewControllerDelegate {
    weak var view: AVPlayerView?

    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willBeginFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator
    ) {
        guard let view else { return }
        view.delegate?.playerViewWillEnterFullScreen(view)
        coordinator.animate(alongsideTransition: nil) { [weak view] context in
            if let view, !context.isCancelled { view.delegate?.playerViewDidEnterFullScreen(view) }
        }
    }

    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willEndFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator
    ) {
        guard let view else { return }
        view.delegate?.playerViewWillExitFullScreen(view)
        coordinator.animate(alongsideTransition: nil) { [weak view] context in
            if let view, !context.isCancelled { view.delegate?.playerViewDidExitFullScreen(view) }
        }
    }

    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        guard let view, let delegate = view.delegate else { return completionHandler(true) }
        delegate.playerView(
            view, restoreUserInterfaceForFullScreenExitWithCompletionHandler: completionHandler)
    }

    // MARK: Picture in Picture

    private var pictureInPicture: (view: AVPlayerView, delegate: any AVPlayerViewPictureInPictureDelegate)? {
        guard let view, let delegate = view.pictureInPictureDelegate else { return nil }
        return (view, delegate)
    }

    func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {
        if let (view, delegate) = pictureInPicture { delegate.playerViewWillStartPicture(inPicture: view) }
    }

    func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController) {
        if let (view, delegate) = pictureInPicture { delegate.playerViewDidStartPicture(inPicture: view) }
    }

    func playerViewController(
        _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error
    ) {
        guard let (view, delegate) = pictureInPicture else { return }
        delegate.playerView(view, failedToStartPictureInPictureWithError: error)
    }

    func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController) {
        if let (view, delegate) = pictureInPicture { delegate.playerViewWillStopPicture(inPicture: view) }
    }

    func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {
        if let (view, delegate) = pictureInPicture { delegate.playerViewDidStopPicture(inPicture: view) }
    }

    func playerViewControllerShouldAutomaticallyDismissAtPictureInPictureStart(
        _ playerViewController: AVPlayerViewController
    ) -> Bool {
        guard let (view, delegate) = pictureInPicture else { return true }
        return delegate.playerViewShouldAutomaticallyDismissAtPicture(inPictureStart: view)
    }

    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        guard let (view, delegate) = pictureInPicture else { return completionHandler(view?.window != nil) }
        delegate.playerView(
            view, restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: completionHandler)
    }
}
