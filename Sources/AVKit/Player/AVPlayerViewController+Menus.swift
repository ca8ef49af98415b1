import AVFoundation
import Foundation
import UIKit

/// The menus: chapters, subtitles and audio, speed.
extension AVPlayerViewController {
    func menu(_ kind: ControlsView.MenuKind) -> [MenuSection] {
        switch kind {
        case .chapters: chapterSections
        case .captions: model.media.selection.groups.filter(\.offersChoice).map(section)
        case .speed: [speedSection]
        case .more: [MenuSection(title: nil, rows: overflowRows)] + television.customSections
        case .context: contextSections
        }
    }

    /// The chapters, and the client's further lists of markers, with pictures where the item has video.
    private var chapterSections: [MenuSection] {
        let present = model.chapterIndex(at: model.navigation.pendingTarget ?? model.time)
        let chapters = section(StringTable.current[.chapters], model.chapters, present: present)
        return [chapters] + model.markerLists.map { section($0.title, $0.markers, present: nil) }
    }

    private func section(_ title: String, _ chapters: [ScrubberModel.Chapter], present: Int?) -> MenuSection {
        let strings = StringTable.current
        let hasPictures = model.hasVideo
        let rows = chapters.enumerated().map { index, chapter in
            var row = MenuSection.Row(
                title: chapter.title ?? strings.chapter(index + 1), badge: TimeText.text(chapter.start),
                isOn: index == present
            ) { [weak self] in self?.model.seek(to: chapter.start, endsSeries: true) }
            row.spokenBadge = TimeText.spoken(chapter.start)
            if hasPictures {
                row.picture = MenuSection.Picture(place: chapter.start) { [weak self] completion in
                    guard let self else { return completion(nil) }
                    television.picture(of: chapters, index, width: PlayerLook.pictureMenuWidth * 0.4, completion)
                }
            }
            return row
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
        let isAutomatic = group.canBeOff && group.isAutomatic(of: model.item)
        var rows: [MenuSection.Row] = []
        if group.canBeOff {
            rows.append(
                .init(title: strings[.off], isOn: !isAutomatic && selected == nil) { [weak self] in
                    self?.model.select(nil, in: group.group)
                })
            rows.append(
                .init(title: strings[.automatic], isOn: isAutomatic) { [weak self] in
                    self?.model.selectAutomatically(in: group)
                })
        }
        for option in group.options {
            let isOn = !isAutomatic && option == selected
            rows.append(
                .init(title: option.displayName, badge: badge(of: option), isOn: isOn) { [weak self] in
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
