/// The latest position at which a live stream is to be played, as of its last playlist.
struct LiveTarget: Sendable, Hashable {
    /// The end of the newest media less the distance that playback keeps from the end.
    var latest: Nanoseconds
    /// Time since the playlist that `latest` was taken from.
    var age: Nanoseconds
    /// The duration by which the stream usually grows with a playlist.
    var step: Nanoseconds
    var isLowLatency: Bool

    /// Returns the latest position now, assuming that the stream has grown since its last playlist.
    /// - Parameter limit: the most that the stream is assumed to have grown.
    func latest(growingUpTo limit: Nanoseconds) -> Nanoseconds { latest &+ min(max(0, age), limit) }
}
