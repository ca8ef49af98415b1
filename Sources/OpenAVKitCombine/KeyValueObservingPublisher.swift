#if Combine
    public import Foundation
    public import KeyValueObserving
    public import OpenCombine

    extension KeyValueObservable {
        /// Returns a publisher of the values of an observable property, on the thread that changes the property.
        ///
        /// Paths may be nested and optional, as in `observe(_:options:changeHandler:)`.
        /// - Parameter options: with `.initial` (the default) the current value is published when the subscriber first requests values,
        ///   with `.prior` the old value is published before each change.
        public nonisolated func publisher<Value>(
            for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
        ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
            NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
        }
    }

    extension NSObject {
        /// A publisher of the values of an observable property. It never completes.
        ///
        /// The publisher retains the object; a subscription does not. A value that arrives while the subscriber has requested none is
        /// dropped. Values of one subscription arrive one after another, also where several threads change the property.
        public struct KeyValueObservingPublisher<Subject: KeyValueObservable, Value>: Publisher, Equatable {
            public typealias Output = Value
            public typealias Failure = Never

            public let object: Subject
            public let keyPath: KeyPath<Subject, Value>
            public let options: NSKeyValueObservingOptions

            public init(object: Subject, keyPath: KeyPath<Subject, Value>, options: NSKeyValueObservingOptions) {
                self.object = object
                self.keyPath = keyPath
                self.options = options
            }

            public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
                subscriber.receive(
                    subscription: KeyValueSubscription(
                        object: object, keyPath: keyPath, options: options, subscriber: subscriber))
            }

            public static func == (lhs: Self, rhs: Self) -> Bool {
                lhs.object === rhs.object && lhs.keyPath == rhs.keyPath && lhs.options == rhs.options
            }

            /// Returns a publisher of the changes without their values.
            public func didChange() -> Publishers.Map<Self, Void> { map { _ in () } }
        }
    }

    /// A closure that takes the values of an observation.
    private struct Receiver<Value>: @unchecked Sendable {
        // Sendable: the closure of a subscription holds the subscription alone, which is.
        let receive: (Value) -> Void

        @Sendable func received<Subject>(_ subject: Subject, _ change: NSKeyValueObservedChange<Value>) {
            if let value = change.newValue ?? change.oldValue { receive(value) }
        }
    }

    /// An observation that starts with the first demand and ends with `cancel()`.
    private final class KeyValueSubscription<Subject: KeyValueObservable, Value, Downstream: Subscriber>: Subscription,
        @unchecked Sendable
    where Downstream.Input == Value, Downstream.Failure == Never {
        // Sendable: every variable is read and written with `lock` held.
        private let lock = NSLock()
        /// Held while the subscriber receives a value, so that it receives one at a time. Recursive, because the subscriber may change the
        /// property meanwhile. Never taken while `lock` is held, nor to cancel or to request: a thread that cancels would wait for one that
        /// waits, with a value, for a lock of the first thread.
        private let delivery = NSRecursiveLock()
        private var subscriber: Downstream?
        private var demand = Subscribers.Demand.none
        private var observation: NSKeyValueObservation?
        private var startsObserving: (() -> NSKeyValueObservation?)?

        init(
            object: Subject, keyPath: KeyPath<Subject, Value>, options: NSKeyValueObservingOptions,
            subscriber: Downstream
        ) {
            self.subscriber = subscriber
            // Before a change there is no new value yet.
            let values = options.union(options.contains(.prior) ? [.new, .old] : .new)
            let receiver = Receiver<Value> { [weak self] in self?.publish($0) }
            startsObserving = { [weak object] in
                object?.observe(keyPath, options: values, changeHandler: receiver.received)
            }
            // The publisher, and the client, hold the object until the subscriber has requested its first values.
            self.object = object
        }

        /// Held until the observation starts, so that `AVPlayer().publisher(for: \.rate)` publishes its first value.
        private var object: Subject?

        func request(_ newDemand: Subscribers.Demand) {
            lock.lock()
            guard subscriber != nil else { return lock.unlock() }
            demand += newDemand
            guard demand > .none, let start = startsObserving else { return lock.unlock() }
            startsObserving = nil
            let held = object
            object = nil
            lock.unlock()
            let started = withExtendedLifetime(held) { start() }
            lock.lock()
            // The first value may have cancelled the subscription.
            let isCancelled = subscriber == nil
            if !isCancelled { observation = started }
            lock.unlock()
            if isCancelled { started?.invalidate() }
        }

        func cancel() {
            lock.lock()
            let released = (observation, startsObserving, object, subscriber)
            observation = nil
            startsObserving = nil
            object = nil
            subscriber = nil
            lock.unlock()
            released.0?.invalidate()
            // Released without the lock, because its deallocation may run code of the client.
            withExtendedLifetime(released) {}
        }

        private func publish(_ value: Value) {
            delivery.lock()
            defer { delivery.unlock() }
            lock.lock()
            guard let subscriber, demand > .none else { return lock.unlock() }
            demand -= 1
            lock.unlock()
            let more = subscriber.receive(value)
            lock.lock()
            demand += more
            lock.unlock()
        }
    }
#endif
