import AppLinks
import ArgumentParser
import DBus
import DeepLinks
import Foundation

@main
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openavkit-open",
        abstract: "Opens a link with the app that has registered it.",
        discussion: """
            Universal links open the app that their domain's association file names; links of a custom scheme the app that has registered the \
            scheme. A running app receives the link, and a stopped one is started. Other links are not opened, unless --desktop is given.

            --continue passes the current activity of one app to another one of the same user.

            Exit codes: 0 opened; 1 the app does not accept the link, or cannot be started; 2 wrong usage; 3 no app is registered for the \
            link.
            """, version: "0.1.0")

    @Argument(help: "The link, or with --continue, the type of the activity.")
    var link: String

    @Flag(help: "Say which app would open the link, and why, without opening it.")
    var explain = false

    @Flag(help: "Open links that no app has registered with the desktop's default program.")
    var desktop = false

    @Flag(name: .customLong("continue"), help: "Continue an activity: needs --from and --with.")
    var continues = false

    @Option(help: "The identifier of the app whose current activity is continued.")
    var from: String?

    @Option(help: "The identifier of the app that continues the activity.")
    var with: String?

    func validate() throws {
        if continues, from == nil || with == nil { throw ValidationError("--continue needs --from and --with.") }
    }

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

    private static func print(_ text: String, isError: Bool = true) {
        let handle = isError ? FileHandle.standardError : FileHandle.standardOutput
        try? handle.write(contentsOf: Data(((isError ? "openavkit-open: " : "") + text + "\n").utf8))
    }

    func run() async throws {
        if continues { return try await continueActivity() }
        guard let url = URL(string: link, encodingInvalidCharacters: false) else {
            Self.print("'\(link)' is not a URL.")
            throw ExitCode(2)
        }
        let destination: LinkResolver.Destination
        do { destination = try LinkResolver().destination(of: url) } catch {
            Self.print(error.description)
            throw ExitCode(2)
        }
        switch destination {
        case .scheme(let app), .universal(let app):
            if explain { return Self.print(app.identifier, isError: false) }
            try await report(AppLauncher().open([link], with: app))
        case .desktop(let reason):
            if explain || !desktop {
                Self.print(reason)
                throw ExitCode(3)
            }
            guard Self.openWithDesktop(link) else { throw ExitCode(1) }
        }
    }

    private func report(_ outcome: AppLauncher.Outcome) throws {
        switch outcome {
        case .opened: return
        case .refused(let text), .failed(let text):
            Self.print(text)
            throw ExitCode(1)
        }
    }

    private func continueActivity() async throws {
        guard let from, let with, let app = AppRegistry().registration(of: with) else {
            Self.print("The app '\(with ?? "")' is not registered.")
            throw ExitCode(3)
        }
        do {
            try await ActivityBus.ask(app, toContinue: link, from: from)
        } catch {
            Self.print(error.description)
            throw ExitCode(1)
        }
    }

    private static func openWithDesktop(_ link: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["xdg-open", link]
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
