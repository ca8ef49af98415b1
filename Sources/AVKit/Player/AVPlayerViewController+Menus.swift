import AVFoundation
import Foundation
import UIKit

/// The menus of the controls, and the rows of chapters and speeds.
extension AVPlayerViewController {
    func menu(_ kind: ControlsView.MenuKind) -> [MenuSection] {
        switch kind {
        case .chapters: chapterSections
        case .captions: [subtitleSection, audioSection].filter { !$0.rows.isEmpty }
        case .speed: [speedSection]
        case .more: [MenuSection(title: nil, rows: overflowRows)] + television.customSections
        case .context: contextSections
        }
    }

    /// The chapters, and the client's further lists of markers, with pictures where the item has video or its chapters have pictures.
    private var chapterSections: [MenuSection] {
        let present = model.chapterIndex(at: model.navigation.pendingTarget ?? model.time)
        let chapters = section(StringTable.current[.chapters], model.chapters, present: present)
        return [chapters] + model.markerLists.map { section($0.title, $0.markers, present: nil) }
    }

    private func section(_ title: String, _ chapters: [ScrubberModel.Chapter], present: Int?) -> MenuSection {
        let strings = StringTable.current
        let hasPictures = model.hasVideo || chapters.contains { $0.artwork != nil }
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
}
