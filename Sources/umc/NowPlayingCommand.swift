import ArgumentParser
import Foundation
import ReportText
import CatalogReports
import CatalogValidation
import NowPlayingFeeds
import UniversalMediaCatalog

/// `umc nowplaying LOG FEED…`: compares a log of Now Playing with feeds.
struct NowPlayingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nowplaying",
        abstract: "Compares what an app published as Now Playing with feeds: identifiers, windows, durations.",
        discussion: """
            The log is one that avplayer nowplaying --log has written. Each content and service identifier must exist in the feeds, in the \
            same letter case; an offer must be open at the date of the log; and the duration must be near the catalog's. Pass the \
            availability feeds of the services, and catalogs for durations. With catalogs alone, identifiers are compared with those.

            Examples:
              umc nowplaying session.jsonl catalog.xml us.xml
              umc nowplaying session.jsonl us.xml --format junit --output report.xml
              umc nowplaying session.jsonl us.xml --player MyApp --fail-on warning
            """)

    @Argument(help: "The log, one JSON object a line; - is standard input.", completion: .file()) var log: String
    @Argument(help: "Catalogs and availability feeds: files or URLs.", completion: .file()) var feeds: [String]
    @Option(
        help: ArgumentHelp(
            "Only this player: its bus name, or the name without org.mpris.MediaPlayer2. and instance.",
            valueName: "name"))
    var player: String?
    @OptionGroup(title: "Report") var choice: ReportChoice

    func validate() throws {
        if log != "-", feeds.contains("-") || Set(feeds).count < feeds.count || feeds.contains(log) {
            throw ValidationError(
                "A file is given twice, or a feed is standard input: pass the log first, then each feed once.")
        }
        if log == "-", feeds.contains("-") { throw ValidationError("Only the log can be standard input.") }
    }

    func run() throws {
        let start = ContinuousClock.now
        var comparison = LogComparison(name: log == "-" ? FeedInput.standardInput.name : log, player: player)
        try readLog(&comparison)
        var summary = ValidationSummary()
        for name in feeds {
            let (feed, failure) = comparison.read(FeedCommand.input(name))
            summary.feeds.append(feed)
            if let failure { Console.printError(failure.description) }
        }
        let findings = comparison.finish()
        for finding in findings { summary.add(1, finding.level, finding.class, of: finding.ruleId) }
        let seconds = (ContinuousClock.now - start).components
        summary.seconds = Double(seconds.seconds) + Double(seconds.attoseconds) / 1e18
        if !choice.quiet {
            try FeedCommand.writing(choice.output, isText: choice.format == .text) { output in
                var report = FindingReport(reportOptions, to: output)
                _ = findings.first { !report.add($0) }
                report.finish(summary)
            }
        }
        let code = summary.exitCode(failOn: choice.failOn)
        if code != 0 { throw ExitCode(code) }
    }

    private func readLog(_ comparison: inout LogComparison) throws {
        do {
            let file = log == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: log))
            while !comparison.hasGivenUp, let bytes = try file.read(upToCount: 64 << 10), !bytes.isEmpty {
                comparison.read(bytes)
            }
            comparison.finishLog()
        } catch {
            Console.printError(
                "\(log) cannot be read: \(FileFailure.reason(error)); check the path and its permissions")
            throw ExitCode(ToolExit.nothingRead)
        }
        guard comparison.records > 0 else {
            Console.printError(
                "\(log) contains no record of Now Playing; record one with avplayer nowplaying --log FILE")
            throw ExitCode(ToolExit.nothingRead)
        }
    }

    private var reportOptions: ReportOptions {
        var result = ReportOptions()
        result.format = choice.format
        result.failOn = choice.failOn
        result.findingsPerRule = choice.findingsPerRule
        result.isColored = choice.output == nil && Console.isColored(choice.color, 1)
        result.version = UMCCommand.toolVersion
        return result
    }
}
