import Foundation
import MediaEngine

/// Choosing what of an item is heard, read and seen: semantics section 9.
extension ItemCore {
    /// Takes in the player's criteria, before the item is attached or while it plays. The player's state is locked.
    func prepareSelection(
        criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria], isAutomatic: Bool
    ) {
        adjust { state in
            state.selection.criteria = criteria
            state.selection.isAutomatic = isAutomatic
            if state.item.isPlayable { perform(selection: state.selection.apply(), &state) }
        }
    }

    /// What is in the asset, as the session has found it. Asked for with no lock held.
    func contents(of info: MediaInfo) -> AssetContents {
        // The session has opened the asset's media, so that this does not wait.
        let known = asset.mediaAsset.loadedInfo == nil ? asset.loadedContents : asset.contents
        return known ?? AssetContents(info: info, asset: asset)
    }

    func selectAtStart(_ state: inout State) {
        let changes = state.selection.groupsBecameKnown(state.contents?.selection.groups ?? [])
        perform(selection: changes, &state)
    }

    func select(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup) {
        update(.client) { state in perform(selection: state.selection.select(option, in: group), &state) }
    }

    func selectAutomatically(in group: AVMediaSelectionGroup) {
        update(.client) { state in perform(selection: state.selection.selectAutomatically(in: group), &state) }
    }

    /// The sound that is chosen cannot be had, and another one plays: that is the one that is chosen now, unless the client has
    /// thought of another one meanwhile.
    func soundWasLost(_ lost: Int, instead: Int?, _ state: inout State) {
        guard let group = state.selection.groups.first(where: { $0.characteristic == .audible }),
            state.selection.options[.audible]?.track.index == lost
        else { return }
        let option = group.options.first { $0.track.index == instead }
        perform(selection: state.selection.select(option, in: group), &state)
    }

    private func perform(selection changes: [SelectionState.Change], _ state: inout State) {
        guard !changes.isEmpty else { return }
        for change in changes {
            let index = change.option?.track.index
            guard let session = state.session, session.selectedTrack(change.kind) != index else { continue }
            session.select(change.kind, trackIndex: index)
        }
        postNotification(AVPlayerItem.mediaSelectionDidChangeNotification, &state)
    }
}

extension PlayerCore {
    /// The criteria have changed: the items that are loaded follow.
    func criteriaChanged(_ state: borrowing State) {
        for item in state.queue.items {
            item.core.prepareSelection(criteria: state.criteria, isAutomatic: state.options.selectsAutomatically)
        }
    }
}
