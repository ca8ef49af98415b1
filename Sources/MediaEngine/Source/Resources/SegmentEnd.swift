/// Where the container of a segment says that the segment ends.
enum SegmentEnd {
    private static let transportPacketBytes = 188
    private static let transportSync: UInt8 = 0x47

    /// Whether the bytes are an unencrypted segment that ends with them. False where the container does not say.
    static func isAtEnd(of bytes: [UInt8]) -> Bool {
        if BoxReader.isFragmented(bytes) {
            var reader = BoxReader(bytes)
            var hasMedia = false
            while let box = reader.next() { hasMedia = hasMedia || box.type == "mdat" }
            return hasMedia && reader.rest == 0
        }
        return !bytes.isEmpty && bytes.count % transportPacketBytes == 0
            && stride(from: 0, to: bytes.count, by: transportPacketBytes).allSatisfy { bytes[$0] == transportSync }
    }
}
