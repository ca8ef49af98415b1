public import Foundation
import Synchronization

// XCTest on Linux has no expectations of key-value observing. `openavkit-port` writes calls of these functions for them, with an expectation
// that XCTest has. KeyValueObserving does not link XCTest.

/// Fulfills an expectation when a property, named by its key path, has a value; for XCTest's
/// `keyValueObservingExpectation(for:keyPath:expectedValue:)`.
/// - Parameters:
///   - fulfill: is called once, on the thread that makes the change, or during this call where the property has the value already.
///   - expectedValue: is compared by `isEqual(_:)`. nil: the first change fulfills the expectation, whatever the new value is.
/// - Returns: `expectation`.
@discardableResult
public func _keyValueExpectation<Expectation: AnyObject & Sendable>(
    _ expectation: Expectation, fulfill: @escaping @Sendable (Expectation) -> Void, for objectToObserve: Any,
    keyPath: String, expectedValue: Any?
) -> Expectation {
    _keyValueExpectation(
        expectation, fulfill: fulfill, keyPath: keyPath, object: objectToObserve, expectedValue: expectedValue)
}

/// Fulfills an expectation when `handler` returns true for a change; for XCTest's
/// `keyValueObservingExpectation(for:keyPath:handler:)`.
/// - Parameter handler: is called on the thread that makes the change, one call at a time, with the object and the change's dictionary, whose
///   keys are those of `NSKeyValueChangeKey`. nil: the first change fulfills the expectation.
/// - Returns: `expectation`.
@discardableResult
public func _keyValueExpectation<Expectation: AnyObject & Sendable>(
    _ expectation: Expectation, fulfill: @escaping @Sendable (Expectation) -> Void, for objectToObserve: Any,
    keyPath: String, handler: ((_ observedObject: Any, _ change: [AnyHashable: Any]) -> Bool)? = nil
) -> Expectation {
    KeyValueExpectation(expectation) { fulfill(expectation) }
        .observe(objectToObserve, keyPath, options: [.new, .old]) { handler?($0, $1) ?? true }
    return expectation
}

/// Fulfills an expectation when a property, named by its key path, has a value; for the initializers of XCTest's `XCTKVOExpectation`.
/// - Parameter options: nil: `.initial` where a value is expected, as XCTest's initializer without options has it.
/// - Returns: `expectation`.
@discardableResult
public func _keyValueExpectation<Expectation: AnyObject & Sendable>(
    _ expectation: Expectation, fulfill: @escaping @Sendable (Expectation) -> Void, keyPath: String, object: Any,
    expectedValue: Any? = nil, options: NSKeyValueObservingOptions? = nil
) -> Expectation {
    let expected = expectedValue.flatMap { KeyValueCoding.objectValue(of: $0) }
    let options = options ?? (expected == nil ? [] : .initial)
    KeyValueExpectation(expectation) { fulfill(expectation) }.observe(object, keyPath, options: options) { object, _ in
        guard let expected else { return true }
        guard let value = KeyValueCoding.value(of: object, path: keyPath) else { return false }
        return (value as AnyObject as? NSObject)?.isEqual(expected as AnyObject) == true
    }
    return expectation
}

/// Fulfills an expectation when a property has a value; for XCTest's `expectation(that:on:options:willEqual:)`.
/// - Returns: `expectation`.
@discardableResult
public func _keyValueExpectation<Expectation: AnyObject & Sendable, Root: NSObject, Value: Equatable & Sendable>(
    _ expectation: Expectation, fulfill: @escaping @Sendable (Expectation) -> Void, that keyPath: KeyPath<Root, Value>,
    on observedObject: Root, options: NSKeyValueObservingOptions = [.initial, .new, .old],
    willEqual expectedValue: Value
) -> Expectation {
    let test = UncheckedTest { (object: Root) in object[keyPath: keyPath] == expectedValue }
    KeyValueExpectation(expectation) { fulfill(expectation) }.observe { expectation in
        .observing(observedObject, keyPath, options: options) { object, _ in expectation.change { test.body(object) } }
    }
    return expectation
}

