/// A byte range of a resource.
public struct ByteRange: Sendable, Hashable, Codable {
    public var length: UInt64
    public var offset: UInt64

    public init(length: UInt64, offset: UInt64) {
        self.length = length
        self.offset = offset
    }

    /// The offset after the last byte. The parser ensures that it does not overflow.
    public var end: UInt64 { offset &+ length }

    /// The value of the Range header; nil for an empty range, which cannot be requested.
    public var requestHeader: String? { length == 0 ? nil : "bytes=\(offset)-\(end &- 1)" }
}
