public import Foundation

/// A set of objects, which it references strongly or weakly. Objects that have been released are no longer in the set. Not thread-safe.
///
/// Apple: the type of the objects is a class or an Objective-C protocol. Here: any type; values are those that `as AnyObject` converts.
open class NSHashTable<ObjectType>: NSObject {
    private let isWeak: Bool
    private let identity: ObjectIdentity
    private var buckets: [Int: [ObjectReference]] = [:]
    /// The number of references, with those to released objects.
    private var size = 0
    private var sizeToClean = 32

    public init(options: NSPointerFunctions.Options = [], capacity initialCapacity: Int) {
        isWeak = options.contains(.weakMemory)
        identity = ObjectIdentity(comparesPointers: options.contains(.objectPointerPersonality))
        buckets.reserveCapacity(initialCapacity)
    }

    public convenience init(options: NSPointerFunctions.Options = []) { self.init(options: options, capacity: 0) }

    open class func weakObjects() -> NSHashTable<ObjectType> { NSHashTable(options: .weakMemory) }

    open var allObjects: [ObjectType] {
        buckets.values.joined().compactMap { $0.value() }
    }

    open var anyObject: ObjectType? {
        buckets.values.joined().lazy.compactMap { $0.value() }.first
    }

    open var count: Int { buckets.values.joined().count { $0.object != nil } }

    open func member(_ object: ObjectType?) -> ObjectType? {
        guard let object else { return nil }
        let wanted = object as AnyObject
        let found = buckets[identity.hash(of: wanted)]?.first { reference in
            reference.object.map { identity.areEqual($0, wanted) } ?? false
        }
        return found?.value()
    }

    open func contains(_ anObject: ObjectType?) -> Bool { member(anObject) != nil }

    /// Adds an object, if the table has no equal one.
    open func add(_ object: ObjectType?) {
        guard let object, !contains(object) else { return }
        cleanIfLarge()
        let reference = object as AnyObject
        buckets[identity.hash(of: reference), default: []].append(ObjectReference(reference, isWeak: isWeak))
        size += 1
    }

    open func remove(_ object: ObjectType?) {
        guard let object else { return }
        let removed = object as AnyObject
        let hash = identity.hash(of: removed)
        guard var bucket = buckets[hash] else { return }
        let before = bucket.count
        bucket.removeAll { reference in reference.object.map { identity.areEqual($0, removed) } ?? true }
        size -= before - bucket.count
        buckets[hash] = bucket.isEmpty ? nil : bucket
    }

    open func removeAllObjects() {
        buckets = [:]
        size = 0
    }

    open func objectEnumerator() -> NSEnumerator { ObjectEnumerator(allObjects) }

    /// Removes references to released objects, each time that the table has doubled.
    private func cleanIfLarge() {
        guard isWeak, size >= sizeToClean else { return }
        buckets = buckets.mapValues { $0.filter { $0.object != nil } }.filter { !$0.value.isEmpty }
        size = buckets.values.reduce(0) { $0 + $1.count }
        sizeToClean = max(32, size * 2)
    }
}
