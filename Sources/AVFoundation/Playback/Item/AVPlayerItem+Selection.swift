/// The media selection of an item (semantics section 9).
extension AVPlayerItem {
    /// Selects an option manually; nil selects none where the group allows that. Options of other groups are ignored.
    ///
    /// Automatic selection leaves the group unchanged until `selectMediaOptionAutomatically(in:)` is called.
    public nonisolated func select(
        _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
    ) {
        core.select(mediaSelectionOption, in: mediaSelectionGroup)
    }

    /// Restores automatic selection by the viewer's languages and the player's criteria.
    public nonisolated func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
        core.selectAutomatically(in: mediaSelectionGroup)
    }

    /// A snapshot of the current selection. `mediaSelectionDidChangeNotification` reports changes.
    public nonisolated var currentMediaSelection: AVMediaSelection {
        let (options, manuallySelected) = core.read { ($0.selection.options, $0.selection.manuallySelected) }
        return AVMediaSelection(asset: core.asset, options: options, manuallySelected: manuallySelected)
    }

    /// The same as `currentMediaSelection.selectedMediaOption(in:)`.
    @discardableResult
    public nonisolated func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup)
        -> AVMediaSelectionOption?
    {
        currentMediaSelection.selectedMediaOption(in: mediaSelectionGroup)
    }
}
