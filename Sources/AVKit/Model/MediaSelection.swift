import AVFoundation

/// The audio and subtitle options of an item.
struct MediaSelection {
    struct Group {
        let characteristic: AVMediaCharacteristic
        let group: AVMediaSelectionGroup

        /// The playable options. Forced subtitles are displayed automatically and not listed (semantics 9).
        var options: [AVMediaSelectionOption] { group.options.filter(isListed) }

        private func isListed(_ option: AVMediaSelectionOption) -> Bool {
            option.isPlayable
                && (characteristic != .legible || !option.hasMediaCharacteristic(.containsOnlyForcedSubtitles))
        }

        /// Whether subtitles can be switched off.
        var canBeOff: Bool { characteristic == .legible && group.allowsEmptySelection }
        var offersChoice: Bool { options.count > (canBeOff ? 0 : 1) }

        /// Returns the selected option; nil also while forced subtitles are displayed.
        func selected(of item: AVPlayerItem?) -> AVMediaSelectionOption? {
            item?.currentMediaSelection.selectedMediaOption(in: group).flatMap { isListed($0) ? $0 : nil }
        }

        /// Whether the option follows the preferences: neither the viewer nor the client has selected one.
        func isAutomatic(of item: AVPlayerItem) -> Bool {
            item.currentMediaSelection.mediaSelectionCriteriaCanBeAppliedAutomatically(to: group)
        }

        /// Returns the option after the selected one among those that the client allows; nil: off.
        func next(of item: AVPlayerItem?, within limits: SelectionPreferences) -> AVMediaSelectionOption? {
            let options = options.filter(limits.allows)
            guard let index = selected(of: item).flatMap({ options.firstIndex(of: $0) }) else { return options.first }
            let canBeOff = group.allowsEmptySelection && !limits.requiresCaptions
            return index + 1 < options.count ? options[index + 1] : canBeOff ? nil : options.first
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
