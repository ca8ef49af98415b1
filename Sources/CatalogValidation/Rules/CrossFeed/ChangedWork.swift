import UniversalMediaCatalog

/// CAT-FACT-CHANGED: an item whose facts are no longer those of the work in the previous build.
struct ChangedWork: IndexRule {
    static let info = RuleInfo(
        "CAT-FACT-CHANGED",
        "Between builds, a released work keeps its title, dates, length, numbers, people and public ids, and its rating does not fall by two steps.",
        level: .warning, tag: "D", section: "umc-catalog.md 5",
        remedy: "restore the value; if the change corrects a mistake, confirm it with the reviewer",
        class: .shouldFix,
        bad: [
            changed("<title locale=\"en-US\">The Paper Lighthouse<", "<title locale=\"en-US\">Marathon Man<"),
            changed(">2025-10-03<", ">2024-10-03<"),
            changed("<originalAirDate>2025-09-12<", "<originalAirDate>2025-11-12<"),
            changed("<duration>6120<", "<duration>3060<"),
            changed("<rating systemCode=\"us-tv\" advisories=\"L\">TV-PG<", "<rating systemCode=\"us-tv\">TV-Y7<"),
            changed("<episodeNumber>1<", "<episodeNumber>2<"),
            RuleExample(
                .catalog, "<seasonNumber>1</seasonNumber>\n      <originalPremiereDate>",
                "<seasonNumber>2</seasonNumber>\n      <originalPremiereDate>",
                also: [
                    ("<seasonNumber>1</seasonNumber>\n      <episode", "<seasonNumber>2</seasonNumber>\n      <episode")
                ],
                previously: [.catalog]),
            RuleExample(
                .catalog, "Imre Fictional", "Roy Scheider", also: [("Nell Invented", "Robert Shaw")],
                previously: [.catalog]),
            RuleExample(
                .catalog, "<genre>comedy</genre>\n    <genre>sci_fi</genre>",
                "<genre>horror</genre>\n    <genre>war</genre>", previously: [.catalog]),
        ],
        nearMisses: [
            // A subtitle, and another spelling.
            changed(
                "<title locale=\"en-US\">The Paper Lighthouse<", "<title locale=\"en-US\">The Paper Lighthouse: A Tale<"
            ),
            changed("<title locale=\"en-US\">The Paper Lighthouse<", "<title locale=\"en-US\">Paperlighthouse<"),
            // A work that was not released at the previous build.
            changed("<title locale=\"en-US\">Nine Quiet Volcanoes<", "<title locale=\"en-US\">Sleeping Giants<"),
            changed("<originalPremiereDate>2026-05-08<", "<originalPremiereDate>2026-07-08<"),
            changed(">2025-10-03<", ">2025-10-01<"), changed("<duration>6120<", "<duration>7000<"),
            // The release in another country.
            changed(
                "<originalReleaseDate territory=\"US\">2025-10-03</originalReleaseDate>",
                "<originalReleaseDate territory=\"NZ\">2024-10-03</originalReleaseDate>"),
            changed("<rating systemCode=\"us-tv\" advisories=\"L\">TV-PG<", "<rating systemCode=\"us-tv\">TV-G<"),
            changed("<rating systemCode=\"us-tv\" advisories=\"L\">TV-PG<", "<rating systemCode=\"us-tv\">TV-MA<"),
            changed("Imre Fictional", "Roy Scheider"), changed("<genre>sci_fi<", "<genre>fantasy<"),
            // Names in another case.
            RuleExample(
                .catalog, "Imre Fictional", "IMRE FICTIONAL", also: [("Nell Invented", "NELL INVENTED")],
                previously: [.catalog]),
        ])

    private static func changed(_ original: String, _ replacement: String) -> RuleExample {
        RuleExample(.catalog, original, replacement, previously: [.catalog])
    }

    /// Number of days by which a date may be corrected.
    private static let month = 31

