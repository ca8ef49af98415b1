public import Foundation

/// A class whose properties can be observed by key path, as NSObject's can on Apple's platforms.
///
/// A conforming class has one `KeyValueObservers`, reports each read of an observable property to it and wraps each change:
///
///     public class Lamp: KeyValueObservable, @unchecked Sendable {
///         public let _keyValueObservers = KeyValueObservers()      // in a @MainActor class: nonisolated let
///         private let state = Mutex(State())
///
///         public var isOn: Bool {
///             get {
///                 _keyValueObservers.access("isOn")
///                 return state.withLock { $0.isOn }
///             }
///             set {
///                 _keyValueObservers.change("isOn") {
///                     state.withLock { state in
///                         defer { state.isOn = newValue }
///                         return state.isOn != newValue           // false: no change, so observers are not notified
///                     }
///                 }
///             }
///         }
///     }
///
/// The rules: a getter calls `access` first, and reads its own state but no other observable property; otherwise it is reported as changed
/// together with that property. No lock may be held around `change`, because it calls observers before and after its body. Both are
/// thread-safe.
///
/// Apple: every `@objc dynamic` property of an NSObject. Here: properties that report their accesses. Other properties can be passed to
/// `observe`, whose handler is then only called for `.initial`.
///
/// Properties that string key paths name (`addObserver(_:forKeyPath:options:context:using:)`) are listed in `_namedProperties`.
public protocol KeyValueObservable: AnyObject {
    /// The observers of this object.
    nonisolated var _keyValueObservers: KeyValueObservers { get }

    /// The properties that can be named by strings. Without an implementation: none.
    nonisolated static var _namedProperties: _NamedProperties { get }

    /// The keys of the observable properties by their key paths. Without it, a property whose getter a subclass overrides cannot be observed.
    ///
    /// A class that can be subclassed implements it for all of its subclasses at once:
    ///
    ///     extension KeyValueObservable where Self: Lamp {
    ///         public static var _observableKeys: [AnyKeyPath: String] { [\Self.isOn: "isOn"] }
    ///     }
    nonisolated static var _observableKeys: [AnyKeyPath: String] { get }

    /// Adds an observer of a string key path, for `addObserver(_:forKeyPath:options:context:using:)`. Without an implementation: at once. A class
    /// with an `open` method `addObserver(_:forKeyPath:options:context:)` calls it, and that one calls `_addObserver`.
    nonisolated func _observe(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
        context: UnsafeMutableRawPointer?)
}

extension KeyValueObservable {
    public nonisolated static var _namedProperties: _NamedProperties { _NamedProperties() }

    public nonisolated static var _observableKeys: [AnyKeyPath: String] { [:] }
}

extension KeyValueObservable {
    /// Calls `changeHandler` for each change of a property, until the result is deallocated or `invalidate()` is called.
    ///
    /// Paths may be nested and optional (`\.currentItem?.status`): the handler is then called when any part of the path changes. It runs on
    /// the thread that makes the change, after the change, with no lock held. The observed object is not retained.
    /// - Parameter options: `.new` and `.old` provide the values, `.initial` calls the handler immediately, `.prior` also before each
    ///   change.
    @preconcurrency
    public nonisolated func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        .observing(self, keyPath, options: options, changeHandler: changeHandler)
    }
}

extension NSObjectProtocol where Self: NSObject {
    /// Calls `changeHandler` for each change of a property of a client's class: one that `openavkit-port` has converted from a `dynamic` one
    /// (`_Dynamic`), or one that is computed from observable properties. Other properties never change for the observer.
    @preconcurrency @_disfavoredOverload
    public nonisolated func observe<Value>(
        _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        .observing(self, keyPath, options: options, changeHandler: changeHandler)
    }
}

extension KeyValueObservable {
    /// Shorthand for `_keyValueObservers.access`.
    package nonisolated func access(_ key: String) {
        _keyValueObservers.access(key)
    }

    /// Shorthand for `_keyValueObservers.change`, for a body that always changes the property.
    package nonisolated func withKeyValueChange<Result, Failure: Error>(
        _ key: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try _keyValueObservers.changing(key, body)
    }
}
