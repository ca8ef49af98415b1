public import ArgumentParser
import Foundation
public import CatalogReports

/// `umc diff OLD NEW`: compares two builds of a feed.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compares two builds of a feed, field by field.",
        usage: "umc diff <old> <new> [<options>]",
        discussion: """
            Every changed field is listed with its old and its new value. Its weight is: alarming (an id with another type, another \
            identity of the feed, more than a fifth of the items lost), notable (windows, offers, tiers, territories, ratings, URLs, \
            identifiers, titles, status, brands, the version, removed items) or note (everything else). A different pubDate \
            alone is no difference. The exit code is 1 if a change is at or above --fail-on, 2 if the feeds are of different kinds.

            Examples:
              umc diff catalog-monday.xml catalog-tuesday.xml
              umc diff old.xml new.xml --at-least notable --fail-on alarming
              umc diff old.xml new.xml --format markdown --output comment.txt
            """)

    @Argument(
        help: ArgumentHelp("The older build, then the newer build of one feed.", valueName: "builds"),
        completion: .file())
    var builds: [String] = []
    @Option(help: "text, json, html or markdown (for a pull request).") var format: ComparisonReport.Format?
    @Option(
        name: [.short, .long], help: ArgumentHelp("Write the report to this file.", valueName: "file"),
        completion: .file())
    var output: String?
    @Option(help: ArgumentHelp("Lowest weight to list: note, notable or alarming.", valueName: "weight"))
    var atLeast = FeedComparison.Weight.note
    @Option(help: ArgumentHelp("Lowest weight for exit code 1: note, notable or alarming.", valueName: "weight"))
    var failOn = FeedComparison.Weight.alarming
    @Flag(help: "Print JSON: the same as --format json.") var json = false

    private var old: String { builds.first ?? "" }
    private var new: String { builds.last ?? "" }

    func validate() throws {
        guard builds.count == 2 else {
            let named = builds.prefix(2).map { "'\($0.prefix(200))'" }
            let problem =
                switch builds.count {
                case 0: "and none is named"
                case 1: "and only \(named[0]) is named"
                default:
                    "and \(builds.count) are named: \(named.joined(separator: ", "))\(builds.count == 3 ? " and another" : " and others")"
                }
            throw ValidationError(
                "diff compares two builds of one feed, the older and the newer one, \(problem). "
                    + (builds.count > 2
                        ? "Compare each feed with its own earlier build, one after the other."
                        : "Name both, such as umc diff catalog-monday.xml catalog-tuesday.xml."))
        }
        guard [old, new].filter({ $0 == "-" }).count < 2 else {
            throw ValidationError("Standard input can be read only once.")
        }
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) cannot be combined.")
        }
        try FeedCommand.checkOutput(output, "--output", [old, new])
    }

    func run() throws {
        let comparison = try FeedCommand.reading {
            do { return try FeedComparison.compare(FeedCommand.input(old), FeedCommand.input(new)) } catch let mismatch
                as FeedComparison.Mismatch
            {
                Console.printError(mismatch.description)
                throw ExitCode(ToolExit.usage)
            }
        }
        let form = json ? .json : format ?? .text
        let text = ComparisonReport.text(comparison, as: form, from: atLeast)
        try FeedCommand.writing(output, isText: form == .text) { $0.write(text) }
        if let worst = comparison.worst, worst >= failOn { throw ExitCode(ToolExit.failed) }
    }
}

extension FeedComparison.Weight: ExpressibleByArgument {}
extension ComparisonReport.Format: ExpressibleByArgument {}