    /// What a change is about, with the XPath of the element.
    private struct Change {
        var path: String
        var message: String
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        let today = Int(index.now / 86_400)
        for (catalog, before) in index.catalogBuilds
        where catalog.facts.count == catalog.entries.count && before.facts.count == before.entries.count {
            let hasNewGenres = Self.hasNewGenres(catalog, before)
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type != .sportingEvent, let old = before.find(entry.id) else { continue }
                let other = before.entries[old]
                guard entry.type == other.type, !entry.flags.contains(.isCut), !other.flags.contains(.isCut),
                    !ContentIDReused.isOtherWork(entry, other)
                else { continue }
                let builds = Builds(
                    now: entry, before: other, facts: catalog.facts[number], earlier: before.facts[old],
                    isReleased: other.date != .min && Int(other.date) <= today)
                for change in Self.changes(builds, catalog, before) {
                    findings.report(
                        info, catalog, at: number, change.path,
                        "\(change.message) (\(before.file), line \(other.line))")
                }
                guard !hasNewGenres, builds.facts.genres.count > 1, builds.earlier.genres.count > 1,
                    Set(builds.facts.genres).isDisjoint(with: builds.earlier.genres)
                else { continue }
                findings.report(
                    info, catalog, at: number, "genre",
                    "none of its genres is one of the previous build (\(before.file), line \(other.line))")
            }
        }
    }

    /// An item in two builds.
    private struct Builds {
        var now: CatalogIndex.Entry
        var before: CatalogIndex.Entry
        var facts: WorkFacts
        var earlier: WorkFacts
        /// Whether the work had been released by the date of the previous build.
        var isReleased: Bool
    }

    /// Returns whether a catalog was classified anew: many items have other genres.
    private static func hasNewGenres(_ catalog: CatalogIndex, _ before: CatalogIndex) -> Bool {
        var (all, changed) = (0, 0)
        for number in catalog.entries.indices {
            guard let old = before.find(catalog.entries[number].id), !catalog.facts[number].genres.isEmpty,
                !before.facts[old].genres.isEmpty
            else { continue }
            all += 1
            if Set(catalog.facts[number].genres).isDisjoint(with: before.facts[old].genres) { changed += 1 }
        }
        return changed > 3 && changed * 5 > all
    }

    private static func changes(_ builds: Builds, _ catalog: CatalogIndex, _ before: CatalogIndex) -> [Change] {
        var result = titleChanges(builds, catalog.head.defaultLocale == before.head.defaultLocale, catalog.texts)
        if builds.isReleased { result += dateChanges(builds) }
        let (now, old) = (builds.now, builds.before)
        let (short, long) = (min(now.seconds, old.seconds), max(now.seconds, old.seconds))
        if now.type != .extra, short > 0, UInt64(long) * 2 >= UInt64(short) * 3 {
            result.append(
                .init(
                    path: "\(block(now.type))/duration",
                    message: "the duration is \(now.seconds), and was \(old.seconds)"))
        }
        if now.type == .season, now.flags.contains(.hasSeasonNumber), old.flags.contains(.hasSeasonNumber),
            now.seasonNumber != old.seasonNumber
        {
            result.append(
                .init(
                    path: "tvSeasonInfo/seasonNumber",
                    message: "the seasonNumber is \(now.seasonNumber), and was \(old.seasonNumber)"))
        }
        if now.type == .episode, now.flags.contains(.hasEpisodeNumber), old.flags.contains(.hasEpisodeNumber),
            now.episodeNumber != old.episodeNumber, builds.isReleased
        {
            result.append(
                .init(
                    path: "tvEpisodeInfo/episodeNumber",
                    message: "the episodeNumber is \(now.episodeNumber), and was \(old.episodeNumber)"))
        }
        return result + ratingChanges(builds) + personChanges(builds)
    }

    private static func block(_ type: ContentTypes) -> String {
        switch type {
        case .movie: "movieInfo"
        case .show: "tvShowInfo"
        case .season: "tvSeasonInfo"
        case .episode: "tvEpisodeInfo"
        default: "extraInfo"
        }
    }

    // MARK: Titles

    /// - Parameter hasSameLocale: whether both catalogs have one defaultLocale.
    private static func titleChanges(_ builds: Builds, _ hasSameLocale: Bool, _ texts: TextTable) -> [Change] {
        var result: [Change] = []
        for title in builds.facts.titles {
            guard let old = builds.earlier.titles.first(where: { $0.locale == title.locale }), old.title != title.title
            else { continue }
            let (text, earlier) = (texts[title.title], texts[old.title])
            if text.utf8.allSatisfy({ $0 < 0x80 }), !earlier.utf8.allSatisfy({ $0 < 0x80 }), isSame(text, earlier) {
                result.append(
                    .init(
                        path: "title",
                        message: "the title \(text.quotedForMessage) lost the accents of \(earlier.quotedForMessage)"))
            } else if title.locale == 0, hasSameLocale, builds.isReleased,
                builds.now.type == .movie || builds.now.type == .show, isOtherTitle(text, earlier),
                // The title by which it is known in another language.
                !builds.earlier.titles.contains(where: { $0.title == title.title })
            {
                result.append(
                    .init(
                        path: "title",
                        message: "the title is \(text.quotedForMessage), and was \(earlier.quotedForMessage)"))
            }
        }
        return result
    }

    /// Returns whether two texts differ in accents only.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func key(_ text: String) -> UInt64 {
            var text = text
            return text.withUTF8 { TitleFolding(FeedText(bytes: $0), language: []).key }
        }
        let first = key(one)
        return first != 0 && first == key(other)
    }

    /// Returns whether two titles have no word in common and do not resemble each other.
    private static func isOtherTitle(_ one: String, _ other: String) -> Bool {
        func words(_ text: String) -> Set<String> {
            Set(
                text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
                    .filter { $0.count > 2 && $0 != "the" && $0 != "and" })
        }
        let (left, right) = (words(one), words(other))
        guard !left.isEmpty, !right.isEmpty, left.isDisjoint(with: right), !right.contains("untitled") else {
            return false
        }
        let (short, long) = (letters(one), letters(other))
        guard !short.contains(long), !long.contains(short) else { return false }
        return SchemaReporter.distance(short, long) * 2 > max(short.count, long.count)
    }

    private static func letters(_ text: String) -> String {
        String(text.prefix(64).lowercased().filter { $0.isLetter || $0.isNumber })
    }

    // MARK: Dates

    private static func dateChanges(_ builds: Builds) -> [Change] {
        let (now, old) = (builds.now, builds.before)
        guard now.type != .movie else {
            for release in builds.facts.releases {
                let earlier = builds.earlier.releases.filter { $0.territory == release.territory }
                guard earlier.count == 1, abs(release.day - earlier[0].day) > month else { continue }
                return [
                    .init(
                        path: "movieInfo/originalReleaseDate",
                        message: "the release date is \(FeedTime.date(ofDay: release.day)), and was "
                            + FeedTime.date(ofDay: earlier[0].day))
                ]
            }
            return []
        }
        guard now.date != .min, now.type != .extra, abs(Int(now.date) - Int(old.date)) > month else { return [] }
        let name = now.type == .episode ? "originalAirDate" : "originalPremiereDate"
        return [
            .init(
                path: "\(block(now.type))/\(name)",
                message: "\(name) is \(FeedTime.date(ofDay: Int(now.date))), and was "
                    + FeedTime.date(ofDay: Int(old.date)))
        ]
    }

    // MARK: Ratings, people and ids

    private static func ratingChanges(_ builds: Builds) -> [Change] {
        for rating in builds.facts.ratings {
            let earlier = builds.earlier.ratings.filter { $0.system == rating.system }
            guard earlier.count == 1, earlier[0].step - rating.step > 1 else { continue }
            return [
                .init(
                    path: "rating",
                    message: "the rating admits viewers who were too young for the previous one, by "
                        + "\(earlier[0].step - rating.step) steps of its system")
            ]
        }
        return []
    }

    private static func areOthers(_ now: [UInt64], _ before: [UInt64]) -> Bool {
        let (now, before) = (Set(now), Set(before))
        return now.count > 1 && before.count > 1 && now.isDisjoint(with: before)
    }

    private static func personChanges(_ builds: Builds) -> [Change] {
        var result: [Change] = []
        if areOthers(builds.facts.people, builds.earlier.people) {
            result.append(.init(path: "credit", message: "none of the credits names a person of the previous build"))
        } else if builds.now.type == .movie, areOthers(builds.facts.actors, builds.earlier.actors) {
            result.append(.init(path: "credit", message: "none of the actors is one of the previous build"))
        }
        for id in builds.facts.externalIDs {
            let old = builds.earlier.externalIDs.filter { $0.system == id.system }
            guard old.count == 1, old[0].value != id.value,
                builds.facts.externalIDs.count(where: { $0.system == id.system }) == 1
            else { continue }
            result.append(
                .init(path: "externalId", message: "the id in a public database is another one than before"))
        }
        return result
    }
}
