/// An open-addressing hash table that holds numbers of things kept elsewhere: four bytes a slot.
///
/// It knows neither what it finds nor how that is compared: whoever asks says so.
struct SlotTable {
    /// A number and one more; 0: free.
    private var slots: ContiguousArray<UInt32>
    private(set) var count = 0

    init(minimumCapacity: Int = 0) {
        var size = 16
        while size * 3 < minimumCapacity * 4 { size *= 2 }
        slots = ContiguousArray(repeating: 0, count: size)
    }

    var memory: Int { slots.count * MemoryLayout<UInt32>.stride }

    /// The first number put in under this hash for which `matches` holds.
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
    ///   - number: below 2³² - 1; others are not taken.
    ///   - hashOf: of any number that is inside; asked when the table grows.
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
        // Fibonacci hashing: near numbers end up far from each other.
        Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    }
}
