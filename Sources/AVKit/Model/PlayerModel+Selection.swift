import AVFoundation

extension PlayerModel {
    /// Loads the selection groups again, after options were added to the item.
    func reloadSelection() {
        guard let item else { return }
        Task { [weak self] in
            let selection = await MediaSelection.load(from: item.asset)
            guard let self, item === self.item else { return }
            media.selection = selection
            report(.media)
            update()
        }
    }
}
