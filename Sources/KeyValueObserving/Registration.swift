import Synchronization

/// An observation as seen by the observed objects.
protocol AnyRegistration: AnyObject, Sendable {
    /// Reads the values needed before a change, and makes the call for `.prior`. nil: the observation has ended.
    /// - Parameters:
    ///   - key: the property that changes.
    ///   - observers: those of the object whose property changes.
    func prepare(_ key: String, of observers: KeyValueObservers) -> PendingChange?
    func invalidate()
}

/// A change between `prepare` and its completion.
///
/// Sendable, because it is used by the thread that makes the change only; between the two reports of a manual change it is stored.
struct PendingChange: @unchecked Sendable {
    let finish: (_ didChange: Bool) -> Void
    func finish(didChange: Bool) { finish(didChange) }
}

/// Reads a value by a key path, records the properties read, and calls the handler when one of them changes.
final class Registration<Root: AnyObject, Value>: AnyRegistration {
    private struct State {
        var dependencies: [Dependency] = []
        var isInvalidated = false
        /// The keys of the root that the path may name, where the last reading of the path reported no access to the root: its class
        /// overrides the property and does not read that of its superclass.
        var keys: ObservedKeys?
    }

    private let root: WeakRoot
    private let reading: Reading
    private let options: NSKeyValueObservingOptions
    private let changeHandler: @Sendable (Root, NSKeyValueObservedChange<Value>) -> Void
    private let state = Mutex(State())

    /// - Parameter keys: the keys of the root that the value depends on where reading it reports no access to the root.
    init(
        root: Root, options: NSKeyValueObservingOptions, read: @escaping (Root) -> Value,
        keys: @escaping () -> ObservedKeys? = { nil },
        changeHandler: @escaping @Sendable (Root, NSKeyValueObservedChange<Value>) -> Void
    ) {
        self.root = WeakRoot(root)
        reading = Reading(body: read, keys: keys)
        self.options = options
        self.changeHandler = changeHandler
    }

    func start() {
        guard let root = root.object else { return }
        let value = readAndArm(root)
        if options.contains(.initial) {
            call(root, new: value, old: nil, isPrior: false)
        }
    }

    func prepare(_ key: String, of observers: KeyValueObservers) -> PendingChange? {
        guard !state.withLock({ $0.isInvalidated }), let root = root.object else { return nil }
        let isGuess = observers === Self.observers(of: root) && state.withLock { $0.keys?.isExact == false }
        let old: Value? = options.contains(.old) || isGuess ? reading.body(root) : nil
        let isPrior = options.contains(.prior)
        if isPrior { call(root, new: nil, old: old, isPrior: true) }
        return PendingChange { [self] didChange in
            guard didChange || isPrior else { return }
            let new = readAndArm(root)
            // The change is that of a property with a value of the same type, unless the value of this one differs.
            if isGuess, !isPrior, let old, areEqual(old, new) { return }
            call(root, new: new, old: old, isPrior: false)
        }
    }

    func invalidate() {
        let dependencies = state.withLock { state in
            state.isInvalidated = true
            defer { state.dependencies = [] }
            return state.dependencies
        }
        for dependency in dependencies { dependency.observers.remove(self, for: dependency.key) }
    }

    /// Reads the value and observes every property on the path.
    ///
    /// Where the path has changed it is read again, because the new part may have changed before it was observed.
    private func readAndArm(_ root: Root) -> Value {
        var (value, dependencies) = read(root)
        var attempts = 0
        while attempts < Self.maximumAttempts, arm(dependencies) {
            (value, dependencies) = read(root)
            attempts += 1
        }
        return value
    }

    /// Reads the value, and returns the properties that the path depends on: those that report the access, and the root's own where its
    /// class overrides the getter.
    private func read(_ root: Root) -> (Value, [Dependency]) {
        let (value, dependencies) = AccessRecorder.record { reading.body(root) }
        guard let observers = Self.observers(of: root), !dependencies.contains(where: { $0.observers === observers }),
            let keys = state.withLock({ $0.keys }) ?? reading.keys()
        else {
            state.withLock { $0.keys = nil }
            return (value, dependencies)
        }
        state.withLock { $0.keys = keys }
        return (value, dependencies + keys.names.map { Dependency(observers: observers, key: $0) })
    }

    private static func observers(of root: Root) -> KeyValueObservers? {
        (root as? any KeyValueObservable)?._keyValueObservers
    }

    /// The number of reads after which a path that differs in each read is abandoned; the next change tries again.
    private static var maximumAttempts: Int { 4 }

    /// Registers for new properties and unregisters from those no longer on the path.
    /// - Returns: whether there are new properties.
    private func arm(_ dependencies: [Dependency]) -> Bool {
        let (added, removed) = state.withLock { state -> ([Dependency], [Dependency]) in
            if state.isInvalidated { return ([], []) }
            let added = dependencies.filter { !state.dependencies.contains($0) }
            let removed = state.dependencies.filter { !dependencies.contains($0) }
            // Under the lock, so that a concurrent end undoes all of it; `add` calls no observer.
            for dependency in added { dependency.observers.add(self, for: dependency.key) }
            state.dependencies = dependencies
            return (added, removed)
        }
        for dependency in removed { dependency.observers.remove(self, for: dependency.key) }
        return !added.isEmpty
    }

    private func call(_ root: Root, new: Value?, old: Value?, isPrior: Bool) {
        guard !state.withLock({ $0.isInvalidated }) else { return }
        changeHandler(
            root,
            NSKeyValueObservedChange(
                kind: .setting, newValue: options.contains(.new) ? new : nil,
                oldValue: options.contains(.old) ? old : nil, indexes: nil, isPrior: isPrior))
    }

    /// Loading a weak reference is atomic, and it is never set again; the object itself is only accessed through properties whose class
    /// allows observation from the thread that changes them.
    private final class WeakRoot: @unchecked Sendable {
        weak var object: Root?
        init(_ object: Root) { self.object = object }
    }

    /// `@unchecked`: the function evaluates a key path or a string of keys, which are constants, and only accesses the root.
    private struct Reading: @unchecked Sendable {
        let body: (Root) -> Value
        let keys: () -> ObservedKeys?
    }
}
