/// An ID3v2 tag (id3.org, versions 2.2 to 2.4) at the start of untrusted bytes.
struct ID3Tag {
    /// The maximum number of frames; the rest is ignored.
    static let maximumFrames = 256
    /// The maximum size of a decompressed frame; larger ones are ignored.
    private static let maximumFrameBytes = 16 << 20

    struct RawFrame {
        /// The four-letter frame ID.
        var name: String
        var body: ArraySlice<UInt8>
    }

    let version: UInt8
    /// The length that the header states, including header and footer.
    let statedLength: Int
    /// The length including header and footer, limited to the available bytes.
    let length: Int
    /// Whether unsynchronisation is applied: a zero follows each 0xFF, so that the tag contains no audio sync words.
    let isStuffed: Bool
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
        statedLength = Self.headerBytes + size + footer
        length = min(bytes.count, statedLength)
        isStuffed = flags & 0x80 != 0
        var content = bytes.dropFirst(Self.headerBytes).prefix(size)
        // Versions 2 and 3 apply unsynchronisation to the whole tag, version 4 to each frame.
        if isStuffed, version < 4 { content = Self.unstuffed(content) }
        if version > 2, flags & 0x40 != 0 {
            // Version 3 does not include the four bytes of the size itself.
            let bits = version == 4 ? 7 : 8
            let extended = Self.number(content.prefix(4), bits: bits) ?? content.count
            content = content.dropFirst(version == 4 ? extended : min(extended, content.count) + 4)
        }
        self.content = content
    }

    /// Returns the length of the tag that ends with a footer, including header and footer; nil for other bytes.
    static func lengthBeforeFooter(_ footer: [UInt8]) -> Int? {
        guard footer.count == headerBytes, footer.starts(with: [0x33, 0x44, 0x49]), footer[3] == 4 else { return nil }
        return number(footer[6..<10], bits: 7).map { $0 + 2 * headerBytes }
    }

    /// The frames that are not encrypted, up to the first damaged one.
    var frames: [RawFrame] {
        version == 2 ? Self.shortFrames(in: content) : Self.frames(in: content, version: version, isStuffed: isStuffed)
    }

    /// Returns the frames in bytes, which may be those of a tag or of a chapter.
    static func frames(in bytes: ArraySlice<UInt8>, version: UInt8, isStuffed: Bool) -> [RawFrame] {
        var frames: [RawFrame] = []
        var rest = bytes
        for _ in 0..<maximumFrames {
            let head = Array(rest.prefix(headerBytes))
            // Padding consists of zeros.
            guard head.count == headerBytes, head[0] != 0 else { break }
            rest = rest.dropFirst(headerBytes)
            guard let size = frameSize(head[4..<8], version: version, before: rest) else { break }
            let body = rest.prefix(size)
            rest = rest.dropFirst(size)
            guard isName(head[0..<4]),
                let body = plain(body, flags: head[9], version: version, isStuffed: isStuffed)
            else { continue }
            frames.append(RawFrame(name: String(decoding: head[0..<4], as: UTF8.self), body: body))
        }
        return frames
    }

    /// Returns the size of a frame; nil if the frame does not fit into the rest of the tag.
    private static func frameSize(_ field: ArraySlice<UInt8>, version: UInt8, before rest: ArraySlice<UInt8>) -> Int? {
        guard let whole = number(field, bits: 8) else { return nil }
        guard version == 4 else { return whole <= rest.count ? whole : nil }
        let safe = number(field, bits: 7)
        // Some versions of iTunes wrote sizes of eight bits a byte, which are recognized by the frame that follows.
        if whole <= rest.count, whole != safe, isFollowed(rest, after: whole),
            safe.map({ isFollowed(rest, after: $0) }) != true
        {
            return whole
        }
        return safe.flatMap { $0 <= rest.count ? $0 : nil }
    }

    /// Returns whether another frame, padding or the end of the tag follows a frame.
    private static func isFollowed(_ rest: ArraySlice<UInt8>, after size: Int) -> Bool {
        guard size <= rest.count else { return false }
        let next = rest.dropFirst(size).prefix(4)
        return next.isEmpty || next.first == 0 || next.count == 4 && isName(next)
    }

    /// Returns the content of a frame without the fields that its flags add; nil if the frame is encrypted or cannot be decompressed.
    private static func plain(
        _ body: ArraySlice<UInt8>, flags: UInt8, version: UInt8, isStuffed: Bool
    ) -> ArraySlice<UInt8>? {
        guard flags & (version == 4 ? 0x04 : 0x40) == 0 else { return nil }
        var body = body
        let isCompressed = flags & (version == 4 ? 0x08 : 0x80) != 0
        if version == 4, isStuffed || flags & 2 != 0 { body = unstuffed(body) }
        // Skip the group and the length of the data; version 3 stores the length of compressed data in front of the group.
        if version == 4, flags & 0x40 != 0 { body = body.dropFirst(1) }
        if version == 4, flags & 1 != 0 { body = body.dropFirst(4) }
        if version == 3, isCompressed { body = body.dropFirst(4) }
        if version == 3, flags & 0x20 != 0 { body = body.dropFirst(1) }
        return isCompressed ? DeflatedBytes.inflate(body, maximum: maximumFrameBytes).map { $0[...] } : body
    }

    /// Returns the frames of version 2, with the IDs of version 4; frames that version 4 does not have keep their three letters.
    private static func shortFrames(in bytes: ArraySlice<UInt8>) -> [RawFrame] {
        var frames: [RawFrame] = []
        var rest = bytes
        for _ in 0..<maximumFrames {
            let head = Array(rest.prefix(6))
            guard head.count == 6, head[0] != 0 else { break }
            rest = rest.dropFirst(6)
            let size = head[3..<6].reduce(0) { $0 << 8 | Int($1) }
            guard size <= rest.count else { break }
            let body = rest.prefix(size)
            rest = rest.dropFirst(size)
            guard isName(head[0..<3]) else { continue }
            let name = String(decoding: head[0..<3], as: UTF8.self)
            frames.append(RawFrame(name: ID3ShortNames.name(of: name), body: body))
        }
        return frames
    }

    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) }
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
