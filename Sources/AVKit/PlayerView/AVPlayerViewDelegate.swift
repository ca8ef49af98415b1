public import Foundation

/// The placement of the controls of an `AVPlayerView`.
public enum AVPlayerViewControlsStyle: Int, Sendable {
    case none = 0
    /// Along the lower edge.
    case inline = 1
    /// In a panel over the video.
    case floating = 2
    /// One button for play and pause.
    case minimal = 3

    public static let `default` = AVPlayerViewControlsStyle.inline
}

/// The button with which the viewer has ended the trimming of an item.
public enum AVPlayerViewTrimResult: Int, Sendable {
    case okButton = 0
    case cancelButton = 1
}

/// Receives the full-screen transitions of an `AVPlayerView`. All methods are optional.
@preconcurrency @MainActor
public protocol AVPlayerViewDelegate: NSObjectProtocol {
    func playerViewWillEnterFullScreen(_ playerView: AVPlayerView)
    func playerViewDidEnterFullScreen(_ playerView: AVPlayerView)
    func playerViewWillExitFullScreen(_ playerView: AVPlayerView)
    /// Not called when the viewer cancels the transition.
    func playerViewDidExitFullScreen(_ playerView: AVPlayerView)
    /// The view is not in a window: the client puts the view back and calls the handler, within five seconds.
    func playerView(
        _ playerView: AVPlayerView,
        restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping @Sendable (Bool) -> Void
    )
}

extension AVPlayerViewDelegate {
    public func playerViewWillEnterFullScreen(_ playerView: AVPlayerView) {}
    public func playerViewDidEnterFullScreen(_ playerView: AVPlayerView) {}
    public func playerViewWillExitFullScreen(_ playerView: AVPlayerView) {}
    public func playerViewDidExitFullScreen(_ playerView: AVPlayerView) {}
    public func playerView(
        _ playerView: AVPlayerView,
        restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        completionHandler(true)
    }
}
