public import Foundation

/// The options of tables of objects.
open class NSPointerFunctions: NSObject {
    /// How a table references its objects, and which of them it takes for equal.
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let strongMemory: Options = []
        public static let weakMemory = Options(rawValue: 5)
        /// `isEqual` and `hash` of NSObject; other objects are equal to themselves only.
        public static let objectPersonality: Options = []
        /// Objects are equal to themselves only.
        public static let objectPointerPersonality = Options(rawValue: 2 << 8)
    }
}

/// The options by which a table finds an object.
struct ObjectIdentity {
    let comparesPointers: Bool

    func hash(of object: AnyObject) -> Int {
        if !comparesPointers, let object = object as? NSObject { return object.hash }
        return ObjectIdentifier(object).hashValue
    }

    func areEqual(_ first: AnyObject, _ second: AnyObject) -> Bool {
        if first === second { return true }
        guard !comparesPointers, let first = first as? NSObject else { return false }
        return first.isEqual(second)
    }
}

/// A strong or weak reference.
struct ObjectReference {
    private let strong: AnyObject?
    private weak var weak: AnyObject?

    init(_ object: AnyObject, isWeak: Bool) {
        strong = isWeak ? nil : object
        weak = object
    }

    /// nil: the object has been released.
    var object: AnyObject? { weak }

    /// The object as a table's type; nil: it has been released. A cast of nil to the type AnyObject would give an object.
    func value<Value>() -> Value? {
        guard let object = weak else { return nil }
        return object as? Value
    }
}

final class ObjectEnumerator: NSEnumerator {
    private var iterator: IndexingIterator<[Any]>

    init(_ objects: [Any]) { iterator = objects.makeIterator() }

    override func nextObject() -> Any? { iterator.next() }
}
