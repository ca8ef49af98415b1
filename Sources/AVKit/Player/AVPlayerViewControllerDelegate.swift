public import AVFoundation
public import Foundation
public import UIKit

/// Receives the notifications and questions of a player view controller. Every method is optional.
///
/// The methods are called on the main thread. Only implemented features are declared: full screen, self-dismissal, media selection,
/// interstitials, navigation, content proposals, Picture in Picture, skipping and channels.
@MainActor
@preconcurrency
public protocol AVPlayerViewControllerDelegate: NSObjectProtocol {
    /// Full screen is about to begin (R42). In the coordinator's completion, `isCancelled` reports whether the transition took place (R47).
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willBeginFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator)

    /// Full screen is about to end (R43). The content returns to the frame that the inline view has after this call (R53).
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willEndFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator)

    /// Restores the inline view before full screen ends, when that view is no longer in a window. Call the handler once, with true when the
    /// view is restored.
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping @Sendable (Bool) -> Void
    )

    /// Returns whether the controller may dismiss itself when the viewer leaves. Default: true.
    ///
    /// For an embedded controller only this method is called, and the client dismisses the embedding controller. False then consumes the
    /// key press; true passes it on to the client's responders.
    func playerViewControllerShouldDismiss(_ playerViewController: AVPlayerViewController) -> Bool
    func playerViewControllerWillBeginDismissalTransition(_ playerViewController: AVPlayerViewController)
    func playerViewControllerDidEndDismissalTransition(_ playerViewController: AVPlayerViewController)

    /// The viewer has selected audio or subtitles; nil is off.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, didSelect mediaSelectionOption: AVMediaSelectionOption?,
        in mediaSelectionGroup: AVMediaSelectionGroup)

    /// An interstitial begins or has ended (R40): a range of `interstitialTimeRanges`, or an interstitial event.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, willPresent interstitial: AVInterstitialTimeRange)
    func playerViewController(
        _ playerViewController: AVPlayerViewController, didPresent interstitial: AVInterstitialTimeRange)

    /// Returns whether a content proposal is shown now. Default: true.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, shouldPresent proposal: AVContentProposal
    ) -> Bool

    /// The viewer or the countdown has accepted a proposal. Replace the player's item by the proposed one and play it.
    func playerViewController(_ playerViewController: AVPlayerViewController, didAccept proposal: AVContentProposal)

    /// The viewer has rejected a proposal. Default: the player is dismissed as by `playerViewControllerShouldDismiss(_:)`.
    func playerViewController(_ playerViewController: AVPlayerViewController, didReject proposal: AVContentProposal)

    /// Returns the time to seek to when the viewer has navigated from one time to another. Default: the viewer's target.
    ///
    /// Called once for a series of seeks, when playback resumes: half a second after the last of several skips, at the end of a drag, or
    /// when a paused player starts to play. On Apple's platforms, the player seeks afterwards. Here, each skip seeks immediately so that
    /// the viewer sees its target, and once more if the returned time differs.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, timeToSeekAfterUserNavigatedFrom oldTime: CMTime,
        to targetTime: CMTime
    ) -> CMTime

    /// Playback is about to resume after the viewer has navigated: once for a series of seeks, after the last seek. Never called for seeks
    /// by the program.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, willResumePlaybackAfterUserNavigatedFrom oldTime: CMTime,
        to targetTime: CMTime)

    // MARK: Picture in Picture

    /// Picture in Picture is about to start (R104). The controller is retained from this call to `didStop` (R107).
    func playerViewControllerWillStartPictureInPicture(_ playerViewController: AVPlayerViewController)
    func playerViewControllerDidStartPictureInPicture(_ playerViewController: AVPlayerViewController)
    /// Picture in Picture has not started; `didStart` and `didStop` are not called.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, failedToStartPictureInPictureWithError error: any Error)
    func playerViewControllerWillStopPictureInPicture(_ playerViewController: AVPlayerViewController)
    func playerViewControllerDidStopPictureInPicture(_ playerViewController: AVPlayerViewController)
    /// Returns whether full screen ends, or a presented controller is dismissed, when Picture in Picture has started (R106). Default: true.
    func playerViewControllerShouldAutomaticallyDismissAtPictureInPictureStart(
        _ playerViewController: AVPlayerViewController
    ) -> Bool
    /// The viewer returns to the app (R108). Restore the user interface, such as by presenting the controller, then call the handler with true
    /// within five seconds: the window then moves to the player. Otherwise it just closes (R109). Default: true while the controller's view
    /// is in a window.
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void)
    // MARK: Television

    /// The viewer skips to another item where `skippingBehavior` is `skipItem`.
    func skipToNextItem(for playerViewController: AVPlayerViewController)
    func skipToPreviousItem(for playerViewController: AVPlayerViewController)

    /// Replaces the content by the next channel and calls the handler once, with whether that succeeded (R124). Each call is one more channel,
    /// also while an earlier call is pending. A live stream is flipped through channels only with a delegate that implements the methods, in
    /// this form or as `async` functions (R123).
    func playerViewController(
        _ playerViewController: AVPlayerViewController, skipToNextChannel completion: @escaping @Sendable (Bool) -> Void
    )
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        skipToPreviousChannel completion: @escaping @Sendable (Bool) -> Void)
    func playerViewControllerSkipToNextChannel(_ playerViewController: AVPlayerViewController) async -> Bool
    func playerViewControllerSkipToPreviousChannel(_ playerViewController: AVPlayerViewController) async -> Bool

    /// Returns the screen that covers the video until the next channel is ready (R126). Asked when the viewer starts a flip, which may not be
    /// committed, and maybe while another screen is visible. The same controller may be returned each time (R127).
    func nextChannelInterstitialViewController(for playerViewController: AVPlayerViewController) -> UIViewController
    func previousChannelInterstitialViewController(
        for playerViewController: AVPlayerViewController
    ) -> UIViewController

    /// The transport bar is about to appear or disappear. Animations that are added to the coordinator take the same time.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, willTransitionToVisibilityOfTransportBar visible: Bool,
        with coordinator: any AVPlayerViewControllerAnimationCoordinator)
}

