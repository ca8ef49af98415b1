/// The latest position for live playback, according to the last playlist.
struct LiveTarget: Sendable, Hashable {
    /// The end of the newest media minus the distance to keep from the live edge.
    var latest: Nanoseconds
    /// The time since the playlist was received from which `latest` was taken.
    var age: Nanoseconds
    /// The duration by which the stream usually grows with each playlist.
    var step: Nanoseconds
    var isLowLatency: Bool

    /// Returns the latest position now, assuming that the stream has grown since its last playlist.
    /// - Parameter limit: the maximum growth that is assumed.
    func latest(growingUpTo limit: Nanoseconds) -> Nanoseconds { latest &+ min(max(0, age), limit) }
}
