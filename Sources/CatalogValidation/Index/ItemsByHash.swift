/// Finds items by the hash of their id, for texts that are known only by their hash.
struct ItemsByHash {
    private var slots: SlotTable
    private let hash: (Int) -> UInt64

    /// - Parameter hash: returns the hash of an item's id; 0: it has none.
    init(_ count: Int, hash: @escaping (Int) -> UInt64) {
        self.hash = hash
        slots = SlotTable(minimumCapacity: count)
        for number in 0..<count {
            let key = hash(number)
            if key != 0 { slots.insert(number, key, hashOf: hash) }
        }
    }

    /// Returns the first item.
    func find(_ key: UInt64) -> Int? { slots.find(key) { hash($0) == key } }
}