/// Sets the condition of an expectation, in place of its own; for the property `handler` of XCTest's `XCTKVOExpectation`.
/// - Parameters:
///   - expectation: one that a function of this file has returned. Others, and fulfilled ones, stay as they are.
///   - handler: is called for each later change, as that of `_keyValueExpectation(_:fulfill:for:keyPath:handler:)`; nil: the expectation's own
///     condition.
public func _setKeyValueHandler(
    of expectation: AnyObject, handler: ((_ observedObject: Any, _ change: [AnyHashable: Any]) -> Bool)?
) {
    KeyValueExpectation.waiting(for: expectation)?.setHandler(handler)
}

/// `@unchecked`: the function is called by one thread at a time, under the lock of an expectation.
private struct UncheckedTest<Input>: @unchecked Sendable {
    let body: (Input) -> Bool
}

/// An observation that lasts until a change meets a condition.
private final class KeyValueExpectation: Sendable {
    private enum State: Sendable {
        case waiting(NSKeyValueObservation?)
        case met
    }

    private let state = Mutex(State.waiting(nil))
    /// Held while a condition is tested, which may make changes that are reported to this observation.
    private let testing = NSRecursiveLock()
    private let fulfill: @Sendable () -> Void
    /// The expectation of XCTest.
    private let identity: ObjectIdentifier
    private let handler = Mutex<UncheckedTest<(NSObject, [AnyHashable: Any])>?>(nil)

    /// Those that are not met, by the expectation of XCTest, which `fulfill` retains.
    private static let waiting = Mutex<[ObjectIdentifier: KeyValueExpectation]>([:])

    init(_ expectation: AnyObject, fulfill: @escaping @Sendable () -> Void) {
        identity = ObjectIdentifier(expectation)
        self.fulfill = fulfill
    }

    static func waiting(for expectation: AnyObject) -> KeyValueExpectation? {
        waiting.withLock { $0[ObjectIdentifier(expectation)] }
    }

    func setHandler(_ handler: ((Any, [AnyHashable: Any]) -> Bool)?) {
        let test = handler.map { handler in
            UncheckedTest { (change: (NSObject, [AnyHashable: Any])) in handler(change.0, change.1) }
        }
        self.handler.withLock { $0 = test }
    }

    /// nil without a handler.
    func isMetByHandler(_ object: NSObject, _ change: [AnyHashable: Any]) -> Bool? {
        handler.withLock { $0 }?.body((object, change))
    }

    func observe(
        _ object: Any, _ keyPath: String, options: NSKeyValueObservingOptions,
        isMet: @escaping (NSObject, [AnyHashable: Any]) -> Bool
    ) {
        guard let object = object as? NSObject else {
            let message = "'\(keyPath)' of \(type(of: object)) cannot be observed: it is no subclass of NSObject\n"
            return FileHandle.standardError.write(Data(message.utf8))
        }
        let test = UncheckedTest { (change: (NSObject, [NSKeyValueChangeKey: Any])) in isMet(change.0, change.1) }
        observe { expectation in
            .observing(object, path: keyPath, options: options) { object, change in
                expectation.change {
                    let change = change.dictionary(options)
                    return expectation.isMetByHandler(object, change) ?? test.body((object, change))
                }
            }
        }
    }

    /// - Parameter start: returns the observation, which retains this object until the condition is met.
    func observe(_ start: (KeyValueExpectation) -> NSKeyValueObservation) {
        let observation = start(self)
        let isMet = state.withLock { state in
            guard case .waiting = state else { return true }
            state = .waiting(observation)
            Self.waiting.withLock { $0[identity] = self }
            return false
        }
        if isMet { observation.invalidate() }
    }

    func change(_ isMet: () -> Bool) {
        let observation = testing.withLock { () -> NSKeyValueObservation?? in
            guard case .waiting = state.withLock({ $0 }), isMet() else { return nil }
            return state.withLock { state in
                guard case .waiting(let observation) = state else { return nil }
                state = .met
                return .some(observation)
            }
        }
        guard let observation else { return }
        _ = Self.waiting.withLock { $0.removeValue(forKey: identity) }
        observation?.invalidate()
        fulfill()
    }
}
