import AVFoundation
import Foundation
import UIKit

/// The menus: chapters, subtitles and audio, speed.
extension AVPlayerViewController {
    func menu(_ kind: ControlsView.MenuKind) -> [MenuSection] {
        switch kind {
        case .chapters: [chapterSection]
        case .captions: selectionSections
        case .speed: [speedSection]
        }
    }

    private var chapterSection: MenuSection {
        let now = player?.currentTime().seconds ?? 0
        let chapters = mediaDescription.chapters
        let present = chapters.lastIndex { $0.start <= now + 0.001 }
        let rows = chapters.enumerated().map { index, chapter in
            MenuSection.Row(
                title: chapter.title ?? StringTable.current.chapter(index + 1), badge: TimeText.text(chapter.start),
                isOn: index == present
            ) { [weak self] in self?.seek(to: chapter.start) }
        }
        return MenuSection(title: StringTable.current[.chapters], rows: rows)
    }

    private var speedSection: MenuSection {
        let rows = speeds.sorted { $0.rate > $1.rate }.map { speed in
            MenuSection.Row(
                title: speed.localizedName, badge: speed.localizedNumericName, isOn: speed === selectedSpeed
            ) { [weak self] in self?.selectSpeed(speed) }
        }
        return MenuSection(title: StringTable.current[.playbackSpeed], rows: rows)
    }

    private var selectionSections: [MenuSection] {
        selectionGroups.filter { offersChoice($0.group, $0.characteristic) }.map { characteristic, group in
            let selected = watcher.item?.currentMediaSelection.selectedMediaOption(in: group)
            var rows: [MenuSection.Row] = []
            if group.allowsEmptySelection, characteristic == .legible {
                rows.append(
                    .init(title: StringTable.current[.off], isOn: selected == nil) { [weak self] in
                        self?.select(nil, in: group)
                    })
            }
            for option in choices(in: group, characteristic) {
                rows.append(
                    .init(title: option.displayName, badge: badge(of: option), isOn: option == selected) {
                        [weak self] in
                        self?.select(option, in: group)
                    })
            }
            return MenuSection(title: StringTable.current[characteristic == .legible ? .subtitles : .audio], rows: rows)
        }
    }

    /// Forced subtitles are shown by themselves and not listed (semantics 9).
    private func choices(in group: AVMediaSelectionGroup, _ characteristic: AVMediaCharacteristic)
        -> [AVMediaSelectionOption]
    {
        group.options.filter {
            $0.isPlayable
                && (characteristic != .legible || !$0.hasMediaCharacteristic(.containsOnlyForcedSubtitles))
        }
    }

    func offersChoice(_ group: AVMediaSelectionGroup, _ characteristic: AVMediaCharacteristic) -> Bool {
        choices(in: group, characteristic).count > (characteristic == .legible && group.allowsEmptySelection ? 0 : 1)
    }

    private func badge(of option: AVMediaSelectionOption) -> String? {
        if option.hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility) {
            return StringTable.current[.closedCaptionsBadge]
        }
        if option.hasMediaCharacteristic(.describesVideoForAccessibility) {
            return StringTable.current[.audioDescriptionBadge]
        }
        return nil
    }

    var isCaptionOn: Bool {
        guard let group = selectionGroups.first(where: { $0.characteristic == .legible })?.group else { return false }
        return watcher.item?.currentMediaSelection.selectedMediaOption(in: group) != nil
    }

    private func select(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
        watcher.item?.select(option, in: group)
        delegate?.playerViewController(self, didSelect: option, in: group)
        updateControls()
    }

    /// Off, then each of the subtitles in turn.
    func cycleCaptions() -> Bool {
        guard let (characteristic, group) = selectionGroups.first(where: { $0.characteristic == .legible }) else {
            return false
        }
        let options = choices(in: group, characteristic)
        guard !options.isEmpty else { return false }
        let selected = watcher.item?.currentMediaSelection.selectedMediaOption(in: group)
        let index = selected.flatMap { options.firstIndex(of: $0) }
        let next: AVMediaSelectionOption?
        if let index {
            next = index + 1 < options.count ? options[index + 1] : group.allowsEmptySelection ? nil : options[0]
        } else {
            next = options[0]
        }
        select(next, in: group)
        content.flash(next?.displayName ?? StringTable.current[.off], symbol: "captions.bubble")
        return true
    }
}
