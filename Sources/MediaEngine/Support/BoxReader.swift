/// Reads consecutive boxes of ISO base media files (ISO 14496-12 section 4.2) from untrusted bytes.
package struct BoxReader {
    package struct Box {
        /// The four-character type.
        package var type: String
        /// The range of its content, after its header.
        package var content: Range<Int>
        /// The start of its header.
        package var start: Int
    }

    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        position = range?.lowerBound ?? 0
        end = min(range?.upperBound ?? bytes.count, bytes.count)
    }

    /// The number of bytes that have not been parsed.
    package var rest: Int { max(0, end - position) }

    /// Returns the next box; nil at the end, and if a box is longer than its parent.
    package mutating func next() -> Box? {
        guard let size = bytes.number(at: position, count: 4, before: end), position + 8 <= end else { return nil }
        let start = position
        var header = 8
        var length = size
        if size == 1 {
            guard let large = bytes.number(at: position + 8, count: 8, before: end) else { return nil }
            (length, header) = (large, 16)
        } else if size == 0 {
            length = end - position
        }
        guard length >= header, length <= end - position else { return nil }
        position += length
        let type = String(decoding: bytes[start + 4..<start + 8], as: Unicode.ASCII.self)
        return Box(type: type, content: start + header..<start + length, start: start)
    }

    /// Whether the bytes start with a box that occurs in fragmented segments.
    package static func isFragmented(_ bytes: [UInt8], at start: Int = 0) -> Bool {
        guard start >= 0, bytes.count >= 8, start <= bytes.count - 8 else { return false }
        return ["ftyp", "styp", "moov", "moof", "sidx", "emsg", "prft"].contains {
            bytes[start + 4..<start + 8].elementsEqual($0.utf8)
        }
    }

    /// Returns the content of the first box on a path of types.
    package static func find(_ path: [String], in bytes: [UInt8], range: Range<Int>? = nil) -> Range<Int>? {
        guard let first = path.first else { return range }
        var reader = BoxReader(bytes, in: range)
        while let box = reader.next() {
            if box.type == first { return find(Array(path.dropFirst()), in: bytes, range: box.content) }
        }
        return nil
    }
}

extension [UInt8] {
    /// Returns a big-endian number; nil if it extends beyond `end` or does not fit into Int.
    package func number(at position: Int, count: Int, before end: Int) -> Int? {
        guard position >= 0, count <= 8, position <= end - count, end <= self.count else { return nil }
        var value: UInt64 = 0
        for byte in self[position..<position + count] { value = value << 8 | UInt64(byte) }
        return Int(exactly: value)
    }
}
