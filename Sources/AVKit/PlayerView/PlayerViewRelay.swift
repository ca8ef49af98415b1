import UIKit

/// Passes the full-screen callbacks of the controller in an `AVPlayerView` on to the view's delegate.
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
}
