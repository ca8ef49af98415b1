/// The files by which a desktop and a message bus find and start an app.
struct DesktopFiles {
    let app: AppRegistration

    /// The environment variable that says how the app was started.
    static let launchVariable = "OPENAVKIT_LAUNCH"
    static let identifierVariable = "OPENAVKIT_APP_ID"

    /// The desktop entry. Its name must be the app's name on the bus, because it is activated there.
    var desktopEntry: String {
        let types = app.schemes.map { "x-scheme-handler/\($0);" }.joined()
        var lines = [
            "[Desktop Entry]", "Type=Application", "Version=1.5", "Name=\(Self.escaped(app.name))",
            "Exec=" + Self.escaped(command(launch: "links").replacing("%", with: "%%")) + " %U", "Terminal=false",
            "Categories=AudioVideo;Video;Player;", "DBusActivatable=true", "X-OpenAVKit-AppID=\(app.identifier)",
            "X-OpenAVKit-TVApp=\(app.isTVAppCompatible)",
        ]
        if !types.isEmpty { lines.insert("MimeType=\(types)", at: 6) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The file by which the bus starts the app.
    var busService: String {
        "[D-BUS Service]\nName=\(app.busName)\nExec=\(command(launch: "service"))\n"
    }

    /// The command line, in the quoting that desktop entries and bus services share.
    private func command(launch: String) -> String {
        "/usr/bin/env \(Self.launchVariable)=\(launch) \(Self.identifierVariable)=\(app.identifier) "
            + Self.quoted(app.executable)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text {
            if "\"`$\\".contains(character) { result += "\\" }
            result.append(character)
        }
        return result + "\""
    }

    /// Escapes a value of a desktop entry.
    private static func escaped(_ text: String) -> String { text.replacing("\\", with: "\\\\") }
}
