import Drawing
import Foundation
import WindowSystem

/// The versions and state of the libraries that UIKit uses for windows and text, for a bug report. Not in Apple's API.
package enum DisplaySystem {
    package struct Fact: Sendable, Hashable {
        package var name: String
        package var value: String
        /// The suggested fix; nil where there is no problem.
        package var remedy: String?
    }

    /// Collects the facts now. Opens the display if one is available.
    @MainActor
    package static func facts() -> [Fact] {
        let windows = WindowDiagnostics.libraryVersions()
        var facts = [
            Fact(
                name: "SDL",
                value: windows.loaded == windows.compiled
                    ? windows.loaded : "\(windows.loaded) (built with \(windows.compiled))")
        ]
        facts += DrawingDiagnostics.libraryVersions().map { Fact(name: $0.name, value: $0.loaded) }
        facts.append(Fact(name: "GLib", value: WindowDiagnostics.desktopLibraryVersion))
        facts.append(Fact(name: "ATK", value: WindowDiagnostics.accessibilityVersion))
        facts.append(display())
        facts.append(Fact(name: "drawing", value: "in software (GL is not used yet)"))
        facts.append(
            WindowDiagnostics.hasSessionBus()
                ? Fact(name: "D-Bus", value: "session bus")
                : Fact(
                    name: "D-Bus", value: "no session bus: no accessibility, no media keys",
                    remedy: "Log in to a desktop session, or start the program with 'dbus-run-session --'."))
        let family = DrawingDiagnostics.family(for: "Inter") ?? "none"
        facts.append(
            family == "Inter"
                ? Fact(name: "font", value: family)
                : Fact(name: "font", value: "\(family) in place of Inter", remedy: "Install fonts-inter."))
        return facts
    }

    @MainActor
    private static func display() -> Fact {
        do {
            try DisplayServer.shared.open()
            let server = DisplayServer.shared
            let displays = server.displays.map { display in
                "\(Int(display.frame.width * display.scale))x\(Int(display.frame.height * display.scale))@\(Int(display.refreshRate.rounded()))"
            }
            return Fact(name: "display", value: "\(server.driver ?? "unknown"): \(displays.joined(separator: ", "))")
        } catch {
            return Fact(name: "display", value: "none: windows are drawn in memory only", remedy: error.message)
        }
    }
}
