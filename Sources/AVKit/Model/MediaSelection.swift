import AVFoundation

/// The audio and subtitle options of an item.
struct MediaSelection {
    struct Group {
        let characteristic: AVMediaCharacteristic
        let group: AVMediaSelectionGroup

        /// The playable options. Forced subtitles are displayed automatically and not listed (semantics 9).
        var options: [AVMediaSelectionOption] {
            group.options.filter {
                $0.isPlayable
                    && (characteristic != .legible || !$0.hasMediaCharacteristic(.containsOnlyForcedSubtitles))
            }
        }

        /// Whether subtitles can be switched off.
        var canBeOff: Bool { characteristic == .legible && group.allowsEmptySelection }
        var offersChoice: Bool { options.count > (canBeOff ? 0 : 1) }

        func selected(of item: AVPlayerItem?) -> AVMediaSelectionOption? {
            item?.currentMediaSelection.selectedMediaOption(in: group)
        }

        /// Whether the option follows the preferences: neither the viewer nor the client has selected one.
        func isAutomatic(of item: AVPlayerItem) -> Bool {
            item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: group)
        }

        /// Returns the option after the selected one; nil: off.
        func next(of item: AVPlayerItem?) -> AVMediaSelectionOption? {
            guard let index = selected(of: item).flatMap({ options.firstIndex(of: $0) }) else { return options.first }
            return index + 1 < options.count ? options[index + 1] : group.allowsEmptySelection ? nil : options.first
        }

        /// Returns the option after the selected one, and the first after the last.
        func nextOption(of item: AVPlayerItem?) -> AVMediaSelectionOption? {
            guard let index = selected(of: item).flatMap({ options.firstIndex(of: $0) }) else { return options.first }
            return options[(index + 1) % options.count]
        }
    }

    var groups: [Group] = []

    var audible: Group? { groups.first { $0.characteristic == .audible } }
    var legible: Group? { groups.first { $0.characteristic == .legible } }
    var offersChoice: Bool { groups.contains(where: \.offersChoice) }
    func isCaptionOn(of item: AVPlayerItem?) -> Bool { legible?.selected(of: item) != nil }

    /// Loads the selection groups of an asset; a group that fails to load is left out.
    static func load(from asset: AVAsset) async -> MediaSelection {
        var groups: [Group] = []
        for characteristic in [AVMediaCharacteristic.legible, .audible] {
            if let group = try? await asset.loadMediaSelectionGroup(for: characteristic) {
                groups.append(Group(characteristic: characteristic, group: group))
            }
        }
        return MediaSelection(groups: groups)
    }
}
