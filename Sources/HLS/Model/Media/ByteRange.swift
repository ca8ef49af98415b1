/// A part of a resource.
public struct ByteRange: Sendable, Hashable, Codable {
    public var length: UInt64
    public var offset: UInt64

    public init(length: UInt64, offset: UInt64) {
        self.length = length
        self.offset = offset
    }

    /// The first byte after it. The parser has seen to it that it can be written.
    public var end: UInt64 { offset &+ length }

    /// The value of a Range request; nil for an empty range, which no request can ask for.
    public var requestHeader: String? { length == 0 ? nil : "bytes=\(offset)-\(end &- 1)" }
}
