public import AVFoundation
public import Foundation
public import UIKit

/// What a player controller tells and asks the client. Every method is optional.
///
/// Called on the main thread. Only what this version does is declared: full screen, self-dismissal, media selection, interstitials
/// and navigation.
@MainActor
@preconcurrency
public protocol AVPlayerViewControllerDelegate: NSObjectProtocol {
    /// Full screen is about to begin (R42). The coordinator's completion tells whether it did: `isCancelled` is the truth (R47).
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willBeginFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator)

    /// Full screen is about to end (R43). What the client changes here is what the picture lands on (R53).
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        willEndFullScreenPresentationWithAnimationCoordinator coordinator: any UIViewControllerTransitionCoordinator)

    /// Asked before full screen ends when the inline view has left its window; call the handler once, with true when it is back.
    func playerViewController(
        _ playerViewController: AVPlayerViewController,
        restoreUserInterfaceForFullScreenExitWithCompletionHandler completionHandler: @escaping @Sendable (Bool) -> Void
    )

    /// Whether the controller may dismiss itself when the viewer leaves. Absent: true.
    ///
    /// Of an embedded controller this alone is sent, and the client dismisses what it is embedded in. False then ends the key press; true passes
    /// it on to the client's responders.
    func playerViewControllerShouldDismiss(_ playerViewController: AVPlayerViewController) -> Bool
    func playerViewControllerWillBeginDismissalTransition(_ playerViewController: AVPlayerViewController)
    func playerViewControllerDidEndDismissalTransition(_ playerViewController: AVPlayerViewController)

    /// The viewer chose sound or subtitles; nil is off.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, didSelect mediaSelectionOption: AVMediaSelectionOption?,
        in mediaSelectionGroup: AVMediaSelectionGroup)

    /// Something that is not the film begins or has ended (R40): a stretch of `interstitialTimeRanges`, or an event that is played in between.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, willPresent interstitial: AVInterstitialTimeRange)
    func playerViewController(
        _ playerViewController: AVPlayerViewController, didPresent interstitial: AVInterstitialTimeRange)

    /// Returns the time to go to when the viewer has moved from one time to another. Absent: the viewer's target.
    ///
    /// Asked once for a series of moves, when playback resumes: half a second after the last of several skips, at the end of a drag, or when
    /// a paused player is played. Apple: the player seeks afterwards. Here: each skip is sought at once, so that the viewer sees its target,
    /// and again where the answer differs.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, timeToSeekAfterUserNavigatedFrom oldTime: CMTime,
        to targetTime: CMTime
    ) -> CMTime

    /// Playback resumes after the viewer has moved: once for a series of moves, after the seek. Never sent for seeks by the program.
    func playerViewController(
        _ playerViewController: AVPlayerViewController, willResumePlaybackAfterUserNavigatedFrom oldTime: CMTime,
        to targetTime: CMTime)
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
        _ playerViewController: AVPlayerViewController, timeToSeekAfterUserNavigatedFrom oldTime: CMTime,
        to targetTime: CMTime
    ) -> CMTime { targetTime }

    public func playerViewController(
        _ playerViewController: AVPlayerViewController, willResumePlaybackAfterUserNavigatedFrom oldTime: CMTime,
        to targetTime: CMTime
    ) {}
}
