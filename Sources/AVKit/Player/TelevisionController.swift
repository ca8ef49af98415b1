import AVFoundation
import CoreGraphics
import Foundation
import UIKit

/// Operates the player in the television idiom: passes presses to `TVNavigation`, performs the actions and moves the focus.
///
/// Main thread only. Owned by the player's controller; does not retain it.
@MainActor
final class TelevisionController: NSObject {
    private(set) weak var controller: AVPlayerViewController?
    var settings = TelevisionSettings()
    private(set) var navigation = TVNavigation()
    let flipper = ChannelFlipper()
    let overlay = ChildScreen()
    let clientPanel = ChildScreen()
    /// The time that the viewer is choosing with the remote.
    private var scrub: RemoteScrub?
    /// The tabs, whose titles the controls show.
    var tabs: [TVTab] = []
    var lastTab = 0
    var pictures: ChapterPictures?
    /// The facts of the information panel; nil until they are needed.
    var infoCache: InfoContent?
    var chapterList: ChapterListView?
    /// The tab whose panel is visible.
    var shown: TVTab?
    /// Starts Picture in Picture; nil where that is impossible.
    var pictureInPictureAction: (@MainActor () -> Void)? { didSet { refresh() } }
    var overlayHint: OverlayHintView?
    let hintTimer = MainTimer()
    var channelHint: ChannelHintView?
    /// Whether the delegate has been told that the transport bar is visible.
    private var isBarVisible = false

    var isActive: Bool { UIDevice.current.userInterfaceIdiom == .tv }
    var model: PlayerModel? { controller?.model }
    var controls: TVControlsView? { controller?.content.controls as? TVControlsView }

    func attach(_ controller: AVPlayerViewController) {
        self.controller = controller
        flipper.attach(controller)
        flipper.onCover = { [weak self] covers in self?.apply(covers ? .flipBegan : .flipEnded) }
        flipper.onMissing = { [weak self] in self?.apply(.heading($0 == .next ? .right : .left, isRepeat: false)) }
    }

    /// Adds the button of Picture in Picture, or removes it.
    func offerPictureInPicture(_ isPossible: Bool) {
        guard isPossible != (pictureInPictureAction != nil) else { return }
        guard isPossible else { return pictureInPictureAction = nil }
        pictureInPictureAction = { [weak self] in self?.controller?.run(.togglePictureInPicture) }
    }

    func change(_ change: (inout TelevisionSettings) -> Void) {
        let old = settings.overlay
        change(&settings)
        if let old, old !== settings.overlay { overlayDidChange(old) }
        refresh()
        guard !isActive, let controller else { return }
        controller.content.panels.information.update()
        controller.updateControls()
    }

    // MARK: Input

    /// - Returns: whether the press was handled; nil for keys without a special meaning in the television idiom.
    func pressed(_ press: UIPress) -> Bool? {
        guard isActive, let controller, controller.showsPlaybackControls, controller.player != nil,
            let input = Self.input(of: press)
        else { return nil }
        if let errorView = controller.content.errorView { return pressed(input, over: errorView) }
        if press.isRepeat {
            guard case .heading = input else { return true }
        }
        if case .select = input, navigation.mode == .hidden || navigation.mode == .bar,
            let skip = controller.content.breakView?.skipButton, skip.isEnabled, !skip.isHidden
        {
            skip.sendActions(for: .primaryActionTriggered)
            return true
        }
        return apply(input)
    }

    private static func input(of press: UIPress) -> TVNavigation.Input? {
        switch press.type {
        case .upArrow: return .heading(.up, isRepeat: press.isRepeat)
        case .downArrow: return .heading(.down, isRepeat: press.isRepeat)
        case .leftArrow: return .heading(.left, isRepeat: press.isRepeat)
        case .rightArrow: return .heading(.right, isRepeat: press.isRepeat)
        case .select: return .select
        case .menu: return .menu
        case .playPause: return .playPause
        case .pageUp: return .channel(isNext: true)
        case .pageDown: return .channel(isNext: false)
        default: return nil
        }
    }

    /// The buttons of the error message have the focus while it is visible.
    private func pressed(_ input: TVNavigation.Input, over errorView: ErrorView) -> Bool? {
        if input == .menu { return controller?.placement.leave() }
        return focus(errorView)
    }

