import ArgumentParser
import Foundation
import ReportText
import StreamInspection
import StreamRules
import Synchronization

/// The options of `avplayer inspect --deep`.
struct DeepOptions: ParsableArguments {
    enum FailOn: String, ExpressibleByArgument, CaseIterable {
        case info, warning, error, fatal
        case never

        var level: StreamRule.Level? { StreamRule.Level(rawValue: rawValue) }
    }

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, sarif, junit, html

        var format: StreamReport.Format { StreamReport.Format(rawValue: rawValue) ?? .text }
    }

    @Flag(help: "Load a stream with all playlists and segments, and compare what is declared with what is measured.")
    var deep = false

    @Flag(
        help: "Decode video and audio, too: loudness, captions in frames, black frames, damaged frames. Takes longest.")
    var decode = false

    @Option(
        name: .customLong("for"), parsing: .unconditional,
        help: ArgumentHelp(
            "Watch a live stream for this time: 0 to 86400 seconds, such as 120.", valueName: "seconds"))
    var watch: Double?

    @Option(
        help: ArgumentHelp("The format of the report of --deep: text, json, sarif, junit or html.", valueName: "format")
    )
    var format: Format?

    @Option(help: ArgumentHelp("Write the report into this file.", valueName: "file"), completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The lowest level that counts as failure: info, warning, error, fatal or never. Without it, 'error' with --deep, "
                + "and 'fatal' for a playlist or a media file alone. A media file that is cut off is an error; its other findings "
                + "are warnings.", valueName: "level"))
    var failOn: FailOn?

    @Option(help: ArgumentHelp("A rule that is not applied; can be repeated.", valueName: "rule"))
    var without: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of simultaneous requests: 1 to 64, such as 8.", valueName: "count"))
    var parallel: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Look at this many segments of each playlist only: 1 or more, such as 20.", valueName: "count"))
    var segments: Int?

    @Option(help: ArgumentHelp("A header of every request; can be repeated.", valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "Store the results in this file while they arrive; the same command continues an interrupted inspection. The file "
                + "contains whole URLs, and is created so that only you can read it.",
            valueName: "file"), completion: .file())
    var resume: String?

    @Flag(
        help: """
            Show passwords, tokens, signatures and keys of URLs in reports. Otherwise *** is in their place, with a number where a URL \
            has other values of the same parameter: token=***, token=***2. Requests are the same. Also without --deep.
            """)
    var showSecrets = false

    @Flag(help: "Allow a public server to lead into private networks. Also without --deep.")
    var allowPrivate = false

    @Flag(help: "List the rules with reasons, sources and examples, and exit.")
    var rules = false

    func validate() throws {
        let known = Set(StreamRule.all.map(\.id))
        for rule in without where !known.contains(rule) && !rule.hasPrefix("hls.") {
            throw ValidationError("There is no rule '\(rule)'. 'avplayer inspect --rules' lists them.")
        }
        let problems = [
            OptionRange("--parallel", 1...64, "requests", example: "8").problem(parallel),
            OptionRange("--segments", 1...OptionRange.unlimited, "segments", example: "20").problem(segments),
            OptionRange("--for", 0...86_400, "seconds", example: "120").problem(watch),
        ]
        if let problem = problems.compactMap(\.self).first { throw ValidationError(problem) }
        for header in header where !header.contains(":") || header.hasPrefix(":") {
            throw ValidationError(
                "--header '\(header)' is not a header: write the name, a colon and the value, such as --header 'Authorization: Bearer x'."
            )
        }
        let usesDeep =
            decode || watch != nil || format != nil || output != nil || resume != nil || segments != nil
            || parallel != nil || !header.isEmpty
        if usesDeep, !deep {
            throw ValidationError(
                "--decode, --for, --format, --output, --resume, --segments, --parallel and --header are options of "
                    + "--deep: add it.")
        }
    }

    var options: InspectionOptions {
        var options = InspectionOptions()
        options.decodes = decode
        options.watchSeconds = watch
        options.parallel = parallel
        options.segmentLimit = segments
        options.allowsPrivateAddresses = allowPrivate
        options.journal = resume.map { URL(fileURLWithPath: $0) }
        for header in header {
            guard let colon = header.firstIndex(of: ":") else { continue }
            let value = header[header.index(after: colon)...].drop { $0 == " " }
            options.headers[String(header[..<colon])] = String(value)
        }
        return options
    }

    /// Returns a text of the report without the secrets of URLs, unless they are to be shown.
    func masked(_ text: String) -> String { showSecrets ? text : URLSecrets.masked(text) }

    var lint: StreamLint {
        var lint = StreamLint()
        lint.ignored = Set(without)
        return lint
    }
}

