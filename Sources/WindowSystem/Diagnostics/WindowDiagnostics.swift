import CDesktop
import CSDL

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

    /// Whether a D-Bus session bus answers. May block for as long as the bus takes to connect.
    public static func hasSessionBus() -> Bool { SessionBus.answers() }

    /// Whether assistive programs can be reached. Starts the accessibility bus where the session has one; may block.
    public static func hasAccessibilityBus() -> Bool { SessionBus.accessibilityBusAnswers() }

    /// SDL's video drivers, whether they would work or not.
    public static var videoDrivers: [String] {
        (0..<max(0, SDL_GetNumVideoDrivers())).compactMap { SDL_GetVideoDriver($0).map { String(cString: $0) } }
    }
}
