import CDesktop
import Synchronization

/// An object that other programs can call while it exists.
///
/// `org.freedesktop.DBus.Properties`, `Introspectable` and `Peer` are implemented automatically.
public final class ExportedObject: Sendable {
    public let path: String
    private let connection: BusConnection
    private let interfaces: [String: ServedInterface]
    private let identifiers: [guint]

    fileprivate init(_ connection: BusConnection, path: String, served: [ServedInterface], identifiers: [guint]) {
        self.connection = connection
        self.path = path
        interfaces = Dictionary(uniqueKeysWithValues: served.map { ($0.interface.name, $0) })
        self.identifiers = identifiers
    }

    deinit {
        let connection = connection
        let identifiers = identifiers
        BusThread.shared.perform {
            for identifier in identifiers { g_dbus_connection_unregister_object(connection.raw, identifier) }
        }
    }

    /// Sets stored properties and reports the changed ones in one signal.
    /// - Throws: `BusError.invalidArgument` for a property that is not declared as stored, or a value of another type; no property is
    ///   changed then.
    public func set(_ values: [String: Variant], of interface: String) throws(BusError) {
        let served = try served(interface)
        for (name, value) in values {
            guard let property = served.properties[name], case .stored = property.value else {
                throw .invalid("The interface '\(interface)' has no stored property '\(name)'.")
            }
            try BusInterface.check(value, property)
            do throws(VariantError) { try value.validate(place: name) } catch { throw .invalid(error.description) }
        }
        // The signal is sent before another thread can reply with the new values: messages have the order of the changes.
        try served.values.withLock { (stored: inout [String: Variant]) throws(BusError) in
            let changed = values.filter { stored[$0.key] != $0.value }
            guard !changed.isEmpty else { return }
            stored.merge(changed) { $1 }
            try send(
                "org.freedesktop.DBus.Properties", "PropertiesChanged",
                [.string(interface), .dictionary(changed), .strings([])])
        }
    }

    /// Reports that properties declared as requested have changed.
    /// - Throws: `BusError.invalidArgument` for a property that is not declared as requested.
    public func invalidate(_ names: [String], of interface: String) throws(BusError) {
        let served = try served(interface)
        for name in names {
            guard let property = served.properties[name], case .requested = property.value else {
                throw .invalid("The interface '\(interface)' has no requested property '\(name)'.")
            }
        }
        try send(
            "org.freedesktop.DBus.Properties", "PropertiesChanged",
            [.string(interface), .dictionary([:]), .strings(names)])
    }

    /// Returns the value of a stored property, nil if there is none.
    public func value(_ property: String, of interface: String) -> Variant? {
        interfaces[interface]?.values.withLock { $0[property] }
    }

    /// Sends a signal to all subscribers.
    /// - Throws: `BusError.invalidArgument` for a signal that is not declared, or arguments of other types.
    public func emit(_ signal: String, of interface: String, arguments: [Variant] = []) throws(BusError) {
        guard let declared = try served(interface).interface.signals.first(where: { $0.name == signal }) else {
            throw .invalid("The interface '\(interface)' has no signal '\(signal)'.")
        }
        guard declared.arguments.map(\.type) == arguments.map(\.type) else {
            throw .invalid(
                "The signal '\(signal)' carries '\(declared.arguments.map(\.type.string).joined())' and was given "
                    + "'\(arguments.map(\.type.string).joined())'.")
        }
        try send(interface, signal, arguments)
    }

    private func served(_ interface: String) throws(BusError) -> ServedInterface {
        guard let served = interfaces[interface] else {
            throw .invalid("The object '\(path)' has no interface '\(interface)'.")
        }
        return served
    }

    private func send(_ interface: String, _ signal: String, _ arguments: [Variant]) throws(BusError) {
        let body = try GLibBody(arguments)
        var error: UnsafeMutablePointer<GError>?
        let isSent = body.withValue {
            g_dbus_connection_emit_signal(connection.raw, nil, path, interface, signal, $0, &error)
        }
        guard isSent != 0 else { throw BusError(consuming: error) }
    }
}

