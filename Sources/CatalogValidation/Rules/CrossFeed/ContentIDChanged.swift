import UniversalMediaCatalog

/// CAT-ID-CHANGED: a work of the previous build under another id.
struct ContentIDChanged: IndexRule {
    static let info = RuleInfo(
        "CAT-ID-CHANGED", "A contentId never changes for the same content.", level: .error, tag: "S/D",
        section: "umc-catalog.md 3.1", remedy: "write the contentId of the previous build",
        bad: [
            RuleExample(
                .catalog, "contentType=\"movie\" contentId=\"LB-MOV-0001\"",
                "contentType=\"movie\" contentId=\"LB-MOV-2026-0001\"", previously: [.catalog]),
            RuleExample(
                .sportsCatalog, "contentId=\"LB-SPT-7002\"", "contentId=\"20260302-7002\"",
                previously: [.sportsCatalog]),
        ],
        nearMisses: [
            // Another work took the place of the old one.
            RuleExample(
                .catalog, "contentType=\"movie\" contentId=\"LB-MOV-0001\"",
                "contentType=\"movie\" contentId=\"LB-MOV-0002\"",
                also: [("The Paper Lighthouse</title>", "The Paper Harbor</title>")], previously: [.catalog]),
            RuleExample(
                .catalog, "contentType=\"movie\" contentId=\"LB-MOV-0001\"",
                "contentType=\"movie\" contentId=\"LB-MOV-0002\"",
                also: [("<duration>6120<", "<duration>6900<")], previously: [.catalog]),
        ])

    /// What identifies a work without its id. The show of a season or an episode is left out, because its id may have changed, too.
    private struct Work: Hashable {
        let title: UInt64
        let description: UInt64
        let date: Int32
        let duration: UInt32
        let season: UInt32
        let episode: UInt32
        let type: UInt8

        /// nil: the item has too few facts.
        init?(_ entry: CatalogIndex.Entry) {
            guard entry.id != 0, entry.titleKey != 0, entry.type != .unknown, entry.date != .min,
                entry.descriptionKey != 0 || entry.type == .season, !entry.flags.contains(.isCut)
            else { return nil }
            (title, description, date) = (entry.titleKey, entry.descriptionKey, entry.date)
            (duration, season, episode) = (entry.duration, entry.seasonNumber, entry.episodeNumber)
            type = entry.type.rawValue
        }
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (catalog, before) in index.catalogBuilds where catalog.isComplete && before.isComplete {
            var gone: [Work: Int] = [:]
            for number in before.entries.indices {
                guard let work = Work(before.entries[number]), catalog.find(before.entries[number].id) == nil else {
                    continue
                }
                gone[work] = number
            }
            guard !gone.isEmpty else { continue }
            for number in catalog.entries.indices {
                guard let work = Work(catalog.entries[number]), let old = gone[work],
                    before.find(catalog.entries[number].id) == nil
                else { continue }
                findings.report(
                    info, catalog, at: number, "@contentId",
                    "the \(catalog.entries[number].type.spelling) is \(before.id(old).quotedForMessage) in "
                        + "\(before.file), line \(before.entries[old].line): title, description and date are the same")
            }
        }
    }
}
