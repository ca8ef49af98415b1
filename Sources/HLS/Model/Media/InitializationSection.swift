/// What a parser needs before it can read segments (EXT-X-MAP, bis section 4.4.4.5).
public struct InitializationSection: Sendable, Hashable {
    public var uri: String
    /// nil: the whole resource.
    public var byteRange: ByteRange?
    /// The keys in force at the tag, which it is encrypted with; the segments' may differ.
    public var keys: [EncryptionKey]
}
