import Foundation
import Synchronization

// swift-format-ignore: AlwaysUseLowerCamelCase
/// How an object holds an associated one.
public enum objc_AssociationPolicy: UInt, Sendable {
    /// Weakly. Apple: without a reference, so that a use after the end of the associated object crashes.
    case OBJC_ASSOCIATION_ASSIGN = 0
    case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
    /// A copy, of objects that adopt NSCopying; others are retained.
    case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
    case OBJC_ASSOCIATION_RETAIN = 769
    case OBJC_ASSOCIATION_COPY = 771
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the value that `objc_setAssociatedObject` has set for the key, or nil. Can be called on any thread.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    AssociatedObjects.shared.value(of: object as AnyObject, key: key)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Sets a value that belongs to an object; nil removes it. Can be called on any thread.
///
/// The end of an object cannot be observed on Linux: its values are released by later calls of this function for any object. Each call examines
/// at most eight other objects and releases the values of those that have ended, so the time of a call does not depend on their number.
public func objc_setAssociatedObject(
    _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
    AssociatedObjects.shared.set(value, of: object as AnyObject, key: key, policy: policy)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Removes all values of an object.
public func objc_removeAssociatedObjects(_ object: Any) {
    AssociatedObjects.shared.removeValues(of: object as AnyObject)
}

/// The associated objects of all objects.
private final class AssociatedObjects: Sendable {
    static let shared = AssociatedObjects()

    /// `@unchecked`: the table only passes values on, from the thread that sets one to the thread that asks for it, as Apple's does.
    private struct Value: @unchecked Sendable {
        let held: Any?
        let weak: WeakReference?

        init(_ value: Any, _ policy: objc_AssociationPolicy) {
            switch policy {
            case .OBJC_ASSOCIATION_ASSIGN:
                held = nil
                weak = WeakReference(value as AnyObject)
            case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC:
                held = (value as? any NSCopying).map { $0.copy(with: nil) } ?? value
                weak = nil
            case .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC:
                held = value
                weak = nil
            }
        }
    }

    private struct Entry {
        let owner: WeakReference
        var values: [UInt: Value] = [:]
    }

    /// `@unchecked`: the objects are only released.
    private struct Examined: @unchecked Sendable {
        var ended: [Entry] = []
        var owners: [AnyObject] = []
    }

    /// The entries, and the order in which calls examine them for owners that have ended.
    private struct Table {
        /// The number of owners that one call examines.
        static let examinedCount = 8

        private(set) var entries: [ObjectIdentifier: Entry] = [:]
        /// The keys of `entries`, each once, in any order.
        private var owners: [ObjectIdentifier] = []
        /// The place in `owners` of each key.
        private var places: [ObjectIdentifier: Int] = [:]
        /// The place in `owners` that the next call examines first.
        private var cursor = 0

        subscript(owner: ObjectIdentifier) -> Entry? { entries[owner] }

        mutating func set(_ entry: Entry, of owner: ObjectIdentifier) {
            if entries.updateValue(entry, forKey: owner) == nil {
                places[owner] = owners.count
                owners.append(owner)
            }
        }

        /// Removes an entry; the last owner takes its place.
        mutating func remove(_ owner: ObjectIdentifier) -> Entry? {
            guard let place = places.removeValue(forKey: owner) else { return nil }
            let last = owners.removeLast()
            if last != owner {
                owners[place] = last
                places[last] = place
            }
            return entries.removeValue(forKey: owner)
        }

        /// Removes the entries whose owners have ended, among the next few.
        /// - Returns: the removed entries, and the examined owners that exist. The caller releases both without the lock: another thread may
        ///   release an owner at the same time, and its `deinit` may use associated objects.
        mutating func removeEnded() -> Examined {
            var examined = Examined()
            for _ in 0..<min(Self.examinedCount, owners.count) {
                if cursor >= owners.count { cursor = 0 }
                guard cursor < owners.count else { break }
                let owner = owners[cursor]
                if let object = entries[owner]?.owner.object {
                    examined.owners.append(object)
                    cursor += 1
                } else if let removed = remove(owner) {
                    examined.ended.append(removed)
                }
            }
            return examined
        }
    }

    private let table = Mutex(Table())

    func value(of owner: AnyObject, key: UnsafeRawPointer) -> Any? {
        let value = table.withLock { table -> Value? in
            guard let entry = table[ObjectIdentifier(owner)], entry.owner.object === owner else { return nil }
            return entry.values[UInt(bitPattern: key)]
        }
        return value.flatMap { $0.weak?.object ?? $0.held }
    }

    func set(_ value: Any?, of owner: AnyObject, key: UnsafeRawPointer, policy: objc_AssociationPolicy) {
        let value = value.map { Value($0, policy) }
        let identifier = ObjectIdentifier(owner)
        // Values end without the lock: their end may use associated objects.
        let released = table.withLock { table -> Examined in
            var released = table.removeEnded()
            var entry = Entry(owner: WeakReference(owner))
            if let previous = table[identifier] {
                // The values of an ended owner whose address this one has are not its values.
                if previous.owner.object === owner { entry = previous }
                released.ended.append(previous)
            }
            entry.values[UInt(bitPattern: key)] = value
            if entry.values.isEmpty {
                if let removed = table.remove(identifier) { released.ended.append(removed) }
            } else {
                table.set(entry, of: identifier)
            }
            return released
        }
        _ = consume released
    }

    func removeValues(of owner: AnyObject) {
        let removed = table.withLock { $0.remove(ObjectIdentifier(owner)) }
        _ = consume removed
    }
}
