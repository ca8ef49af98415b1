import CDesktop

/// An error of a bus connection, call, name or exported object.
public struct BusError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure, for programs.
    public enum Code: Sendable, Hashable {
        /// The session has no bus. No bus is started.
        case noBus
        /// The bus does not answer, or rejects the connection.
        case connectionFailed
        /// The connection has ended.
        case disconnected
        case timedOut
        case cancelled
        /// A name, a path, a type or a value that D-Bus does not permit. Nothing was sent.
        case invalidArgument
        /// Another object has the same path and interface.
        case alreadyExported
        /// The other program, or the bus, replied with an error, whose name is in `name`.
        case remote
    }

    public let code: Code
    /// The D-Bus error name, such as "org.freedesktop.DBus.Error.ServiceUnknown". Nil for an error that was not received from the bus.
    public let name: String?
    /// The error and its remedy, in one or two sentences.
    public let message: String

    public init(code: Code, name: String? = nil, message: String) {
        self.code = code
        self.name = name
        self.message = message
    }

    /// Returns an error for the reply to a method call or a property change. A name that D-Bus does not permit becomes
    /// `org.freedesktop.DBus.Error.Failed`.
    public static func answer(_ name: String, _ message: String) -> BusError {
        let isPermitted = !name.utf8.contains(0) && g_dbus_is_interface_name(name) != 0
        return BusError(
            code: .remote, name: isPermitted ? name : "org.freedesktop.DBus.Error.Failed",
            message: message.replacing("\u{0}", with: ""))
    }

    public var description: String { name.map { "\(message) (\($0))" } ?? message }

    static func invalid(_ message: String) -> BusError { BusError(code: .invalidArgument, message: message) }

    /// Converts GLib's error and frees it.
    init(consuming raw: UnsafeMutablePointer<GError>?) {
        guard let raw else {
            self.init(code: .connectionFailed, message: "The bus gave no reason.")
            return
        }
        defer { g_error_free(raw) }
        let remote = g_dbus_error_get_remote_error(raw)
        defer { g_free(remote) }
        if remote != nil { g_dbus_error_strip_remote_error(raw) }
        let message = raw.pointee.message.map { String(cString: $0) } ?? "The bus gave no reason."
        if let remote {
            let name = String(cString: remote)
            let isTimeout = name == "org.freedesktop.DBus.Error.NoReply" || name == "org.freedesktop.DBus.Error.Timeout"
            self.init(code: isTimeout ? .timedOut : .remote, name: name, message: message)
        } else if g_error_matches(raw, g_io_error_quark(), gint(G_IO_ERROR_TIMED_OUT.rawValue)) != 0 {
            self.init(code: .timedOut, message: message)
        } else if g_error_matches(raw, g_io_error_quark(), gint(G_IO_ERROR_CANCELLED.rawValue)) != 0 {
            self.init(code: .cancelled, message: message)
        } else if g_error_matches(raw, g_io_error_quark(), gint(G_IO_ERROR_CLOSED.rawValue)) != 0 {
            self.init(code: .disconnected, message: message)
        } else if g_error_matches(raw, g_io_error_quark(), gint(G_IO_ERROR_EXISTS.rawValue)) != 0 {
            self.init(code: .alreadyExported, message: message)
        } else {
            self.init(code: .connectionFailed, message: message)
        }
    }
}
