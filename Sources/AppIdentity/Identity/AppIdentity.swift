package import Foundation

/// The identity of an app: its identifier, the values of its Info.plist, and its capabilities.
package struct AppIdentity: Sendable {
    /// The identity of this process, which the first access determines.
    package static let current = AppIdentity()

    /// `OPENAVKIT_APP_ID`, else `CFBundleIdentifier` of the Info.plist, else the executable's name.
    package let identifier: String
    /// Nil for an app without an Info.plist.
    package let information: PropertyListFile?
    package let capabilities: Capabilities
    /// What was ignored, and why: an invalid identifier, a file that is not a property list.
    package let problems: [String]
    let environment: [String: String]

    /// - Parameter executable: the program's file; by default that of this process.
    package init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        executable: URL = AppIdentity.currentExecutable
    ) {
        var problems: [String] = []
        let files = AppFiles(executable: executable)
        information = files.information(&problems)
        identifier = Self.identifier(environment, information, files.name, &problems)
        capabilities = Capabilities(
            files.capabilities(environment: environment, &problems), information: information,
            environment: environment)
        self.problems = problems
        self.environment = environment
    }

    /// The name on the session bus: `org.openavkit.App.` and the identifier.
    package var busName: String { AppIdentifier.busName(of: identifier) }

    /// The bus name of this process's app.
    package static var busName: String { current.busName }

    /// Returns a value of the Info.plist.
    package subscript(key: String) -> PropertyListValue? { information?.values[key] }

    private static func identifier(
        _ environment: [String: String], _ information: PropertyListFile?, _ name: String, _ problems: inout [String]
    ) -> String {
        let sources: [(name: String, value: String?)] = [
            ("The environment variable OPENAVKIT_APP_ID", environment["OPENAVKIT_APP_ID"]),
            (
                "CFBundleIdentifier in \(information?.url.path ?? "Info.plist")",
                information?.values["CFBundleIdentifier"]?.string
            ),
        ]
        for source in sources {
            guard let value = source.value, !value.isEmpty else { continue }
            if AppIdentifier.isValid(value) { return value }
            problems.append(
                "\(source.name) is ignored: '\(value.prefix(40))' is not an identifier. Use at most "
                    + "\(AppIdentifier.maximumLength) letters, digits, '.', '-' and '_', with a letter first.")
        }
        return AppIdentifier.made(from: name)
    }

    /// The file of this process's program.
    package static var currentExecutable: URL {
        var path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        // Linux appends this to the path of a file that has been replaced since the program started.
        if path.hasSuffix(" (deleted)") { path.removeLast(" (deleted)".count) }
        return URL(fileURLWithPath: path.isEmpty ? CommandLine.arguments.first ?? "app" : path)
    }
}
