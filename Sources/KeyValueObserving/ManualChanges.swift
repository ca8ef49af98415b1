import Foundation
import Synchronization

/// Changes that a class reports by `willChangeValue(forKey:)` and `didChangeValue(forKey:)`, between the two calls.
final class ManualChanges: Sendable {
    static let shared = ManualChanges()

    /// `@unchecked`: the changes are completed once, by the caller that takes them out of the list.
    private struct Pending: @unchecked Sendable {
        let object: ObjectIdentifier
        let key: AnyHashable
        let changes: [PendingChange]
    }

    private let pending = Mutex<[Pending]>([])

    func begin(_ object: NSObject, _ key: String) {
        guard let observable = object as? any KeyValueObservable else { return }
        let name = type(of: observable)._namedProperties.name(of: key)
        add(object, key: name, changes: observable._keyValueObservers.prepare(name))
    }

    func begin<Object: NSObject, Value>(_ object: Object, _ keyPath: KeyPath<Object, Value>) {
        var dependencies = AccessRecorder.record { object[keyPath: keyPath] }.1
        // A getter that a subclass overrides may report no access.
        if let observers = (object as? any KeyValueObservable)?._keyValueObservers,
            !dependencies.contains(where: { $0.observers === observers }), let keys = ObservedKeys(of: keyPath)
        {
            dependencies += keys.names.map { Dependency(observers: observers, key: $0) }
        }
        add(object, key: keyPath, changes: dependencies.flatMap { $0.observers.prepare($0.key) })
    }

    func end(_ object: NSObject, _ key: String) {
        guard let observable = object as? any KeyValueObservable else { return }
        finish(object, key: type(of: observable)._namedProperties.name(of: key))
    }

    func end<Object: NSObject, Value>(_ object: Object, _ keyPath: KeyPath<Object, Value>) {
        finish(object, key: keyPath)
    }

    private func add(_ object: NSObject, key: AnyHashable, changes: [PendingChange]) {
        guard !changes.isEmpty else { return }
        let entry = Pending(object: ObjectIdentifier(object), key: key, changes: changes)
        pending.withLock { $0.append(entry) }
    }

    private func finish(_ object: NSObject, key: AnyHashable) {
        let object = ObjectIdentifier(object)
        let entry = pending.withLock { pending -> Pending? in
            let index = pending.lastIndex { $0.object == object && $0.key == key }
            return index.map { pending.remove(at: $0) }
        }
        for change in entry?.changes ?? [] { change.finish(didChange: true) }
    }
}