extension BusConnection {
    /// Exports an object with its interfaces. Other programs can call the object as soon as the method has returned.
    /// - Parameter permits: whether a caller, given by its unique name, may use the object. Asked once for each caller; other callers
    ///   receive the error `org.freedesktop.DBus.Error.AccessDenied`. Nil: every program on the bus may use the object.
    /// - Throws: `BusError.invalidArgument` for a declaration that D-Bus does not permit, `.alreadyExported` if another object has the path
    ///   and one of the interfaces.
    public func export(
        _ interfaces: [BusInterface], at path: String, permits: (@Sendable (_ caller: String) async -> Bool)? = nil
    ) async throws(BusError) -> ExportedObject {
        try Self.check(path: path, interface: "a.b", member: "a")
        for interface in interfaces { try interface.validate() }
        guard Set(interfaces.map(\.name)).count == interfaces.count else {
            throw .invalid("An interface is given twice for the object '\(path)'.")
        }
        let gate = permits.map(CallerGate.init)
        let served = interfaces.map { ServedInterface($0, gate: gate) }
        let result: Result<[guint], BusError> = await BusThread.shared.result { [self] finish in
            var identifiers: [guint] = []
            for interface in served {
                do throws(BusError) { identifiers.append(try register(interface, at: path)) } catch {
                    for identifier in identifiers { g_dbus_connection_unregister_object(raw, identifier) }
                    return finish(.failure(error))
                }
            }
            finish(.success(identifiers))
        }
        return ExportedObject(self, path: path, served: served, identifiers: try result.get())
    }

    private func register(_ served: ServedInterface, at path: String) throws(BusError) -> guint {
        var error: UnsafeMutablePointer<GError>?
        guard let node = g_dbus_node_info_new_for_xml(served.interface.introspection, &error) else {
            throw BusError(consuming: error)
        }
        defer { g_dbus_node_info_unref(node) }
        let data = Unmanaged.passRetained(served)
        let identifier = g_dbus_connection_register_object(
            raw, path, g_dbus_node_info_lookup_interface(node, served.interface.name), serving, data.toOpaque(),
            releaseObject, &error)
        guard identifier != 0 else {
            // GLib takes ownership of the data only if the registration succeeds.
            data.release()
            throw BusError(consuming: error)
        }
        return identifier
    }
}

/// An interface of an exported object, as served on the bus thread.
private final class ServedInterface: Sendable {
    let interface: BusInterface
    let methods: [String: BusMethod]
    let properties: [String: BusProperty]
    let values: Mutex<[String: Variant]>
    private let gate: CallerGate?

    init(_ interface: BusInterface, gate: CallerGate?) {
        self.interface = interface
        self.gate = gate
        methods = Dictionary(uniqueKeysWithValues: interface.methods.map { ($0.name, $0) })
        properties = Dictionary(uniqueKeysWithValues: interface.properties.map { ($0.name, $0) })
        var values: [String: Variant] = [:]
        for property in interface.properties {
            if case .stored(let value) = property.value { values[property.name] = value }
        }
        self.values = Mutex(values)
    }

    static func from(_ data: UnsafeMutableRawPointer) -> ServedInterface {
        Unmanaged<ServedInterface>.fromOpaque(data).takeUnretainedValue()
    }

    /// Handles a call of the interface or of its properties, as soon as the caller is known to be permitted.
    func handle(sender: String, interface: String, method: String, invocation: OpaquePointer) {
        // GLib's invocation, which the reply consumes, may be used on any thread.
        let address = UInt(bitPattern: invocation)
        let perform: @Sendable () -> Void = { [self] in
            guard let invocation = OpaquePointer(bitPattern: address),
                let body = g_dbus_method_invocation_get_parameters(invocation)
            else { return }
            // Without property functions in the table, GLib forwards property calls to this function, so that errors keep their names.
            if interface == "org.freedesktop.DBus.Properties" {
                properties(method: method, body: body, invocation: invocation)
            } else {
                call(sender: sender, method: method, body: body, invocation: invocation)
            }
        }
        guard let gate else { return perform() }
        gate.check(sender) { decision in
            switch decision {
            case .permitted: perform()
            case .denied(let error):
                g_dbus_method_invocation_return_dbus_error(
                    OpaquePointer(bitPattern: address), error.name, error.message)
            }
        }
    }

