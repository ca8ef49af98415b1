public import ArgumentParser
import Foundation
import ReportText
public import NowPlayingValidation

extension ContentKind: ExpressibleByArgument {}
extension NowPlayingRule.Level: ExpressibleByArgument {}

/// The formats of `--format`; `--json` prints lines.
enum NowPlayingFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit

    var report: NowPlayingReport.Format {
        switch self {
        case .text: .text
        case .json: .json
        case .junit: .junit
        }
    }
}

/// `avplayer nowplaying`: watches players on the session bus, or checks a log of what they have published.
struct NowPlayingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nowplaying",
        abstract: "Checks what players publish as Now Playing, live on the session bus or from a log.",
        discussion: """
            Each update is checked against the property matrix and the event table of the TV app's integration guide: start, play, pause, \
            seek, completion, and never on a timer. A finding names the time, the player, the rule, what was published, what was expected \
            and how to fix it. Other MPRIS players, such as VLC and mpv, are checked as far as their properties go. The identifiers of a \
            log are compared with feeds by 'umc nowplaying'.

            Examples:
              avplayer nowplaying                                    watches all players until Ctrl-C
              avplayer nowplaying --log session.jsonl --player MyApp --kind movie --duration 5400
              avplayer nowplaying --check session.jsonl --kind movie --format junit > report.xml
              avplayer nowplaying --exit-after gone --json           ends when the last player has left the bus
              avplayer nowplaying --rules                            the matrix, the events and the rules

            Exit codes: 0 no findings at or above --fail-on; 1 such findings, or lines of a log that cannot be read; 2 wrong usage; 3 no \
            session bus, or a log that cannot be read at all; 130 Ctrl-C, after the summary.
            """)

    @Flag(help: "Watch the players on the session bus (the default): print each update and each finding as it happens.")
    var watch = false

    @Option(
        help: ArgumentHelp(
            "While watching, write each update to this file, one JSON object a line.", valueName: "file"),
        completion: .file())
    var log: String?

    @Option(
        help: ArgumentHelp("Check this log instead of watching; - is standard input.", valueName: "file"),
        completion: .file())
    var check: String?

    @Option(
        help: ArgumentHelp(
            "Only this player: its bus name, or the name without org.mpris.MediaPlayer2. and instance.",
            valueName: "name"))
    var player: String?

    @Option(help: "The kind of the content: movie, episode, event or live (default: derived from each dictionary).")
    var kind: ContentKind?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The item's net duration, without advertisements, to compare with, such as 5400.", valueName: "seconds"))
    var duration: Double?

    @Flag(help: "Print one JSON object a line: updates as in the log, findings, and a summary.")
    var json = false

    @Option(help: "The format of the report: text, json (one document) or junit. json and junit print no updates.")
    var format: NowPlayingFormat?

    @Option(
        help: ArgumentHelp("The lowest level of findings for exit code 1: error, warning or info.", valueName: "level"))
    var failOn = NowPlayingRule.Level.error

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "While watching, end after this time in seconds, such as 60, or when the last player has left (gone).",
            valueName: "gone|seconds"))
    var exitAfter: String?

    @Flag(help: "Print the property matrix, the event table and the rules as Markdown, and end.")
    var rules = false

    func validate() throws {
        if check != nil, watch || log != nil || exitAfter != nil {
            throw ValidationError("--check reads a log: it cannot be combined with --watch, --log or --exit-after.")
        }
        if json, format != nil { throw ValidationError("--json and --format cannot be combined.") }
        let range = OptionRange("--duration", 0...1e9, "seconds", example: "5400", excludesLowest: true)
        if let problem = range.problem(duration) { throw ValidationError(problem) }
        if let exitAfter, exitAfter != "gone", Self.seconds(exitAfter) == nil {
            throw ValidationError(
                "--exit-after cannot be '\(exitAfter.prefix(40))': it takes gone, or more than 0 seconds, such as --exit-after 60."
            )
        }
        if let log, log.isEmpty { throw ValidationError("--log needs the name of a file.") }
    }

    static func seconds(_ text: String) -> Double? { Double(text).flatMap { $0 > 0 && $0 <= 1e9 ? $0 : nil } }

    private var reportFormat: NowPlayingReport.Format { json ? .lines : (format ?? .text).report }

    private func reportOptions(source: String) -> NowPlayingReport.Options {
        var options = NowPlayingReport.Options(format: reportFormat, failOn: failOn, source: source)
        options.version = AVPlayerCommand.configuration.version
        return options
    }

    private var checkOptions: NowPlayingValidator.Options {
        NowPlayingValidator.Options(kind: kind, duration: duration, player: player)
    }

    func run() throws {
        if rules {
            StandardOutput.write(Data(RuleDocument.markdown.utf8))
        } else if let check {
            try checkLog(check)
        } else {
            let session = NowPlayingSession(
                report: reportOptions(source: "session bus"), check: checkOptions, log: log, exitAfter: exitAfter)
            let code = session.run(player: player)
            if code != PlayerExit.fine.rawValue { throw ExitCode(code) }
        }
    }

    private func checkLog(_ path: String) throws {
        let isInput = path == "-"
        let name = isInput ? "<standard input>" : path
        let file: FileHandle
        do {
            file = isInput ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            Report.printError("\(path): \(FileFailure.reason(error))")
            throw ExitCode(PlayerExit.nothingRead.rawValue)
        }
        var check = LogCheck(options: checkOptions)
        var report = NowPlayingReport(reportOptions(source: name)) { text in
            StandardOutput.write(Data(text.utf8))
        }
        do {
            while !check.hasGivenUp, let bytes = try file.read(upToCount: 64 << 10), !bytes.isEmpty {
                for outcome in check.read(bytes) { report.add(outcome) }
            }
        } catch {
            Report.printError("\(name): \(FileFailure.reason(error))")
            throw ExitCode(PlayerExit.nothingRead.rawValue)
        }
        for outcome in check.finish() { report.add(outcome) }
        report.finish(check.summary)
        if check.summary.records == 0, check.summary.problems == 0 {
            Report.printError(
                player.map { "\(name): the log has no record of the player '\($0)'; look at the names in the log" }
                    ?? "\(name): the log is empty; record one with 'avplayer nowplaying --log FILE'")
            throw ExitCode(PlayerExit.nothingRead.rawValue)
        }
        let code = NowPlayingReport.exitCode(check.summary, failOn: failOn)
        if code != 0 { throw ExitCode(code) }
    }
}
