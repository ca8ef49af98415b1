import Synchronization

/// Identifies an uninterrupted period of playback, within which time changes only by playing. Between positions of different stretches lies
/// a seek or another jump.
struct PlaybackStretch: Hashable, Sendable {
    private let number: UInt64

    private static let count = Atomic<UInt64>(0)

    /// Returns a new stretch, distinct from all others of the process.
    static func next() -> PlaybackStretch {
        PlaybackStretch(number: count.add(1, ordering: .relaxed).newValue)
    }
}
