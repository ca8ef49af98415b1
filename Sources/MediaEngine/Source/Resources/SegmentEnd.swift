/// Checks whether a segment is complete according to its container.
enum SegmentEnd {
    /// Whether the bytes are a complete unencrypted segment. False if the container does not show where it ends.
    static func isAtEnd(of bytes: [UInt8]) -> Bool { SegmentStructure(bytes[...]).isAtEnd }
}
