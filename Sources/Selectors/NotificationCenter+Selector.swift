public import Foundation
import Synchronization

extension NotificationCenter {
    /// Calls a method of `observer` for each notification, on the thread that posts it.
    ///
    /// The observer is not retained; the observation ends with it.
    public func addObserver(
        _ observer: Any, selector aSelector: Selector, name aName: NSNotification.Name?, object anObject: Any?
    ) {
        SelectorObservations.shared.add(
            observer as AnyObject, selector: aSelector, name: aName, object: anObject, in: self)
    }

    /// Ends all observations of `observer`: those made with a selector, and the one whose token it is.
    public func removeObserver(_ observer: AnyObject) {
        removeObserver(observer, name: nil, object: nil)
    }

    public func removeObserver(_ observer: AnyObject, name: Notification.Name?, object: Any?) {
        SelectorObservations.shared.remove(observer, name: name, object: object, from: self)
        let token: Any = observer
        removeObserver(token, name: name, object: object)
    }
}

/// The observations of notification centers that call selectors.
final class SelectorObservations: Sendable {
    static let shared = SelectorObservations()

    private struct Entry {
        let center: ObjectIdentifier
        let observer: WeakReference
        /// The identity of the observer, which is known during its deallocation too.
        let identity: ObjectIdentifier
        let name: Notification.Name?
        let object: ObjectIdentifier?
        let token: Token
    }

    /// The token of the observation, whose only use is to remove the observation.
    private struct Token: @unchecked Sendable {
        let value: any NSObjectProtocol
    }

    /// Objects that are only released.
    private struct Held: @unchecked Sendable {
        let objects: [AnyObject?]
        init(_ objects: [AnyObject?]) { self.objects = objects }
    }

    private let entries = Mutex<[Entry]>([])

    func add(
        _ observer: AnyObject, selector: Selector, name: Notification.Name?, object: Any?, in center: NotificationCenter
    ) {
        let weak = WeakReference(observer)
        let token = center.addObserver(forName: name, object: object, queue: nil) { notification in
            guard let observer = weak.object else { return }
            selector.call(on: observer, with: [notification])
        }
        let entry = Entry(
            center: ObjectIdentifier(center), observer: weak, identity: ObjectIdentifier(observer), name: name,
            object: object.map { ObjectIdentifier($0 as AnyObject) },
            token: Token(value: token))
        // An observer whose last other reference ends meanwhile is deallocated outside of the lock: it usually removes itself then.
        let (ended, observers) = entries.withLock { entries in
            let observers = entries.map(\.observer.object)
            defer { entries.append(entry) }
            return (
                Self.take(from: &entries) { $0.observer.object == nil && $0.center == entry.center }, Held(observers)
            )
        }
        withExtendedLifetime(observers) {}
        for token in ended { center.removeObserver(token.value as Any) }
    }

    func remove(_ observer: AnyObject, name: Notification.Name?, object: Any?, from center: NotificationCenter) {
        let object = object.map { ObjectIdentifier($0 as AnyObject) }
        let identity = ObjectIdentifier(observer)
        let ended = entries.withLock { entries in
            Self.take(from: &entries) { entry in
                entry.center == ObjectIdentifier(center) && entry.identity == identity
                    && (name == nil || entry.name == name)
                    && (object == nil || entry.object == object)
            }
        }
        for token in ended { center.removeObserver(token.value as Any) }
    }

    private static func take(from entries: inout [Entry], _ isTaken: (Entry) -> Bool) -> [Token] {
        let taken = entries.filter(isTaken).map(\.token)
        entries.removeAll(where: isTaken)
        return taken
    }
}
