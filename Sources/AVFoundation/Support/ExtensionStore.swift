import Synchronization

/// Stored properties that a library above adds to one of our objects.
///
/// An object keeps one store; whoever adds a property has a type of its own for it, which is the key:
///
///     extension AVPlayerItem {
///         public var navigationMarkerGroups: [AVNavigationMarkersGroup] {
///             get { extensionStore[NavigationMarkers.self]?.groups ?? [] }
///             set { extensionStore[NavigationMarkers.self] = NavigationMarkers(groups: newValue) }
///         }
///     }
///
/// Any thread may use it. Apple: associated objects. Here: there are none without Objective-C.
package final class ExtensionStore: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    package init() {}

    /// The value kept under its type; nil removes it.
    package subscript<Value: Sendable>(type: Value.Type) -> Value? {
        get { values.withLock { $0[ObjectIdentifier(type)] } as? Value }
        set { values.withLock { $0[ObjectIdentifier(type)] = newValue } }
    }

    /// Takes all values of another store over, as a copy of its object does.
    func copy(from other: ExtensionStore) {
        let all = other.values.withLock { $0 }
        values.withLock { $0 = all }
    }

    /// Reads and changes the value in one step, starting from `initial` where there is none. The store must not be used within.
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
