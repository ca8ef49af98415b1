import UniversalMediaCatalog

/// CAT-EXTRA-TITLE: an extra with the title of another work.
struct ExtraOfOtherWork: IndexRule {
    static let info = RuleInfo(
        "CAT-EXTRA-TITLE", "An extra whose title begins or ends with the title of a work belongs to this work.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.16",
        remedy: "correct the title, or relatedContentId", class: .shouldFix,
        bad: [
            RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "Harbor of Small Machines: Preview<"),
            RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "The Paper Lighthouse – A First Look<"),
            RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "The Making of The Paper Lighthouse<"),
        ],
        nearMisses: [
            RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "The Quiet Harbor: Preview<"),
            RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "Nine Quiet Volcanoes – A First Look<"),
            RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "The Making of the Paper Volcanoes<"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where !catalog.series.prefixes.isEmpty {
            let keys = Set(catalog.series.prefixes.map(\.key))
            var works: [UInt64: [Int]] = [:]
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.titleKey != 0, entry.type == .movie || entry.type == .show, keys.contains(entry.titleKey)
                else { continue }
                works[entry.titleKey, default: []].append(number)
            }
            // An extra that names its own work may name others.
            let settled = Set(
                catalog.series.prefixes.filter { prefix in
                    guard let own = catalog.find(catalog.entries[Int(prefix.entry)].parent) else { return true }
                    return catalog.entries[own].titleKey == prefix.key
                }.map(\.entry))
            for prefix in catalog.series.prefixes where !settled.contains(prefix.entry) {
                let number = Int(prefix.entry)
                guard let found = works[prefix.key], let first = found.first,
                    let own = catalog.find(catalog.entries[number].parent), Self.isOther(own, found, catalog),
                    !catalog.relations.contains(where: { $0.entry == prefix.entry })
                else { continue }
                findings.report(
                    info, catalog, at: number, "title[\(prefix.place)]",
                    "the title contains that of \(catalog.id(first).quotedForMessage), but the extra belongs to "
                        + catalog.id(own).quotedForMessage)
            }
        }
    }

    /// Returns whether none of the works is the extra's, or the show of its season or episode.
    private static func isOther(_ own: Int, _ works: [Int], _ catalog: CatalogIndex) -> Bool {
        let show = catalog.find(catalog.entries[own].parent, .show)
        let key = catalog.entries[own].titleKey
        return !works.contains { $0 == own || $0 == show || catalog.entries[$0].titleKey == key }
    }
}
