import UniversalMediaCatalog

/// CAT-EPISODE-TITLE: two episodes of one season with one title.
struct EpisodeTitleTwice: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-TITLE", "The episodes of a season have different titles.", level: .warning, tag: "D",
        section: "umc-catalog.md 5", remedy: "write the title of this episode, with its part where two share a title",
        class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, tail, EpisodesOfSeason.titled("The Crane Who Collected Bells"),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")]),
            RuleExample(
                .catalog, tail, episodes("La Grue"),
                also: [
                    ("<totalItemCount>6<", "<totalItemCount>8<"),
                    (
                        "The Crane Who Collected Bells</title>",
                        "The Crane Who Collected Bells</title>" + french("La Grue")
                    ),
                ]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, tail, episodes("La Marée"),
                also: [
                    ("<totalItemCount>6<", "<totalItemCount>8<"),
                    (
                        "The Crane Who Collected Bells</title>",
                        "The Crane Who Collected Bells</title>" + french("La Grue")
                    ),
                ]),
            RuleExample(
                .catalog, tail, EpisodesOfSeason.titled("The Crane Who Collected Bells, Part 2"),
                also: [("<totalItemCount>6<", "<totalItemCount>7<")]),
        ])

    private static func french(_ title: String) -> String { "<title locale=\"fr-FR\">\(title)</title>" }

    /// Two further episodes, the second of which has a French title.
    private static func episodes(_ title: String) -> String {
        EpisodeNumberTwice.episode(2, 2).replacing(tail, with: "")
            + EpisodeNumberTwice.episode(3, 3).replacing("The Buoy Who Forgot the Sea", with: "The Tide Who Came Late")
            .replacing("A buoy comes ashore", with: "An anchor comes ashore")
            .replacing("<description", with: french(title) + "<description")
    }

    private static let tail = "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">"
    /// A title of more episodes is that of a program without titles.
    private static let maximum = 3

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            checkLocalTitles(catalog, &findings)
            var repeated = RepeatedHashes(count: catalog.entries.count)
            for number in catalog.entries.indices {
                if let key = Self.key(catalog.entries[number]) { repeated.add(key) }
            }
            guard !repeated.isEmpty else { continue }
            var found: [UInt64: [(first: Int, number: Int)]] = [:]
            for number in catalog.entries.indices {
                guard let key = Self.key(catalog.entries[number]), let first = repeated.first(key, number) else {
                    continue
                }
                found[key, default: []].append((first, number))
            }
            for pair in found.values.filter({ $0.count < Self.maximum }).flatMap(\.self).sorted(by: {
                $0.number < $1.number
            }) {
                report(catalog, pair.first, pair.number, &findings)
            }
        }
    }

    /// Reports titles in other locales than the feed's, where those in the feed's locale differ.
    private func checkLocalTitles(_ catalog: CatalogIndex, _ findings: inout IndexFindings) {
        var found: [UInt64: [(first: CatalogIndex.LocalText, text: CatalogIndex.LocalText)]] = [:]
        func key(_ text: CatalogIndex.LocalText) -> UInt64? {
            let season = catalog.entries[Int(text.entry)].season
            return season == 0 ? nil : FeedText.mix(text.hash ^ UInt64(season) << 20)
        }
        catalog.forEachRepeatedText(isTitle: true, key) { found[key($1) ?? 0, default: []].append(($0, $1)) }
        for pair in found.values.filter({ $0.count < Self.maximum }).flatMap(\.self).sorted(by: {
            ($0.text.entry, $0.text.place) < ($1.text.entry, $1.text.place)
        }) {
            let (one, other) = (catalog.entries[Int(pair.first.entry)], catalog.entries[Int(pair.text.entry)])
            guard one.id != other.id, one.season == other.season, one.group == 0 || one.group != other.group,
                one.episodeNumber != other.episodeNumber, one.titleKey != other.titleKey
            else { continue }
            findings.report(
                info, catalog, at: Int(pair.text.entry), "title[\(pair.text.place)]",
                "the episode has the title of \(catalog.id(Int(pair.first.entry)).quotedForMessage) in line \(one.line) "
                    + "in this language")
        }
    }

    private func report(_ catalog: CatalogIndex, _ first: Int, _ number: Int, _ findings: inout IndexFindings) {
        let (one, other) = (catalog.entries[first], catalog.entries[number])
        guard one.id != other.id, one.season == other.season, one.group == 0 || one.group != other.group,
            one.episodeNumber != other.episodeNumber,
            other.titleKey != catalog.find(other.parent, .show).map({ catalog.entries[$0].titleKey })
        else { return }
        findings.report(
            info, catalog, at: number, "title",
            "the episode has the title of \(catalog.id(first).quotedForMessage) in line \(one.line)")
    }

    private static func key(_ entry: CatalogIndex.Entry) -> UInt64? {
        guard entry.type == .episode, entry.titleKey != 0, entry.season != 0 else { return nil }
        return FeedText.mix(entry.titleKey ^ UInt64(entry.season) << 20)
    }
}
