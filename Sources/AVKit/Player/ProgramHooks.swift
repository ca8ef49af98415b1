package import AVFoundation
import CoreGraphics
import Foundation
package import UIKit

/// What the program around a player adds to it. The program `avplayer` uses these hooks; an app that sets none of them gets none of a
/// program's manners. Main thread only.
@MainActor
package final class ProgramHooks {
    private weak var controller: AVPlayerViewController?
    private(set) var panel: PanelView?
    private var settingsScreen: SettingsScreen?
    private lazy var drag = WindowDrag()

    /// Opens files and URLs that are dropped on the player, in place of the player itself.
    package var openURLs: (@MainActor ([URL]) -> Bool)?
    /// Returns the program's own buttons of the error view.
    package var errorActions: @MainActor () -> [(title: String, action: @MainActor () -> Void)] = { [] }
    /// The program's commands, for the context menu and the list of keyboard shortcuts.
    package var commands: [ProgramCommand] = [] {
        didSet {
            controller?.content.panels.additionalShortcuts = commands.map {
                PlayerShortcut(keys: $0.key, text: $0.title)
            }
        }
    }
    /// Called when the displayed title may have changed.
    package var titleDidChange: @MainActor () -> Void = {}
    /// Whether the controls of the tv idiom have a button that opens the settings.
    package var offersSettings = false { didSet { controller?.television.refresh() } }
    /// Removes the program's history, from the settings screen.
    package var clearHistory: (@MainActor () -> Void)?
    /// Whether a drag on the video with the primary button moves the window.
    package var movesWindow = false {
        didSet {
            guard movesWindow != oldValue, let controller else { return }
            if movesWindow { drag.attach(to: controller.content) } else { drag.detach() }
        }
    }

    func attach(_ controller: AVPlayerViewController) { self.controller = controller }

    /// The program's commands as rows of the context menu; no rows without commands.
    var menuSection: MenuSection {
        MenuSection(
            title: nil,
            rows: commands.filter(\.isInMenu).map { command in
                MenuSection.Row(title: command.title, badge: command.key) {
                    // The command runs after the menu has closed, so that its panel gets the keys.
                    Task { @MainActor in command.perform() }
                }
            })
    }

    // MARK: Player

    /// The title of the current item as the controls display it; nil without an item or a title.
    package var title: String? { controller?.model.media.description.title }

    /// The items that count as played, to which the viewer can go back.
    package var playedItems: [AVPlayerItem] {
        get { controller?.model.history ?? [] }
        set { controller?.model.history = newValue }
    }

    package var isFullScreen: Bool { controller?.placement.coversDisplay ?? false }

    /// Returns a sentence for the viewer about an error.
    package func describe(_ error: any Error) -> String { FailureText.describe(error).message }

    package func toggleFullScreen() { controller?.run(.toggleFullScreen) }

    /// Shows a short text that confirms a command of the program.
    package func showHint(_ text: String, symbol: String, seconds: Double = 2) {
        controller?.content.flash(text, symbol: symbol, seconds: seconds)
    }

    /// Updates menus and buttons after options were added to the current item.
    package func optionsDidChange() { controller?.model.reloadSelection() }

    /// Returns the displayed frame at the video's own size, with captions and without controls; nil if no frame is displayed.
    package func pictureOfVideo() -> UIImage? {
        guard let controller, let size = controller.model.item?.presentationSize, size.width > 0 else { return nil }
        return controller.content.pictureOfVideo(width: size.width).map { UIImage(cgImage: $0) }
    }

    // MARK: Panels

    package var isPanelOpen: Bool { panel != nil }

    /// Opens a panel, in place of an open one.
    package func openPanel(_ content: @escaping @MainActor () -> PanelContent) {
        closePanel()
        guard let controller else { return }
        controller.content.controls?.closeMenu()
        let view = PanelView(content)
        view.onClose = { [weak self] in self?.closePanel() }
        view.frame = controller.content.bounds
        view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        controller.content.addSubview(view)
        panel = view
        view.becomeFirstResponder()
        if let system = UIFocusSystem.focusSystem(for: view) {
            view.selectFirst()
            system.requestFocusUpdate(to: view)
            system.updateFocusIfNeeded()
        }
        controller.presenter.showPointer()
    }

    /// Passes a key to the open panel.
    /// - Returns: whether the panel has handled the key.
    func pressed(_ press: UIPress) -> Bool { panel?.pressed(press) ?? false }

    package func closePanel() {
        guard let panel else { return }
        panel.removeFromSuperview()
        self.panel = nil
        settingsScreen = nil
        controller?.content.becomeFirstResponder()
        controller?.presenter.noteInput()
        if let television = controller?.television, television.isActive { television.refocus() }
    }

    /// Shows the present content of the open panel.
    package func updatePanel() { panel?.reload() }

    /// Opens the settings screen, or closes it.
    package func toggleSettings(_ store: SettingsStore = .shared) {
        guard settingsScreen == nil else { return closePanel() }
        let screen = SettingsScreen(store: store)
        screen.clearHistory = clearHistory
        openPanel { screen.content }
        settingsScreen = screen
        screen.onChange = { [weak self] in self?.updatePanel() }
    }
}

/// A command of the program around a player.
package struct ProgramCommand {
    package var title: String
    /// The key as it is displayed: "Ctrl+O".
    package var key: String
    /// Whether the context menu has the command, besides the list of keyboard shortcuts.
    package var isInMenu: Bool
    package var perform: @MainActor () -> Void

    package init(title: String, key: String, isInMenu: Bool = true, perform: @escaping @MainActor () -> Void) {
        self.title = title
        self.key = key
        self.isInMenu = isInMenu
        self.perform = perform
    }
}

extension PlayerContentView {
    /// Renders the video with its captions so that the video is `width` pixels wide.
    fileprivate func pictureOfVideo(width: CGFloat) -> CGImage? {
        let area = surface.playerLayer.videoRect.intersection(bounds)
        guard surface.playerLayer.isReadyForDisplay, area.width >= 1, area.height >= 1 else { return nil }
        let scale = min(width / area.width, 8)
        // The views are hidden for the rendering only; the display does not change, because nothing is committed meanwhile.
        let covering = subviews.filter { $0 !== surface && $0 !== captions && !$0.isHidden }
        for view in covering { view.isHidden = true }
        defer { for view in covering { view.isHidden = false } }
        guard let whole = makeImage(scale: scale) else { return nil }
        let part = CGRect(
            x: area.minX * scale, y: area.minY * scale, width: area.width * scale, height: area.height * scale
        ).integral
        return whole.cropping(to: part)
    }
}
