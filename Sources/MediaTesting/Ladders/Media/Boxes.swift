/// Writes big-endian numbers, and boxes with their sizes (ISO 14496-12 section 4.2).
struct BoxWriter {
    private(set) var bytes: [UInt8] = []

    static func box(_ type: String, _ body: (inout BoxWriter) -> Void) -> [UInt8] {
        var writer = BoxWriter()
        writer.box(type, body)
        return writer.bytes
    }

    mutating func box(_ type: String, _ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        put32(0)
        put(type)
        body(&self)
        let size = UInt32(bytes.count - start)
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32(index))) }
    }

    mutating func fullBox(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ body: (inout BoxWriter) -> Void) {
        box(type) { writer in
            writer.put32(UInt32(version) << 24 | flags)
            body(&writer)
        }
    }

    mutating func put(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }
    mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func put8(_ value: Int) { bytes.append(UInt8(truncatingIfNeeded: value)) }
    mutating func put16(_ value: Int) { for shift in [8, 0] { put8(value >> shift) } }
    mutating func put32(_ value: UInt32) {
        for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
    mutating func put32(_ value: Int) { put32(UInt32(truncatingIfNeeded: value)) }
    mutating func put64(_ value: Int) {
        put32(value >> 32)
        put32(value)
    }
    mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }

    /// Overwrites four bytes.
    mutating func patch32(_ value: Int, at offset: Int) {
        for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index)) }
    }
}

/// A parsed box: its type and the ranges of its bytes.
struct Box {
    var type: String
    /// Including the header.
    var whole: Range<Int>
    var contents: Range<Int>

    /// Returns the sibling boxes in `range`.
    static func children(of bytes: [UInt8], in range: Range<Int>) throws -> [Box] {
        var boxes: [Box] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard offset + 8 <= range.upperBound else { throw Self.broken(at: offset) }
            var size = try bytes.number(at: offset, count: 4)
            var header = 8
            if size == 1 {
                size = try bytes.number(at: offset + 8, count: 8)
                header = 16
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= header, size <= range.upperBound - offset else { throw Self.broken(at: offset) }
            let type = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
            boxes.append(
                Box(type: type, whole: offset..<(offset + size), contents: (offset + header)..<(offset + size)))
            offset += size
        }
        return boxes
    }

    /// Returns the first box under `path` in `range`.
    static func find(_ path: [String], in bytes: [UInt8], range: Range<Int>) throws -> Box? {
        guard let name = path.first,
            let box = try children(of: bytes, in: range).first(where: { $0.type == name })
        else { return nil }
        return path.count == 1 ? box : try find(Array(path.dropFirst()), in: bytes, range: box.contents)
    }

    private static func broken(at offset: Int) -> StreamMakerError {
        StreamMakerError(
            message: "the encoder's MP4 file has an invalid box at byte \(offset); delete the clip and try again")
    }
}

extension Array<UInt8> {
    /// Returns the big-endian number of `count` bytes at `offset`.
    func number(at offset: Int, count byteCount: Int) throws -> Int {
        guard offset >= 0, byteCount <= 8, offset <= count - byteCount else {
            throw StreamMakerError(message: "the file ends at byte \(count) inside a number")
        }
        var value: UInt64 = 0
        for index in offset..<(offset + byteCount) { value = value << 8 | UInt64(self[index]) }
        guard let number = Int(exactly: value) else {
            throw StreamMakerError(message: "the number at byte \(offset) is too large")
        }
        return number
    }
}
