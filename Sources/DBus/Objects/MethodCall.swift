import CDesktop
import Synchronization

/// A method call by another program on an exported object. It is replied to once, on any thread.
///
/// A call that is deallocated without a reply is answered with the error `org.freedesktop.DBus.Error.Failed`, so that the caller does not
/// wait until its timeout.
public final class MethodCall: Sendable {
    /// The unique name of the caller.
    public let sender: String
    public let method: String
    /// The arguments, of the declared types.
    public let arguments: [Variant]
    private let results: [BusArgument]
    /// GLib's invocation, which the reply consumes; 0 after the reply.
    private let invocation: Mutex<UInt>

    init(sender: String, method: BusMethod, arguments: [Variant], consuming invocation: OpaquePointer) {
        self.sender = sender
        self.method = method.name
        self.arguments = arguments
        results = method.results
        self.invocation = Mutex(UInt(bitPattern: invocation))
    }

    deinit {
        fail("org.freedesktop.DBus.Error.Failed", "The method '\(method)' sent no reply.")
    }

    /// Replies with results of the declared types. Does nothing if the call has been answered.
    /// - Throws: `BusError.invalidArgument` for results of other types; the call then still has to be answered.
    public func reply(_ values: [Variant] = []) throws(BusError) {
        guard values.map(\.type) == results.map(\.type) else {
            throw .invalid(
                "The method '\(method)' answers with '\(results.map(\.type.string).joined())' and was given "
                    + "'\(values.map(\.type.string).joined())'.")
        }
        let body = try GLibBody(values)
        guard let invocation = takeInvocation() else { return }
        body.withValue { g_dbus_method_invocation_return_value(invocation, $0) }
    }

    /// Replies with an error. Does nothing if the call has been answered.
    /// - Parameter name: the error's name, in the form of an interface name: "org.example.Error.NotFound".
    public func fail(_ name: String, _ message: String) {
        guard let invocation = takeInvocation() else { return }
        let error = BusError.answer(name, message)
        g_dbus_method_invocation_return_dbus_error(invocation, error.name, error.message)
    }

    private func takeInvocation() -> OpaquePointer? {
        let address = invocation.withLock { held in
            defer { held = 0 }
            return held
        }
        return OpaquePointer(bitPattern: address)
    }
}
