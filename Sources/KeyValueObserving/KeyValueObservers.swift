import Synchronization

/// The observers of one object's properties, and the methods by which the object notifies them.
///
/// See `KeyValueObservable` for how to use it. Thread-safe.
public final class KeyValueObservers: Sendable {
    private let registrations = Mutex<[String: [any AnyRegistration]]>([:])
    /// Avoids the cost of a change without observers.
    private let count = Atomic<Int>(0)

    public init() {}

    /// Reports that a property is being read; must be called first in its getter.
    public func access(_ key: String) {
        AccessRecorder.noteAccess(self, key)
    }

    /// Runs `body`, which sets a property, and notifies observers if it returns true.
    ///
    /// An observer with `.prior` is called before `body` in any case, and also after it, so that its calls stay in pairs.
    public func change(_ key: String, _ body: () -> Bool) {
        change([key]) { body() ? [key] : [] }
    }

    /// Runs `body`, which may set several properties, and notifies the observers of the properties it returns, in the order of `keys`.
    ///
    /// `body` is complete before the first observer is called.
    public func change(_ keys: [String], _ body: () -> Set<String>) {
        guard count.load(ordering: .acquiring) > 0 else {
            _ = body()
            return
        }
        let pending = keys.map { key in (key, prepare(key)) }
        let changed = body()
        for (key, changes) in pending {
            for change in changes { change.finish(didChange: changed.contains(key)) }
        }
    }

    /// Runs `body`, which sets a property, and notifies observers.
    public func changing<Result, Failure: Error>(
        _ key: String, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard count.load(ordering: .acquiring) > 0 else { return try body() }
        let pending = prepare(key)
        let result = try body()
        for change in pending { change.finish(didChange: true) }
        return result
    }

    /// Reads the values that observers need before a change, which the caller makes and then finishes.
    func prepare(_ key: String) -> [PendingChange] {
        guard count.load(ordering: .acquiring) > 0 else { return [] }
        return observing(key).compactMap { $0.prepare(key, of: self) }
    }

    private func observing(_ key: String) -> [any AnyRegistration] {
        registrations.withLock { $0[key] ?? [] }
    }

    func add(_ registration: any AnyRegistration, for key: String) {
        registrations.withLock { $0[key, default: []].append(registration) }
        count.add(1, ordering: .releasing)
    }

    func remove(_ registration: any AnyRegistration, for key: String) {
        let removed = registrations.withLock { registrations -> Bool in
            guard let index = registrations[key]?.firstIndex(where: { $0 === registration }) else { return false }
            registrations[key]?.remove(at: index)
            if registrations[key]?.isEmpty == true { registrations[key] = nil }
            return true
        }
        if removed { count.subtract(1, ordering: .releasing) }
    }
}