    /// Gives the focus to the first button of an error message, unless one of its buttons has the focus.
    /// - Returns: whether the focus has moved.
    @discardableResult
    func focus(_ errorView: ErrorView) -> Bool {
        guard isActive, let system = UIFocusSystem.focusSystem(for: errorView),
            !(system.focusedItem.map { UIFocusSystem.environment(errorView, contains: $0) } ?? false)
        else { return false }
        system.requestFocusUpdate(to: errorView)
        system.updateFocusIfNeeded()
        return true
    }

    /// - Returns: whether the input was handled, so that it is not passed on.
    @discardableResult
    func apply(_ input: TVNavigation.Input) -> Bool {
        guard let controller else { return false }
        let actions = navigation.handle(input, facts)
        var isHandled = true
        for action in actions { if !perform(action, controller) { isHandled = false } }
        controller.presenter.hold(.menu, navigation.holdsControls)
        if controller.presenter.visibility.isVisible, navigation.mode != .hidden { controller.presenter.noteInput() }
        updateRegion()
        if case .select = input, actions.isEmpty { return false }
        return isHandled
    }

    private var facts: TVNavigation.Facts {
        guard let controller else { return .init() }
        let parts = presentParts
        return TVNavigation.Facts(
            isPlaying: controller.model.isPlaying, canSeek: controller.model.seekEnd != nil,
            skipsItems: settings.skipping == .skipItem, canFlip: flipper.isPossible, hasBar: parts.hasBar,
            hasButtons: parts.hasBar && !makeButtons().isEmpty, tabCount: parts.hasTabs ? makeTabs().count : 0,
            hasOverlay: settings.overlay != nil, hasActions: controller.flows.actions.view?.first != nil,
            lastTab: lastTab)
    }

    /// The parts of the visible controls, or those that the next appearance will have.
    private var presentParts: TVControlsView.Parts {
        guard let controls, controller?.presenter.visibility.isVisible == true else { return settings.parts }
        return controls.parts
    }

    // MARK: Actions

    private func perform(_ action: TVNavigation.Action, _ controller: AVPlayerViewController) -> Bool {
        switch action {
        case .show: controller.presenter.noteInput()
        case .hide: controller.presenter.conceal()
        case .focus(let region): focus(region)
        case .moveFocus(let heading): moveFocus(heading)
        case .togglePlayback: controller.run(.togglePlayback)
        case .pause: if controller.model.isPlaying { controller.run(.togglePlayback) }
        case .skip(let isForward): skip(isForward: isForward)
        case .beginScrub: beginScrub(controller)
        case .moveScrub(let isForward, let isRepeat): moveScrub(isForward: isForward, isRepeat: isRepeat)
        case .commitScrub: endScrub(commits: true)
        case .cancelScrub: endScrub(commits: false)
        case .openTab(let tab): openTab(tab)
        case .closeTabs: closeTabs()
        case .closeMenu: controls?.removeMenu()
        case .presentOverlay: presentOverlay()
        case .dismissOverlay: overlay.hide(to: CGPoint(x: 0, y: 24))
        case .flip(let isNext): flipper.flip(isNext ? .next : .previous)
        case .leave: return controller.placement.leave()
        }
        return true
    }

    private func skip(isForward: Bool) {
        guard let controller else { return }
        guard settings.skipping == .skipItem else {
            controller.run(.skip(isForward ? KeyBindings.skipSeconds : -KeyBindings.skipSeconds))
            return
        }
        skipItem(isForward: isForward)
    }

    /// Asks the delegate for the next or previous item, where the client allows it.
    /// - Returns: whether skipping goes to items.
    @discardableResult
    func skipItem(isForward: Bool) -> Bool {
        guard let controller, settings.skipping == .skipItem else { return false }
        guard isForward ? settings.canSkipForward : settings.canSkipBackward else { return true }
        controller.content.flash("", symbol: isForward ? "forward.end.fill" : "backward.end.fill")
        if isForward {
            controller.delegate?.skipToNextItem(for: controller)
        } else {
            controller.delegate?.skipToPreviousItem(for: controller)
        }
        return true
    }

    // MARK: Choosing a time

    private func beginScrub(_ controller: AVPlayerViewController) {
        scrub = RemoteScrub(at: controls?.bar.model.shownPosition ?? 0)
        controller.controlsBeginScrub()
    }

    private func moveScrub(isForward: Bool, isRepeat: Bool) {
        guard var scrub, let controls else { return }
        let bar = controls.bar.model
        scrub.move(
            isForward: isForward, isRepeat: isRepeat, duration: bar.duration, within: bar.programme?.reachable)
        self.scrub = scrub
        controls.showTarget(scrub.target)
    }