extension AVPlayerViewControllerDelegate {
    public func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willBeginFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator
    ) {}

    public func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willEndFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator
    ) {}

    public func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        completionHandler(true)
    }

    public func playerViewControllerShouldDismiss(_ playerViewController: AVPlayerViewController) -> Bool { true }
    public func playerViewControllerWillBeginDismissalTransition(_ playerViewController: AVPlayerViewController) {}
    public func playerViewControllerDidEndDismissalTransition(_ playerViewController: AVPlayerViewController) {}

    public func playerViewController(
        _ playerViewController: AVPlayerViewController, didSelect mediaSelectionOption: AVMediaSelectionOption?,
        in mediaSelectionGroup: AVMediaSelectionGroup
    ) {}

    public func playerViewController(
        _ playerViewController: AVPlayerViewController, willPresent interstitial: AVInterstitialTimeRange
    ) {}
    public func playerViewController(
        _ playerViewController: AVPlayerViewController, didPresent interstitial: AVInterstitialTimeRange
    ) {}

    public func playerViewController(
        _ playerViewController: AVPlayerViewController, shouldPresent proposal: AVContentProposal
    ) -> Bool { true }
    public func playerViewController(
        _ playerViewController: AVPlayerViewController, didAccept proposal: AVContentProposal
    ) {}
    public func playerViewController(
        _ playerViewController: AVPlayerViewController, didReject proposal: AVContentProposal
    ) { playerViewController.placement.dismissAutomatically() }

    public func playerViewController(
        _ playerViewController: AVPlayerViewController, timeToSeekAfterUserNavigatedFrom oldTime: CMTime,
        to targetTime: CMTime
    ) -> CMTime { targetTime }

    public func playerViewController(
        _ playerViewController: AVPlayerViewController, willResumePlaybackAfterUserNavigatedFrom oldTime: CMTime,
        to targetTime: CMTime
    ) {}
}
