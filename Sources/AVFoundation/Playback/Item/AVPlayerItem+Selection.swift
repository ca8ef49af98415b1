/// What of the item is heard, read and seen: semantics section 9.
extension AVPlayerItem {
    /// Chooses an option by hand; nil chooses none where the group allows that. Options of other groups are ignored.
    ///
    /// The group is no longer chosen in automatically until `selectMediaOptionAutomatically(in:)`.
    public nonisolated func select(
        _ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup
    ) {
        core.select(mediaSelectionOption, in: mediaSelectionGroup)
    }

    /// Lets the viewer's languages and the player's criteria choose again.
    public nonisolated func selectMediaOptionAutomatically(in mediaSelectionGroup: AVMediaSelectionGroup) {
        core.selectAutomatically(in: mediaSelectionGroup)
    }

    /// A snapshot of what is chosen. `mediaSelectionDidChangeNotification` tells of another one.
    public nonisolated var currentMediaSelection: AVMediaSelection {
        let (options, chosenByHand) = core.read { ($0.selection.options, $0.selection.chosenByHand) }
        return AVMediaSelection(asset: core.asset, options: options, chosenByHand: chosenByHand)
    }

    /// As `currentMediaSelection.selectedMediaOption(in:)`.
    @discardableResult
    public nonisolated func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup)
        -> AVMediaSelectionOption?
    {
        currentMediaSelection.selectedMediaOption(in: mediaSelectionGroup)
    }
}
