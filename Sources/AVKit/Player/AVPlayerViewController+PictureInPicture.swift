extension AVPlayerViewController {
    /// Whether the viewer can start Picture in Picture. False hides the button and stops Picture in Picture that is running (R105).
    public var allowsPictureInPicturePlayback: Bool {
        get { pictureInPicture.isAllowed }
        set { pictureInPicture.isAllowed = newValue }
    }

    /// Whether Picture in Picture starts by itself when the scene of an inline player enters the background during playback (R102).
    ///
    /// Apple: the viewer leaves the app. Here: all windows of the scene are hidden or minimized. Picture in Picture that has started by itself
    /// ends when the scene enters the foreground. A full-screen presentation starts Picture in Picture without this property.
    public var canStartPictureInPictureAutomaticallyFromInline: Bool {
        get { pictureInPicture.startsAutomatically }
        set { pictureInPicture.startsAutomatically = newValue }
    }
}

extension AVPlayerViewControllerDelegate {
    public func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
    public func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController) {}
    public func playerViewController(
        _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error
    ) {}
    public func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}
    public func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController) {}

    public func playerViewControllerShouldAutomaticallyDismissAtPictureInPictureStart(
        _ playerViewController: AVPlayerViewController
    ) -> Bool { true }

    public func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) {
        completionHandler(playerViewController.pictureInPicture.sourceWindow != nil)
    }
}
