import Foundation
import KeyValueObserving
import Synchronization

/// A change of an observable property on its way to the observers: the values before and after it, as they were decided.
///
/// Properties change at once and are told of later, on the main queue. What observers are told must then be the values of that change
/// and not what has become of the property meanwhile; so while a change is told, key paths read on that thread meet these values.
/// Clients' own reads get what is.
struct Announcement {
    private let observers: KeyValueObservers
    private let key: String
    private let old: AnyObject
    private let new: AnyObject

    init<Value>(_ key: String, of observers: KeyValueObservers, from old: Value, to new: Value) {
        self.observers = observers
        self.key = key
        self.old = Box(old)
        self.new = Box(new)
    }

    /// Calls the observers on this thread.
    func tell() {
        let frame = Frame(observers: observers, key: key, value: old, outer: Frame.current)
        Frame.active.add(1, ordering: .relaxed)
        Frame.current = frame
        defer {
            Frame.current = frame.outer
            Frame.active.subtract(1, ordering: .relaxed)
        }
        withExtendedLifetime(frame) {
            observers.change(key) {
                frame.value = new
                frame.isPast = true
                return true
            }
        }
    }

    /// The value for a getter, where a change of this property is just being told on this thread.
    static func value<Value>(_ key: String, of observers: KeyValueObservers, as: Value.Type = Value.self) -> Value? {
        guard Frame.active.load(ordering: .relaxed) > 0 else { return nil }
        var next = Frame.current
        while let frame = next {
            if frame.observers === observers, frame.key == key {
                guard !frame.isPast || KeyValueObservers.isReadingKeyPath else { return nil }
                return (frame.value as? Box<Value>)?.value
            }
            next = frame.outer
        }
        return nil
    }

    /// Keeps optionals apart from their being absent, which a cast would not.
    private final class Box<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// One change being told. Used by one thread only.
    private final class Frame {
        let observers: KeyValueObservers
        let key: String
        var value: AnyObject
        /// Whether the change itself lies behind: then only key paths meet the value.
        var isPast = false
        let outer: Frame?

        init(observers: KeyValueObservers, key: String, value: AnyObject, outer: Frame?) {
            self.observers = observers
            self.key = key
            self.value = value
            self.outer = outer
        }

        /// So that getters cost one load while nothing is told anywhere.
        static let active = Atomic<Int>(0)

        private static let threadKey: pthread_key_t = {
            var key = pthread_key_t()
            let status = pthread_key_create(&key, nil)
            // Fails only where the process has used up its 1,024 keys: changes could not be told, which must not go unseen.
            precondition(status == 0, "no thread-local storage is left for telling changes")
            return key
        }()

        /// The pointer is set only while `tell` keeps the frame alive.
        static var current: Frame? {
            get { pthread_getspecific(threadKey).map { Unmanaged<Frame>.fromOpaque($0).takeUnretainedValue() } }
            set { pthread_setspecific(threadKey, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
        }
    }
}

extension KeyValueObservable {
    /// For getters: what observers are just being told, or what is.
    nonisolated func observed<Value>(_ key: String, _ live: () -> Value) -> Value {
        keyValueObservers.access(key)
        return Announcement.value(key, of: keyValueObservers) ?? live()
    }
}
