public import CoreMedia

/// A piece of a segment that can be had before the whole is there (EXT-X-PART, bis section 4.4.4.9).
public struct PartialSegment: Sendable, Hashable {
    public var uri: String
    public var duration: CMTime
    /// Begins with a frame that needs no other.
    public var isIndependent: Bool
    /// Must not be asked for.
    public var isGap: Bool
    public var byteRange: ByteRange?
    /// The keys in force at the tag.
    public var keys: [EncryptionKey]
    public var initialization: InitializationSection?
    public var line: Int
    /// In a delta update: what comes from the last skipped segment.
    var inherited: SegmentRecord.Flags = []
}
