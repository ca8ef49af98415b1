import KeyValueObserving

/// The origin of a change of state. It decides when key-value observers are called.
enum ChangeCause: Sendable {
    /// A call of the client: its observers are called on its thread, before the call returns.
    case client
    /// Playback itself: observers are called later, on the main queue.
    case playback
}

/// The values of an object's observable properties at one moment.
///
/// An object whose state is a value keeps the snapshot last reported to its observers. Each update compares the snapshots before and after
/// the update. Observers thus get each change once: from the last reported value to the value that is current when the observers are
/// called, and none where a later change has restored the old value.
protocol ObservedSnapshot: Sendable {
    /// In the order in which observers are called for changes of one update.
    static var properties: [ObservedProperty<Self>] { get }
    /// The properties whose observers are called, too, where the client sets a property to an equal value.
    func dependents(of key: String) -> Set<String>
}

extension ObservedSnapshot {
    func dependents(of key: String) -> Set<String> { [] }
}

/// An observable property: its key, and how it is compared and announced.
struct ObservedProperty<Snapshot: Sendable>: Sendable {
    let key: String
    fileprivate let isEqual: @Sendable (Snapshot, Snapshot) -> Bool
    fileprivate let copy: @Sendable (Snapshot, inout Snapshot) -> Void
    fileprivate let announcement: @Sendable (Snapshot, KeyValueObservers) -> Announcement

    /// - Parameter published: converts the value to that of the object's getter, for the calls that precede the change.
    init<Value: Sendable, Published>(
        _ key: String, _ path: any WritableKeyPath<Snapshot, Value> & Sendable,
        isEqual: @escaping @Sendable (Value, Value) -> Bool, as published: @escaping @Sendable (Value) -> Published
    ) {
        self.key = key
        self.isEqual = { isEqual($0[keyPath: path], $1[keyPath: path]) }
        copy = { $1[keyPath: path] = $0[keyPath: path] }
        announcement = { Announcement(key, of: $1, from: published($0[keyPath: path])) }
    }

    init<Value: Sendable & Equatable>(_ key: String, _ path: any WritableKeyPath<Snapshot, Value> & Sendable) {
        self.init(key, path, isEqual: { $0 == $1 }, as: { $0 })
    }

    init<Value: Sendable & Equatable, Published>(
        _ key: String, _ path: any WritableKeyPath<Snapshot, Value> & Sendable,
        as published: @escaping @Sendable (Value) -> Published
    ) {
        self.init(key, path, isEqual: { $0 == $1 }, as: published)
    }
}

/// A change that is to be reported to observers.
struct PropertyChange<Snapshot: ObservedSnapshot>: Sendable {
    let property: ObservedProperty<Snapshot>
    /// The client has set the property: observers are called though the value is equal.
    let isSet: Bool

    /// Calls the observers on this thread, with no lock held.
    func announce(from old: Snapshot, to observers: KeyValueObservers) {
        property.announcement(old, observers).callObservers()
    }
}

extension ObservedSnapshot {
    /// The properties that differ from an older snapshot, and the one that the client has set, in the order of announcement.
    func changes(since old: Self, setting key: String?) -> [PropertyChange<Self>] {
        let others = key.map { dependents(of: $0, since: old) } ?? []
        return Self.properties.compactMap { property in
            let isSet = property.key == key || others.contains(property.key)
            guard isSet || !property.isEqual(old, self) else { return nil }
            return PropertyChange(property: property, isSet: isSet)
        }
    }

    private func dependents(of key: String, since old: Self) -> Set<String> {
        let isEqual = Self.properties.first { $0.key == key }?.isEqual(old, self) == true
        return isEqual ? dependents(of: key) : []
    }

    /// Updates a changed property in this snapshot, which holds the values last reported to observers, to its current value.
    /// - Returns: the snapshot before the update; nil where the observers need not be called, since the value is the one last reported.
    mutating func acknowledge(_ change: PropertyChange<Self>, current: Self) -> Self? {
        guard change.isSet || !change.property.isEqual(self, current) else { return nil }
        let old = self
        change.property.copy(current, &self)
        return old
    }
}
