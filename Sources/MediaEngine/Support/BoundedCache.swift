/// A least-recently-used cache, bounded by the number of entries and by their total weight.
package struct BoundedCache<Key: Hashable, Value> {
    package let maximumCount: Int
    package let maximumWeight: Int
    private var entries: [Key: (value: Value, weight: Int, used: Int)] = [:]
    package private(set) var weight = 0
    private var uses = 0

    package init(maximumCount: Int, maximumWeight: Int = .max) {
        self.maximumCount = maximumCount
        self.maximumWeight = maximumWeight
    }

    package var count: Int { entries.count }

    /// Returns a value and marks it as the most recently used.
    package mutating func value(for key: Key) -> Value? {
        guard entries[key] != nil else { return nil }
        uses += 1
        entries[key]?.used = uses
        return entries[key]?.value
    }

    /// Stores a value. A value heavier than the maximum weight is not stored.
    package mutating func put(_ value: Value, for key: Key, weight added: Int = 1) {
        remove(key)
        guard added <= maximumWeight else { return }
        uses += 1
        entries[key] = (value, added, uses)
        weight += added
        while entries.count > maximumCount || weight > maximumWeight,
            let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key
        {
            remove(oldest)
        }
    }

    package mutating func remove(_ key: Key) {
        if let old = entries.removeValue(forKey: key) { weight -= old.weight }
    }
}

extension BoundedCache: Sendable where Key: Sendable, Value: Sendable {}
