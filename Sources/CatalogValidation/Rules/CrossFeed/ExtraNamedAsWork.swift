import UniversalMediaCatalog

/// CAT-EXTRA-NAME: an extra that cannot be told from its work.
struct ExtraNamedAsWork: IndexRule {
    static let info = RuleInfo(
        "CAT-EXTRA-NAME", "The title of an extra differs from that of its work.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.16", remedy: "write what the extra is, such as `… – Trailer`", class: .shouldFix,
        bad: [RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "Nine Quiet Volcanoes<")],
        nearMisses: [
            RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "Nine Quiet Volcanoes – A First Look<"),
            RuleExample(.catalog, "Nine Quiet Volcanoes: Preview<", "A First Look<"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            for number in catalog.entries.indices where catalog.entries[number].type == .extra {
                let entry = catalog.entries[number]
                guard entry.titleKey != 0, let work = catalog.find(entry.parent), work != number,
                    catalog.entries[work].type != .extra, catalog.entries[work].titleKey == entry.titleKey
                else { continue }
                findings.report(
                    info, catalog, at: number, "title",
                    "the extra has the title of its \(catalog.entries[work].type.spelling) "
                        + "\(catalog.id(work).quotedForMessage) (line \(catalog.entries[work].line))")
            }
        }
    }
}
