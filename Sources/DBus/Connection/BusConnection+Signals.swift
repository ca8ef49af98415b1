import CDesktop

/// A signal that another program has sent.
public struct BusSignalEvent: Sendable, Hashable {
    /// The unique name of the sender.
    public let sender: String
    public let path: String
    public let interface: String
    public let name: String
    public let arguments: [Variant]
}

extension BusConnection {
    /// Watches signals. A nil argument matches any value.
    /// - Parameters:
    ///   - sender: a unique or a well-known name.
    ///   - handler: called on the bus thread with each matching signal.
    /// - Throws: `BusError.invalidArgument` for an argument that D-Bus does not permit.
    public func watchSignals(
        from sender: String? = nil, path: String? = nil, interface: String? = nil, name: String? = nil,
        handler: @escaping @Sendable (BusSignalEvent) -> Void
    ) throws(BusError) -> BusRegistration {
        if let sender, g_dbus_is_name(sender) == 0 { throw .invalid("'\(sender)' is not the name of a service.") }
        try Self.check(path: path ?? "/", interface: interface ?? "a.b", member: name ?? "a")
        let registration = BusRegistration(self)
        let handler = BusHandler(registration, handler)
        registration.begin { [self] in
            let identifier = g_dbus_connection_signal_subscribe(
                raw, sender, interface, name, path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
                { _, sender, path, interface, name, body, data in
                    guard let data, let body, let arguments = try? [Variant](glibBody: body) else { return }
                    BusHandler<BusSignalEvent>.from(data).receive(
                        BusSignalEvent(
                            sender: sender.map { String(cString: $0) } ?? "",
                            path: path.map { String(cString: $0) } ?? "",
                            interface: interface.map { String(cString: $0) } ?? "",
                            name: name.map { String(cString: $0) } ?? "", arguments: arguments))
                }, Unmanaged.passRetained(handler).toOpaque(), releaseObject)
            return { [self] in g_dbus_connection_signal_unsubscribe(raw, identifier) }
        }
        return registration
    }
}
