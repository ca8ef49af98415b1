public import Foundation
public import UIKit

/// How the controls for skipping act.
public enum AVPlayerViewControllerSkippingBehavior: Int, Sendable {
    /// Skip by a number of seconds.
    case `default` = 0
    /// Go to the next or previous item through the delegate.
    case skipItem = 1
}

/// Runs a client's animations together with an animation of the player.
@MainActor
@preconcurrency
public protocol AVPlayerViewControllerAnimationCoordinator: NSObjectProtocol {
    /// - Parameters:
    ///   - animations: changes that are animated in the same duration.
    ///   - completion: called after the animation, with whether it ran to its end.
    func addCoordinatedAnimations(_ animations: (() -> Void)?, completion: ((Bool) -> Void)?)
}

/// The client's settings for panels, menus and skipping.
struct TelevisionSettings {
    var overlay: UIViewController?
    var infoControllers: [UIViewController] = []
    var infoController: UIViewController?
    var infoActions: [UIAction]?
    var menuItems: [UIMenuElement] = []
    var includesTitle = true
    var includesBar = true
    var includesTabs = true
    var subtitleLanguages: [String]?
    var requiresSubtitles = false
    var skipping = AVPlayerViewControllerSkippingBehavior.default
    var canSkipForward = false
    var canSkipBackward = false

    var parts: TVControlsView.Parts {
        TVControlsView.Parts(hasBar: includesBar, hasTitle: includesTitle, hasTabs: includesTabs)
    }

    /// The client's tabs, the deprecated single one last.
    var clientTabs: [UIViewController] {
        infoControllers + [infoController].compactMap { $0 }.filter { one in !infoControllers.contains { $0 === one } }
    }
}

/// Collects the client's animations for a change of the transport bar's visibility.
@MainActor
final class TransportBarCoordinator: NSObject, AVPlayerViewControllerAnimationCoordinator {
    private var animations: [() -> Void] = []
    private var completions: [(Bool) -> Void] = []

    func addCoordinatedAnimations(_ animations: (() -> Void)?, completion: ((Bool) -> Void)?) {
        if let animations { self.animations.append(animations) }
        if let completion { completions.append(completion) }
    }

    func animate() {
        for animation in animations { animation() }
        animations = []
    }

    func finish(_ finished: Bool) {
        let all = completions
        completions = []
        for completion in all { completion(finished) }
    }
}

/// Default implementations of the optional methods.
extension AVPlayerViewControllerDelegate {
    public func skipToNextItem(for playerViewController: AVPlayerViewController) {}
    public func skipToPreviousItem(for playerViewController: AVPlayerViewController) {}

    public func playerViewController(
        _ playerViewController: AVPlayerViewController, skipToNextChannel completion: @escaping @Sendable (Bool) -> Void
    ) {
        Task { completion(await self.playerViewControllerSkipToNextChannel(playerViewController)) }
    }
    public func playerViewController(
        _ playerViewController: AVPlayerViewController,
        skipToPreviousChannel completion: @escaping @Sendable (Bool) -> Void
    ) {
        Task { completion(await self.playerViewControllerSkipToPreviousChannel(playerViewController)) }
    }
    public func playerViewControllerSkipToNextChannel(_ playerViewController: AVPlayerViewController) async -> Bool {
        ChannelSkipping.noteMissing(in: self)
        return false
    }
    public func playerViewControllerSkipToPreviousChannel(
        _ playerViewController: AVPlayerViewController
    ) async -> Bool {
        ChannelSkipping.noteMissing(in: self)
        return false
    }

    public func nextChannelInterstitialViewController(
        for playerViewController: AVPlayerViewController
    ) -> UIViewController { NoChannelScreen() }
    public func previousChannelInterstitialViewController(
        for playerViewController: AVPlayerViewController
    ) -> UIViewController { NoChannelScreen() }

    public func playerViewController(
        _ playerViewController: AVPlayerViewController, willTransitionToVisibilityOfTransportBar visible: Bool,
        with coordinator: any AVPlayerViewControllerAnimationCoordinator
    ) {}
}
