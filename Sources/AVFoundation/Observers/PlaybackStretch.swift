import Synchronization

/// A stretch of playback within which time moves only by playing. Two positions of different stretches are joined by a jump.
struct PlaybackStretch: Hashable, Sendable {
    private let number: UInt64

    private static let count = Atomic<UInt64>(0)

    /// Returns a stretch that is unlike all others of the process.
    static func next() -> PlaybackStretch {
        PlaybackStretch(number: count.add(1, ordering: .relaxed).newValue)
    }
}
