import ArgumentParser
import Foundation
import CatalogReports
import UniversalMediaCatalog

/// `umc new KIND`: writes a sample feed as a starting point.
struct NewCommand: ParsableCommand {
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case catalog
        case sportsCatalog = "sports-catalog"
        case availability
        case channelAvailability = "channel-availability"
        case eventAvailability = "event-availability"
        case linearAvailability = "linear-availability"
        case manifest

        var sample: SampleFeed {
            switch self {
            case .catalog: .catalog
            case .sportsCatalog: .sportsCatalog
            case .availability: .availability
            case .channelAvailability: .channelAvailability
            case .eventAvailability: .eventAvailability
            case .linearAvailability: .linearAvailability
            case .manifest: .manifest
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Writes a small, complete, commented feed as a starting point.",
        discussion: """
            All dates are near today, so that the feed has no findings when it is written. Kinds: \(Kind.allCases.map(\.rawValue).joined(separator: ", ")).

            Example:
              umc new catalog --team-id ACME123456 --catalog-id com.acme.catalog --output catalog.xml
            """)

    @Argument(help: "The kind of feed.") var kind: Kind
    @Option(help: "Apple's developer Team ID.") var teamID: String?
    @Option(help: "The id of the catalog.") var catalogID: String?
    @Option(help: "The id of the service.") var serviceID: String?
    @Option(help: "The default locale of a catalog, such as en-US.") var locale: String?
    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Write to this file, which appears when it is complete.", valueName: "file"),
        completion: .file())
    var output: String?
    @Flag(help: "Overwrite the file if it exists.") var force = false

    func validate() throws {
        if let locale, LanguageTag.fault(locale) != nil {
            throw ValidationError(
                "--locale '\(locale.prefix(40))' is no language tag (BCP 47): write one such as en-US.")
        }
        if let teamID, !teamID.utf8.allSatisfy({ isDigit($0) || $0 &- 65 < 26 }) || teamID.utf8.count != 10 {
            throw ValidationError(
                "--team-id '\(teamID.prefix(40))' is no Team ID: write ten upper-case letters and digits.")
        }
    }

    func run() throws {
        if let output, output != "-", !force, FileManager.default.fileExists(atPath: output) {
            Console.printError("\(output) exists; add --force to overwrite it, or choose another file")
            throw ExitCode(ToolExit.failed)
        }
        var feed = CommentedFeed(kind.sample)
        feed.teamID = teamID
        feed.catalogID = catalogID
        feed.serviceID = serviceID
        feed.defaultLocale = locale
        try FeedCommand.writing(output) { $0.write(feed.text + "\n") }
    }
}
