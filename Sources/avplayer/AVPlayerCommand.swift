import AVKit
import MediaPlayer
import ArgumentParser
import Foundation
import ReportText

@main
struct AVPlayerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avplayer",
        abstract: "Plays media files and streams, in a window or headless.",
        usage: """
            avplayer <url> ... [options, see 'avplayer help play']
            avplayer inspect <url> [--json] [--deep, options, see 'avplayer help inspect']
            avplayer lint <file> ... [--profile film|clip] [--json]
            avplayer chapters <file> --set <file> [--locale <tag>] ... --output <file>
            avplayer download <url> [--to <folder>] [--json]
            avplayer ask <question> [--language <tag>] [--player <name>] [--json]
            avplayer nowplaying [--watch | --log <file> | --check <file>] [options, see 'avplayer help nowplaying']
            avplayer doctor
            avplayer subscriptions [<app> ...] [--json]
            """,
        discussion: """
            Keys: Space toggles playback, arrows skip and change the volume, F toggles full screen, M mutes, Q quits; 'avplayer help play' \
            lists all of them.

            Exit codes: 0 success; 1 playback failed; 2 wrong usage; 3 nothing could be read; 130 Ctrl-C. With several \
            URLs, the highest exit code is returned.
            """,
        version: "0.1.0",
        subcommands: [
            PlayCommand.self, InspectCommand.self, ChaptersCommand.self, LintCommand.self, DownloadCommand.self,
            AskCommand.self,
            NowPlayingCommand.self,
            DoctorCommand.self, SubscriptionsCommand.self,
        ],
        defaultSubcommand: PlayCommand.self)

    static func main() {
        // A closed output pipe (avplayer … --json | head) must not end the process.
        signal(SIGPIPE, SIG_IGN)
        if let problem = ArgumentText.problem {
            Report.printError(problem)
            PlayerExit.leave(PlayerExit.usage.rawValue)
        }
        let words = Array(CommandLine.arguments.dropFirst())
        if let sentence = CommandSpelling.misspelling(words, among: configuration.subcommands.map { $0._commandName }) {
            Report.printError(sentence)
            PlayerExit.leave(PlayerExit.usage.rawValue)
        }
        do {
            var command = try parseAsRoot()
            try command.run()
            PlayerExit.leave(PlayerExit.fine.rawValue)
        } catch {
            let code = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty { Report.line(message, isError: !code.isSuccess) }
            // ArgumentParser's code 64 for wrong usage is mapped to 2.
            PlayerExit.leave(code == .validationFailure ? PlayerExit.usage.rawValue : code.rawValue)
        }
    }
}

/// The program's exit codes.
enum PlayerExit: Int32, Comparable {
    case fine = 0
    case playbackFailed = 1
    case usage = 2
    case nothingRead = 3
    case interrupted = 130

    /// Ends the process without running exit handlers: network and audio threads may still run in libraries, and would crash after the
    /// handlers have freed those libraries' data. No output is lost, because `Report` does not buffer.
    static func leave(_ status: Int32) -> Never {
        // `_exit` runs no exit handlers.
        DisplayModeMatcher.shared.restoreAll()
        ArtworkFolders.removeAll()
        guard let problem = StandardOutput.problem else { _exit(status) }
        Report.printError("standard output cannot be written: \(problem)")
        _exit(status == fine.rawValue ? playbackFailed.rawValue : status)
    }

    static func < (left: PlayerExit, right: PlayerExit) -> Bool { left.rawValue < right.rawValue }
}

/// Prints messages for the user on standard output or standard error.
enum Report {
    static func line(_ text: String, isError: Bool = true) {
        guard isError else { return StandardOutput.write(Data((printable(text) + "\n").utf8)) }
        let message = TerminalText.wrapped(printable(text), columns: TerminalText.columns(of: STDERR_FILENO))
        try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
    }

    /// Prints text on standard output; where that is a terminal, lines are wrapped to its width.
    static func text(_ text: String) {
        line(TerminalText.wrapped(printable(text), columns: TerminalText.columns(of: STDOUT_FILENO)), isError: false)
    }

    /// Prints JSON from an encoder. Control characters occur in its strings only, and are escaped as JSON requires.
    static func json(_ text: String) {
        line(JSONText.escaped(text), isError: false)
    }

    /// Escapes characters that could otherwise control the terminal or the order of the text: titles in media files and playlists are
    /// untrusted. ESC becomes `\u{1B}`.
    static func printable(_ text: String) -> String {
        func steers(_ scalar: Unicode.Scalar) -> Bool { scalar.isUnsafeToShow && scalar != "\n" && scalar != "\t" }
        guard text.unicodeScalars.contains(where: steers) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            result += steers(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }
    }

    /// Prints a message on standard error, without the secrets of URLs: logs of builds, which others read, contain it.
    static func printError(_ text: String) { line("avplayer: \(URLSecrets.masked(text))") }
}
