public import Foundation

/// The address of a session bus.
public enum BusAddress {
    /// Returns the address from the environment, or nil if the session has no bus. Does not open or start anything.
    ///
    /// Addresses that would start a bus ("autolaunch:") are ignored.
    public static func session(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        if let given = environment["DBUS_SESSION_BUS_ADDRESS"] {
            let usable = given.split(separator: ";").filter {
                !$0.hasPrefix("autolaunch:") && !$0.hasPrefix("disabled:")
            }
            return usable.isEmpty ? nil : usable.joined(separator: ";")
        }
        guard let folder = environment["XDG_RUNTIME_DIR"], !folder.isEmpty,
            FileManager.default.fileExists(atPath: folder + "/bus")
        else { return nil }
        return "unix:path=" + escaped(folder + "/bus")
    }

    /// Escapes a value of an address: bytes other than letters, digits and some punctuation become '%' and two hexadecimal digits.
    static func escaped(_ value: String) -> String {
        let permitted = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/.\\*".utf8)
        return value.utf8.map { permitted.contains($0) ? String(UnicodeScalar($0)) : String(format: "%%%02x", $0) }
            .joined()
    }
}
