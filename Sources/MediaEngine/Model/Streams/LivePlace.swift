import CoreMedia

/// Where a live stream is to be played at the latest, as far as is known, and how old that is.
struct LivePlace: Sendable, Hashable {
    /// The newest media's end less the distance that is kept from it.
    var latest: Nanoseconds
    /// How long ago that was learnt.
    var age: Nanoseconds
    /// What the stream usually grows by at once.
    var step: Nanoseconds
    var isLowLatency: Bool

    /// A live stream goes on while nobody asks.
    /// - Parameter limit: how much is taken for granted.
    func latest(believing limit: Nanoseconds) -> Nanoseconds { latest &+ min(max(0, age), limit) }
}
