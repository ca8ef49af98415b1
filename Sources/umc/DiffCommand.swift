public import ArgumentParser
import Foundation
import CatalogReports

/// `umc diff OLD NEW`: compares two builds of a feed.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two builds of a feed: shrinkage, reused ids, changed windows.",
        discussion: """
            A different pubDate alone is not a difference. The exit code is 1 if a difference is at or above --fail-on.

            Examples:
              umc diff catalog-monday.xml catalog-tuesday.xml
              umc diff old.xml new.xml --at-least notable --fail-on alarming
            """)

    @Argument(help: "The older build.", completion: .file()) var old: String
    @Argument(help: "The newer build.", completion: .file()) var new: String
    @Option(help: ArgumentHelp("Lowest weight to list: note, notable or alarming.", valueName: "weight"))
    var atLeast = FeedComparison.Weight.note
    @Option(help: ArgumentHelp("Lowest weight for exit code 1: note, notable or alarming.", valueName: "weight"))
    var failOn = FeedComparison.Weight.alarming
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
        var comparison = try FeedCommand.reading {
            try FeedComparison.compare(FeedCommand.input(old), FeedCommand.input(new))
        }
        let worst = comparison.worst
        comparison.changes.removeAll { $0.weight < atLeast }
        if json {
            try FeedCommand.writeJSON(comparison)
        } else {
            try FeedCommand.writing(nil) { $0.write(text(comparison)) }
        }
        if let worst, worst >= failOn { throw ExitCode(ToolExit.failed) }
    }

    private func text(_ comparison: FeedComparison) -> String {
        var lines: [String] = []
        for change in comparison.changes {
            let mark =
                switch change.weight {
                case .alarming: "!!"
                case .notable: " !"
                case .note: "  "
                }
            lines.append("\(mark) \(change.contentId.map { "\($0): " } ?? "")\(change.message)")
        }
        for (kind, count) in comparison.more.sorted(by: { $0.key < $1.key }) {
            lines.append("   and \(count) more of kind `\(kind)`")
        }
        if !lines.isEmpty { lines.append("") }
        lines.append(
            "\(comparison.oldItems) items before, \(comparison.newItems) now: \(comparison.added) added, "
                + "\(comparison.removed) removed, \(comparison.changed) changed")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension FeedComparison.Weight: ExpressibleByArgument {}
