package import DBus

/// An interface that is published on the app's object until `end()` or the last reference.
package final class AppPublication: Sendable {
    private let owner: AppBusObject
    private let number: Int
    private let interface: BusInterface

    init(_ owner: AppBusObject, number: Int, interface: BusInterface) {
        self.owner = owner
        self.number = number
        self.interface = interface
    }

    deinit { end() }

    /// Ends the publication. The bus name is released with the last publication.
    package func end() { owner.end(number) }

    /// Whether the interface is exported on a connection at present.
    package var isPublished: Bool { owner.isPublished(number) }

    /// Sets stored properties and reports the changed ones. The values also apply to later connections.
    /// - Throws: `BusError.invalidArgument` for a property that is not declared, or a value of another type.
    package func set(_ values: [String: Variant]) throws(BusError) {
        for (name, value) in values {
            guard let property = interface.properties.first(where: { $0.name == name }), property.type == value.type
            else {
                throw BusError(
                    code: .invalidArgument,
                    message:
                        "The interface '\(interface.name)' has no property '\(name)' of the type '\(value.type.string)'."
                )
            }
        }
        try withConnection(owner.update(number, values)) { object throws(BusError) in
            try object.set(values, of: interface.name)
        }
    }

    /// Reports that requested properties have changed, without their values. Without a connection nothing is sent.
    /// - Throws: `BusError.invalidArgument` for a property that is not declared as requested.
    package func invalidate(_ properties: [String]) throws(BusError) {
        try withConnection(owner.update(number)) { object throws(BusError) in
            try object.invalidate(properties, of: interface.name)
        }
    }

    /// Sends a signal. Without a connection nothing is sent.
    /// - Throws: `BusError.invalidArgument` for a signal that is not declared, or arguments of other types.
    package func emit(_ signal: String, _ arguments: [Variant] = []) throws(BusError) {
        try withConnection(owner.update(number)) { object throws(BusError) in
            try object.emit(signal, of: interface.name, arguments: arguments)
        }
    }

    /// A connection that has just closed is not an error: the values are published again on the next one.
    private func withConnection(
        _ object: ExportedObject?, _ body: (ExportedObject) throws(BusError) -> Void
    ) throws(BusError) {
        guard let object else { return }
        do throws(BusError) { try body(object) } catch {
            if error.code == .invalidArgument { throw error }
        }
    }
}
