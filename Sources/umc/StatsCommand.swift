import ArgumentParser
import Foundation
import CatalogReports
import ReportText
import UniversalMediaCatalog

/// `umc stats FILE…`: prints statistics of feeds.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Prints statistics of feeds: items, languages, ratings, offers and missing data.",
        discussion: """
            Examples:
              umc stats catalog.xml
              umc stats availability-us.xml.gz --at 2026-12-24 --json
            """)

    @Argument(help: "Feeds, optionally compressed by gzip; - for standard input.", completion: .file()) var files:
        [String]
    @Option(help: ArgumentHelp("The time at which offers are counted (default: now).", valueName: "date")) var at:
        String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Maximum number of lines in each group, 1 or more, such as 30.", valueName: "n"))
    var top = 12
    @Flag(help: "Print JSON with all counts.") var json = false

    func validate() throws {
        try FeedCommand.check(top, "--top", example: "30")
        if let at { _ = try FeedCommand.moment(at) }
    }

    func run() throws {
        let now = try at.map(FeedCommand.moment) ?? Date()
        let statistics = try FeedCommand.reading {
            try files.map { try FeedStatistics.of(FeedCommand.input($0), now: now) }
        }
        if json { return try FeedCommand.writeJSON(statistics) }
        try FeedCommand.writing(nil, isText: true) { output in for feed in statistics { output.write(text(feed)) } }
    }

    private func text(_ feed: FeedStatistics) -> String {
        var lines = [
            "\(DisplayText.line(feed.file)): \(feed.kind.rawValue) \(DisplayText.line(feed.id)) version "
                + "\(DisplayText.line(feed.version)), \(feed.items) items, built "
                + "\(feed.lastBuildDate?.description ?? "at an unknown time")"
        ]
        for group in feed.groups where !group.counts.isEmpty {
            lines.append("")
            lines.append("  \(group.name)")
            let width = group.counts.prefix(top).map { String($0.count).count }.max() ?? 1
            for count in group.counts.prefix(top) {
                let number = String(count.count)
                let share = group.total.map { $0 > 0 ? "  \(percent(count.count, $0))" : "" } ?? ""
                lines.append(
                    "    \(String(repeating: " ", count: width - number.count))\(number)\(share)  \(DisplayText.line(count.name))"
                )
            }
            if group.counts.count > top { lines.append("    and \(group.counts.count - top) more") }
        }
        return lines.joined(separator: "\n") + "\n\n"
    }

    private func percent(_ count: Int, _ total: Int) -> String {
        let text = "\((Double(count) / Double(total) * 1_000).rounded() / 10) %"
        return String(repeating: " ", count: max(0, 7 - text.count)) + text
    }
}
