/// A class whose properties can be observed by key path, as NSObject's can on Apple's platforms.
///
/// An implementer keeps one `KeyValueObservers`, reports each read of an observable property to it and wraps each change:
///
///     public class Lamp: KeyValueObservable, @unchecked Sendable {
///         public let keyValueObservers = KeyValueObservers()      // in a @MainActor class: nonisolated let
///         private let state = Mutex(State())
///
///         public var isOn: Bool {
///             get {
///                 keyValueObservers.access("isOn")
///                 return state.withLock { $0.isOn }
///             }
///             set {
///                 keyValueObservers.change("isOn") {
///                     state.withLock { state in
///                         defer { state.isOn = newValue }
///                         return state.isOn != newValue           // false: nothing changed, nobody is told
///                     }
///                 }
///             }
///         }
///     }
///
/// The rules: `access` comes first in the getter; a getter reads its own state and no other observable property, or it is told as changed
/// whenever that one is. No lock is held around `change`, as it calls observers before and after its body. Any thread may do either.
///
/// Apple: every property of an NSObject that is `@objc dynamic`. Here: those that report themselves. Others can be given to `observe`, which
/// then never calls back but for `.initial`.
public protocol KeyValueObservable: AnyObject {
    /// Who observes this object.
    nonisolated var keyValueObservers: KeyValueObservers { get }
}

extension KeyValueObservable {
    /// Calls `changeHandler` with each change of a property, until the result is released or told to `invalidate()`.
    ///
    /// Paths may be nested and optional (`\.currentItem?.status`): the handler is then called when any part of the path changes. It runs on
    /// the thread that makes the change, after the change, with no lock held. The observed object is not retained.
    /// - Parameter options: `.new` and `.old` fill the values in, `.initial` calls at once, `.prior` calls before each change too.
    @preconcurrency
    public nonisolated func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let registration = Registration(
            root: self, keyPath: keyPath, options: options, changeHandler: changeHandler)
        registration.start()
        return NSKeyValueObservation(registration)
    }
}

extension KeyValueObservable {
    /// Shorthand for `keyValueObservers.access`.
    package nonisolated func access(_ key: String) {
        keyValueObservers.access(key)
    }

    /// Shorthand for `keyValueObservers.change`, for a body that certainly changes the property.
    package nonisolated func withKeyValueChange<Result, Failure: Error>(
        _ key: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try keyValueObservers.changing(key, body)
    }
}
