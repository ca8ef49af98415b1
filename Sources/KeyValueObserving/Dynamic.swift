/// An observable stored property of a client's class.
///
/// `openavkit-port` writes it for `dynamic`, which needs Objective-C: `@objc dynamic var progress = 0.0` becomes
/// `@_Dynamic var progress = 0.0`. Both `observe(_:options:changeHandler:)` and string key paths report each assignment to observers, on
/// the thread that assigns.
@propertyWrapper
public struct _Dynamic<Value> {
    /// A class: the property can be read by its observers while it is being set.
    private final class Storage {
        let observers = KeyValueObservers()
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private static var key: String { "value" }
    private let storage: Storage

    public init(wrappedValue: Value) {
        storage = Storage(wrappedValue)
    }

    public var wrappedValue: Value {
        get {
            storage.observers.access(Self.key)
            return storage.value
        }
        nonmutating set {
            storage.observers.changing(Self.key) { storage.value = newValue }
        }
    }
}

extension _Dynamic where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

// The storage is as safe as the stored property that it replaces: the class that declares it decides which threads use it.
extension _Dynamic: @unchecked Sendable where Value: Sendable {}

/// A wrapped property, for access by its name.
protocol DynamicProperty {
    var dynamicValue: Any { get }
    /// - Returns: whether the value has the property's type.
    func setDynamicValue(_ value: Any?) -> Bool
}

extension _Dynamic: DynamicProperty {
    var dynamicValue: Any { wrappedValue }

    func setDynamicValue(_ value: Any?) -> Bool {
        guard let value = KeyValueCoding.converted(value, to: Value.self) else { return false }
        wrappedValue = value
        return true
    }
}
