import CDesktop
import CSDL
import DBus
import Foundation
import Synchronization

/// What windows stand on, for bug reports.
public enum WindowDiagnostics {
    /// SDL's version as built against and as loaded: "2.26.5".
    public static func libraryVersions() -> (compiled: String, loaded: String) {
        let compiled = sdl_compiled_version()
        var loaded = SDL_version()
        SDL_GetVersion(&loaded)
        return (
            "\(compiled.major).\(compiled.minor).\(compiled.patch)", "\(loaded.major).\(loaded.minor).\(loaded.patch)"
        )
    }

    public static var accessibilityVersion: String {
        "\(atk_get_major_version()).\(atk_get_minor_version()).\(atk_get_micro_version())"
    }

    public static var desktopLibraryVersion: String {
        "\(glib_major_version).\(glib_minor_version).\(glib_micro_version)"
    }

    /// Whether a D-Bus session bus answers. Blocks for as long as connecting takes, a few seconds at most: not on a thread of the
    /// cooperative pool.
    public static func hasSessionBus() -> Bool {
        let isThere = Mutex(false)
        let answer = DispatchSemaphore(value: 0)
        Task.detached {
            let connection = try? await BusConnection.session()
            isThere.withLock { $0 = connection != nil }
            answer.signal()
        }
        answer.wait()
        return isThere.withLock { $0 }
    }

    /// Whether assistive programs can be reached. The session's bus starts the accessibility bus for the question, where it has one.
    public static func hasAccessibilityBus() async -> Bool {
        if let given = ProcessInfo.processInfo.environment["AT_SPI_BUS_ADDRESS"], !given.isEmpty { return true }
        let answer = try? await BusConnection.session().call(
            "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus", method: "GetAddress", timeout: .seconds(2)
        )
        return answer?.first?.stringValue?.isEmpty == false
    }

    /// SDL's video drivers, whether they would work or not.
    public static var videoDrivers: [String] {
        (0..<max(0, SDL_GetNumVideoDrivers())).compactMap { SDL_GetVideoDriver($0).map { String(cString: $0) } }
    }
}
