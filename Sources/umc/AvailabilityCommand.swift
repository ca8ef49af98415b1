public import ArgumentParser
import Foundation
import CatalogReports
import ReportText
public import UniversalMediaCatalog

/// `umc availability FILE…`: lists the items that a viewer can watch, and the reasons against the others.
struct AvailabilityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "availability", abstract: "Lists what a viewer can watch at a given time, and why not the rest.",
        discussion: """
            Pass the availability feeds. A catalog adds titles, a manifest adds the territories of services. The interpretation of offers \
            and restrictions is this project's, derived from public information, not Apple's.

            Examples:
              umc availability us.xml catalog.xml manifest.xml --at 2026-12-24 --territory US --access paid --tiers Movies,Sports
              umc availability us.xml --access none --only missing
            """)

    enum Only: String, ExpressibleByArgument, CaseIterable { case playable, missing }

    @Argument(help: "Availability feeds, and optionally catalogs and a manifest.", completion: .file()) var files:
        [String]
    @Option(
        help: ArgumentHelp(
            "The time: YYYY-MM-DD, or YYYY-MM-DDThh:mm:ssZ (default: now).", valueName: "date")) var at: String?
    @Option(help: ArgumentHelp("The country of the viewer, such as US.", valueName: "country")) var territory: String?
    @Option(help: ArgumentHelp("A subdivision of the country, such as US-CA.", valueName: "code")) var subdivision:
        String?
    @Option(
        parsing: .unconditional, help: ArgumentHelp("A Nielsen DMA of the US, such as 501.", valueName: "number"))
    var dma: Int?
    @Option(help: ArgumentHelp("A postal code.", valueName: "code")) var postalCode: String?
    @Option(help: ArgumentHelp("The viewer's access: none, freeWithAccount or paid.", valueName: "level")) var access =
        Viewer.AccessLevel.paid
    @Option(help: ArgumentHelp("The viewer's tiers, separated by commas; case-sensitive.", valueName: "list"))
    var tiers = ""
    @Option(help: ArgumentHelp("The billing identifier of the viewer's account.", valueName: "id")) var billing: String?
    @Option(
        help: ArgumentHelp("List only what can be watched (playable) or only the rest (missing).", valueName: "which"))
    var only: Only?
    @Flag(help: "Print JSON, one line for each item.") var json = false

    private struct Row: Encodable {
        var contentId: String
        var contentType: String
        var title: String?
        var service: String
        var listed: Bool
        var playable: Bool
        var offer: String?
        var until: String?
        var why: [String]
    }

    func validate() throws {
        if let at { _ = try FeedCommand.moment(at) }
        if let territory { try FeedCommand.checkCountry(territory) }
        if let problem = OptionRange("--dma", 500...999, example: "501").problem(dma) { throw ValidationError(problem) }
        if territory == nil, subdivision != nil || dma != nil || postalCode != nil {
            throw ValidationError("These options require the country: add --territory.")
        }
    }

    func run() throws {
        let now = try at.map(FeedCommand.moment) ?? Date()
        let location = territory.map {
            Viewer.Location(country: $0, subdivision: subdivision, marketArea: dma, postalCode: postalCode)
        }
        let viewer = Viewer(
            access, tiers: Set(tiers.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }),
            billingIdentifier: billing, location: location)
        let inputs = files.map(FeedCommand.input)
        let known = try FeedCommand.reading { try titlesAndTerritories(inputs) }
        guard known.hasAvailability else {
            Console.printError("none of the files is an availability feed: add one")
            throw ExitCode(ToolExit.nothingRead)
        }
        var counts = (playable: 0, listed: 0, all: 0)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try FeedCommand.reading {
            try FeedCommand.writing(nil, isText: !json) { output in
                for input in inputs where !known.others.contains(input.name) {
                    var head = AvailabilityHead()
                    try FeedReader().read(input) { event in
                        if case .availability(let new) = event { head = new }
                        guard case .availabilityItem(let item) = event, item.contentType?.isPlayable ?? true else {
                            return true
                        }
                        let evaluation = OfferEvaluation(
                            item, in: head, at: now, for: viewer, territories: known.territories[head.serviceID])
                        counts.all += 1
                        if evaluation.isListed { counts.listed += 1 }
                        if evaluation.isPlayable { counts.playable += 1 }
                        guard only == nil || (only == .playable) == evaluation.isPlayable else { return true }
                        let row = Row(
                            contentId: item.contentID, contentType: item.contentTypeName,
                            title: known.titles[item.contentID], service: head.serviceID, listed: evaluation.isListed,
                            playable: evaluation.isPlayable, offer: evaluation.offer?.type.rawValue,
                            until: evaluation.offer?.end.map { FeedDateTime($0).description },
                            why: evaluation.hindrances.map(\.description))
                        output.write(
                            json ? String(decoding: try encoder.encode(row), as: UTF8.self) + "\n" : text(row))
                        return output.failure == nil
                    }
                }
                if !json {
                    output.write(
                        "\(counts.playable) of \(counts.all) can be watched, \(counts.listed) are listed; "
                            + "\(FeedDateTime(now)), \(access.rawValue)\(territory.map { ", \($0)" } ?? "")\n")
                }
            }
        }
    }

    private func text(_ row: Row) -> String {
        let name = row.title.map { "\(row.contentId) \($0)" } ?? row.contentId
        guard row.playable else { return "no   \(name): \(row.why.joined(separator: "; "))\n" }
        return "yes  \(name): \(row.offer ?? "")\(row.until.map { " until \($0)" } ?? "")\n"
    }

    private struct Known {
        var titles: [String: String] = [:]
        var territories: [String: Set<String>] = [:]
        /// Names of feeds that are not availability feeds.
        var others: Set<String> = []
        var hasAvailability = false
    }

    private func titlesAndTerritories(_ inputs: [FeedInput]) throws -> Known {
        var known = Known()
        for input in inputs {
            // Standard input can be read only once, and is assumed to be the availability feed.
            guard input.name != FeedInput.standardInput.name else {
                known.hasAvailability = true
                continue
            }
            try FeedReader().read(input) { event in
                switch event {
                case .catalog: known.others.insert(input.name)
                case .catalogItem(let item): known.titles[item.contentID] = item.title()
                case .manifest(let manifest):
                    known.others.insert(input.name)
                    for service in manifest.brands.flatMap(\.services) {
                        known.territories[service.serviceID] = Set(service.territories)
                    }
                case .availability:
                    known.hasAvailability = true
                    return false
                case .availabilityItem: return false
                }
                return true
            }
        }
        return known
    }
}

extension Viewer.AccessLevel: ExpressibleByArgument {}
