import AVFoundation
import Foundation
import UIKit

/// The menus: chapters, subtitles and audio, speed.
extension AVPlayerViewController {
    func menu(_ kind: ControlsView.MenuKind) -> [MenuSection] {
        switch kind {
        case .chapters: [chapterSection] + model.markerLists.map(markerSection)
        case .captions: model.media.selection.groups.filter(\.offersChoice).map(section)
        case .speed: [speedSection]
        case .more: [MenuSection(title: nil, rows: overflowRows)]
        case .context: contextSections
        }
    }

    private var chapterSection: MenuSection {
        let strings = StringTable.current
        let present = model.chapterIndex(at: model.time)
        let rows = model.chapters.enumerated().map { index, chapter in
            MenuSection.Row(
                title: chapter.title ?? strings.chapter(index + 1), badge: TimeText.text(chapter.start),
                isOn: index == present
            ) { [weak self] in self?.model.seek(to: chapter.start, endsSeries: true) }
        }
        return MenuSection(title: strings[.chapters], rows: rows)
    }

    private func markerSection(title: String, markers: [ScrubberModel.Chapter]) -> MenuSection {
        let rows = markers.enumerated().map { index, marker in
            MenuSection.Row(
                title: marker.title ?? StringTable.current.chapter(index + 1), badge: TimeText.text(marker.start)
            ) { [weak self] in self?.model.seek(to: marker.start, endsSeries: true) }
        }
        return MenuSection(title: title, rows: rows)
    }

    private var speedSection: MenuSection {
        let rows = speeds.sorted { $0.rate > $1.rate }.map { speed in
            MenuSection.Row(
                title: speed.localizedName, badge: speed.localizedNumericName, isOn: speed === selectedSpeed
            ) { [weak self] in self?.selectSpeed(speed) }
        }
        return MenuSection(title: StringTable.current[.playbackSpeed], rows: rows)
    }

    private func section(_ group: MediaSelection.Group) -> MenuSection {
        let strings = StringTable.current
        let selected = group.selected(of: model.item)
        var rows: [MenuSection.Row] = []
        if group.canBeOff {
            rows.append(
                .init(title: strings[.off], isOn: selected == nil) { [weak self] in
                    self?.model.select(nil, in: group.group)
                })
        }
        for option in group.options {
            rows.append(
                .init(title: option.displayName, badge: badge(of: option), isOn: option == selected) { [weak self] in
                    self?.model.select(option, in: group.group)
                })
        }
        return MenuSection(title: strings[group.characteristic == .legible ? .subtitles : .audio], rows: rows)
    }

    private func badge(of option: AVMediaSelectionOption) -> String? {
        let strings = StringTable.current
        if option.hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility) {
            return strings[.closedCaptionsBadge]
        }
        return option.hasMediaCharacteristic(.describesVideoForAccessibility) ? strings[.audioDescriptionBadge] : nil
    }
}
