/// Finds the values that occur several times in a long sequence of hashes, in two passes over the sequence.
///
/// The first pass sets a bit for each hash; a bit that is set already makes the hash a candidate. The second pass compares candidates.
struct RepeatedHashes {
    private var bits: ContiguousArray<UInt64>
    private let shift: UInt64
    private var candidates: [UInt64: Int?] = [:]

    /// - Parameter count: the number of hashes; memory is two bytes for each, and at most 16 MB.
    init(count: Int) {
        var size: UInt64 = 10
        while size < 27, 1 << size < count * 16 { size += 1 }
        shift = 64 - size
        bits = ContiguousArray(repeating: 0, count: 1 << (size - 6))
    }

    var isEmpty: Bool { candidates.isEmpty }

    /// Adds a hash in the first pass.
    mutating func add(_ hash: UInt64) {
        let place = (hash &* 0x9E37_79B9_7F4A_7C15) >> shift
        let bit: UInt64 = 1 << (place & 63)
        if bits[Int(place >> 6)] & bit != 0 { candidates[hash] = .some(nil) }
        bits[Int(place >> 6)] |= bit
    }

    /// Returns the number with which an equal hash was passed first in the second pass; nil if it is the first, or occurs once.
    mutating func first(_ hash: UInt64, _ number: Int) -> Int? {
        guard let known = candidates[hash] else { return nil }
        if known == nil { candidates[hash] = .some(number) }
        return known
    }
}
