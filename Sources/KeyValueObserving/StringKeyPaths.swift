public import Foundation
import Synchronization

/// The keys of the dictionary that `observeValue(forKeyPath:of:change:context:)` receives.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The new value, with `.new`: as `value(forKey:)` returns it, or NSNull for nil.
    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    /// The old value, with `.old`.
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    /// The number of an `NSKeyValueChange`. Here: always `setting`.
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    public static let indexesKey = NSKeyValueChangeKey(rawValue: "indexes")
    /// Present and true in calls before the change, with `.prior`.
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

extension NSObjectProtocol where Self: NSObject {
    public typealias _ObserverMethod<Observer> =
        @Sendable (Observer) -> (String?, Any?, [NSKeyValueChangeKey: Any]?, UnsafeMutableRawPointer?) -> Void

    /// Calls `method` on `observer` for each change of a property, on the thread that makes the change.
    ///
    /// `openavkit-port` adds the last argument to `addObserver(_:forKeyPath:options:context:)`. The method is passed as an unapplied reference,
    /// as selectors are: neither object retains the other. The observation ends with the observer, with the object, or with
    /// `removeObserver(_:forKeyPath:)`.
    @preconcurrency
    public func addObserver<Observer: NSObject>(
        _ observer: Observer, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?, using method: @escaping _ObserverMethod<Observer>
    ) {
        let call = ObserverCall { observer, path, object, change, context in
            guard let observer = observer as? Observer else { return }
            method(observer)(path, object, change, context)
        }
        guard let observable = self as? any KeyValueObservable else {
            return StringObservations.shared.add(observer, of: self, keyPath, options, context, call)
        }
        ObserverCall.$current.withValue(call) {
            observable._observe(observer, forKeyPath: keyPath, options: options, context: context)
        }
    }

    /// Ends the latest observation of this observer and key path.
    public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
        StringObservations.shared.remove(observer, of: self, keyPath: keyPath, context: nil)
    }

    /// Ends the latest observation of this observer, key path and context.
    public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?) {
        StringObservations.shared.remove(observer, of: self, keyPath: keyPath, context: UInt(bitPattern: context))
    }

    /// Reports that a property is about to change, to observers with `.prior` and `.old`. `didChangeValue(forKey:)` follows.
    ///
    /// For subclasses of the framework's classes that override an observable property with one of their own.
    public func willChangeValue(forKey key: String) {
        ManualChanges.shared.begin(self, key)
    }

    public func didChangeValue(forKey key: String) {
        ManualChanges.shared.end(self, key)
    }

    public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        ManualChanges.shared.begin(self, keyPath)
    }

    public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
        ManualChanges.shared.end(self, keyPath)
    }
}

extension KeyValueObservable {
    public nonisolated func _observe(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
    ) {
        _addObserver(observer, forKeyPath: keyPath, options: options, context: context)
    }

    /// Adds the observer whose method is passed on.
    public nonisolated func _addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
    ) {
        guard let object = self as? NSObject else { return }
        guard let call = ObserverCall.current else {
            return KeyValueCoding.report(
                object, "is observed without 'using:', so that the observer of '\(keyPath)' is not called")
        }
        StringObservations.shared.add(observer, of: object, keyPath, options, context, call)
    }

    public nonisolated func _removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
        StringObservations.shared.remove(observer, of: self, keyPath: keyPath, context: nil)
    }

    public nonisolated func _removeObserver(
        _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        StringObservations.shared.remove(observer, of: self, keyPath: keyPath, context: UInt(bitPattern: context))
    }
}

/// The method of an observer, as a call of it.
private struct ObserverCall: Sendable {
    typealias Body =
        @Sendable (
            _ observer: NSObject, _ keyPath: String, _ object: NSObject, _ change: [NSKeyValueChangeKey: Any],
            _ context: UnsafeMutableRawPointer?
        ) -> Void

    let body: Body

    init(_ body: @escaping Body) { self.body = body }

    /// The call for the observation that is being added, while it passes through a method that subclasses override.
    @TaskLocal static var current: ObserverCall?
}

