import ArgumentParser
import CatalogReports
import Foundation
import ReportText
import UniversalMediaCatalog

@main
struct UMCCommand: ParsableCommand {
    static let toolVersion = "0.1.0"
    /// The release date of this version, for the manual page.
    static let toolDate = "2026-11-22"

    static let configuration = CommandConfiguration(
        commandName: "umc",
        abstract: "Checks Universal Media Catalog feeds: catalogs, availability feeds and partner manifests.",
        discussion: """
            Examples:
              umc validate catalog.xml availability-*.xml manifest.xml
              umc validate catalog.xml --format html --output report.html
              umc explain CAT-TITLE-LEN

            This is not Apple's validator. Each rule has a tag for its evidence; rules with the tag D are this project's own.

            \(ToolExit.sentence) Manual page: umc manual | man -l -
            """,
        version: "umc \(toolVersion) (\(LibraryVersions.text))",
        subcommands: [
            ValidateCommand.self, RulesCommand.self, ExplainCommand.self, CodesCommand.self, SchemaCommand.self,
            StatsCommand.self, DiffCommand.self, ConvertCommand.self, NewCommand.self, AvailabilityCommand.self,
            NowPlayingCommand.self, ManualCommand.self,
        ])

    static func main() {
        // A reader that closes its end (umc validate … | head) must not terminate the process.
        signal(SIGPIPE, SIG_IGN)
        Interruption.watch()
        if let problem = ArgumentText.problem {
            Console.printError(problem)
            Foundation.exit(ToolExit.usage)
        }
        let words = CommandLine.arguments.dropFirst()
        if let sentence = misspelling(words.first == "help" ? words.dropFirst().first : words.first) {
            Console.printError(sentence)
            Foundation.exit(ToolExit.usage)
        }
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let code = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty, code.isSuccess { show(message) }
            if !message.isEmpty, !code.isSuccess { Console.line(message) }
            // The parser's exit code 64 is 2 here.
            Foundation.exit(code == .validationFailure ? ToolExit.usage : code.rawValue)
        }
    }
}

extension UMCCommand {
    /// Writes a help text or the version. The program ends if it cannot be written.
    private static func show(_ text: String) {
        do { try FeedCommand.writing(nil) { $0.write(text + "\n") } } catch { Foundation.exit(ToolExit.failed) }
    }

    /// Returns a sentence that names the intended command; nil if the first argument may be a command or an option.
    static func misspelling(_ argument: String?) -> String? {
        guard let argument, !argument.isEmpty, !argument.hasPrefix("-") else { return nil }
        let names = configuration.subcommands.map { $0._commandName } + ["help"]
        guard !names.contains(argument) else { return nil }
        let start = "there is no command '\(argument.prefix(60))'; "
        if let near = Spelling.nearest(to: argument, among: names) ?? names.first(where: { $0.hasPrefix(argument) }) {
            return start + "did you mean 'umc \(near)'?"
        }
        let other = Spelling.nearest(to: argument, among: Array(alternatives.keys.sorted()))
        if let near = alternatives[argument.lowercased()] ?? other.flatMap({ alternatives[$0] }) {
            return start + "did you mean 'umc \(near)'?"
        }
        if FileManager.default.fileExists(atPath: argument) || argument.contains(".xml") {
            return start + "to check a feed: umc validate \(argument.prefix(200))"
        }
        return start + "the commands are \(names.joined(separator: ", ")); see umc --help"
    }

    /// Usual names of commands in other tools.
    private static let alternatives = [
        "check": "validate", "lint": "validate", "verify": "validate", "compare": "diff", "init": "new",
        "create": "new", "template": "new", "statistics": "stats", "xsd": "schema", "man": "manual", "list": "rules",
        "why": "explain", "upgrade": "convert", "migrate": "convert", "import": "convert", "genres": "codes genres",
        "ratings": "codes ratings", "now-playing": "nowplaying",
    ]
}

/// The exit codes of all commands.
enum ToolExit {
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let nothingRead: Int32 = 3
    static let interrupted: Int32 = 130

    /// The meanings of the exit codes, for help texts and the manual page.
    static let meanings: [(code: Int32, meaning: String)] = [
        (0, "fine"),
        (
            failed,
            "findings at or above --fail-on, or a feed that could not be read completely, or a report or another file that could not be written"
        ),
        (usage, "wrong usage"),
        (nothingRead, "nothing of a feed could be read"),
        (interrupted, "Ctrl-C"),
    ]
    static let remark = "With several feeds, the highest code is returned."

    static var sentence: String {
        "Exit codes: \(meanings.map { "\($0.code) \($0.meaning)" }.joined(separator: "; ")). \(remark)"
    }
}

/// Writes lines to standard error.
enum Console {
    static func line(_ text: String) {
        let text = TerminalText.wrapped(text, columns: TerminalText.columns(of: STDERR_FILENO))
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }

    static func printError(_ text: String) { line("umc: \(text)") }

    /// Returns whether output to a descriptor is coloured.
    static func isColored(_ choice: ColorChoice, _ descriptor: Int32) -> Bool {
        switch choice {
        case .always: return true
        case .never: return false
        case .auto:
            let environment = ProcessInfo.processInfo.environment
            guard environment["NO_COLOR"]?.isEmpty ?? true, environment["TERM"] != "dumb" else { return false }
            return isatty(descriptor) == 1
        }
    }
}

enum ColorChoice: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

/// Ends the program on Ctrl-C without leaving incomplete files.
enum Interruption {
    // Safe: the main thread sets it before the file exists and clears it after the file is gone; the handler only reads it, and a
    // pointer is read and written atomically.
    private nonisolated(unsafe) static var draft: UnsafeMutablePointer<CChar>?
    // Safe: as above.
    private nonisolated(unsafe) static var clearsLine = false

    static func watch() {
        // The parent process may have blocked these signals, and children inherit the mask.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                // Only async-signal-safe calls are allowed here.
                if let draft = Interruption.draft { unlink(draft) }
                if Interruption.clearsLine { _ = write(2, "\r\u{1B}[K", 4) }
                _exit(128 + number)
            }
        }
    }

    /// - Parameter path: the incomplete file to delete on a signal; nil: none.
    static func removes(_ path: String?) {
        let before = draft
        draft = path.flatMap { strdup($0) }
        free(before)
    }

    static func clearsProgress(_ does: Bool) { clearsLine = does }
}
