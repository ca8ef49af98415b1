/// The timestamp of packed audio, in an ID3 tag (RFC 8216, section 3.4).
struct PackedAudioTimestamp: Sendable, Hashable {
    /// The timestamp of the first sample, in 90 kHz units; 33 bits. Nil if no tag contains it.
    var timestamp: Int64?
    /// The number of bytes of the tags before the audio, including padding; limited to the size of the segment.
    var headerLength: Int

    static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)
    /// Timestamps, titles and pictures are stored in one tag each; further tags are left to the decoder.
    static let maximumTags = 16

    /// Reads the tags at the start of a segment. Damaged tags have no timestamp.
    init(_ bytes: [UInt8]) {
        headerLength = 0
        for _ in 0..<Self.maximumTags {
            guard let tag = ID3Tag(bytes[headerLength...]) else { return }
            timestamp = timestamp ?? Self.timestamp(in: tag)
            headerLength += tag.length
        }
    }

    private static func timestamp(in tag: ID3Tag) -> Int64? {
        tag.frames.lazy.filter { $0.name == "PRIV" }.compactMap { timestamp(ofPrivate: $0.body) }.first
    }

    /// Parses private data: the owner, a zero byte, and eight bytes.
    private static func timestamp(ofPrivate body: ArraySlice<UInt8>) -> Int64? {
        let value = body.dropFirst(owner.count + 1).prefix(8)
        guard body.starts(with: owner + [0]), value.count == 8 else { return nil }
        return value.reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0x1_FFFF_FFFF
    }
}
