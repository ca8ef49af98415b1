import UniversalMediaCatalog

/// CAT-LANGUAGE-SERIES: a show or an episode in another original language than the rest of the series.
struct LanguageOfSeries: IndexRule {
    static let info = RuleInfo(
        "CAT-LANGUAGE-SERIES", "A show has the originalLanguage of its episodes.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.2", remedy: "correct the originalLanguage that differs", class: .shouldFix,
        bad: [
            RuleExample(.catalog, show, "<originalLanguage>ja</originalLanguage>" + show, also: episodes("en", "en"))
        ],
        nearMisses: [
            RuleExample(.catalog, show, "<originalLanguage>en</originalLanguage>" + show, also: episodes("en", "fr")),
            RuleExample(.catalog, show, "<originalLanguage>ja</originalLanguage>" + show, also: episodes("en", "ja")),
        ])

    private static let show = "<tvShowInfo>\n      <type>series</type>"
    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"

    private static func episodes(_ first: String, _ second: String) -> [(String, String)] {
        [
            ("<tvEpisodeInfo>", "<originalLanguage>\(first)</originalLanguage><tvEpisodeInfo>"),
            (
                tail,
                EpisodeNumberTwice.episode(2, 2).replacing(
                    "<tvEpisodeInfo>", with: "<originalLanguage>\(second)</originalLanguage><tvEpisodeInfo>")
            ), ("<totalItemCount>6<", "<totalItemCount>7<"),
        ]
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            var show: CatalogIndex.Symbol = 0
            var common = LanguageMask(rawValue: .max)
            var count = 0
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode, entry.parent != 0 else { continue }
                if entry.parent != show {
                    check(show, common, count, catalog, &findings)
                    (show, common, count) = (entry.parent, LanguageMask(rawValue: .max), 0)
                }
                common.formIntersection(entry.audioLanguages)
                count += 1
            }
            check(show, common, count, catalog, &findings)
        }
    }

    private func check(
        _ show: CatalogIndex.Symbol, _ common: LanguageMask, _ count: Int, _ catalog: CatalogIndex,
        _ findings: inout IndexFindings
    ) {
        guard count > 1, !common.isEmpty, let number = catalog.find(show, .show) else { return }
        let own = catalog.entries[number].audioLanguages
        guard !own.isEmpty, own.isDisjoint(with: common) else { return }
        findings.report(
            info, catalog, at: number, "originalLanguage",
            "the originalLanguage of the show is \(own.codes.joined(separator: ", ")), but that of its \(count) episodes "
                + common.codes.joined(separator: ", "))
    }
}
