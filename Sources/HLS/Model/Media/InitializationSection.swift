/// The media initialization section of segments (EXT-X-MAP, bis section 4.4.4.5).
public struct InitializationSection: Sendable, Hashable {
    public var uri: String
    /// nil: the whole resource.
    public var byteRange: ByteRange?
    /// The keys in force at the tag, with which the section is encrypted; those of the segments may differ.
    public var keys: [EncryptionKey]
}
