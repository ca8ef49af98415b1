import Foundation
import UIKit

/// The menus of functions: "More" has those whose controls have no room (R27), the context menu has all.
extension AVPlayerViewController {
    private var desktopControls: ControlsView? { content.controls as? ControlsView }

    /// The rows of the controls that are not displayed, in their order.
    var overflowRows: [MenuSection.Row] {
        guard let controls = desktopControls else { return [] }
        var rows = controls.overflow.flatMap(rows(of:))
        if controls.currentLayout?.isTimeShort == true, !model.isLive {
            let strings = StringTable.current
            let isRemaining = controls.time.showsRemaining
            rows.append(
                .init(title: strings[isRemaining ? .showElapsedTime : .showRemainingTime], role: .repeated) {
                    [weak self] in self?.desktopControls?.time.toggleRemaining()
                })
        }
        return rows
    }

    var contextSections: [MenuSection] {
        let strings = StringTable.current
        let available = desktopControls?.available ?? []
        func section(_ parts: [ControlsLayout.Part]) -> MenuSection {
            MenuSection(title: nil, rows: parts.filter(available.contains).flatMap(rows(of:)))
        }
        let panels = [
            row(.statistics, key: "I", isOn: content.panels.statistics != nil, .toggleStatistics),
            MenuSection.Row(title: strings[.shortcuts], badge: "?") { [weak self] in
                // The list opens after the menu has closed, so that it gets the keys.
                Task { @MainActor in self?.run(.toggleShortcuts) }
            },
        ]
        return [
            section([.play, .previous, .next]), section([.info, .chapters, .captions, .speed]),
            section([.mute, .aspect, .pictureInPicture, .fullScreen]),
        ] + television.customSections + [MenuSection(title: nil, rows: panels), program.menuSection]
    }

    private func row(
        _ title: TextKey, key: String?, isOn: Bool = false, role: MenuSection.Row.Role = .choice,
        _ command: PlayerCommand
    ) -> MenuSection.Row {
        MenuSection.Row(title: StringTable.current[title], badge: key, isOn: isOn, role: role) { [weak self] in
            self?.run(command)
        }
    }

    /// Returns the menu rows with the function of a control.
    private func rows(of part: ControlsLayout.Part) -> [MenuSection.Row] {
        let strings = StringTable.current
        let key = KeyNames.name(of: part)
        switch part {
        case .play:
            let title: TextKey = model.isPlaying ? .pause : model.hasEnded ? .playAgain : .play
            return [row(title, key: key, .togglePlayback)]
        case .previous: return [row(.previous, key: key, .previousItem)]
        case .next: return model.hasNextItem ? [row(.next, key: key, .nextItem)] : []
        case .back, .forward:
            guard model.canSkip else { return [] }
            let seconds = part == .back ? -KeyBindings.skipSeconds : KeyBindings.skipSeconds
            let title = strings.text(part == .back ? .back : .forward, Int(KeyBindings.skipSeconds))
            return [
                .init(title: title, badge: key, role: .repeated) { [weak self] in self?.run(.skip(seconds)) }
            ]
        case .mute: return [row(model.sound.isMuted ? .unmute : .mute, key: key, .toggleMute)]
        case .volume:
            return [
                row(.louder, key: "\u{2191}", role: .repeated, .changeVolume(KeyBindings.volumeStep)),
                row(.quieter, key: "\u{2193}", role: .repeated, .changeVolume(-KeyBindings.volumeStep)),
            ]
        case .info:
            return [
                .init(title: strings[.information], badge: key) { [weak self] in
                    // The panel opens after the menu has closed, so that it gets the keys.
                    Task { @MainActor in self?.run(.toggleInformation) }
                }
            ]
        case .chapters:
            let index = model.chapterIndex(at: model.time)
            let badge = index.map { "\($0 + 1)/\(model.chapters.count)" }
            return [.init(title: strings[.chapters], badge: badge, role: .page(.chapters)) {}]
        case .captions: return [.init(title: strings[.subtitlesAndAudio], role: .page(.captions)) {}]
        case .speed:
            let badge = AVPlaybackSpeed.numericName(of: model.speed)
            return [.init(title: strings[.playbackSpeed], badge: badge, role: .page(.speed)) {}]
        case .aspect:
            let isFilled = content.surface.playerLayer.videoGravity == .resizeAspectFill
            return [row(isFilled ? .fitVideo : .fillScreen, key: key, .toggleAspect)]
        case .pictureInPicture:
            let isActive = desktopControls?.content.pictureInPicture == .stop
            return [row(isActive ? .leavePictureInPicture : .pictureInPicture, key: key, .togglePictureInPicture)]
        case .fullScreen:
            return [row(placement.coversDisplay ? .leaveFullScreen : .fullScreen, key: key, .toggleFullScreen)]
        case .time, .chapterName, .more: return []
        }
    }
}
