/// A reference from a track to others of the same file.
public struct TrackAssociation: Sendable, Hashable {
    /// The four characters of the reference's box: "chap", "fall", "forc", "folw", "tmcd", "cdsc", …
    public var type: String
    /// The container's numbers of the tracks, which the file does not necessarily contain.
    public var trackIDs: [Int32]

    public init(type: String, trackIDs: [Int32]) {
        self.type = type
        self.trackIDs = trackIDs
    }
}
