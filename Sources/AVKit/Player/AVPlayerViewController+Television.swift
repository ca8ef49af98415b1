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

/// The members of the television idiom. Panels and menus of the desktop idiom use them as well.
extension AVPlayerViewController {
    /// A controller that is shown over the playing video after a swipe up or a press of Up (R114).
    public var customOverlayViewController: UIViewController? {
        get { television.settings.overlay }
        set { television.change { $0.overlay = newValue } }
    }

    /// Controllers that are tabs beside the information and the chapters (R220). A tab has its controller's title, and its panel the height
    /// of `preferredContentSize`.
    public var customInfoViewControllers: [UIViewController] {
        get { television.settings.infoControllers }
        set { television.change { $0.infoControllers = newValue } }
    }

    @available(*, deprecated, renamed: "customInfoViewControllers")
    public var customInfoViewController: UIViewController? {
        get { television.settings.infoController }
        set { television.change { $0.infoController = newValue } }
    }

    /// The buttons of the information panel, of which two are shown. Default: play from the beginning; nil restores the default.
    public var infoViewActions: [UIAction]! {
        get { television.infoActions }
        set { television.change { $0.infoActions = newValue } }
    }

    /// Buttons beside those for subtitles and audio: an action, or a menu of actions (R219). Menus inside a menu are ignored.
    public var transportBarCustomMenuItems: [UIMenuElement] {
        get { television.settings.menuItems }
        set { television.change { $0.menuItems = newValue } }
    }

    /// Whether title and subtitle are shown above the transport bar, from its next appearance on.
    public var transportBarIncludesTitleView: Bool {
        get { television.settings.includesTitle }
        set { television.settings.includesTitle = newValue }
    }

    /// Whether the controls include the transport bar, from their next appearance on.
    public var playbackControlsIncludeTransportBar: Bool {
        get { television.settings.includesBar }
        set { television.settings.includesBar = newValue }
    }

    /// Whether the controls include information, chapters and the client's tabs, from their next appearance on.
    public var playbackControlsIncludeInfoViews: Bool {
        get { television.settings.includesTabs }
        set { television.settings.includesTabs = newValue }
    }

    /// The languages of the subtitles that the viewer can choose and that are selected automatically, in BCP 47; nil: all.
    public var allowedSubtitleOptionLanguages: [String]? {
        get { television.settings.subtitleLanguages }
        set {
            television.change { $0.subtitleLanguages = newValue }
            model.preferences?.allowedCaptionLanguages = newValue
        }
    }

    /// Whether the viewer has to choose one of the subtitles: the menu offers neither Off nor Auto, and subtitles are selected from the beginning.
    public var requiresFullSubtitles: Bool {
        get { television.settings.requiresSubtitles }
        set {
            television.change { $0.requiresSubtitles = newValue }
            model.preferences?.requiresCaptions = newValue
        }
    }

    /// What skipping does. `skipItem` calls `skipToNextItem(for:)` and `skipToPreviousItem(for:)` of the delegate.
    public var skippingBehavior: AVPlayerViewControllerSkippingBehavior {
        get { television.settings.skipping }
        set { television.change { $0.skipping = newValue } }
    }

    /// Whether the viewer can skip to the next item where `skippingBehavior` is `skipItem`.
    public var isSkipForwardEnabled: Bool {
        get { television.settings.canSkipForward }
        set { television.change { $0.canSkipForward = newValue } }
    }

    /// Whether the viewer can skip to the previous item where `skippingBehavior` is `skipItem`.
    public var isSkipBackwardEnabled: Bool {
        get { television.settings.canSkipBackward }
        set { television.change { $0.canSkipBackward = newValue } }
    }
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
