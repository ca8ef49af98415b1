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
            for service in feed.services {
                index.forEachOffered(feed, service, [.movie, .show]) { number, catalog, item in
                    guard feed.entries[number].offers.contains(.comingSoon) else { return }
                    let lacking = lacking(catalog, item, feed, until: feed.entries[number].lastEnd)
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
        _ catalog: CatalogIndex, _ item: Int, _ feed: AvailabilityIndex, until end: UInt32
    ) -> [String] {
        let entry = catalog.entries[item]
        var lacking: [String] = []
        if !entry.flags.contains(.hasTitle) { lacking.append("a title") }
        if !entry.flags.contains(.hasDescription) { lacking.append("a description") }
        if !entry.flags.contains(.hasRating) { lacking.append("a rating") }
        let artworks = ArtworkSet.comingSoon.subtracting(entry.artworks).names
        if !artworks.isEmpty { lacking.append("the artwork \(artworks.joined(separator: ", "))") }
        if catalog.isComplete, feed.isComplete, !hasPlayableExtra(entry.id, catalog, feed, until: end) {
            lacking.append("a playable extra with its own record and an offer before the end of the announcement")
        }
        return lacking
    }

    private func hasPlayableExtra(
        _ work: TextTable.Symbol, _ catalog: CatalogIndex, _ feed: AvailabilityIndex, until end: UInt32
    ) -> Bool {
        func isPlayable(_ extra: Int) -> Bool {
            let entry = catalog.entries[extra]
            guard entry.type == .extra, let record = feed.find(entry.id) else { return false }
            return !feed.entries[record].offers.isDisjoint(with: .playable)
                && (end == 0 || feed.entries[record].firstStart < end)
        }
        // Few titles are announced as coming soon, and there are few extras: a linear search is fast enough.
        for extra in catalog.entries.indices where catalog.entries[extra].parent == work && isPlayable(extra) {
            return true
        }
        for relation in catalog.relations
        where relation.target == work && relation.kind != .other && relation.kind != .sequelOf {
            if isPlayable(Int(relation.entry)) { return true }
        }
        return false
    }
}
