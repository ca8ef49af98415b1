import AVFoundation

/// The menus of subtitles and audio, which have the same rows in both idioms.
extension AVPlayerViewController {
    /// The subtitles that the client allows, below Auto and Off unless the client requires full subtitles. No rows without a choice.
    var subtitleSection: MenuSection {
        guard let group = model.media.selection.legible, group.offersChoice else { return MenuSection(rows: []) }
        let limits = model.player?.selectionPreferences ?? SelectionPreferences()
        return section(
            group, group.options.filter(limits.allows), title: .subtitles, isFree: !limits.requiresCaptions)
    }

    /// The audio options, below Auto. No rows without a choice.
    var audioSection: MenuSection {
        guard let group = model.media.selection.audible, group.offersChoice else { return MenuSection(rows: []) }
        return section(group, group.options, title: .audio, isFree: true)
    }

    /// - Parameter isFree: whether the viewer may leave the selection to the preferences, or select nothing.
    private func section(
        _ group: MediaSelection.Group, _ options: [AVMediaSelectionOption], title: TextKey, isFree: Bool
    ) -> MenuSection {
        guard !options.isEmpty, let item = model.item else { return MenuSection(rows: []) }
        let strings = StringTable.current
        let selected = group.selected(of: item)
        let isAutomatic = isFree && group.isAutomatic(of: item)
        var rows: [MenuSection.Row] = []
        if isFree {
            var row = MenuSection.Row(title: strings[.automatic], isOn: isAutomatic) { [weak self] in
                self?.model.selectAutomatically(in: group)
            }
            if isAutomatic, let name = selected?.displayName {
                // The option in effect, which is no label of the row's own.
                row.badge = name
                row.spokenBadge = name
                row.isBadgeFramed = false
            }
            rows.append(row)
            if group.canBeOff {
                rows.append(
                    .init(title: strings[.off], isOn: !isAutomatic && selected == nil) { [weak self] in
                        self?.model.select(nil, in: group.group)
                    })
            }
        }
        rows += options.map { option in
            MenuSection.Row(
                title: option.displayName, badge: badge(of: option), isOn: !isAutomatic && option == selected
            ) { [weak self] in
                self?.model.select(option, in: group.group)
            }
        }
        return MenuSection(title: strings[title], rows: rows)
    }

    private func badge(of option: AVMediaSelectionOption) -> String? {
        let strings = StringTable.current
        if option.hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility) {
            return strings[.closedCaptionsBadge]
        }
        return option.hasMediaCharacteristic(.describesVideoForAccessibility) ? strings[.audioDescriptionBadge] : nil
    }
}
