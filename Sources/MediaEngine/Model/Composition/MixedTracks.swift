/// The audio tracks of a composition that one engine track carries, as a stereo pair of channels each, until the session mixes them.
public struct MixedTracks: Sendable, Hashable {
    /// The IDs of the tracks, in the order of their channels.
    public var trackIDs: [Int32]

    public init(trackIDs: [Int32]) { self.trackIDs = trackIDs }
}