/// Reports a change that no class handles, as NSObject's `observeValue(forKeyPath:of:change:context:)` does.
public func _unhandledValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
) {
    let method = "observeValue(forKeyPath:of:change:context:)"
    let source = object.map { "\(type(of: $0))" } ?? "nil"
    let message = "\(method) received a change of '\(keyPath ?? "nil")' of \(source) that no class handles\n"
    FileHandle.standardError.write(Data(message.utf8))
}

/// A reference that does not retain.
///
/// `@unchecked`: the reference is constant, and a weak reference may be read from several threads. The object is only compared, or passed to its
/// own method on the thread that makes the change.
private final class WeakObserver: @unchecked Sendable {
    private(set) weak var object: AnyObject?
    /// For the comparison with an object that is being deallocated.
    let identifier: ObjectIdentifier

    init(_ object: AnyObject) {
        self.object = object
        identifier = ObjectIdentifier(object)
    }
}

/// The observations that name key paths by strings.
private final class StringObservations: Sendable {
    static let shared = StringObservations()

    struct Entry: Sendable {
        let object: WeakObserver
        let observer: WeakObserver
        let keyPath: String
        let context: UInt
        let observation: any AnyRegistration

        var isEnded: Bool { object.object == nil || observer.object == nil }
    }

    /// `@unchecked`: the objects are only released.
    private struct Held: @unchecked Sendable {
        let objects: [AnyObject?]
    }

    private struct State {
        var entries: [Entry] = []
        /// The number of entries at which ended ones are removed next.
        var limit = 64
    }

    private let state = Mutex(State())

    func add(
        _ observer: NSObject, of object: NSObject, _ keyPath: String, _ options: NSKeyValueObservingOptions,
        _ context: UnsafeMutableRawPointer?, _ call: ObserverCall
    ) {
        let observer = WeakObserver(observer)
        let address = UInt(bitPattern: context)
        let registration = Registration(
            root: object, options: options, read: { KeyValueCoding.value(of: $0, path: keyPath) }
        ) { object, change in
            guard let observer = observer.object as? NSObject else { return }
            let context = UnsafeMutableRawPointer(bitPattern: address)
            call.body(observer, keyPath, object, change.dictionary(options), context)
        }
        add(
            Entry(
                object: WeakObserver(object), observer: observer, keyPath: keyPath, context: address,
                observation: registration))
        registration.start()
    }

    private func add(_ entry: Entry) {
        let (ended, objects) = state.withLock { state -> ([Entry], Held) in
            defer { state.entries.append(entry) }
            guard state.entries.count >= state.limit else { return ([], Held(objects: [])) }
            let objects = state.entries.flatMap { [$0.object.object, $0.observer.object] }
            let ended = state.entries.filter(\.isEnded)
            state.entries.removeAll(where: \.isEnded)
            state.limit = max(64, 2 * state.entries.count)
            return (ended, Held(objects: objects))
        }
        // An object whose last other reference ends meanwhile is deallocated outside of the lock: it usually removes its observers then.
        withExtendedLifetime(objects) {}
        for entry in ended { entry.observation.invalidate() }
    }

    /// - Parameter context: nil: that of any observation.
    func remove(_ observer: NSObject, of object: AnyObject, keyPath: String, context: UInt?) {
        let observer = ObjectIdentifier(observer)
        let object = ObjectIdentifier(object)
        let ended = state.withLock { state -> Entry? in
            let index = state.entries.lastIndex { entry in
                entry.observer.identifier == observer && entry.object.identifier == object && entry.keyPath == keyPath
                    && (context == nil || entry.context == context)
            }
            return index.map { state.entries.remove(at: $0) }
        }
        ended?.observation.invalidate()
    }
}

extension NSKeyValueObservedChange where Value == Any? {
    /// The dictionary of a change for observers that name key paths by strings.
    func dictionary(_ options: NSKeyValueObservingOptions) -> [NSKeyValueChangeKey: Any] {
        var result: [NSKeyValueChangeKey: Any] = [.kindKey: NSNumber(value: kind.rawValue)]
        if options.contains(.new), let newValue { result[.newKey] = newValue ?? NSNull() }
        if options.contains(.old), let oldValue { result[.oldKey] = oldValue ?? NSNull() }
        if isPrior { result[.notificationIsPriorKey] = NSNumber(value: true) }
        return result
    }
}
