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
/// The end of an object cannot be observed on Linux: its values are released when an associated object of any object is set the next time.
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

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    func value(of owner: AnyObject, key: UnsafeRawPointer) -> Any? {
        let value = entries.withLock { entries -> Value? in
            guard let entry = entries[ObjectIdentifier(owner)], entry.owner.object === owner else { return nil }
            return entry.values[UInt(bitPattern: key)]
        }
        return value.flatMap { $0.weak?.object ?? $0.held }
    }

    func set(_ value: Any?, of owner: AnyObject, key: UnsafeRawPointer, policy: objc_AssociationPolicy) {
        let value = value.map { Value($0, policy) }
        let identifier = ObjectIdentifier(owner)
        // Values end without the lock: their end may use associated objects.
        let ended = entries.withLock { entries -> [Entry] in
            var ended = entries.filter { $0.value.owner.object == nil }.map(\.value)
            entries = entries.filter { $0.value.owner.object != nil }
            var entry = entries[identifier] ?? Entry(owner: WeakReference(owner))
            ended.append(entry)
            entry.values[UInt(bitPattern: key)] = value
            entries[identifier] = entry.values.isEmpty ? nil : entry
            return ended
        }
        _ = consume ended
    }

    func removeValues(of owner: AnyObject) {
        _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(owner)) }
    }
}
