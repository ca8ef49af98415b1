import Synchronization

/// Stored properties that a higher-level module adds to an object of this module.
///
/// An object has one store; each added property has a type of its own, which is the key:
///
///     extension AVPlayerItem {
///         public var navigationMarkerGroups: [AVNavigationMarkersGroup] {
///             get { extensionStore[NavigationMarkers.self]?.groups ?? [] }
///             set { extensionStore[NavigationMarkers.self] = NavigationMarkers(groups: newValue) }
///         }
///     }
///
/// Any thread may use it. Apple: associated objects, which do not exist without Objective-C.
package final class ExtensionStore: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    package init() {}

    /// The value of a type; nil removes it.
    package subscript<Value: Sendable>(type: Value.Type) -> Value? {
        get { values.withLock { $0[ObjectIdentifier(type)] } as? Value }
        set { values.withLock { $0[ObjectIdentifier(type)] = newValue } }
    }

    /// Copies all values of another store, when its object is copied.
    package func copy(from other: ExtensionStore) {
        let all = other.values.withLock { $0 }
        values.withLock { $0 = all }
    }

    /// Reads and changes the value in one step, starting from `initial` where there is none. `body` must not use the store.
    package func update<Value: Sendable, Result: Sendable>(
        _ type: Value.Type, initial: @autoclosure () -> Value, _ body: (inout Value) -> Result
    ) -> Result {
        let initial = initial()
        return values.withLock { values in
            var value = values[ObjectIdentifier(type)] as? Value ?? initial
            defer { values[ObjectIdentifier(type)] = value }
            return body(&value)
        }
    }
}
