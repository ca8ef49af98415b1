public import Foundation

/// The lifetime of an observation, which ends when this object is deallocated or invalidated.
///
/// Thread-safe, also from within the handler.
public final class NSKeyValueObservation: NSObject, Sendable {
    private let registration: any AnyRegistration

    init(_ registration: any AnyRegistration) {
        self.registration = registration
        super.init()
    }

    static func observing<Root: AnyObject, Value>(
        _ root: Root, _ keyPath: KeyPath<Root, Value>, options: NSKeyValueObservingOptions,
        changeHandler: @escaping @Sendable (Root, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let registration = Registration(
            root: root, options: options, read: { $0[keyPath: keyPath] }, keys: { ObservedKeys(of: keyPath) },
            changeHandler: changeHandler)
        registration.start()
        return NSKeyValueObservation(registration)
    }

    /// - Parameter path: names of properties, separated by full stops.
    static func observing(
        _ root: NSObject, path: String, options: NSKeyValueObservingOptions,
        changeHandler: @escaping @Sendable (NSObject, NSKeyValueObservedChange<Any?>) -> Void
    ) -> NSKeyValueObservation {
        let registration = Registration(
            root: root, options: options, read: { KeyValueCoding.value(of: $0, path: path) },
            changeHandler: changeHandler)
        registration.start()
        return NSKeyValueObservation(registration)
    }

    /// Ends the observation. The handler is not called after this has returned; idempotent.
    public func invalidate() {
        registration.invalidate()
    }

    deinit {
        registration.invalidate()
    }
}
