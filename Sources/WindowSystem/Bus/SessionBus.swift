import CDesktop
import Foundation

/// Calls on the session bus that wait for their answer, made on threads that may wait. Never on the main actor.
///
/// GDBus serves its connection on a thread of its own, so that this works in every kind of main loop.
enum SessionBus {
    static let timeoutMilliseconds: Int32 = 2000

    /// Whether a session bus is there without starting one.
    static func isThere(environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"] { return !address.isEmpty }
        guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty else { return false }
        return FileManager.default.fileExists(atPath: folder + "/bus")
    }

    /// The process's connection; nil if there is none. Owned by GLib, for good.
    private static func connection() -> OpaquePointer? {
        guard isThere(), let shared = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        g_dbus_connection_set_exit_on_close(shared, 0)
        return shared
    }

    static func answers() -> Bool { connection() != nil }

    static func accessibilityBusAnswers() -> Bool {
        if let given = ProcessInfo.processInfo.environment["AT_SPI_BUS_ADDRESS"], !given.isEmpty { return true }
        guard let answer = call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", "()") else {
            return false
        }
        return answer.count > 4
    }

    /// A string in GVariant's text form.
    static func quote(_ text: String) -> String {
        let escaped = text.map { character in
            switch character {
            case "'", "\\": "\\\(character)"
            case "\n": "\\n"
            default: String(character)
            }
        }
        return "'" + escaped.joined() + "'"
    }

    /// Calls a method with arguments in GVariant's text form and returns the answer in that form; nil on any error.
    static func call(
        _ name: String, _ path: String, _ interface: String, _ method: String, _ arguments: String
    ) -> String? {
        guard let connection = connection(), let parameters = g_variant_parse(nil, arguments, nil, nil, nil) else {
            return nil
        }
        let answer = g_dbus_connection_call_sync(
            connection, name, path, interface, method, g_variant_ref_sink(parameters), nil,
            G_DBUS_CALL_FLAGS_NONE, timeoutMilliseconds, nil, nil)
        g_variant_unref(parameters)
        guard let answer else { return nil }
        defer { g_variant_unref(answer) }
        guard let text = g_variant_print(answer, 0) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
