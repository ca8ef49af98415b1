import Foundation
import KeyValueObserving
import Synchronization

/// Calls the key-value observers of a change that has been made already.
///
/// The state of a player changes under a lock, several properties at once, and observers are called afterwards. During the calls that
/// precede the change (`.prior`, and reading `oldValue`) the property still has its old value on this thread; then observers read the
/// current one.
struct Announcement {
    private let observers: KeyValueObservers
    private let key: String
    private let old: AnyObject

    init<Value>(_ key: String, of observers: KeyValueObservers, from old: Value) {
        self.observers = observers
        self.key = key
        self.old = Box(old)
    }

    /// Calls the observers on this thread. No lock may be held.
    func callObservers() {
        let frame = Frame(observers: observers, key: key, value: old, outer: Frame.current)
        Frame.active.add(1, ordering: .relaxed)
        Frame.current = frame
        defer {
            Frame.current = frame.outer
            Frame.active.subtract(1, ordering: .relaxed)
        }
        withExtendedLifetime(frame) {
            observers.change(key) {
                frame.isPast = true
                return true
            }
        }
    }

    /// Returns the value that a getter returns before the change; nil where no change of this property is being announced on this thread.
    static func value<Value>(_ key: String, of observers: KeyValueObservers, as: Value.Type = Value.self) -> Value? {
        guard Frame.active.load(ordering: .relaxed) > 0 else { return nil }
        var next = Frame.current
        while let frame = next {
            if frame.observers === observers, frame.key == key {
                return frame.isPast ? nil : (frame.value as? Box<Value>)?.value
            }
            next = frame.outer
        }
        return nil
    }

    /// Distinguishes an optional value that is nil from an absent value, which a cast would not.
    private final class Box<Value> {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// A change that is being announced. Used by one thread only.
    private final class Frame {
        let observers: KeyValueObservers
        let key: String
        let value: AnyObject
        /// Whether the calls that precede the change have been made.
        var isPast = false
        let outer: Frame?

        init(observers: KeyValueObservers, key: String, value: AnyObject, outer: Frame?) {
            self.observers = observers
            self.key = key
            self.value = value
            self.outer = outer
        }

        /// The number of announcements in progress, so that getters cost one load while there are none.
        static let active = Atomic<Int>(0)

        private static let threadKey: pthread_key_t = {
            var key = pthread_key_t()
            let status = pthread_key_create(&key, nil)
            // Fails only where the process has used its 1,024 keys. Observers could then not be called, so the process stops.
            precondition(status == 0, "No thread-local storage is left for key-value observing.")
            return key
        }()

        /// The pointer is set only while `callObservers` keeps the frame alive.
        static var current: Frame? {
            get { pthread_getspecific(threadKey).map { Unmanaged<Frame>.fromOpaque($0).takeUnretainedValue() } }
            set { pthread_setspecific(threadKey, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
        }
    }
}

extension KeyValueObservable {
    /// For getters: the value before a change that is being announced on this thread, or the current value.
    nonisolated func observed<Value>(_ key: String, _ live: () -> Value) -> Value {
        _keyValueObservers.access(key)
        return Announcement.value(key, of: _keyValueObservers) ?? live()
    }
}
