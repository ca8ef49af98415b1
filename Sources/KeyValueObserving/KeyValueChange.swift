public import Foundation

/// What an observer wants to be told, and when.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The change carries the value after it.
    public static let new = NSKeyValueObservingOptions(rawValue: 0x01)
    /// The change carries the value before it.
    public static let old = NSKeyValueObservingOptions(rawValue: 0x02)
    /// One call comes at once, before `observe` returns.
    public static let initial = NSKeyValueObservingOptions(rawValue: 0x04)
    /// One more call comes before each change, with `isPrior` set.
    public static let prior = NSKeyValueObservingOptions(rawValue: 0x08)
}

/// How a value changed. Here: always `setting`, as there are no observable collections.
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
    /// The value after the change; nil unless `.new` was asked for, and in calls that come before the change.
    public let newValue: Value?
    /// The value before the change; nil unless `.old` was asked for, and in the initial call.
    public let oldValue: Value?
    public let indexes: IndexSet?
    /// Whether the change is still to come. Only with `.prior`.
    public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
