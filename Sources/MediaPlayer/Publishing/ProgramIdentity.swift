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

    package static let current = ProgramIdentity(
        environment: ProcessInfo.processInfo.environment, executable: Bundle.main.executablePath)

    /// Reads the environment, the Info.plist beside the executable, and the installed desktop files.
    package init(environment: [String: String], executable: String?) {
        let name = executable.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "player"
        let properties = Self.properties(beside: executable)
        identifier =
            environment["OPENAVKIT_APP_ID"].flatMap { $0.isEmpty ? nil : $0 }
            ?? properties["CFBundleIdentifier"] ?? name
        let installed = Self.desktopFile(named: [identifier, name], environment)
        desktopEntry = installed?.name
        displayName = properties["CFBundleDisplayName"] ?? properties["CFBundleName"] ?? installed?.title ?? name
        busElement = NowPlayingNames.element(desktopEntry ?? name)
    }

    private static func properties(beside executable: String?) -> [String: String] {
        guard let executable else { return [:] }
        let folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
        for place in ["Info.plist", "Resources/Info.plist", "../Resources/Info.plist"] {
            guard let data = try? Data(contentsOf: folder.appendingPathComponent(place)), data.count < 1 << 20,
                let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
            else { continue }
            return list.compactMapValues { $0 as? String }.filter { !$0.value.isEmpty }
        }
        return [:]
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
