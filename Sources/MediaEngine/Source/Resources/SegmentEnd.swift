/// Where the container of a segment says that the segment ends.
enum SegmentEnd {
    /// Whether the bytes are an unencrypted segment that ends with them. False where the container does not say.
    static func isAtEnd(of bytes: [UInt8]) -> Bool { SegmentStructure(bytes[...]).isAtEnd }
}