    /// Handles a method call. GLib has already checked the name and the argument types against the declaration.
    private func call(sender: String, method: String, body: OpaquePointer, invocation: OpaquePointer) {
        guard let method = methods[method], let arguments = try? [Variant](glibBody: body) else {
            g_dbus_method_invocation_return_dbus_error(
                invocation, "org.freedesktop.DBus.Error.InvalidArgs", "The arguments cannot be read.")
            return
        }
        method.handler(MethodCall(sender: sender, method: method, arguments: arguments, consuming: invocation))
    }

    /// Handles a call of `org.freedesktop.DBus.Properties`. GLib has checked that the property exists, its access and its type.
    private func properties(method: String, body: OpaquePointer, invocation: OpaquePointer) {
        let arguments = (try? [Variant](glibBody: body)) ?? []
        do throws(BusError) {
            switch method {
            case "Get" where arguments.count == 2:
                let name = arguments[1].stringValue ?? ""
                try reply(with: [name], to: invocation) { $0.values.map { .variant($0) } }
            case "GetAll": try reply(with: Array(properties.keys), to: invocation) { [.dictionary($0)] }
            case "Set" where arguments.count == 3:
                guard case .variant(let value) = arguments[2],
                    let setter = properties[arguments[1].stringValue ?? ""]?.setter
                else { throw .invalid("The property is read-only.") }
                try setter(value)
                g_dbus_method_invocation_return_value(invocation, nil)
            default: throw .invalid("The arguments cannot be read.")
            }
        } catch {
            let answer = BusError.answer(error.name ?? "org.freedesktop.DBus.Error.Failed", error.message)
            g_dbus_method_invocation_return_dbus_error(invocation, answer.name, answer.message)
        }
    }

    /// Replies with properties. The stored ones do not change between reading and sending, so that a signal with a later value follows the reply.
    private func reply(
        with names: [String], to invocation: OpaquePointer, _ results: ([String: Variant]) -> [Variant]
    ) throws(BusError) {
        var read: [String: Variant] = [:]
        // These may run code of the app, which may set stored properties.
        for name in names {
            guard let property = properties[name] else { throw .invalid("There is no property '\(name)'.") }
            switch property.value {
            case .stored: continue
            case .computed(let compute), .requested(let compute): read[name] = try Self.checked(compute(), property)
            }
        }
        try values.withLock { (stored: inout [String: Variant]) throws(BusError) in
            for name in names {
                guard let property = properties[name], case .stored(let first) = property.value else { continue }
                read[name] = try Self.checked(stored[name] ?? first, property)
            }
            try GLibBody(results(read)).withValue { g_dbus_method_invocation_return_value(invocation, $0) }
        }
    }

    private static func checked(_ value: Variant, _ property: BusProperty) throws(BusError) -> Variant {
        try BusInterface.check(value, property)
        return value
    }
}

// Initialized once, before the first object is exported, and only read afterwards.
nonisolated(unsafe) private let serving: UnsafePointer<GDBusInterfaceVTable> = {
    let table = UnsafeMutablePointer<GDBusInterfaceVTable>.allocate(capacity: 1)
    table.initialize(to: GDBusInterfaceVTable())
    table.pointee.method_call = { _, sender, _, interface, method, _, invocation, data in
        guard let data, let interface, let method, let invocation else { return }
        ServedInterface.from(data).handle(
            sender: sender.map { String(cString: $0) } ?? "", interface: String(cString: interface),
            method: String(cString: method), invocation: invocation)
    }
    return UnsafePointer(table)
}()
