import CDesktop
public import Foundation

/// Hands things to the desktop's other programs.
public enum Desktop {
    /// Opens a URL with the program that the desktop has for it. Returns false if there is none, or it did not start.
    ///
    /// Waits on a thread of its own. In a sandbox GLib asks the portal.
    public static func open(_ url: URL) async -> Bool {
        let text = url.absoluteString
        return await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(returning: g_app_info_launch_default_for_uri(text, nil, nil) != 0)
            }
        }
    }

    /// Whether the desktop has a program for URLs of that kind. Looks into files; a few milliseconds.
    public static func canOpen(_ url: URL) -> Bool {
        guard let scheme = url.scheme, !scheme.isEmpty else { return false }
        if url.isFileURL { return FileManager.default.fileExists(atPath: url.path) }
        guard let program = g_app_info_get_default_for_uri_scheme(scheme) else { return false }
        g_object_unref(UnsafeMutableRawPointer(program))
        return true
    }
}
