/// A small gzip encoder (RFC 1952) with matches and fixed Huffman codes (RFC 1951 section 3.2.6), for playlists.
enum Gzip {
    static func compressed(_ bytes: [UInt8]) -> [UInt8] {
        var writer = BitWriter()
        writer.put(1, count: 1)
        writer.put(1, count: 2)
        deflate(bytes, into: &writer)
        writer.putCode(of: 256)
        var result: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + writer.finished()
        for value in [checksum(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            for shift: UInt32 in [0, 8, 16, 24] { result.append(UInt8(truncatingIfNeeded: value >> shift)) }
        }
        return result
    }

    private static func deflate(_ bytes: [UInt8], into writer: inout BitWriter) {
        var last: [UInt32: Int] = [:]
        var index = 0
        while index < bytes.count {
            var length = 0
            var distance = 0
            if index + 4 <= bytes.count {
                let key = bytes[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                if let place = last[key], index - place <= 32_768 {
                    let limit = min(258, bytes.count - index)
                    while length < limit, bytes[place + length] == bytes[index + length] { length += 1 }
                    distance = index - place
                }
                last[key] = index
            }
            if length >= 4 {
                writer.putMatch(length: length, distance: distance)
                index += length
            } else {
                writer.putCode(of: Int(bytes[index]))
                index += 1
            }
        }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 != 0 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xffff_ffff) { table[Int(($0 ^ UInt32($1)) & 255)] ^ $0 >> 8 }
    }
}

private struct BitWriter {
    private var bytes: [UInt8] = []
    private var bits: UInt32 = 0
    private var count: UInt32 = 0

    /// Appends bits, least significant bit first.
    mutating func put(_ value: Int, count more: Int) {
        bits |= UInt32(truncatingIfNeeded: value) << count
        count += UInt32(more)
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            count -= 8
        }
    }

    /// Appends a Huffman code, most significant bit first.
    private mutating func putReversed(_ value: Int, count: Int) {
        put((0..<count).reduce(0) { $0 << 1 | (value >> $1 & 1) }, count: count)
    }

    mutating func putCode(of symbol: Int) {
        switch symbol {
        case ..<144: putReversed(0x30 + symbol, count: 8)
        case ..<256: putReversed(0x190 + symbol - 144, count: 9)
        case ..<280: putReversed(symbol - 256, count: 7)
        default: putReversed(0xc0 + symbol - 280, count: 8)
        }
    }

    mutating func putMatch(length: Int, distance: Int) {
        if length == 258 {
            putCode(of: 285)
        } else {
            let (symbol, extra, base) = Self.code(length - 3, group: 4)
            putCode(of: 257 + symbol)
            put(length - 3 - base, count: extra)
        }
        let (symbol, extra, base) = Self.code(distance - 1, group: 2)
        putReversed(symbol, count: 5)
        put(distance - 1 - base, count: extra)
    }

    /// Returns the code of a length or distance. Codes form groups whose ranges double; the first two groups have no extra bits.
    private static func code(_ value: Int, group: Int) -> (symbol: Int, extra: Int, base: Int) {
        guard value >= 2 * group else { return (value, 0, value) }
        let shift = group.trailingZeroBitCount
        let extra = Int.bitWidth - 1 - value.leadingZeroBitCount - shift
        return ((extra + 1) * group + (value >> extra) - group, extra, (value >> extra) << extra)
    }

    mutating func finished() -> [UInt8] {
        if count > 0 { put(0, count: Int(8 - count)) }
        return bytes
    }
}
