import DBus

/// The state of the desktop's screen reader, from the launcher of the accessibility bus.
enum ScreenReaderStatus {
    static let service = "org.a11y.Bus"
    static let path = "/org/a11y/bus"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Returns false where the launcher does not run; it is not started.
    static func read(from connection: BusConnection) async -> Bool {
        let owner = try? await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "NameHasOwner", arguments: [.string(service)], timeout: .seconds(2))
        guard owner?.first?.boolValue == true else { return false }
        let answer = try? await connection.call(
            service, path: path, interface: properties, method: "Get",
            arguments: [.string("org.a11y.Status"), .string("ScreenReaderEnabled")], timeout: .seconds(2))
        return answer?.first?.boolValue == true
    }

    /// Watches the state, also that of a launcher which is started later.
    /// - Parameter handler: called on the bus thread when the state may have changed.
    static func watch(on connection: BusConnection, handler: @escaping @Sendable () -> Void) -> BusRegistration? {
        try? connection.watchSignals(from: service, path: path, interface: properties, name: "PropertiesChanged") { _ in
            handler()
        }
    }
}
