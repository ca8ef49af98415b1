import Foundation
import MediaEngine

/// The media selection of an item (semantics section 9).
extension ItemCore {
    /// Sets the player's criteria and preferences, before the item is attached or while it plays. The player's state is locked.
    func prepareSelection(_ player: borrowing PlayerCore.State) {
        let (criteria, preferences) = (player.criteria, player.selectionPreferences)
        let isAutomatic = player.options.selectsAutomatically
        adjust { state in
            state.selection.criteria = criteria
            state.selection.preferences = preferences
            state.selection.isAutomatic = isAutomatic
            if state.item.isPlayable { perform(selection: state.selection.apply(), &state) }
        }
    }

    /// Returns the contents of the asset, as the session has loaded them. Called with no lock held.
    func contents(of info: MediaInfo) -> AssetContents {
        // The session has opened the asset's media, so this does not block.
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

    /// Handles the failure of the selected audio rendition: selects the rendition that plays in its place, unless the client has selected
    /// another one meanwhile. Automatic selection stays automatic.
    func audioRenditionFailed(_ lost: Int, instead: Int?, _ state: inout State) {
        guard let group = state.selection.groups.first(where: { $0.characteristic == .audible }),
            state.selection.options[.audible]?.track.index == lost
        else { return }
        let option = group.options.first { $0.track.index == instead }
        perform(selection: state.selection.fallBack(from: lost, to: option, in: group), &state)
    }

    private func perform(selection changes: [SelectionState.Change], _ state: inout State) {
        guard !changes.isEmpty else { return }
        for change in changes {
            if change.characteristic == .legible { showCaptionFile(of: change.option, &state) }
            let index = change.option?.track.index
            guard let session = state.session, session.selectedTrack(change.kind) != index else { continue }
            session.select(change.kind, trackIndex: index)
        }
        postNotification(AVPlayerItem.mediaSelectionDidChangeNotification, &state)
    }
}

extension PlayerCore {
    /// Applies changed criteria and preferences to the items that are loaded.
    func criteriaChanged(_ state: borrowing State) {
        for item in state.queue.items {
            item.core.prepareSelection(state)
        }
    }
}
