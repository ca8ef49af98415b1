import AppIdentity
import AppLinks
import ArgumentParser
import DBus
import Foundation

@main
struct RegisterCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openavkit-register",
        abstract: "Registers an app for links, so that the desktop and other apps can open them with it.",
        discussion: """
            Writes a desktop file, a D-Bus service file and the default program of the app's schemes into the user's folders (XDG_DATA_HOME \
            and XDG_CONFIG_HOME), and fetches the association files of its domains. What is not given is taken from the Info.plist beside \
            the program: CFBundleIdentifier, CFBundleURLTypes, com.apple.developer.associated-domains, NSUserActivityTypes.

            Exit codes: 0 success; 1 an association file cannot be used (the app is registered, its universal links are not opened); 2 wrong \
            usage or a registration that is not valid.
            """, version: "0.1.0")

    @Argument(help: "The program, or with --uninstall, the app identifier.", completion: .file())
    var program: String

    @Option(name: .customLong("id"), help: "The app identifier, as in com.example.service.")
    var identifier: String?

    @Option(help: "The name for viewers.")
    var name: String?

    @Option(name: .customLong("scheme"), help: "A custom scheme that the app opens; may be repeated.")
    var schemes: [String] = []

    @Option(name: .customLong("domain"), help: "A domain whose universal links the app opens; may be repeated.")
    var domains: [String] = []

    @Option(name: .customLong("activity"), help: "A type of activity that the app continues; may be repeated.")
    var activityTypes: [String] = []

    @Option(help: "The prefix of the developer's team in association files; without it any is accepted.")
    var team: String?

    @Option(help: "The Info.plist to read in place of the one beside the program.", completion: .file())
    var plist: String?

    @Option(help: "The Info.plist key that marks the app as compatible with the TV app (default: UISupportsTVApp).")
    var tvAppKey: String?

    @Flag(help: "Do not fetch association files now; they are fetched when the first link is opened.")
    var noFetch = false

    @Flag(help: "Remove the registration and its files.")
    var uninstall = false

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty { Self.print(message, isError: !code.isSuccess) }
            Foundation.exit(code == .validationFailure ? 2 : code.rawValue)
        }
    }

    private static func print(_ text: String, isError: Bool) {
        let handle = isError ? FileHandle.standardError : FileHandle.standardOutput
        try? handle.write(contentsOf: Data((text + "\n").utf8))
    }

    func run() async throws {
        do {
            if uninstall {
                try AppRegistrar().unregister(program)
                await Self.reloadBus()
                return Self.print("removed \(program)", isError: false)
            }
            let app = try registration()
            for file in try AppRegistrar().register(app) { Self.print(file.path, isError: false) }
            await Self.reloadBus()
            if !noFetch, !Self.fetch(app.domains) { throw ExitCode(1) }
        } catch let error as RegistrationError {
            Self.print("openavkit-register: \(error)", isError: true)
            throw ExitCode(2)
        } catch let error as PropertyListError {
            Self.print("openavkit-register: \(error)", isError: true)
            throw ExitCode(2)
        }
    }

    private func registration() throws -> AppRegistration {
        let executable = URL(fileURLWithPath: program).standardizedFileURL
        let own = AppIdentity(environment: [:], executable: executable)
        let file = try plist.map { try PropertyListFile.read(URL(fileURLWithPath: $0)) } ?? own.information
        let info = file.map { AppBundleInfo($0, tvAppKey: tvAppKey ?? own.capabilities.tvAppKey) } ?? AppBundleInfo()
        let identifier = identifier ?? info.identifier ?? own.identifier
        return AppRegistration(
            identifier: identifier, name: name ?? info.name ?? executable.lastPathComponent,
            executable: executable.path, schemes: schemes.isEmpty ? info.schemes : schemes,
            domains: domains.isEmpty ? info.domains : domains,
            activityTypes: activityTypes.isEmpty ? info.activityTypes : activityTypes,
            applicationIdentifier: team.map { "\($0).\(identifier)" }, isTVAppCompatible: info.isTVAppCompatible)
    }

    private static func fetch(_ domains: [String]) -> Bool {
        let store = AssociationStore(UserFolders())
        return domains.reduce(true) { isFine, domain in
            do {
                try store.refresh(domain)
                return isFine
            } catch {
                print("openavkit-register: \(error)", isError: true)
                return false
            }
        }
    }

    /// Lets the bus read the new service file; most buses also watch the folder.
    private static func reloadBus() async {
        guard let connection = try? await BusConnection.session() else { return }
        _ = try? await connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "ReloadConfig", timeout: .seconds(5))
    }
}
