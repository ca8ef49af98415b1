/// The headers of an H.264 track in MP4 (`avcC`, ISO 14496-15; sequence parameter set, H.264 section 7.3.2.1.1).
enum H264Headers {
    /// Returns whether frames may consist of fields; nil for invalid headers.
    static func mayBeInterlaced(_ headers: UnsafeRawBufferPointer) -> Bool? {
        // Version, profile, compatibility, level, length size, count, then the length of the first set and its unit head.
        guard headers.count > 9, headers[0] == 1, headers[5] & 0x1F > 0 else { return nil }
        let length = Int(headers[6]) << 8 | Int(headers[7])
        guard length > 4, 8 + length <= headers.count, headers[8] & 0x1F == 7 else { return nil }
        var bits = BitReader(Array(headers[9..<(8 + length)]))
        return sequenceMayBeInterlaced(&bits)
    }

    /// Profiles whose parameter sets have a chroma format and may have scaling lists.
    private static let richProfiles: Set<UInt32> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
    private static let mostReferences: UInt32 = 255

    private static func sequenceMayBeInterlaced(_ bits: inout BitReader) -> Bool? {
        guard let profile = bits.read(8), bits.read(16) != nil, bits.readNumber() != nil else { return nil }
        if richProfiles.contains(profile) {
            guard let chroma = bits.readNumber(), chroma <= 3 else { return nil }
            if chroma == 3, bits.read(1) == nil { return nil }
            guard bits.readNumber() != nil, bits.readNumber() != nil, bits.read(1) != nil, let hasLists = bits.read(1)
            else { return nil }
            if hasLists == 1 {
                for list in 0..<(chroma == 3 ? 12 : 8) where !skipList(&bits, count: list < 6 ? 16 : 64) { return nil }
            }
        }
        guard bits.readNumber() != nil, let order = bits.readNumber() else { return nil }
        if order == 0 {
            guard bits.readNumber() != nil else { return nil }
        } else if order == 1 {
            guard bits.read(1) != nil, bits.readNumber() != nil, bits.readNumber() != nil,
                let count = bits.readNumber(), count <= mostReferences
            else { return nil }
            for _ in 0..<count where bits.readNumber() == nil { return nil }
        }
        // References, gaps, width and height; then frame_mbs_only_flag.
        guard bits.readNumber() != nil, bits.read(1) != nil, bits.readNumber() != nil, bits.readNumber() != nil,
            let framesOnly = bits.read(1)
        else { return nil }
        return framesOnly == 0
    }

    private static func skipList(_ bits: inout BitReader, count: Int) -> Bool {
        guard let isThere = bits.read(1) else { return false }
        guard isThere == 1 else { return true }
        var (last, next) = (8, 8)
        for _ in 0..<count {
            if next != 0 {
                guard let code = bits.readNumber() else { return false }
                // Codes alternate between positive and negative steps.
                let step = code & 1 == 1 ? Int(code / 2) + 1 : -Int(code / 2)
                next = (last + step) & 0xFF
            }
            if next != 0 { last = next }
        }
        return true
    }
}

/// Reads the bits of an H.264 unit, without emulation prevention bytes.
private struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ escaped: [UInt8]) { bytes = EmulationPrevention.removed(from: escaped) }

    /// - Parameter count: 32 at the most.
    mutating func read(_ count: Int) -> UInt32? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
            position += 1
        }
        return value
    }

    /// An Exp-Golomb code of up to 31 bits.
    mutating func readNumber() -> UInt32? {
        var zeros = 0
        while let bit = read(1) {
            if bit == 1 { return read(zeros).map { (1 << UInt32(zeros)) - 1 + $0 } }
            zeros += 1
            guard zeros < 32 else { return nil }
        }
        return nil
    }
}
