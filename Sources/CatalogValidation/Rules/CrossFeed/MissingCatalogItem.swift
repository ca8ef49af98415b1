import UniversalMediaCatalog

struct MissingCatalogItem: IndexRule {
    static let info = RuleInfo(
        "FEED-ITEM-MISSING", "Every item of an availability feed is in the catalog of its catalogId.", level: .error,
        tag: "S",
        section: "umc-availability.md 8",
        remedy: "add the item to the catalog, or correct contentId or catalogId; until then it is not shown",
        consequences: ["FEED-SHOW-RECORD"],
        bad: [
            RuleExample(
                .availability, "contentType=\"movie\" contentId=\"LB-MOV-0001\"",
                "contentType=\"movie\" contentId=\"LB-MOV-001\"", beside: [.catalog]),
            RuleExample(
                .availability, "contentId=\"LB-MOV-0001\" catalogId=\"org.example.lanternbay.catalog\"",
                "contentId=\"LB-MOV-0001\" catalogId=\"org.example.lanternbay.catalogue\"", beside: [.catalog]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "contentType=\"movie\" contentId=\"LB-MOV-0001\"",
                "contentType=\"movie\" contentId=\"LB-MOV-001\""),
            RuleExample(
                .catalog, "contentId=\"LB-MOV-0001\"", "contentId=\"LB-MOV-0001\" ", beside: [.availability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        guard !index.catalogs.isEmpty else { return }
        for feed in index.availabilities {
            var misnamed: [TextTable.Symbol: Misnamed] = [:]
            for number in feed.entries.indices {
                let entry = feed.entries[number]
                guard entry.id != 0, entry.catalog != 0 else { continue }
                if let catalog = index.catalog(entry.catalog) {
                    guard catalog.isComplete, catalog.find(entry.id) == nil else { continue }
                    let isIDTwice = catalog.duplicates.contains { catalog.entries[$0].type == entry.type }
                    findings.report(
                        info, feed, at: number, "@contentId", causedBy: isIDTwice ? "CAT-ID-DUP" : nil,
                        "the catalog \(catalog.head.catalogID.quotedForMessage) (\(catalog.file)) has no item "
                            + "\(feed.id(number).quotedForMessage)")
                } else {
                    let home = index.catalogs.first { $0.find(entry.id) != nil }
                    misnamed[entry.catalog, default: Misnamed(first: number)].add(home, number)
                }
            }
            for (catalog, items) in misnamed.sorted(by: { $0.value.first < $1.value.first }) {
                report(index.texts.quoted(catalog), items, feed, &findings)
            }
        }
    }

    /// Items with the catalogId of a catalog that is not among the feeds.
    private struct Misnamed {
        var first: Int
        var count = 0
        /// Number of these items that another catalog contains.
        var found = 0
        var firstFound = 0
        var home = ""

        init(first: Int) { self.first = first }

        mutating func add(_ catalog: CatalogIndex?, _ number: Int) {
            count += 1
            guard let catalog else { return }
            if found == 0 {
                firstFound = number
                home = catalog.head.catalogID
            }
            found += 1
        }
    }

    private func report(
        _ catalog: String, _ items: Misnamed, _ feed: AvailabilityIndex, _ findings: inout IndexFindings
    ) {
        if items.found > 0 {
            // One wrong catalogId is reported once, however many items have it.
            findings.report(
                info, feed, at: items.firstFound, "@catalogId", remedy: "write the catalogId of that catalog",
                "catalogId is \(catalog), but the item is in the catalog \(items.home.quotedForMessage)"
                    + (items.found > 1 ? " (and \(items.found - 1) more items with this catalogId)" : ""))
        } else {
            findings.report(
                info, feed, at: items.first, "@catalogId", level: .info,
                remedy: "check the feed together with this catalog",
                "\(items.count) items have the catalogId \(catalog), which is not among these feeds: "
                    + "they were not checked against their catalog")
        }
    }
}
