/// An ID3v2 tag (id3.org, versions 2.2 to 2.4) at the start of untrusted bytes.
struct ID3Tag {
    /// The maximum number of frames; the rest is ignored.
    static let maximumFrames = 256

    struct RawFrame {
        /// The four-letter frame ID.
        var name: String
        var body: ArraySlice<UInt8>
    }

    let version: UInt8
    /// The length including header and footer, limited to the available bytes.
    let length: Int
    /// Whether unsynchronisation is applied: a zero follows each 0xFF, so that the tag contains no audio sync words.
    private let isStuffed: Bool
    /// The bytes after the header and the extended header, up to the footer.
    private let content: ArraySlice<UInt8>

    private static let headerBytes = 10

    /// Nil if the bytes do not start with a tag.
    init?(_ bytes: ArraySlice<UInt8>) {
        let head = Array(bytes.prefix(Self.headerBytes))
        guard head.count == Self.headerBytes, head.starts(with: [0x49, 0x44, 0x33]), (2...4).contains(head[3]),
            let size = Self.number(head[6..<10], bits: 7)
        else { return nil }
        version = head[3]
        let flags = head[5]
        // A copy of the header at the end, in version 4 only.
        let footer = version == 4 && flags & 0x10 != 0 ? Self.headerBytes : 0
        length = min(bytes.count, Self.headerBytes + size + footer)
        isStuffed = flags & 0x80 != 0
        var content = bytes.dropFirst(Self.headerBytes).prefix(size)
        // Version 3 applies unsynchronisation to the whole tag, version 4 to each frame.
        if isStuffed, version == 3 { content = Self.unstuffed(content) }
        if version > 2, flags & 0x40 != 0 {
            // Version 3 does not include the four bytes of the size itself.
            let bits = version == 4 ? 7 : 8
            let extended = Self.number(content.prefix(4), bits: bits) ?? content.count
            content = content.dropFirst(version == 4 ? extended : min(extended, content.count) + 4)
        }
        self.content = content
    }

    /// The frames that are neither compressed nor encrypted, up to the first damaged one. Version 2 tags, with three-letter frame IDs, are
    /// not supported.
    var frames: [RawFrame] {
        guard version > 2 else { return [] }
        var frames: [RawFrame] = []
        var rest = content
        for _ in 0..<Self.maximumFrames {
            let head = Array(rest.prefix(Self.headerBytes))
            // Padding consists of zeros.
            guard head.count == Self.headerBytes, head[0] != 0 else { break }
            rest = rest.dropFirst(Self.headerBytes)
            guard let size = Self.number(head[4..<8], bits: version == 4 ? 7 : 8), size <= rest.count else { break }
            var body = rest.prefix(size)
            rest = rest.dropFirst(size)
            let isCoded = version == 4 ? head[9] & 0x0c != 0 : head[9] & 0xc0 != 0
            guard !isCoded, head[0..<4].allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }) else {
                continue
            }
            if version == 4, isStuffed || head[9] & 2 != 0 { body = Self.unstuffed(body) }
            // Skip the data length indicator.
            if version == 4, head[9] & 1 != 0 { body = body.dropFirst(4) }
            frames.append(RawFrame(name: String(decoding: head[0..<4], as: UTF8.self), body: body))
        }
        return frames
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

    /// Returns the number in four bytes with this many bits each; nil if a byte has more bits or there are fewer bytes.
    private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int? {
        guard bytes.count == 4, bytes.allSatisfy({ bits == 8 || $0 < 0x80 }) else { return nil }
        return bytes.reduce(0) { $0 << bits | Int($1) }
    }
}
