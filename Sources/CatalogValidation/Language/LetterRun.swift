/// The ASCII letters and digits at the start of eight bytes of a text, found without a loop.
struct LetterRun {
    private static let lows: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Number of letters and digits before the first other byte, from 0 to 8.
    let count: Int
    /// The letters, in lower case, and the digits; the other bytes are 0.
    let folded: UInt64
    /// Not 0 if the run has capital letters.
    let capitals: UInt64
    /// Not 0 if the run has small letters.
    let smalls: UInt64
    /// Not 0 if the run has digits.
    let digits: UInt64

    /// - Parameter bytes: the eight bytes, the first in the lowest bits.
    @inline(__always) init(_ bytes: UInt64) {
        // The highest bit of each byte marks the bytes of a kind: additions to seven bits do not carry into the next byte.
        let low = bytes & ~Self.highs
        let lower = low | (0x20 &* Self.lows)
        let letters = (lower &+ (0x80 - 0x61) &* Self.lows) & ~(lower &+ (0x7F - 0x7A) &* Self.lows)
        let numerals = (low &+ (0x80 - 0x30) &* Self.lows) & ~(low &+ (0x7F - 0x39) &* Self.lows)
        let others = ~((letters | numerals) & ~bytes) & Self.highs
        count = others.trailingZeroBitCount >> 3
        // All bits below the first other byte; all bits if there is none.
        let run = ((others & (0 &- others)) >> 7) &- 1
        folded = (bytes | (0x20 &* Self.lows)) & run
        let marks = run & Self.highs
        // Bit 5 of a letter tells small letters from capitals.
        capitals = letters & ~(bytes << 2) & marks
        smalls = letters & (bytes << 2) & marks
        digits = numerals & marks
    }

    /// Returns the eight bytes of a text from `index` on, with zeros after the end of the text.
    /// - Parameter index: less than the number of bytes.
    @inline(__always) static func load(_ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt64 {
        let raw = UnsafeRawBufferPointer(text)
        let rest = text.count &- index
        if rest >= 8 { return UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) }
        if text.count >= 8 {
            let last = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self))
            return last >> UInt64(64 &- 8 &* rest)
        }
        var bytes: UInt64 = 0
        for offset in 0..<rest { bytes |= UInt64(text[index + offset]) << UInt64(8 * offset) }
        return bytes
    }
}
