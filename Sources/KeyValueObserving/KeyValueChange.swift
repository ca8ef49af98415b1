public import Foundation

/// The values and calls that an observer requests.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The change contains the new value.
    public static let new = NSKeyValueObservingOptions(rawValue: 0x01)
    /// The change contains the old value.
    public static let old = NSKeyValueObservingOptions(rawValue: 0x02)
    /// The handler is called once before `observe` returns.
    public static let initial = NSKeyValueObservingOptions(rawValue: 0x04)
    /// The handler is also called before each change, with `isPrior` set.
    public static let prior = NSKeyValueObservingOptions(rawValue: 0x08)
}

/// The kind of change. Here: always `setting`, because there are no observable collections.
public enum NSKeyValueChange: UInt, Sendable {
    case setting = 1
    case insertion = 2
    case removal = 3
    case replacement = 4
}

/// One change of an observed property.
public struct NSKeyValueObservedChange<Value> {
    public typealias Kind = NSKeyValueChange

    public let kind: Kind
    /// The new value; nil without `.new`, and in calls before the change.
    public let newValue: Value?
    /// The old value; nil without `.old`, and in the initial call.
    public let oldValue: Value?
    public let indexes: IndexSet?
    /// Whether the call precedes the change; only with `.prior`.
    public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
