import CDesktop

/// A named and typed argument or result.
public struct BusArgument: Sendable, Hashable {
    public let name: String
    public let type: VariantType

    public init(_ name: String, _ type: VariantType) {
        self.name = name
        self.type = type
    }
}

/// A method of an exported object.
public struct BusMethod: Sendable {
    public let name: String
    public let arguments: [BusArgument]
    public let results: [BusArgument]
    let handler: @Sendable (MethodCall) -> Void

    /// - Parameter handler: called on the bus thread, in the order of the calls, with arguments of the declared types. The handler replies
    ///   synchronously, or later on any thread.
    public init(
        _ name: String, arguments: [BusArgument] = [], results: [BusArgument] = [],
        handler: @escaping @Sendable (MethodCall) -> Void
    ) {
        self.name = name
        self.arguments = arguments
        self.results = results
        self.handler = handler
    }
}

/// A property of an exported object.
public struct BusProperty: Sendable {
    /// The origin of a property's value.
    public enum Value: Sendable {
        /// Stored by the object; `ExportedObject.set(_:of:)` changes the value and reports the change.
        case stored(Variant)
        /// Computed on the bus thread for each read, such as a playback position; changes are not reported.
        case computed(@Sendable () -> Variant)
        /// Computed on the bus thread for each read. `ExportedObject.invalidate(_:of:)` reports a change without the new value, which
        /// readers then request: a signal is sent to every listener, a reply only to a caller that the object permits.
        case requested(@Sendable () -> Variant)

        /// The value of the annotation `org.freedesktop.DBus.Property.EmitsChangedSignal`.
        fileprivate var report: String {
            switch self {
            case .stored: "true"
            case .computed: "false"
            case .requested: "invalidates"
            }
        }
    }

    public let name: String
    public let type: VariantType
    let value: Value
    let setter: (@Sendable (Variant) throws(BusError) -> Void)?

    /// - Parameter setter: called on the bus thread when another program sets the property; nil for a read-only property. A stored value
    ///   changes only by a call of `ExportedObject.set(_:of:)`, from the setter or later.
    public init(
        _ name: String, _ type: VariantType, _ value: Value,
        setter: (@Sendable (Variant) throws(BusError) -> Void)? = nil
    ) {
        self.name = name
        self.type = type
        self.value = value
        self.setter = setter
    }
}

/// A signal that an exported object can send.
public struct BusSignal: Sendable, Hashable {
    public let name: String
    public let arguments: [BusArgument]

    public init(_ name: String, arguments: [BusArgument] = []) {
        self.name = name
        self.arguments = arguments
    }
}

/// An interface of an exported object: its methods, properties and signals.
public struct BusInterface: Sendable {
    public let name: String
    public let methods: [BusMethod]
    public let properties: [BusProperty]
    public let signals: [BusSignal]

    public init(
        _ name: String, methods: [BusMethod] = [], properties: [BusProperty] = [], signals: [BusSignal] = []
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }

    /// Checks all names and types, and that the initial values have the declared types.
    func validate() throws(BusError) {
        for member in methods.map(\.name) + properties.map(\.name) + signals.map(\.name) {
            try BusConnection.check(path: "/", interface: name, member: member)
        }
        guard g_dbus_is_interface_name(name) != 0 else { throw .invalid("'\(name)' is not the name of an interface.") }
        for list in [methods.map(\.name), properties.map(\.name), signals.map(\.name)]
        where Set(list).count < list.count {
            throw .invalid("The interface '\(name)' declares a member twice.")
        }
        for argument in methods.flatMap({ $0.arguments + $0.results }) + signals.flatMap(\.arguments) {
            try Self.check(argument.type, of: argument.name)
        }
        for property in properties {
            try Self.check(property.type, of: property.name)
            if case .stored(let value) = property.value { try Self.check(value, property) }
        }
    }

    static func check(_ value: Variant, _ property: BusProperty) throws(BusError) {
        guard value.type == property.type else {
            throw .invalid(
                "The property '\(property.name)' is declared as '\(property.type.string)' and got a value of the type "
                    + "'\(value.type.string)'.")
        }
    }

    private static func check(_ type: VariantType, of name: String) throws(BusError) {
        do throws(VariantTypeError) { _ = try VariantType(type.string) } catch { throw .invalid(error.description) }
        guard type.isCarriedByMessages else {
            throw .invalid("'\(name)' has the type '\(type.string)', which D-Bus does not carry.")
        }
    }

    /// The introspection XML of the interface. The names have been validated, so nothing needs to be escaped.
    var introspection: String {
        func list(_ arguments: [BusArgument], _ direction: String) -> String {
            arguments.map { "<arg name=\"\($0.name)\" type=\"\($0.type.string)\"\(direction)/>" }.joined()
        }
        let methods = methods.map {
            "<method name=\"\($0.name)\">" + list($0.arguments, " direction=\"in\"")
                + list($0.results, " direction=\"out\"") + "</method>"
        }
        let signals = signals.map { "<signal name=\"\($0.name)\">" + list($0.arguments, "") + "</signal>" }
        let properties = properties.map { property in
            let access = property.setter == nil ? "read" : "readwrite"
            return "<property name=\"\(property.name)\" type=\"\(property.type.string)\" access=\"\(access)\">"
                + "<annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"\(property.value.report)\"/>"
                + "</property>"
        }
        return "<node><interface name=\"\(name)\">" + (methods + signals + properties).joined() + "</interface></node>"
    }
}
