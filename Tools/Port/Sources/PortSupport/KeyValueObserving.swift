import Foundation
import Synchronization

/// The keys of the dictionary that `observeValue(forKeyPath:of:change:context:)` receives.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let newKey = NSKeyValueChangeKey(rawValue: "new")
    public static let oldKey = NSKeyValueChangeKey(rawValue: "old")
    public static let kindKey = NSKeyValueChangeKey(rawValue: "kind")
    public static let notificationIsPriorKey = NSKeyValueChangeKey(rawValue: "notificationIsPrior")
}

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let new = NSKeyValueObservingOptions(rawValue: 0x01)
    public static let old = NSKeyValueObservingOptions(rawValue: 0x02)
    public static let initial = NSKeyValueObservingOptions(rawValue: 0x04)
    public static let prior = NSKeyValueObservingOptions(rawValue: 0x08)
}

/// A class whose properties are observed by key paths in strings.
///
/// The class reports each change of a property by `change`, and finds its properties by name in `value(named:)`. The observer's method is
/// passed as an unapplied reference, as selectors are, so that neither object retains the other.
public protocol NamedPropertyObservable: AnyObject {
    /// One constant object for each observed object.
    nonisolated var namedObservers: NamedObservers { get }
    /// The value of a property by its key for Objective-C; nil for an unknown key.
    nonisolated func value(named key: String) -> Any?
}

extension NamedPropertyObservable {
    public typealias ObserverMethod<Observer> =
        @Sendable (Observer) -> (String?, Any?, [NSKeyValueChangeKey: Any]?, UnsafeMutableRawPointer?) -> Void

    /// Calls `method` on `observer` for each change of a property, on the thread that makes the change. The observer is not retained.
    @preconcurrency
    public nonisolated func addObserver<Observer: AnyObject>(
        _ observer: Observer, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?,
        using method: @escaping ObserverMethod<Observer>
    ) {
        let weak = WeakObject(observer)
        let contextAddress = UInt(bitPattern: context)
        let notify: NamedObservers.Notification = { source, change in
            guard let observer = weak.object as? Observer else { return }
            method(observer)(keyPath, source, change, UnsafeMutableRawPointer(bitPattern: contextAddress))
        }
        namedObservers.add(
            NamedObservers.Entry(
                observer: weak, key: keyPath, context: contextAddress, options: options, notify: notify))
        if options.contains(.initial) {
            var change: [NSKeyValueChangeKey: Any] = [.kindKey: UInt(1)]
            if options.contains(.new) { change[.newKey] = value(named: keyPath) ?? NSNull() }
            notify(self, change)
        }
    }

    /// Ends the latest observation of this observer and key path.
    public nonisolated func removeObserver(_ observer: AnyObject, forKeyPath keyPath: String) {
        namedObservers.remove(observer, key: keyPath, context: nil)
    }

    public nonisolated func removeObserver(
        _ observer: AnyObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        namedObservers.remove(observer, key: keyPath, context: UInt(bitPattern: context))
    }

    /// Runs `body`, which sets a property, and calls its observers.
    public nonisolated func change(_ key: String, _ body: () -> Void) {
        let entries = namedObservers.entries(for: key)
        guard !entries.isEmpty else { return body() }
        let old = value(named: key) ?? NSNull()
        for entry in entries where entry.options.contains(.prior) {
            entry.notify(self, entry.change(old: old, new: nil))
        }
        body()
        let new = value(named: key) ?? NSNull()
        for entry in entries { entry.notify(self, entry.change(old: old, new: new)) }
    }
}

/// The observers of one object's properties. Thread-safe.
public final class NamedObservers: Sendable {
    typealias Notification = @Sendable (_ source: Any, _ change: [NSKeyValueChangeKey: Any]) -> Void

    struct Entry: Sendable {
        let observer: WeakObject
        let key: String
        let context: UInt
        let options: NSKeyValueObservingOptions
        let notify: Notification

        /// - Parameter new: nil before the change.
        func change(old: Any, new: Any?) -> [NSKeyValueChangeKey: Any] {
            var change: [NSKeyValueChangeKey: Any] = [.kindKey: UInt(1)]
            if options.contains(.old) { change[.oldKey] = old }
            if let new, options.contains(.new) { change[.newKey] = new }
            if new == nil { change[.notificationIsPriorKey] = true }
            return change
        }
    }

    private let all = Mutex<[Entry]>([])

    public init() {}

    func add(_ entry: Entry) {
        all.withLock { entries in
            entries.removeAll { $0.observer.object == nil }
            entries.append(entry)
        }
    }

    func entries(for key: String) -> [Entry] { all.withLock { $0.filter { $0.key == key } } }

    /// - Parameter context: nil: that of any observation.
    func remove(_ observer: AnyObject, key: String, context: UInt?) {
        all.withLock { entries in
            let found = entries.lastIndex { entry in
                entry.observer.object === observer && entry.key == key && (context == nil || entry.context == context)
            }
            if let found { entries.remove(at: found) }
        }
    }
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
