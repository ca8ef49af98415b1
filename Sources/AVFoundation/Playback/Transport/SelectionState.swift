import MediaEngine

/// Which options of an item's groups are chosen, and by whom: semantics section 9.
struct SelectionState: Sendable {
    private(set) var groups: [AVMediaSelectionGroup] = []
    private(set) var options: [AVMediaCharacteristic: AVMediaSelectionOption] = [:]
    /// The groups that automatic selection leaves alone.
    private(set) var chosenByHand: Set<AVMediaCharacteristic> = []
    var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
    var isAutomatic = true

    /// An option, or none, that plays from now on.
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

    /// The groups have become known. What the client chose before stays.
    mutating func groupsBecameKnown(_ known: [AVMediaSelectionGroup]) -> [Change] {
        groups = known
        _ = apply()
        return known.map { Change(characteristic: $0.characteristic, option: options[$0.characteristic]) }
    }

    /// A choice by hand. Options of other groups are ignored, and so is none where the group has to have one.
    mutating func select(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) -> [Change] {
        if let option {
            guard group.options.contains(option) else { return [] }
        } else if !group.allowsEmptySelection {
            return []
        }
        let characteristic = group.characteristic
        chosenByHand.insert(characteristic)
        var changes: [Change] = []
        if options[characteristic] != option {
            options[characteristic] = option
            changes.append(Change(characteristic: characteristic, option: option))
        }
        // What is heard may decide what is read.
        return changes + apply()
    }

    mutating func selectAutomatically(in group: AVMediaSelectionGroup) -> [Change] {
        chosenByHand.remove(group.characteristic)
        return apply()
    }

    /// Chooses in every group in which nobody has by hand.
    mutating func apply() -> [Change] {
        var changes: [Change] = []
        // Captions depend on what is heard, so that comes first.
        for group in groups.sorted(by: { $0.characteristic == .audible && $1.characteristic != .audible }) {
            let characteristic = group.characteristic
            guard !chosenByHand.contains(characteristic) else { continue }
            let option =
                isAutomatic
                ? AutomaticSelection(criteria: criteria[characteristic])
                    .option(in: group, audioLanguage: options[.audible]?.extendedLanguageTag) : group.defaultOption
            guard options[characteristic] != option else { continue }
            options[characteristic] = option
            changes.append(Change(characteristic: characteristic, option: option))
        }
        return changes
    }
}
