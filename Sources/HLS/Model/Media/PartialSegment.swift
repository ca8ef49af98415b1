public import CoreMedia

/// A partial segment, available before the whole segment is (EXT-X-PART, bis section 4.4.4.9).
public struct PartialSegment: Sendable, Hashable {
    public var uri: String
    public var duration: CMTime
    /// Whether it starts with an independent frame.
    public var isIndependent: Bool
    /// Whether it must not be requested.
    public var isGap: Bool
    public var byteRange: ByteRange?
    /// The keys in force at the tag.
    public var keys: [EncryptionKey]
    public var initialization: InitializationSection?
    public var line: Int
    /// In a delta update: the properties inherited from the last skipped segment.
    var inherited: SegmentRecord.Flags = []
}
