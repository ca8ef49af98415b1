import UniversalMediaCatalog

struct ComingSoonCatalogItem: IndexRule {
    static let info = RuleInfo(
        "AV-COMING-METADATA",
        "A coming_soon title has a title, a description, a rating, five artworks and a playable extra.",
        level: .error, tag: "S", section: "umc-availability.md 5.2",
        remedy: "complete the catalog item; deliver a preview as an `extra` with its own record and offer",
        consequences: ["CAT-ART-REQ", "CAT-DESC-REQ", "CAT-RATING-REQ"],
        bad: [
            RuleExample(
                .catalog,
                "    <artwork url=\"https://img.example.org/LB-SHOW-0200/bg-small.jpg\" type=\"centered_background_small\"/>\n",
                "", beside: [.channelAvailability]),
            RuleExample(
                .catalog, "<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-SHOW-0100<",
                beside: [.channelAvailability]),
        ],
        nearMisses: [
            RuleExample(
                .catalog,
                "    <artwork url=\"https://img.example.org/LB-MOV-0001/bg-small.jpg\" type=\"centered_background_small\"/>\n",
                "", beside: [.channelAvailability]),
            RuleExample(
                .catalog, "<relatedContentId>LB-SHOW-0200<", "<relatedContentId>LB-SHOW-0100<",
                beside: [.availability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            // By the id of the catalog.
            var extras: [TextTable.Symbol: PlayableExtras] = [:]
            for service in feed.services {
                index.forEachOffered(feed, service, [.movie, .show]) { number, catalog, item in
                    let record = feed.entries[number]
                    guard record.offers.contains(.comingSoon) else { return }
                    let ofCatalog = extras[record.catalog] ?? PlayableExtras(catalog, feed)
                    extras[record.catalog] = ofCatalog
                    let lacking = lacking(catalog, item, feed, ofCatalog, until: record.lastEnd)
                    guard !lacking.isEmpty else { return }
                    findings.report(
                        info, feed, at: number, "offers",
                        "the title is offered as coming_soon, but lacks \(lacking.joined(separator: ", ")) "
                            + "(\(catalog.file), line \(catalog.entries[item].line))")
                }
            }
        }
    }

    private func lacking(
        _ catalog: CatalogIndex, _ item: Int, _ feed: AvailabilityIndex, _ extras: PlayableExtras, until end: UInt32
    ) -> [String] {
        let entry = catalog.entries[item]
        var lacking: [String] = []
        if !entry.flags.contains(.hasTitle) { lacking.append("a title") }
        if !entry.flags.contains(.hasDescription) { lacking.append("a description") }
        if !entry.flags.contains(.hasRating) { lacking.append("a rating") }
        let artworks = ArtworkSet.comingSoon.subtracting(entry.artworks).names
        if !artworks.isEmpty { lacking.append("the artwork \(artworks.joined(separator: ", "))") }
        if catalog.isComplete, feed.isComplete, !extras.contains(entry.id, before: end) {
            lacking.append("a playable extra with its own record and an offer before the end of the announcement")
        }
        return lacking
    }
}

/// The extras of a catalog that can be played by a record of an availability feed.
private struct PlayableExtras {
    /// The earliest start of an extra, by the id of its work.
    private var starts: [TextTable.Symbol: UInt32] = [:]

    init(_ catalog: CatalogIndex, _ feed: AvailabilityIndex) {
        for extra in catalog.entries.indices { add(extra, of: catalog.entries[extra].parent, catalog, feed) }
        for relation in catalog.relations where relation.kind == .extraOf || relation.kind == .relatedContentID {
            add(Int(relation.entry), of: relation.target, catalog, feed)
        }
    }

    private mutating func add(
        _ extra: Int, of work: TextTable.Symbol, _ catalog: CatalogIndex, _ feed: AvailabilityIndex
    ) {
        let entry = catalog.entries[extra]
        guard entry.type == .extra, work != 0, let record = feed.find(entry.id),
            !feed.entries[record].offers.isDisjoint(with: .playable)
        else { return }
        starts[work] = min(starts[work] ?? .max, feed.entries[record].firstStart)
    }

    /// - Parameter end: the end of the announcement; 0: it has none.
    func contains(_ work: TextTable.Symbol, before end: UInt32) -> Bool {
        starts[work].map { end == 0 || $0 < end } ?? false
    }
}
