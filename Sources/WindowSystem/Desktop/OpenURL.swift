import CDesktop
import DBus
package import Foundation

/// Opens URLs with other programs of the desktop.
package enum Desktop {
    /// Opens a URL with the desktop's default program, else through the desktop portal.
    ///
    /// Blocking calls run on another thread. Returns false if there is no program or the program did not start.
    package static func open(_ url: URL) async -> Bool {
        let text = url.absoluteString
        let isOpened = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: g_app_info_launch_default_for_uri(text, nil, nil) != 0)
            }
        }
        return isOpened ? true : await openThroughPortal(text)
    }

    /// Uses the portal, which works from inside a sandbox and lets the user choose a program. The portal does not accept file URLs.
    private static func openThroughPortal(_ url: String) async -> Bool {
        guard !url.hasPrefix("file:"), let connection = try? await BusConnection.session() else { return false }
        let answer = try? await connection.call(
            DesktopSettings.service, path: DesktopSettings.path, interface: "org.freedesktop.portal.OpenURI",
            method: "OpenURI", arguments: [.string(""), .string(url), .dictionary([:])], timeout: .seconds(5))
        return answer != nil
    }

    /// Returns whether the desktop has a program for URLs of this kind. Blocks for a few milliseconds to read files.
    package static func canOpen(_ url: URL) -> Bool {
        guard let scheme = url.scheme, !scheme.isEmpty else { return false }
        if url.isFileURL { return FileManager.default.fileExists(atPath: url.path) }
        guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
        g_object_unref(UnsafeMutableRawPointer(program))
        return true
    }
}
