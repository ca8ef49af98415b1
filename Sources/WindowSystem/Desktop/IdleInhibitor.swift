import DBus
import Foundation

/// An object that prevents the desktop from blanking the screen while the object exists, as during playback of video.
///
/// The inhibitor uses the display driver and the desktop's `org.freedesktop.ScreenSaver` service if available (GNOME and others respect
/// only the service). Main actor; returns immediately, because the bus is called on another thread.
@MainActor
package final class IdleInhibitor {
    private let request: Task<InhibitRequest?, Never>
    private static var holders = 0

    /// - Parameter reason: the reason that the desktop displays, such as "Playing a video".
    package init(application: String = ProcessInfo.processInfo.processName, reason: String) {
        Self.holders += 1
        if Self.holders == 1 { DisplayServer.shared.allowsScreenSaver = false }
        request = Task.detached { await InhibitRequest(application: application, reason: reason) }
    }

    isolated deinit {
        Self.holders -= 1
        if Self.holders == 0 { DisplayServer.shared.allowsScreenSaver = true }
        Task.detached { [request] in await request.value?.end() }
    }
}

/// An inhibition that the desktop has granted.
private struct InhibitRequest: Sendable {
    private static let service = "org.freedesktop.ScreenSaver"
    private static let path = "/org/freedesktop/ScreenSaver"
    private let connection: BusConnection
    private let cookie: Variant

    init?(application: String, reason: String) async {
        guard let connection = try? await BusConnection.session(),
            let answer = try? await connection.call(
                Self.service, path: Self.path, interface: Self.service, method: "Inhibit",
                arguments: [.string(application), .string(reason)], timeout: .seconds(2)),
            let cookie = answer.first, cookie.type == .uint32
        else { return nil }
        self.connection = connection
        self.cookie = cookie
    }

    func end() async {
        // Without a reply the service no longer exists, and neither does the inhibition.
        _ = try? await connection.call(
            Self.service, path: Self.path, interface: Self.service, method: "UnInhibit", arguments: [cookie],
            timeout: .seconds(2))
    }
}
