/// Reads the bits of an H.264 NAL unit, without its emulation prevention bytes.
struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ escaped: [UInt8]) { bytes = EmulationPrevention.removed(from: escaped) }

    /// - Parameter count: at most 32.
    mutating func read(_ count: Int) -> UInt32? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
            position += 1
        }
        return value
    }

    /// Reads an Exp-Golomb code of up to 31 bits.
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
