import ArgumentParser
import Foundation

@main
struct AVPlayerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "avplayer",
        abstract: "Plays films in a window, or without one.",
        usage: """
            avplayer <url> ... [options, see 'avplayer help play']
            avplayer inspect <url> [--json]
            avplayer download <url> [--to <folder>] [--json]
            avplayer doctor
            """,
        discussion: """
            Keys: Space plays and pauses, arrows skip and change the volume, F is full screen, M mutes, Escape leaves full screen.

            Exit codes: 0 fine; 1 playback failed after bytes came; 2 wrong usage; 3 nothing could be read; 130 Ctrl-C. With several \
            URLs the highest counts.
            """,
        version: "0.1.0",
        subcommands: [PlayCommand.self, InspectCommand.self, DownloadCommand.self, DoctorCommand.self],
        defaultSubcommand: PlayCommand.self)

    static func main() {
        // A reader that goes away (avplayer … --json | head) is no reason to die half-way.
        signal(SIGPIPE, SIG_IGN)
        do {
            var command = try parseAsRoot()
            try command.run()
            PlayerExit.leave(PlayerExit.fine.rawValue)
        } catch {
            let code = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty { Report.line(message, isError: !code.isSuccess) }
            // The parser's own 64 is this program's 2.
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

    /// Ends the process without the exit handlers of libraries: threads of the network and of sound may be in the midst of those libraries
    /// still, and crash when their tables go. Nothing is lost: `Report` writes at once.
    static func leave(_ status: Int32) -> Never { _exit(status) }

    static func < (left: PlayerExit, right: PlayerExit) -> Bool { left.rawValue < right.rawValue }
}

/// Lines for people on standard output or standard error.
enum Report {
    static func line(_ text: String, isError: Bool = true) {
        let handle = isError ? FileHandle.standardError : FileHandle.standardOutput
        try? handle.write(contentsOf: Data((printable(text) + "\n").utf8))
    }

    /// Films and playlists come from strangers: what would steer a terminal is shown by its number, as in \u{1B}.
    static func printable(_ text: String) -> String {
        func steers(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
        }
        guard text.unicodeScalars.contains(where: steers) else { return text }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            result += steers(scalar) ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }
    }

    static func complain(_ text: String) { line("avplayer: \(text)") }
}
