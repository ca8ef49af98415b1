import AVKit
import CoreMedia
import Foundation
import MediaTesting
import UIKit

/// An action of the client's program between two actions of the viewer.
enum ClientAction: String, CaseIterable, Sendable {
    case openWindow, closeWindow, toggleWindow, resizeWindow, coverDisplay
    case createController, showController, hideController, releaseController, releaseInTransition
    case replacePlayer, sharePlayer, replaceItem, replaceItemFromThread, decorateItem, advance
    case play, pause, setRate, seek, seekFromThread, step
    case toggleControls, setGravity, toggleLinear, setSpeeds, addOverlay, setContextualActions, setMenuItems, setPanels
    case allowPictureInPicture, togglePlayerView, trim, toggleLayer, startPictureInPicture, stopPictureInPicture
    case changeAnswers, removeDelegate, setCategory, activateAudio, changeSettings, loseSound, restoreSound
}

extension ClientStage {
    /// - Parameter seed: determines everything that the action chooses.
    func perform(_ action: ClientAction, seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        dropClosedWindows()
        switch action {
        case .openWindow: openWindow(&numbers)
        case .closeWindow: closeWindow(&numbers)
        case .toggleWindow: window(&numbers)?.isHidden.toggle()
        case .resizeWindow:
            window(&numbers)?.frame.size = CGSize(width: numbers.integer(100...950), height: numbers.integer(80...650))
        case .coverDisplay: window(&numbers)?.isFullScreen.toggle()
        case .createController: show(makeController(&numbers), &numbers)
        case .showController: if let controller = controller(&numbers) { show(controller, &numbers) }
        case .hideController: if let controller = controller(&numbers) { hide(controller, &numbers) }
        case .releaseController: if let controller = controllers.randomElement(using: &numbers) { release(controller) }
        case .releaseInTransition:
            guard let controller = controllers.randomElement(using: &numbers) else { return }
            let milliseconds = numbers.integer(0...300)
            hide(controller, &numbers)
            show(controller, &numbers)
            Task { [weak self, weak controller] in
                try? await Task.sleep(for: .milliseconds(milliseconds))
                if let controller { self?.release(controller) }
            }
        case .replacePlayer: controller(&numbers)?.player = player(&numbers)
        case .sharePlayer: controller(&numbers)?.player = controller(&numbers)?.player
        case .replaceItem: somePlayer(&numbers)?.replaceCurrentItem(with: numbers.chance(0.1) ? nil : item(&numbers))
        case .replaceItemFromThread:
            guard let player = somePlayer(&numbers) else { return }
            let new = item(&numbers)
            Thread.detachNewThread {
                player.pause()
                player.replaceCurrentItem(with: new)
                player.play()
            }
        case .decorateItem: if let item = somePlayer(&numbers)?.currentItem { decorate(item, &numbers) }
        case .advance: (somePlayer(&numbers) as? AVQueuePlayer)?.advanceToNextItem()
        case .play: somePlayer(&numbers)?.play()
        case .pause: somePlayer(&numbers)?.pause()
        case .setRate: somePlayer(&numbers)?.rate = Float(numbers.choose([-1, 0, 0.5, 1, 2, 8]) ?? 1)
        case .seek: somePlayer(&numbers)?.seek(to: time(&numbers))
        case .seekFromThread:
            guard let player = somePlayer(&numbers) else { return }
            let time = time(&numbers)
            Thread.detachNewThread { player.seek(to: time) }
        case .step: somePlayer(&numbers)?.currentItem?.step(byCount: numbers.integer(-3...3))
        case .startPictureInPicture: layers.randomElement(using: &numbers)?.controller.startPictureInPicture()
        case .stopPictureInPicture: layers.randomElement(using: &numbers)?.controller.stopPictureInPicture()
        case .togglePlayerView: togglePlayerView(&numbers)
        case .toggleLayer: toggleLayer(&numbers)
        case .trim:
            guard let view = playerViews.last, view.canBeginTrimming else { return }
            view.beginTrimming { _ in }
        case .changeAnswers: delegate(&numbers)?.answers = numbers.choose(ClientDelegate.Answers.allCases) ?? .atOnce
        case .removeDelegate:
            guard numbers.chance(0.2), let controller = controller(&numbers) else { return }
            // The calls of a running session do not arrive any more.
            (controller.delegate as? ClientDelegate)?.owner = nil
            controller.delegate = nil
        case .loseSound: if numbers.chance(0.3) { sound?.kill() }
        case .restoreSound: restoreSound()
        default: configure(action, &numbers)
        }
    }

