import UniversalMediaCatalog

/// CAT-CREDIT-SPELLING: a name of a credit that differs in a letter from a frequent one.
struct CreditSpelling: IndexRule {
    static let info = RuleInfo(
        "CAT-CREDIT-SPELLING", "A person in the credits of several items is spelt alike in all.", level: .warning,
        tag: "D",
        section: "umc-catalog.md 3.8", remedy: "correct the name, unless it is that of another person",
        class: .shouldFix,
        bad: [
            // Without other items.
            RuleExample(.catalog, "Tam Notreal", "Nell Invennted"),
            RuleExample(.catalog, "Tam Notreal", "Nell Invetned"),
            example("Nell Invneted"), example("Nell Invnted"), example("Invented Nell"),
        ],
        nearMisses: [
            RuleExample(.catalog, "Tam Notreal", "Nell Inventde"), RuleExample(.catalog, "Tam Notreal", "Nel Invented"),
            RuleExample(.catalog, "Tam Notreal", "Nell Invente"),
            example("Nell Invented"), example("Nella Invented"), example("Tell Invented"), example("Nell Intended"),
        ])

    /// Number of items from which on a spelling is the usual one.
    private static let minimum = 4

    /// The sample with the usual name in four of its items, and another at its movie.
    private static func example(_ name: String) -> RuleExample {
        let usual = "<credit role=\"director\">Nell Invented</credit>"
        return RuleExample(
            .catalog, "<credit role=\"actor\" characterName=\"Oda\">Nell Invented<",
            "<credit role=\"actor\" characterName=\"Oda\">\(name)<",
            also: [
                ("<credit role=\"creator\">Tam Notreal</credit>", usual),
                ("<credit role=\"director\">Ro Madeup</credit>", usual),
                (
                    "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">",
                    [2, 3].map { number in
                        EpisodeNumberTwice.episode(number, number)
                            .replacing("<tvEpisodeInfo>", with: usual + "<tvEpisodeInfo>")
                            .replacing("  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">", with: "")
                            .replacing(
                                number == 3 ? "The Buoy Who Forgot the Sea" : "-",
                                with: number == 3 ? "The Anchor" : "-"
                            )
                            .replacing(number == 3 ? "A buoy" : "-", with: number == 3 ? "An anchor" : "-")
                    }.joined() + "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
                ), ("<totalItemCount>6<", "<totalItemCount>8<"),
            ])
    }

    /// Number of items of one show from which on a spelling is the usual one.
    private static let minimumOfShow = 3

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where catalog.series.names.count > 1 {
            var known: Set<UInt64> = []
            for pair in SlippedLetters.pairs(of: catalog) {
                known.insert(UInt64(pair.name.entry) << 16 | UInt64(pair.name.place))
                report(pair, catalog, pair.count == 1 ? "other credit" : "other items", nil, &findings)
            }
            guard catalog.series.names.count > Self.minimumOfShow else { continue }
            let pairs = RareSpellings.pairs(of: catalog, minimum: Self.minimumOfShow) { name in
                let entry = catalog.entries[Int(name.entry)]
                guard name.kind == .person, entry.type != .movie else { return nil }
                let show = entry.type == .show ? entry.id : entry.parent
                return show == 0 ? nil : show
            }
            for pair in pairs where !known.contains(UInt64(pair.name.entry) << 16 | UInt64(pair.name.place)) {
                known.insert(UInt64(pair.name.entry) << 16 | UInt64(pair.name.place))
                report(pair, catalog, "other items of the show", nil, &findings)
            }
            guard catalog.series.names.count > Self.minimum else { continue }
            for pair in RareSpellings.pairs(of: catalog, minimum: Self.minimum, scope: { $0.kind == .person ? 0 : nil })
            where !known.contains(UInt64(pair.name.entry) << 16 | UInt64(pair.name.place)) {
                report(pair, catalog, "other items", .info, &findings)
            }
        }
    }

    private func report(
        _ pair: RareSpellings.Pair, _ catalog: CatalogIndex, _ items: String, _ level: Level?,
        _ findings: inout IndexFindings
    ) {
        findings.report(
            info, catalog, at: Int(pair.name.entry), "credit[\(pair.name.place)]", level: level,
            "the credit names \(catalog.texts[pair.name.name].quotedForMessage), but \(pair.count) \(items) "
                + catalog.texts[pair.usual].quotedForMessage)
    }
}
