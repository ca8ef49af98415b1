import MediaEngine

/// The selected options of an item's groups, and whether they were selected manually (semantics section 9).
struct SelectionState: Sendable {
    private(set) var groups: [AVMediaSelectionGroup] = []
    private(set) var options: [AVMediaCharacteristic: AVMediaSelectionOption] = [:]
    /// The groups that automatic selection leaves unchanged.
    private(set) var manuallySelected: Set<AVMediaCharacteristic> = []
    var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
    var preferences = SelectionPreferences()
    var isAutomatic = true
    /// The options that play in place of failed ones in automatic selection, by the index of the failed track.
    private var substitutes: [Int: AVMediaSelectionOption?] = [:]

    /// The new selection of a group: an option, or none.
    struct Change: Sendable {
        var characteristic: AVMediaCharacteristic
        var option: AVMediaSelectionOption?

        var kind: TrackInfo.Kind {
            switch characteristic {
            case .audible: .audio
            case .legible: .subtitle
            default: .video
            }
        }
    }

    /// Sets the groups once they are known. The client's earlier selections stay.
    mutating func groupsBecameKnown(_ known: [AVMediaSelectionGroup]) -> [Change] {
        groups = known
        _ = apply()
        return known.map { Change(characteristic: $0.characteristic, option: options[$0.characteristic]) }
    }

    /// Selects an option manually. Options of other groups are ignored, and so is nil where the group does not allow an empty selection.
    mutating func select(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) -> [Change] {
        if let option {
            guard group.options.contains(option) else { return [] }
        } else if !group.allowsEmptySelection {
            return []
        }
        let characteristic = group.characteristic
        manuallySelected.insert(characteristic)
        // The client requests the failed option again.
        if let option { substitutes[option.track.index] = nil }
        var changes: [Change] = []
        if options[characteristic] != option {
            options[characteristic] = option
            changes.append(Change(characteristic: characteristic, option: option))
        }
        // The selected audio may determine the captions.
        return changes + apply()
    }

    mutating func selectAutomatically(in group: AVMediaSelectionGroup) -> [Change] {
        manuallySelected.remove(group.characteristic)
        return apply()
    }

    /// Selects the option that plays in place of a failed one. A group that is selected automatically stays so.
    mutating func fallBack(
        from failed: Int, to option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup
    ) -> [Change] {
        guard !manuallySelected.contains(group.characteristic) else { return select(option, in: group) }
        guard option != nil || group.allowsEmptySelection else { return [] }
        substitutes[failed] = .some(option)
        return apply()
    }

    /// Selects automatically in every group without a manual selection.
    mutating func apply() -> [Change] {
        var changes: [Change] = []
        // Captions depend on the selected audio, so the audible group comes first.
        for group in groups.sorted(by: { $0.characteristic == .audible && $1.characteristic != .audible }) {
            let characteristic = group.characteristic
            guard !manuallySelected.contains(characteristic) else { continue }
            let preferred =
                isAutomatic
                ? AutomaticSelection(criteria: criteria[characteristic], preferences: preferences)
                    .option(in: group, audioLanguage: options[.audible]?.extendedLanguageTag) : group.defaultOption
            let option = playable(preferred)
            guard options[characteristic] != option else { continue }
            options[characteristic] = option
            changes.append(Change(characteristic: characteristic, option: option))
        }
        return changes
    }

    /// Returns the option that plays in place of a failed one, or the option itself.
    private func playable(_ option: AVMediaSelectionOption?) -> AVMediaSelectionOption? {
        var result = option
        // A substitute may have failed later.
        for _ in substitutes {
            guard let track = result?.track.index, let substitute = substitutes[track] else { break }
            result = substitute
        }
        return result
    }
}
