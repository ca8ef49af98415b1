/// An open-addressing hash table of indices into storage of the caller: four bytes for each slot.
///
/// The table stores neither keys nor hashes: the caller passes closures that compare and hash the elements.
struct SlotTable {
    /// Each slot holds an index plus one; 0: free.
    private var slots: ContiguousArray<UInt32>
    private(set) var count = 0

    init(minimumCapacity: Int = 0) {
        var size = 16
        while size * 3 < minimumCapacity * 4 { size *= 2 }
        slots = ContiguousArray(repeating: 0, count: size)
    }

    var memory: Int { slots.count * MemoryLayout<UInt32>.stride }

    /// Returns the first inserted index with this hash for which `matches` returns true.
    @inline(__always)
    func find(_ hash: UInt64, where matches: (Int) -> Bool) -> Int? {
        let mask = slots.count - 1
        var slot = Self.slot(hash, mask)
        while slots[slot] != 0 {
            let number = Int(slots[slot] - 1)
            if matches(number) { return number }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// - Parameters:
    ///   - number: an index below 2³² - 1; larger ones are ignored.
    ///   - hashOf: returns the hash of an inserted index; called when the table grows.
    mutating func insert(_ number: Int, _ hash: UInt64, hashOf: (Int) -> UInt64) {
        guard number >= 0, number < Int(UInt32.max) else { return }
        if (count + 1) * 4 > slots.count * 3 { grow(hashOf) }
        put(UInt32(number) + 1, hash)
        count += 1
    }

    private mutating func grow(_ hashOf: (Int) -> UInt64) {
        let old = slots
        slots = ContiguousArray(repeating: 0, count: old.count * 2)
        for value in old where value != 0 { put(value, hashOf(Int(value - 1))) }
    }

    private mutating func put(_ value: UInt32, _ hash: UInt64) {
        let mask = slots.count - 1
        var slot = Self.slot(hash, mask)
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = value
    }

    private static func slot(_ hash: UInt64, _ mask: Int) -> Int {
        // Fibonacci hashing: consecutive values are spread over the table.
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    }
}
