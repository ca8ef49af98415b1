import CDesktop
import DBus
public import Foundation

/// The way to the desktop's other programs.
public enum Desktop {
    /// Opens a URL with the program that the desktop has for it, else through the desktop's portal.
    ///
    /// Waits on another thread. Returns false where there is no program, or it did not start.
    public static func open(_ url: URL) async -> Bool {
        let text = url.absoluteString
        let isOpened = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: g_app_info_launch_default_for_uri(text, nil, nil) != 0)
            }
        }
        return isOpened ? true : await openThroughPortal(text)
    }

    /// Asks the portal, which knows programs outside of a sandbox and lets the user choose one. It takes no files by URL.
    private static func openThroughPortal(_ url: String) async -> Bool {
        guard !url.hasPrefix("file:"), let connection = try? await BusConnection.session() else { return false }
        let answer = try? await connection.call(
            DesktopSettings.service, path: DesktopSettings.path, interface: "org.freedesktop.portal.OpenURI",
            method: "OpenURI", arguments: [.string(""), .string(url), .dictionary([:])], timeout: .seconds(5))
        return answer != nil
    }

    /// Returns whether the desktop has a program for URLs of that kind. Reads files for a few milliseconds.
    public static func canOpen(_ url: URL) -> Bool {
        guard let scheme = url.scheme, !scheme.isEmpty else { return false }
        if url.isFileURL { return FileManager.default.fileExists(atPath: url.path) }
        guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
        g_object_unref(UnsafeMutableRawPointer(program))
        return true
    }
}
