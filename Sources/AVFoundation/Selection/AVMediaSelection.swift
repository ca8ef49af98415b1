public import Foundation
import Synchronization

/// Which option of each group is chosen: a snapshot, which later choices do not change.
public class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Sendable: what changes in the mutable subclass is behind the lock of `state`; loading a weak reference is atomic.
    struct State: Sendable {
        /// By the characteristic of the group; nothing is chosen in a group that is not here.
        var options: [AVMediaCharacteristic: AVMediaSelectionOption]
        /// The groups in which a choice was made by hand.
        var chosenByHand: Set<AVMediaCharacteristic>
    }

    public private(set) weak var asset: AVAsset?
    let groups: [AVMediaSelectionGroup]
    let state: Mutex<State>

    init(asset: AVAsset?, groups: [AVMediaSelectionGroup], state: State) {
        self.asset = asset
        self.groups = groups
        self.state = Mutex(state)
        super.init()
    }

    /// The default of every group.
    convenience init(asset: AVAsset?, groups: [AVMediaSelectionGroup]) {
        var options: [AVMediaCharacteristic: AVMediaSelectionOption] = [:]
        for group in groups { options[group.characteristic] = group.defaultOption }
        self.init(asset: asset, groups: groups, state: State(options: options, chosenByHand: []))
    }

    /// A snapshot of what a player item has chosen.
    /// - Parameter chosenByHand: the groups that automatic selection leaves alone.
    package convenience init(
        asset: AVAsset?, options: [AVMediaCharacteristic: AVMediaSelectionOption],
        chosenByHand: Set<AVMediaCharacteristic>
    ) {
        let groups = asset?.loadedContents?.selection.groups ?? []
        self.init(asset: asset, groups: groups, state: State(options: options, chosenByHand: chosenByHand))
    }

    /// nil where nothing is chosen, or where the group is of another asset.
    @discardableResult
    public func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
        let option = state.withLock { $0.options[mediaSelectionGroup.characteristic] }
        return option.flatMap { mediaSelectionGroup.options.contains($0) ? $0 : nil }
    }

    /// Whether automatic selection may still change the group: nobody has chosen in it by hand.
    @discardableResult
    public func mediaSelectionCriteriaCanBeAppliedAutomatically(to mediaSelectionGroup: AVMediaSelectionGroup) -> Bool {
        state.withLock { !$0.chosenByHand.contains(mediaSelectionGroup.characteristic) }
    }

    public func copy(with zone: NSZone? = nil) -> Any {
        AVMediaSelection(asset: asset, groups: groups, state: state.withLock { $0 })
    }

    public func mutableCopy(with zone: NSZone? = nil) -> Any {
        AVMutableMediaSelection(asset: asset, groups: groups, state: state.withLock { $0 })
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVMediaSelection else { return false }
        return other === self
            || other.asset === asset && other.state.withLock({ $0.options }) == state.withLock { $0.options }
    }

    public override var hash: Int { state.withLock { $0.options.hashValue } }

    /// One selection for every pair of an audible and a legible option, no captions among them.
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
        return all.map { AVMediaSelection(asset: asset, groups: groups, state: State(options: $0, chosenByHand: [])) }
    }
}

/// A selection to change, for downloads and the like.
public class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
    /// Chooses an option; nil chooses none where the group allows that. Options of other groups are ignored.
    public func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
        if let mediaSelectionOption {
            guard mediaSelectionGroup.options.contains(mediaSelectionOption) else { return }
        } else if !mediaSelectionGroup.allowsEmptySelection {
            return
        }
        state.withLock { state in
            state.options[mediaSelectionGroup.characteristic] = mediaSelectionOption
            state.chosenByHand.insert(mediaSelectionGroup.characteristic)
        }
    }
}
