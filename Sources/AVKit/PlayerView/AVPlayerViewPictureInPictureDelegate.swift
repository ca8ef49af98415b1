public import Foundation

/// Receives the life cycle of Picture in Picture of an `AVPlayerView`. All methods are optional.
@preconcurrency @MainActor
public protocol AVPlayerViewPictureInPictureDelegate: NSObjectProtocol {
    func playerViewWillStartPicture(inPicture playerView: AVPlayerView)
    func playerViewDidStartPicture(inPicture playerView: AVPlayerView)
    /// Picture in Picture has not started; `didStart` and `didStop` are not called.
    func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error)
    func playerViewWillStopPicture(inPicture playerView: AVPlayerView)
    func playerViewDidStopPicture(inPicture playerView: AVPlayerView)
    /// Returns whether a view in full screen leaves it when Picture in Picture starts. Default: true.
    func playerViewShouldAutomaticallyDismissAtPicture(inPictureStart playerView: AVPlayerView) -> Bool
    /// The viewer returns to the app. Restore the user interface, then call the handler with true within five seconds: the window then moves
    /// to the view. Otherwise it just closes. Default: true while the view is in a window.
    func playerView(
        _ playerView: AVPlayerView,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void)
}

extension AVPlayerViewPictureInPictureDelegate {
    public func playerViewWillStartPicture(inPicture playerView: AVPlayerView) {}
    public func playerViewDidStartPicture(inPicture playerView: AVPlayerView) {}
    public func playerView(_ playerView: AVPlayerView, failedToStartPictureInPictureWithError error: any Error) {}
    public func playerViewWillStopPicture(inPicture playerView: AVPlayerView) {}
    public func playerViewDidStopPicture(inPicture playerView: AVPlayerView) {}
    public func playerViewShouldAutomaticallyDismissAtPicture(inPictureStart playerView: AVPlayerView) -> Bool { true }
    public func playerView(
        _ playerView: AVPlayerView,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        completionHandler(playerView.window != nil)
    }
}
