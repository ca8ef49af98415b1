/// The conditions under which the video of a player moves to an external screen (semantics section 17).
struct ExternalScreenRule: Equatable {
    /// `AVPlayer.allowsExternalPlayback`.
    var isAllowed = false
    /// `AVPlayer.usesExternalPlaybackWhileExternalScreenIsActive`.
    var isWanted = false
    var hasScreen = false
    /// Audio alone stays where it is.
    var hasVideo = false
    /// Whether the player's view is in a window.
    var isShown = false

    var isActive: Bool { isAllowed && isWanted && hasScreen && hasVideo && isShown }
}