    private func time(_ numbers: inout SeededNumbers) -> CMTime {
        if numbers.chance(0.05) { return .positiveInfinity }
        return CMTime(seconds: numbers.number(-1...12), preferredTimescale: 600)
    }

    private func somePlayer(_ numbers: inout SeededNumbers) -> AVPlayer? { numbers.choose(controllers)?.player }

    private func restoreSound() {
        // The daemon is started anew, or was never lost.
        sound?.kill()
        do { try sound?.start() } catch { printLine("the audio server cannot be started: \(error)") }
    }

    /// Sets properties of a controller, of the audio session or of the viewer's settings.
    private func configure(_ action: ClientAction, _ numbers: inout SeededNumbers) {
        let isOn = numbers.chance(0.7)
        switch action {
        case .setCategory:
            let category: AVAudioSession.Category = numbers.choose([.playback, .ambient, .soloAmbient]) ?? .playback
            do { try AVAudioSession.sharedInstance().setCategory(isOn ? .playback : category) } catch {
                printLine("category: \(error)")
            }
            return
        case .activateAudio:
            // Activation waits for the server.
            Thread.detachNewThread {
                do { try AVAudioSession.sharedInstance().setActive(isOn) } catch { printLine("activation: \(error)") }
            }
            return
        case .changeSettings:
            let (scale, choice) = (numbers.choose(ViewerSettings.Display.textScales), numbers.chance(0.5))
            let motion = numbers.choose(ViewerSettings.Choice.allCases) ?? .desktop
            SettingsStore.shared.change { settings in
                settings.display.textScale = scale
                settings.display.contrast = choice ? .on : .off
                settings.display.reducedMotion = motion
                settings.restrictions.isOn = !isOn
                settings.restrictions.forbidsUnrated = choice
            }
            return
        default: break
        }
        guard let controller = controller(&numbers) else { return }
        switch action {
        case .toggleControls: controller.showsPlaybackControls = isOn
        case .setGravity:
            let gravities: [AVLayerVideoGravity] = [.resize, .resizeAspect, .resizeAspectFill]
            controller.videoGravity = numbers.choose(gravities) ?? .resizeAspect
        case .toggleLinear: controller.requiresLinearPlayback = !isOn
        case .setSpeeds:
            controller.speeds = isOn ? AVPlaybackSpeed.systemDefaultSpeeds : []
            if let speed = numbers.choose(controller.speeds) { controller.selectSpeed(speed) }
        case .addOverlay:
            let view = UIView(frame: CGRect(x: 20, y: 20, width: 80, height: 40))
            view.backgroundColor = .red
            if isOn { controller.contentOverlayView?.addSubview(view) }
            if !isOn { controller.contentOverlayView?.subviews.forEach { $0.removeFromSuperview() } }
        case .setContextualActions:
            let count = numbers.integer(0...3)
            controller.contextualActions = (0..<count).map { index in UIAction(title: "Action \(index)") { _ in } }
        case .setMenuItems:
            let actions = (0..<numbers.integer(0...3)).map { index in UIAction(title: "Item \(index)") { _ in } }
            controller.transportBarCustomMenuItems = isOn ? [UIMenu(title: "Menu", children: actions)] : actions
            controller.infoViewActions = isOn ? actions : []
        case .setPanels:
            controller.customInfoViewControllers = (0..<numbers.integer(0...2)).map { index in
                let panel = UIViewController()
                panel.title = "Panel \(index)"
                panel.preferredContentSize = CGSize(width: 0, height: 100)
                return panel
            }
            controller.customOverlayViewController = isOn ? UIViewController() : nil
        case .allowPictureInPicture: controller.allowsPictureInPicturePlayback = isOn
        default: break
        }
    }
}
