import CDesktop

/// The ownership of a name that a program has requested.
public enum NameOwnership: Sendable, Hashable {
    case acquired
    /// Another program owns the name or has taken it over, or the connection has ended.
    case lost
}

extension BusConnection {
    /// Requests a name and owns it until the registration ends.
    /// - Parameters:
    ///   - replacesOwner: whether to take the name from an owner that permits it.
    ///   - permitsReplacement: whether other programs may take over the name. It is acquired again when they release it.
    ///   - changeHandler: called on the bus thread with each change.
    /// - Throws: `BusError.invalidArgument` for a name that D-Bus does not permit.
    public func own(
        _ name: String, replacesOwner: Bool = false, permitsReplacement: Bool = false,
        changeHandler: @escaping @Sendable (NameOwnership) -> Void
    ) throws(BusError) -> BusRegistration {
        guard g_dbus_is_name(name) != 0, g_dbus_is_unique_name(name) == 0 else {
            throw .invalid("'\(name)' is not a name that a program can own.")
        }
        var flags = G_BUS_NAME_OWNER_FLAGS_NONE.rawValue
        if replacesOwner { flags |= G_BUS_NAME_OWNER_FLAGS_REPLACE.rawValue }
        if permitsReplacement { flags |= G_BUS_NAME_OWNER_FLAGS_ALLOW_REPLACEMENT.rawValue }
        let wanted = GBusNameOwnerFlags(flags)
        let registration = BusRegistration(self)
        let handler = BusHandler(registration, changeHandler)
        registration.begin { [self] in
            let identifier = g_bus_own_name_on_connection(
                raw, name, wanted,
                { _, _, data in if let data { BusHandler<NameOwnership>.from(data).receive(.acquired) } },
                { _, _, data in if let data { BusHandler<NameOwnership>.from(data).receive(.lost) } },
                Unmanaged.passRetained(handler).toOpaque(), releaseObject)
            return { g_bus_unown_name(identifier) }
        }
        return registration
    }

    /// Watches the owner of a name.
    /// - Parameter handler: called on the bus thread with the owner's unique name, nil if there is none: once soon, then with each change.
    /// - Throws: `BusError.invalidArgument` for a name that D-Bus does not permit.
    public func watch(
        name: String, handler: @escaping @Sendable (_ owner: String?) -> Void
    ) throws(BusError) -> BusRegistration {
        guard g_dbus_is_name(name) != 0 else { throw .invalid("'\(name)' is not the name of a service.") }
        let registration = BusRegistration(self)
        let handler = BusHandler<String?>(registration, handler)
        registration.begin { [self] in
            let identifier = g_bus_watch_name_on_connection(
                raw, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
                { _, _, owner, data in
                    if let data { BusHandler<String?>.from(data).receive(owner.map { String(cString: $0) }) }
                },
                { _, _, data in if let data { BusHandler<String?>.from(data).receive(nil) } },
                Unmanaged.passRetained(handler).toOpaque(), releaseObject)
            return { g_bus_unwatch_name(identifier) }
        }
        return registration
    }

    /// Returns the Unix user of a program, which the bus has determined from the program's socket.
    public func userID(of name: String, timeout: Duration = .seconds(5)) async throws(BusError) -> UInt32 {
        let reply = try await call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "GetConnectionUnixUser", arguments: [.string(name)], timeout: timeout)
        guard case .uint32(let user) = reply.first else {
            throw BusError(code: .remote, message: "The bus does not report the user of '\(name)'.")
        }
        return user
    }
}
