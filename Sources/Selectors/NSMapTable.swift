public import Foundation

/// A dictionary that references its keys and values strongly or weakly. An entry whose key or value has been released is no longer in the
/// dictionary. Not thread-safe.
///
/// Apple: the types of keys and values are classes or Objective-C protocols, and a strong value lives until its entry is removed. Here: any types;
/// the value of an entry whose key has been released is released by a later `setObject(_:forKey:)`.
open class NSMapTable<KeyType, ObjectType>: NSObject {
    private struct Entry {
        let key: ObjectReference
        let value: ObjectReference

        var isAlive: Bool { key.object != nil && value.object != nil }
    }

    private let hasWeakKeys: Bool
    private let hasWeakValues: Bool
    private let identity: ObjectIdentity
    private var buckets: [Int: [Entry]] = [:]
    /// The number of entries, with those of released objects.
    private var size = 0
    private var sizeToClean = 32
    /// The number of entries that were set since the table was cleaned. New entries may replace those of released keys, whose addresses are used
    /// again, so that the size need not grow.
    private var additions = 0

    public init(
        keyOptions: NSPointerFunctions.Options = [], valueOptions: NSPointerFunctions.Options = [],
        capacity initialCapacity: Int
    ) {
        hasWeakKeys = keyOptions.contains(.weakMemory)
        hasWeakValues = valueOptions.contains(.weakMemory)
        identity = ObjectIdentity(comparesPointers: keyOptions.contains(.objectPointerPersonality))
        buckets.reserveCapacity(initialCapacity)
    }

    public convenience init(
        keyOptions: NSPointerFunctions.Options = [], valueOptions: NSPointerFunctions.Options = []
    ) {
        self.init(keyOptions: keyOptions, valueOptions: valueOptions, capacity: 0)
    }

    open class func strongToStrongObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable() }

    open class func weakToStrongObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable(keyOptions: .weakMemory) }

    open class func strongToWeakObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable(valueOptions: .weakMemory) }

    open class func weakToWeakObjects() -> NSMapTable<KeyType, ObjectType> {
        NSMapTable(keyOptions: .weakMemory, valueOptions: .weakMemory)
    }

    open var count: Int { buckets.values.joined().count(where: \.isAlive) }

    open func object(forKey aKey: KeyType?) -> ObjectType? {
        guard let aKey else { return nil }
        let key = aKey as AnyObject
        return buckets[identity.hash(of: key)]?.first { isEntry($0, of: key) }?.value.value()
    }

    /// Sets the value of a key; nil removes it.
    open func setObject(_ anObject: ObjectType?, forKey aKey: KeyType?) {
        guard let aKey else { return }
        removeObject(forKey: aKey)
        guard let anObject else { return }
        cleanIfLarge()
        let key = aKey as AnyObject
        let entry = Entry(
            key: ObjectReference(key, isWeak: hasWeakKeys),
            value: ObjectReference(anObject as AnyObject, isWeak: hasWeakValues))
        buckets[identity.hash(of: key), default: []].append(entry)
        size += 1
    }

    open func removeObject(forKey aKey: KeyType?) {
        guard let aKey else { return }
        let key = aKey as AnyObject
        let hash = identity.hash(of: key)
        guard var bucket = buckets[hash] else { return }
        let before = bucket.count
        bucket.removeAll { !$0.isAlive || isEntry($0, of: key) }
        size -= before - bucket.count
        buckets[hash] = bucket.isEmpty ? nil : bucket
    }

    open func removeAllObjects() {
        buckets = [:]
        size = 0
    }

    open func keyEnumerator() -> NSEnumerator {
        ObjectEnumerator(buckets.values.joined().filter(\.isAlive).compactMap { $0.key.value() as KeyType? })
    }

    open func objectEnumerator() -> NSEnumerator? {
        ObjectEnumerator(buckets.values.joined().filter(\.isAlive).compactMap { $0.value.value() as ObjectType? })
    }

    private func isEntry(_ entry: Entry, of key: AnyObject) -> Bool {
        entry.isAlive && (entry.key.object.map { identity.areEqual($0, key) } ?? false)
    }

    /// Removes entries of released objects, each time that as many entries were set as the table may have.
    private func cleanIfLarge() {
        additions += 1
        guard hasWeakKeys || hasWeakValues, max(size, additions) >= sizeToClean else { return }
        additions = 0
        buckets = buckets.mapValues { $0.filter(\.isAlive) }.filter { !$0.value.isEmpty }
        size = buckets.values.reduce(0) { $0 + $1.count }
        sizeToClean = max(32, size * 2)
    }
}
