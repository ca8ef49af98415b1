package import AppIdentity
import Foundation
import NowPlayingModel

/// The identity of the program on the bus.
package struct ProgramIdentity: Sendable, Hashable {
    /// The app's identifier.
    package var identifier: String
    /// The name for viewers.
    package var displayName: String
    /// The name of the installed desktop file, without its suffix; nil without one.
    package var desktopEntry: String?
    /// The element of the bus name.
    package var busElement: String

    package init(identifier: String, displayName: String, desktopEntry: String? = nil, busElement: String) {
        self.identifier = identifier
        self.displayName = displayName
        self.desktopEntry = desktopEntry
        self.busElement = busElement
    }

    package static let current = ProgramIdentity(.current, executable: AppIdentity.currentExecutable)

    /// Reads the installed desktop files.
    package init(
        _ app: AppIdentity, executable: URL, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let name = executable.lastPathComponent
        identifier = app.identifier
        let installed = Self.desktopFile(named: [identifier, name], environment)
        desktopEntry = installed?.name
        displayName =
            app["CFBundleDisplayName"]?.string ?? app["CFBundleName"]?.string ?? installed?.title ?? name
        busElement = NowPlayingNames.element(desktopEntry ?? name)
    }

    /// Returns the first of the names that has an installed desktop file, with the file's title.
    private static func desktopFile(
        named names: [String], _ environment: [String: String]
    ) -> (name: String, title: String?)? {
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let own = value("XDG_DATA_HOME") ?? (value("HOME") ?? "/") + "/.local/share"
        let shared = (value("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share").split(separator: ":").map(String.init)
        for name in names where !name.contains("/") {
            for folder in [own] + shared {
                let path = "\(folder)/applications/\(name).desktop"
                guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
                let line = text.split(separator: "\n").first { $0.hasPrefix("Name=") }
                return (name, line.map { String($0.dropFirst(5)) })
            }
        }
        return nil
    }
}
