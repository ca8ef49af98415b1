import ArgumentParser
import Foundation
import CatalogReports
import UniversalMediaCatalog

/// `umc stats FILE…`: what is in feeds, in numbers.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Counts what is in feeds: items, languages, ratings, offers, what is missing.",
        discussion: """
            Examples:
              umc stats catalog.xml
              umc stats availability-us.xml.gz --at 2026-12-24 --json
            """)

    @Argument(help: "Feeds, gzip or not; - is standard input.", completion: .file()) var files: [String]
    @Option(help: ArgumentHelp("Counts offers as of then.", valueName: "date")) var at: String?
    @Option(help: ArgumentHelp("Says so many of each group.", valueName: "n")) var top = 12
    @Flag(help: "Prints JSON, with every count.") var json = false

    func run() throws {
        let now = try at.map(FeedCommand.moment) ?? Date()
        let statistics = try FeedCommand.reading {
            try files.map { try FeedStatistics.of(FeedCommand.input($0), now: now) }
        }
        if json { return try FeedCommand.writeJSON(statistics) }
        try FeedCommand.writing(nil) { output in for feed in statistics { output.write(text(feed)) } }
    }

    private func text(_ feed: FeedStatistics) -> String {
        var lines = [
            "\(feed.file): \(feed.kind.rawValue) \(feed.id) version \(feed.version), \(feed.items) items, built "
                + "\(feed.lastBuildDate?.description ?? "at no time that it says")"
        ]
        for group in feed.groups where !group.counts.isEmpty {
            lines.append("")
            lines.append("  \(group.name)")
            let width = group.counts.prefix(top).map { String($0.count).count }.max() ?? 1
            for count in group.counts.prefix(top) {
                let number = String(count.count)
                let share = group.total.map { $0 > 0 ? "  \(percent(count.count, $0))" : "" } ?? ""
                lines.append(
                    "    \(String(repeating: " ", count: width - number.count))\(number)\(share)  \(count.name)")
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
