import AVFoundation
import Foundation
import UIKit

/// Moves the video of a controller's player to an external screen while there is one; the controls stay with the controller.
///
/// One controller of the process uses a screen at a time: the first that wants it. Main thread only.
@MainActor
final class ExternalScreenPlayback {
    private weak var controller: AVPlayerViewController?
    private(set) var window: ExternalScreenWindow?
    private lazy var card = TitleCardView(frame: .zero)
    private var observers: [any NSObjectProtocol] = []
    private static weak var owner: ExternalScreenPlayback?

    init(_ controller: AVPlayerViewController) {
        self.controller = controller
        let names = [
            UIScreen.didConnectNotification, UIScreen.didDisconnectNotification,
            AVPlayer.externalOptionsDidChangeNotification, ExternalScreenChoice.didChange,
        ]
        for name in names {
            observers.append(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                    Task { @MainActor in self?.update() }
                })
        }
    }

    isolated deinit {
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        end()
    }

    private var rule: ExternalScreenRule {
        var rule = ExternalScreenRule()
        guard let controller, let player = controller.player else { return rule }
        rule.isAllowed = player.allowsExternalPlayback
        rule.isWanted = ExternalScreenChoice.shared.isUsed(
            isWanted: player.usesExternalPlaybackWhileExternalScreenIsActive)
        // The displays are read only for players that want one.
        guard rule.isAllowed, rule.isWanted else { return rule }
        rule.hasScreen = UIScreen.screens.count > 1
        let model = controller.model
        // The window stays between two items.
        let hasVideo = model.item?.presentationSize.width ?? 0 > 0 || (window != nil && model.hasVideo)
        rule.hasVideo = hasVideo && !model.isAudioOnly && model.state.fault == nil
        rule.isShown = controller.content.window != nil
        return rule
    }

    /// Applies the conditions. Called after each change of the player, the item, the options and the screens.
    func update() {
        guard rule.isActive, let controller, let player = controller.player,
            let screen = ExternalScreenChoice.shared.screen ?? UIScreen.screens.dropFirst().first
        else { return end() }
        guard Self.owner == nil || Self.owner === self else { return }
        if let window, window.screen !== screen || window.player !== player { end() }
        if window == nil { begin(player, on: screen, controller) }
        window?.gravity = player.externalPlaybackVideoGravity
        showCard(controller, screen)
    }

    func showCaptions(_ texts: [NSAttributedString]) { window?.showCaptions(texts) }

    private func begin(_ player: AVPlayer, on screen: UIScreen, _ controller: AVPlayerViewController) {
        Self.owner = self
        window = ExternalScreenWindow(player, on: screen, responder: controller)
        controller.content.surface.isHidden = true
        card.frame = controller.content.bounds
        card.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        controller.content.insertSubview(card, aboveSubview: controller.content.surface)
        controller.presenter.showControls()
        controller.presenter.hold(.external, true)
        player.setExternalPlaybackActive(true)
        // The viewer's keys stay with the controls.
        controller.content.window?.raise()
        Self.screenDidChange()
    }

    private func showCard(_ controller: AVPlayerViewController, _ screen: UIScreen) {
        let media = controller.model.media.description
        card.show(
            title: media.title, subtitle: media.subtitle, cover: media.cover,
            reason: .screen(StringTable.current.playingOn(screen.displayName)))
        controller.content.adaptCards()
    }

    private func end() {
        guard let window else { return }
        self.window = nil
        if Self.owner === self { Self.owner = nil }
        window.player?.setExternalPlaybackActive(false)
        window.close()
        card.removeFromSuperview()
        controller?.content.surface.isHidden = false
        controller?.presenter.hold(.external, false)
        Self.screenDidChange()
    }

    private static func screenDidChange() {
        let screen = owner?.window?.screen
        AVAudioSession.playsVideoExternally = screen != nil || ExternalScreenChoice.shared.screen != nil
        ExternalScreenActivity.show(on: screen)
    }
}