    private func endScrub(commits: Bool) {
        guard let scrub else { return }
        self.scrub = nil
        controls?.showTarget(nil)
        controller?.controlsEndScrub(at: commits ? scrub.target : nil)
    }

    // MARK: Focus

    private var focusSystem: UIFocusSystem? {
        controller.flatMap { isActive ? UIFocusSystem.focusSystem(for: $0.content) : nil }
    }

    private func environment(_ region: TVNavigation.Region) -> (any UIFocusEnvironment)? {
        // A panel of the program covers everything else.
        if let panel = controller?.program.panel { return panel }
        switch region {
        case .video: return controller?.content
        case .bar: return controls?.bar
        case .buttons: return controls?.buttons.first { $0.kind == lastButton } ?? controls?.buttons.first
        case .menu: return controls?.tvMenu?.view
        case .tab(let index): return controls.flatMap { $0.tabs.indices.contains(index) ? $0.tabs[index] : nil }
        case .panel: return controls?.panel?.view
        case .actions: return controller?.flows.actions.view
        case .overlay: return overlay.controller
        }
    }

    func focus(_ region: TVNavigation.Region) {
        updateRegion()
        guard let focusSystem, let controller else { return }
        // A bar that is hidden cannot have the focus.
        focusSystem.requestFocusUpdate(to: environment(region) ?? controller.content)
        focusSystem.updateFocusIfNeeded()
        // A panel without anything to focus gives the focus back to its tab.
        if region == .panel, let panel = controls?.panel,
            !(focusSystem.focusedItem.map { UIFocusSystem.environment(panel.view, contains: $0) } ?? false)
        {
            apply(.focusStayed(.up))
        }
    }

    private func moveFocus(_ heading: TVNavigation.Heading) {
        guard let focusSystem else { return }
        let direction: UIFocusHeading =
            switch heading {
            case .up: .up
            case .down: .down
            case .left: .left
            case .right: .right
            }
        if !focusSystem.move(direction) { apply(.focusStayed(heading)) }
        if navigation.mode == .buttons {
            lastButton = controls?.buttons.first(where: \.isFocused)?.kind ?? lastButton
        }
    }

    private var lastButton: TVButton.Kind?

    /// Limits direction presses to the part of the controls that the present mode operates.
    private func updateRegion() {
        guard let controls else { return }
        switch navigation.mode {
        case .buttons: controls.focusRegion = .one(of: controls.buttons)
        case .menu: controls.focusRegion = controls.tvMenu.map { .within($0.view) } ?? .anywhere
        case .tabs: controls.focusRegion = .one(of: controls.tabs)
        case .panel: controls.focusRegion = controls.panel.map { .within($0.view) } ?? .anywhere
        default: controls.focusRegion = .anywhere
        }
    }

    /// Focuses the region of the present mode again, after its views have been replaced.
    func refocus() {
        switch navigation.mode {
        case .hidden, .flipping: focus(.video)
        case .bar, .scrubbing: focus(.bar)
        case .buttons: focus(.buttons)
        case .menu: apply(.menuClosed)
        case .tabs(let tab), .panel(let tab): focus(.tab(tab))
        case .actions: focus(.actions)
        case .overlay: focus(.overlay)
        }
    }

    // MARK: Changes

    /// The controls appear or disappear: takes over the client's settings, and announces the change of the transport bar.
    /// - Returns: the client's animations, to be run with those of the controls.
    func controlsWillChange(isVisible: Bool) -> TransportBarCoordinator? {
        guard let controller else { return nil }
        if isVisible {
            if let controls {
                controls.parts = settings.parts
                refresh()
            }
            hideOverlayHint()
        }
        guard isVisible != isBarVisible, settings.includesBar || isBarVisible else { return nil }
        isBarVisible = isVisible
        let coordinator = TransportBarCoordinator()
        controller.delegate?.playerViewController(
            controller, willTransitionToVisibilityOfTransportBar: isVisible, with: coordinator)
        return coordinator
    }

    /// Follows controls that a timer, the pointer or the client has shown or hidden.
    func controlsDidChange(isVisible: Bool) {
        guard isActive, controls != nil else { return }
        apply(isVisible ? .controlsShown : .controlsHidden)
    }

    func itemDidChange() {
        pictures = nil
        infoCache = nil
        guard isActive else { return }
        apply(.itemChanged)
        if controller?.player == nil { flipper.abandon() }
        refresh()
    }

    func dismissed() {
        flipper.abandon()
        if overlay.controller != nil {
            overlay.removeNow()
            apply(.overlayRemoved)
        }
        hideOverlayHint()
    }
}
