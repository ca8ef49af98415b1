/// Corrupts bytes in transfer, determined by a seed.
enum ByteCorruption {
    static func corrupt(_ bytes: inout [UInt8], count: Int, seed: UInt64) {
        corrupt(&bytes, in: [0..<bytes.count], count, seed)
    }

    /// Corrupts media data only: not the boxes of fragments, nor the packet headers and tables of a transport stream. Other data is not
    /// changed.
    static func corruptMedia(_ bytes: inout [UInt8], count: Int, seed: UInt64) {
        corrupt(&bytes, in: mediaRanges(of: bytes), count, seed)
    }

    private static func corrupt(_ bytes: inout [UInt8], in ranges: [Range<Int>], _ count: Int, _ seed: UInt64) {
        let ranges = ranges.filter { !$0.isEmpty }
        guard !ranges.isEmpty else { return }
        var random = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let range = ranges.count == 1 ? ranges[0] : ranges[Int.random(in: ranges.indices, using: &random)]
            bytes[Int.random(in: range, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
    }

    private static func mediaRanges(of bytes: [UInt8]) -> [Range<Int>] {
        bytes.first == 0x47 ? payloads(of: bytes) : mediaBoxes(of: bytes)
    }

    private static func mediaBoxes(of bytes: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var at = 0
        while at + 8 <= bytes.count {
            let size = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard size >= 8, size <= bytes.count - at else { break }
            if bytes[at + 4..<at + 8].elementsEqual("mdat".utf8) { ranges.append(at + 8..<at + size) }
            at += size
        }
        return ranges
    }

    /// Returns the payloads of the largest stream's packets, except those that start a frame, which contain PES headers.
    private static func payloads(of bytes: [UInt8]) -> [Range<Int>] {
        let size = 188
        var ranges: [Int: [Range<Int>]] = [:]
        for at in stride(from: 0, through: bytes.count - size, by: size) {
            let identifier = Int(bytes[at + 1] & 0x1f) << 8 | Int(bytes[at + 2])
            let isBeginning = bytes[at + 1] & 0x40 != 0
            let adaptation = bytes[at + 3] & 0x20 != 0 ? Int(bytes[at + 4]) + 1 : 0
            guard !isBeginning, bytes[at + 3] & 0x10 != 0, adaptation < size - 4 else { continue }
            ranges[identifier, default: []].append(at + 4 + adaptation..<at + size)
        }
        return ranges.values.max { $0.count < $1.count } ?? []
    }
}