/// Runs `avplayer inspect --deep`, and prints its report.
struct DeepInspection {
    let url: URL
    let options: DeepOptions
    let json: Bool

    /// - Returns: the exit code.
    func run() throws -> Int32 {
        if let obstacle = outputObstacle {
            Report.printError(obstacle.message)
            return obstacle.exit.rawValue
        }
        let line = ProgressText()
        let inspector = StreamInspector(url, options: options.options) { line.show($0) }
        var facts: StreamFacts
        do {
            facts = try inspector.run()
        } catch let error as JournalError {
            line.clear()
            Report.printError(error.message)
            return PlayerExit.usage.rawValue
        }
        line.clear()
        if facts.document.failure != nil, let problem = StreamFolder.problem(of: url) {
            facts.document.failure?.message = problem
        }
        var report = StreamReport(facts, options.lint.check(facts))
        report.failOn = (options.failOn ?? .error).level
        report.masksSecrets = !options.showSecrets
        report.version = AVPlayerCommand.configuration.version
        let format = options.format?.format ?? (json ? .json : .text)
        let text = report.text(format)
        if let output = options.output {
            do {
                try NamedFile.write(Data(text.utf8), to: output)
            } catch {
                Report.printError("\(output) cannot be written: \(FileFailure.reason(error))")
                return PlayerExit.playbackFailed.rawValue
            }
            Report.line(report.verdict, isError: false)
        } else {
            let columns = format == .text ? TerminalText.columns(of: STDOUT_FILENO) : nil
            StandardOutput.write(Data(TerminalText.wrapped(text, columns: columns).utf8))
        }
        return report.exitCode
    }

    /// Why the report cannot be written, found before an inspection that may take hours; nil where nothing speaks against it.
    private var outputObstacle: (message: String, exit: PlayerExit)? {
        guard let output = options.output else { return nil }
        let file = URL(fileURLWithPath: output).standardizedFileURL
        let folder = file.deletingLastPathComponent()
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder), isFolder.boolValue {
            return ("\(output) is a folder: name a file with --output", .usage)
        }
        if url.isFileURL, file.resolvingSymlinksInPath() == url.resolvingSymlinksInPath() {
            return ("--output would overwrite \(output), which is inspected: name another file", .usage)
        }
        guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
            return ("\(output) cannot be written: there is no folder \(folder.path)", .playbackFailed)
        }
        guard
            FileManager.default.isWritableFile(atPath: folder.path)
                || FileManager.default.isWritableFile(atPath: file.path)
        else { return ("\(output) cannot be written: \(folder.path) is read-only for this user", .playbackFailed) }
        return nil
    }

    static func ruleList(asJSON: Bool) -> String {
        if asJSON {
            return JSONText.list(
                StreamRule.all.map { rule in
                    .object([
                        ("rule", .text(rule.id)), ("level", .text(rule.level.rawValue)),
                        ("summary", .text(rule.summary)),
                        ("reason", .text(rule.reason)), ("source", .text(rule.source)), ("remedy", .text(rule.remedy)),
                        ("example", .text(rule.example)), ("nearMiss", .text(rule.nearMiss)),
                    ])
                }
            ).description
        }
        func indented(_ text: String) -> String { text.replacing("\n", with: "\n             ") }
        return StreamRule.all.map { rule in
            """
            \(rule.id) (\(rule.level.rawValue))
                \(rule.summary)
                Why:     \(rule.reason)
                Fix:     \(rule.remedy)
                Source:  \(rule.source)
                Breaks:  \(indented(rule.example))
                Follows: \(indented(rule.nearMiss))
            """
        }.joined(separator: "\n\n")
    }
}

/// A line of progress on the terminal, a few times a second. Thread-safe.
private final class ProgressText: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let last = Mutex<(time: Double, isShown: Bool)>((0, false))

    func show(_ progress: InspectionProgress) {
        guard isTerminal else { return }
        let isDue = last.withLock { last in
            guard progress.seconds - last.time > 0.2 else { return false }
            last = (progress.seconds, true)
            return true
        }
        guard isDue else { return }
        let text =
            "\(DisplayText.number(progress.finishedCount)) of \(DisplayText.count(progress.segmentCount, "segment")), "
            + "\(DisplayText.bytes(progress.byteCount))"
        FileHandle.standardError.write(Data("\r\u{1B}[K\(text)".utf8))
    }

    func clear() {
        guard last.withLock({ $0.isShown }) else { return }
        FileHandle.standardError.write(Data("\r\u{1B}[K".utf8))
    }
}
