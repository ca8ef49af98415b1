public import Foundation
import Synchronization

/// A snapshot of the selected option of each group; later selections do not change it.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Sendable: the state that the mutable subclass changes is behind the lock of `state`; loading a weak reference is atomic.
    struct State: Sendable {
        /// By the characteristic of the group; a group that is absent has an empty selection.
        var options: [AVMediaCharacteristic: AVMediaSelectionOption]
        /// The groups with a manual selection.
        var manuallySelected: Set<AVMediaCharacteristic>
    }

    open private(set) weak var asset: AVAsset?
    let groups: [AVMediaSelectionGroup]
    let state: Mutex<State>

    init(asset: AVAsset?, groups: [AVMediaSelectionGroup], state: State) {
        self.asset = asset
        self.groups = groups
        self.state = Mutex(state)
        super.init()
    }

    /// Creates the default selection of every group.
    convenience init(asset: AVAsset?, groups: [AVMediaSelectionGroup]) {
        var options: [AVMediaCharacteristic: AVMediaSelectionOption] = [:]
        for group in groups { options[group.characteristic] = group.defaultOption }
        self.init(asset: asset, groups: groups, state: State(options: options, manuallySelected: []))
    }

    /// Creates a snapshot of a player item's selection.
    /// - Parameter manuallySelected: the groups that automatic selection leaves unchanged.
    package convenience init(
        asset: AVAsset?, options: [AVMediaCharacteristic: AVMediaSelectionOption],
        manuallySelected: Set<AVMediaCharacteristic>
    ) {
        let groups = asset?.loadedContents?.selection.groups ?? []
        self.init(asset: asset, groups: groups, state: State(options: options, manuallySelected: manuallySelected))
    }

    /// The selected option; nil where none is selected, or where the group belongs to another asset.
    @discardableResult
    open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        let option = state.withLock { $0.options[mediaSelectionGroup.characteristic] }
        return option.flatMap { mediaSelectionGroup.options.contains($0) ? $0 : nil }
    }

    /// Returns whether automatic selection may change the group: it has no manual selection.
    @discardableResult
    open func mediaSelectionCriteriaCanBeAppliedAutomatically(to mediaSelectionGroup: AVMediaSelectionGroup) -> Bool {
        state.withLock { !$0.manuallySelected.contains(mediaSelectionGroup.characteristic) }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        AVMediaSelection(asset: asset, groups: groups, state: state.withLock { $0 })
    }

    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableMediaSelection(asset: asset, groups: groups, state: state.withLock { $0 })
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVMediaSelection else { return false }
        return other === self
            || other.asset === asset && other.state.withLock({ $0.options }) == state.withLock { $0.options }
    }

    open override var hash: Int { state.withLock { $0.options.hashValue } }

    /// Returns a selection for every combination of options of the groups, including empty selections where allowed.
    static func all(asset: AVAsset?, groups: [AVMediaSelectionGroup]) -> [AVMediaSelection] {
        var all: [[AVMediaCharacteristic: AVMediaSelectionOption]] = [[:]]
        for group in groups {
            let choices: [AVMediaSelectionOption?] = group.options + (group.allowsEmptySelection ? [nil] : [])
            all = all.flatMap { selection in
                choices.map { option in
                    var selection = selection
                    selection[group.characteristic] = option
                    return selection
                }
            }
        }
        return all.map {
            AVMediaSelection(asset: asset, groups: groups, state: State(options: $0, manuallySelected: []))
        }
    }
}

/// A media selection that can be changed, such as for downloads.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
    /// Selects an option; nil selects none where the group allows that. Options of other groups are ignored.
    open func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
        if let mediaSelectionOption {
            guard mediaSelectionGroup.options.contains(mediaSelectionOption) else { return }
        } else if !mediaSelectionGroup.allowsEmptySelection {
            return
        }
        state.withLock { state in
            state.options[mediaSelectionGroup.characteristic] = mediaSelectionOption
            state.manuallySelected.insert(mediaSelectionGroup.characteristic)
        }
    }
}
