import UniversalMediaCatalog

/// AV-LOC-SLUG: a link with the title of another movie or show in its path.
struct SlugOfOtherItem: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-SLUG", "A title in the path of a link is that of its own item.", level: .warning, tag: "D",
        section: "umc-availability.md 3",
        remedy: "check whether the titles of two items were exchanged in the catalog, or their links here",
        class: .shouldFix,
        bad: [
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://tv.example.org/m/nine-quiet-volcanoes/LB-MOV-0001\"/>", beside: [.catalog])
        ],
        nearMisses: [
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://tv.example.org/m/the-paper-lighthouse/LB-MOV-0001\"/>", beside: [.catalog]),
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>",
                "https://tv.example.org/m/paper-light-house/LB-MOV-0001\"/>", beside: [.catalog]),
            // The show of the episode.
            RuleExample(
                .availability, "platform=\"atv\" action=\"open\" url=\"https://tv.example.org/e/LB-EP-0100-0101",
                "platform=\"atv\" action=\"open\" url=\"https://tv.example.org/harbor-of-small-machines/LB-EP-0100-0101",
                beside: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities where !feed.slugs.isEmpty {
            var titles: [CatalogIndex.Symbol: [UInt64: Int]] = [:]
            for slug in feed.slugs {
                let record = feed.entries[Int(slug.entry)]
                guard record.type == .movie || record.type == .show, let catalog = index.catalog(record.catalog),
                    let item = catalog.find(record.id, record.type)
                else { continue }
                let known =
                    titles[record.catalog]
                    ?? Dictionary(catalog.entries.indices.map { (catalog.entries[$0].slug, $0) }) { first, _ in first }
                titles[record.catalog] = known
                guard slug.key != 0, let other = known[slug.key], other != item,
                    catalog.entries[other].titleKey != catalog.entries[item].titleKey
                else { continue }
                findings.report(
                    info, feed, at: Int(slug.entry), "locators/locator[\(slug.place)]/@url",
                    "the link of \(feed.id(Int(slug.entry)).quotedForMessage) contains the title of the "
                        + "\(catalog.entries[other].type.spelling) \(catalog.id(other).quotedForMessage) "
                        + "(\(catalog.file), line \(catalog.entries[other].line))")
            }
        }
    }
}
