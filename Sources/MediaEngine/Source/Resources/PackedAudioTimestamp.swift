/// The time that packed audio begins with, in an ID3 tag (RFC 8216, section 3.4).
struct PackedAudioTimestamp: Sendable, Hashable {
    /// Of the first sample, in 90 kHz units; 33 bits. nil where no tag has it.
    var timestamp: Int64?
    /// How many bytes of tags come before the audio, padding included; no more than the segment has.
    var headerLength: Int

    static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)
    /// Timestamps, titles and pictures come as one tag each; more are left to the decoder.
    static let maximumTags = 16
    static let maximumFrames = 256

    private static let tagHeaderBytes = 10
    private static let identifier = Array("ID3".utf8)
    private static let privateFrame = Array("PRIV".utf8)

    /// Reads the tags at the start of a segment. What is damaged has no timestamp.
    init(_ bytes: [UInt8]) {
        headerLength = 0
        for _ in 0..<Self.maximumTags {
            guard let tag = Tag(bytes[headerLength...]) else { return }
            timestamp = timestamp ?? Self.timestamp(in: tag)
            headerLength += tag.length
        }
    }

    private struct Tag {
        var version: UInt8
        /// Whether a zero follows each 0xFF, so that nothing looks like the start of a frame of sound.
        var isStuffed: Bool
        /// After the tag's header and its extended one, up to the padding or the footer.
        var frames: ArraySlice<UInt8>
        var length: Int

        /// nil where no tag of version 2, 3 or 4 begins here.
        init?(_ bytes: ArraySlice<UInt8>) {
            let head = Array(bytes.prefix(tagHeaderBytes))
            guard head.count == tagHeaderBytes, head.starts(with: identifier), (2...4).contains(head[3]),
                let size = PackedAudioTimestamp.number(head[6..<10], bits: 7)
            else { return nil }
            version = head[3]
            let flags = head[5]
            // Of version 4 alone: a copy of the header at the end.
            let footer = version == 4 && flags & 0x10 != 0 ? tagHeaderBytes : 0
            length = min(bytes.count, tagHeaderBytes + size + footer)
            isStuffed = flags & 0x80 != 0
            frames = bytes.dropFirst(tagHeaderBytes).prefix(size)
            // Version 3 stuffs the tag as a whole, version 4 the body of each frame.
            if isStuffed, version == 3 { frames = PackedAudioTimestamp.unstuffed(frames) }
            if version > 2, flags & 0x40 != 0 {
                // Version 3 does not count the four bytes of the number itself.
                let bits = version == 4 ? 7 : 8
                let extended = PackedAudioTimestamp.number(frames.prefix(4), bits: bits) ?? frames.count
                frames = frames.dropFirst(version == 4 ? extended : min(extended, frames.count) + 4)
            }
        }
    }

    private static func timestamp(in tag: Tag) -> Int64? {
        // Version 2 has frames of three letters, and no PRIV among them.
        guard tag.version > 2 else { return nil }
        var rest = tag.frames
        for _ in 0..<maximumFrames {
            let head = rest.prefix(tagHeaderBytes)
            // Padding is zeros.
            guard head.count == tagHeaderBytes, head.first != 0 else { return nil }
            rest = rest.dropFirst(tagHeaderBytes)
            guard let size = number(head.dropFirst(4).prefix(4), bits: tag.version == 4 ? 7 : 8), size <= rest.count
            else { return nil }
            if head.starts(with: privateFrame) {
                let body = rest.prefix(size)
                let isStuffed = tag.isStuffed && tag.version == 4
                if let time = timestamp(ofPrivate: isStuffed ? unstuffed(body) : body) { return time }
            }
            rest = rest.dropFirst(size)
        }
        return nil
    }

    /// The owner's name, a zero, and eight bytes.
    private static func timestamp(ofPrivate body: ArraySlice<UInt8>) -> Int64? {
        let value = body.dropFirst(owner.count + 1).prefix(8)
        guard body.starts(with: owner + [0]), value.count == 8 else { return nil }
        return value.reduce(Int64(0)) { $0 << 8 | Int64($1) } & 0x1_FFFF_FFFF
    }

    private static func unstuffed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var plain = [UInt8]()
        var isAfterMark = false
        for byte in bytes {
            if !(isAfterMark && byte == 0) { plain.append(byte) }
            isAfterMark = byte == 0xFF
        }
        return plain[...]
    }

    /// Four bytes of which each has so many bits; nil where one has more or there are fewer.
    private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int? {
        guard bytes.count == 4, bytes.allSatisfy({ bits == 8 || $0 < 0x80 }) else { return nil }
        return bytes.reduce(0) { $0 << bits | Int($1) }
    }
}
