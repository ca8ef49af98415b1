import CDesktop
import CSDL
import DBus
import Foundation
import Synchronization

/// Versions and availability of the libraries and services that windows use, for bug reports.
package enum WindowDiagnostics {
    /// The version of SDL at build time and at run time: "2.26.5".
    package static func libraryVersions() -> (compiled: String, loaded: String) {
        let compiled = sdl_compiled_version()
        var loaded = SDL_version()
        SDL_GetVersion(&loaded)
        return (
            "\(compiled.major).\(compiled.minor).\(compiled.patch)", "\(loaded.major).\(loaded.minor).\(loaded.patch)"
        )
    }

    package static var accessibilityVersion: String {
        "\(atk_get_major_version()).\(atk_get_minor_version()).\(atk_get_micro_version())"
    }

    package static var desktopLibraryVersion: String {
        "\(glib_major_version).\(glib_minor_version).\(glib_micro_version)"
    }

    /// Returns whether a D-Bus session bus answers. Blocks while connecting, at most a few seconds: must not be called on a thread of the
    /// cooperative pool.
    package static func hasSessionBus() -> Bool {
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

    /// Returns whether the accessibility bus is available. The call makes the session bus start the accessibility bus if one is installed.
    package static func hasAccessibilityBus() async -> Bool {
        if let given = ProcessInfo.processInfo.environment["AT_SPI_BUS_ADDRESS"], !given.isEmpty { return true }
        let answer = try? await BusConnection.session().call(
            "org.a11y.Bus", path: "/org/a11y/bus", interface: "org.a11y.Bus", method: "GetAddress", timeout: .seconds(2)
        )
        return answer?.first?.stringValue?.isEmpty == false
    }

    /// SDL's compiled-in video drivers, including drivers that do not work here.
    package static var videoDrivers: [String] {
        (0..<max(0, SDL_GetNumVideoDrivers())).compactMap { SDL_GetVideoDriver($0).map { String(cString: $0) } }
    }
}
