import UniversalMediaCatalog

/// FEED-ID-CASE: ids of one feed that differ only in letter case.
struct IDsInOtherCase: IndexRule {
    static let info = RuleInfo(
        "FEED-ID-CASE", "The contentIds of a feed differ in more than letter case.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.1",
        remedy:
            "ids are case-sensitive, so these are two items: remove one, or give the new one an id that cannot be confused",
        bad: [
            RuleExample(.catalog, "contentId=\"LB-EXT-0200-T1\"", "contentId=\"lb-mov-0001\""),
            RuleExample(
                .availability, "contentType=\"tv_episode\" contentId=\"LB-EP-0100-0101\"",
                "contentType=\"tv_episode\" contentId=\"Lb-Mov-0001\""),
        ],
        nearMisses: [
            RuleExample(.catalog, "<contentGroupId>LB-GRP-0001", "<contentGroupId>lb-mov-0001"),
            RuleExample(.catalog, "contentId=\"LB-EXT-0200-T1\"", "contentId=\"lb-mov-0002\""),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            forEachPair(catalog.entries.count, catalog.texts) {
                catalog.entries[$0].id
            } _: { first, second in
                findings.report(
                    info, catalog, at: second, "@contentId",
                    "the contentId \(catalog.id(second).quotedForMessage) differs only in letter case from that of the "
                        + "\(catalog.entries[first].type.spelling) in line \(catalog.entries[first].line)")
            }
        }
        for feed in index.availabilities {
            checkCatalogs(of: feed, index, &findings)
            forEachPair(feed.entries.count, feed.texts) {
                feed.entries[$0].id
            } _: { first, second in
                findings.report(
                    info, feed, at: second, "@contentId",
                    "the contentId \(feed.id(second).quotedForMessage) differs only in letter case from that of the "
                        + "\(feed.entries[first].type.spelling) in line \(feed.entries[first].line)")
            }
        }
    }

    /// Compares the catalogIds of the items with each other and with those of the catalogs.
    private func checkCatalogs(of feed: AvailabilityIndex, _ index: FeedIndex, _ findings: inout IndexFindings) {
        let known = index.catalogs.map(\.head.catalogID).filter { !$0.isEmpty }
        let named = feed.catalogs.sorted { $0.value < $1.value }.map { (id: index.texts[$0.key], first: $0.value) }
        for (number, catalog) in named.enumerated() where !known.contains(catalog.id) {
            let others =
                known + named[..<number].map(\.id) + named[(number + 1)...].map(\.id).filter { known.contains($0) }
            guard let other = others.first(where: { $0 != catalog.id && $0.lowercased() == catalog.id.lowercased() })
            else {
                continue
            }
            findings.report(
                info, feed, at: catalog.first, "@catalogId", remedy: "write `\(other)`",
                "the catalogId \(catalog.id.quotedForMessage) differs from \(other.quotedForMessage) only in letter case"
            )
        }
    }

    private func forEachPair(
        _ count: Int, _ texts: TextTable, id: (Int) -> TextTable.Symbol, _ body: (_ first: Int, _ second: Int) -> Void
    ) {
        var repeated = RepeatedHashes(count: count)
        for number in 0..<count where id(number) != 0 { repeated.add(texts.hash(id(number), ignoresCase: true)) }
        guard !repeated.isEmpty else { return }
        for number in 0..<count where id(number) != 0 {
            if let first = repeated.first(texts.hash(id(number), ignoresCase: true), number), id(first) != id(number) {
                body(first, number)
            }
        }
    }
}

/// FEED-CATALOG-ID: two feeds of one catalog.
struct CatalogTwice: IndexRule {
    static let info = RuleInfo(
        "FEED-CATALOG-ID", "A catalogId belongs to one feed.", level: .error, tag: "S", section: "umc-catalog.md C2",
        remedy: "give each catalog its own id; pass an older build of the same catalog with --previous",
        bad: [
            RuleExample(
                .catalog, "catalogId=\"org.example.lanternbay.catalog\"", "catalogId=\"org.example.lanternbay.sports\"",
                beside: [.sportsCatalog])
        ],
        nearMisses: [
            RuleExample(
                .catalog, "catalogId=\"org.example.lanternbay.catalog\"", "catalogId=\"org.example.lanternbay.Sports\"",
                beside: [.sportsCatalog]),
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre>drama</genre>", previously: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        var first: [TextTable.Symbol: CatalogIndex] = [:]
        for catalog in index.catalogs where catalog.symbol != 0 {
            guard let other = first[catalog.symbol] else {
                first[catalog.symbol] = catalog
                continue
            }
            let isBuild = catalog.entries.indices.contains { other.find(catalog.entries[$0].id) != nil }
            findings.report(
                info, file: catalog.file, position: catalog.rootPosition, xpath: "/\(catalog.head.root)/@catalogId",
                contentID: nil,
                remedy: isBuild ? "check one build, and pass the older one with --previous" : nil,
                "\(catalog.head.catalogID.quotedForMessage) is already the catalogId of \(other.file)"
                    + (isBuild ? ", which has the same items: these are two builds of one catalog" : ""))
        }
    }
}
