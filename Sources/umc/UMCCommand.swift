import ArgumentParser
import Foundation
import UniversalMediaCatalog

@main
struct UMCCommand: ParsableCommand {
    static let toolVersion = "0.1.0"
    /// When this version was made, for the manual page.
    static let toolDate = "2026-11-22"

    static let configuration = CommandConfiguration(
        commandName: "umc",
        abstract: "Checks Universal Media Catalog feeds: catalogs, availability feeds and partner manifests.",
        discussion: """
            Examples:
              umc validate catalog.xml availability-*.xml manifest.xml
              umc validate catalog.xml --format html --output report.html
              umc explain CAT-TITLE-LEN

            This is not Apple's validator. Each rule says where it comes from; rules tagged D are this project's own.

            \(ToolExit.sentence) The manual page: umc manual | man -l -
            """,
        version: "umc \(toolVersion) (\(LibraryVersions.text))",
        subcommands: [
            ValidateCommand.self, RulesCommand.self, ExplainCommand.self, SchemaCommand.self, StatsCommand.self,
            DiffCommand.self,
            ConvertCommand.self, NewCommand.self,
            AvailabilityCommand.self, ManualCommand.self,
        ])

    static func main() {
        // A reader that goes away (umc validate … | head) is no reason to die half-way.
        signal(SIGPIPE, SIG_IGN)
        Interruption.watch()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let code = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty { Console.line(message, isError: !code.isSuccess) }
            // The parser's own 64 is this program's 2.
            Foundation.exit(code == .validationFailure ? ToolExit.usage : code.rawValue)
        }
    }
}

/// The program's exit codes, beside those of a validation.
enum ToolExit {
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let nothingRead: Int32 = 3
    static let interrupted: Int32 = 130

    /// What they say, in the words of every help and of the manual page.
    static let meanings: [(code: Int32, meaning: String)] = [
        (0, "fine"),
        (
            failed,
            "findings at or above --fail-on, or a feed that could not be read to its end, or a report that could not be written"
        ),
        (usage, "wrong usage"),
        (nothingRead, "nothing of a feed could be read"),
        (interrupted, "Ctrl-C"),
    ]
    static let remark = "With several feeds the highest counts."

    static var sentence: String {
        "Exit codes: \(meanings.map { "\($0.code) \($0.meaning)" }.joined(separator: "; ")). \(remark)"
    }
}

/// Lines for people on standard output or standard error.
enum Console {
    static func line(_ text: String, isError: Bool = true) {
        let handle = isError ? FileHandle.standardError : FileHandle.standardOutput
        try? handle.write(contentsOf: Data((text + "\n").utf8))
    }

    static func complain(_ text: String) { line("umc: \(text)") }

    /// Whether output of `descriptor` should have colours.
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

/// Ctrl-C ends the program at once, with nothing half-written left behind.
enum Interruption {
    // Safe: set before the file exists and cleared when it is gone, by the main thread; the handler only reads it, and a pointer is
    // read and written whole.
    private nonisolated(unsafe) static var draft: UnsafeMutablePointer<CChar>?
    // Safe: as above.
    private nonisolated(unsafe) static var clearsLine = false

    static func watch() {
        // Whoever started this may have kept them from its own threads, and children inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        for number in [SIGINT, SIGTERM] {
            signal(number) { number in
                // Nothing here but calls that a handler may make.
                if let draft = Interruption.draft { unlink(draft) }
                if Interruption.clearsLine { _ = write(2, "\r\u{1B}[K", 4) }
                _exit(128 + number)
            }
        }
    }

    /// - Parameter path: of a file that is no good before it is whole; nil: there is none any more.
    static func removes(_ path: String?) {
        let before = draft
        draft = path.flatMap { strdup($0) }
        free(before)
    }

    static func clearsProgress(_ does: Bool) { clearsLine = does }
}
