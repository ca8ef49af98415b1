import UniversalMediaCatalog

struct SeriesTitleDiffers: IndexRule {
    static let info = RuleInfo(
        "STY-SERIES-SAME", "The titles of seasons use the title of their show.", level: .warning,
        tag: "S", section: "umc-validation.md 3.3",
        remedy: "write the show's title in the same way everywhere",
        bad: [
            RuleExample(
                .catalog, "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork",
                "<title locale=\"en-US\">Harbour of Small Machines</title>\n    <artwork"),
            RuleExample(
                .catalog, "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork",
                "<title locale=\"en-US\">Harbor Of small Machines: Season 1</title>\n    <artwork"),
            RuleExample(
                .catalog, "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork",
                "<title locale=\"en-US\">Nine Volcanoes</title>\n    <artwork",
                also: [(">Nine Quiet Volcanoes<", ">Nine Volcanoes<")]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork",
                "<title locale=\"en-US\">Season 1</title>\n    <artwork"),
            RuleExample(
                .catalog, "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork",
                "<title locale=\"en-US\">Harbor of Small Machines</title>"
                    + "<title locale=\"de-DE\">Hafen der kleinen Maschinen</title>\n    <artwork"),
            RuleExample(
                .catalog, "<title locale=\"en-US\">Harbor of Small Machines</title>\n    <artwork",
                "<title locale=\"en-US\">シーズン1</title>\n    <artwork"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            // The title of each show in each locale; the rows are sorted by item.
            var names: [UInt64: CatalogIndex.Symbol] = [:]
            var shows: Set<CatalogIndex.Symbol> = []
            func key(_ entry: Int, _ locale: CatalogIndex.Symbol) -> UInt64 { UInt64(entry) << 32 | UInt64(locale) }
            for row in catalog.seriesTitles where catalog.entries[Int(row.entry)].type == .show {
                names[key(Int(row.entry), row.locale)] = row.title
                shows.insert(row.title)
            }
            for row in catalog.seriesTitles {
                let number = Int(row.entry)
                guard catalog.entries[number].type == .season,
                    let show = catalog.find(catalog.entries[number].parent, .show),
                    let name = names[key(show, row.locale)], name != row.title
                else { continue }
                check(catalog, number, row, name, show, isOfOther: shows.contains(row.title), &findings)
            }
        }
    }

    private func check(
        _ catalog: CatalogIndex, _ number: Int, _ row: CatalogIndex.SeriesTitle, _ name: CatalogIndex.Symbol,
        _ show: Int, isOfOther: Bool, _ findings: inout IndexFindings
    ) {
        let (title, name) = (catalog.texts[row.title], catalog.texts[name])
        let likeness = SeriesName(name).likeness(of: title)
        guard likeness != .same || isOfOther else { return }
        findings.report(
            info, catalog, at: number, row.place > 1 ? "title[\(row.place)]" : "title",
            "the season's title is \(title.quotedForMessage), but the title of its show (line \(catalog.entries[show].line)) is "
                + name.quotedForMessage)
    }
}

/// The title of a show, for comparison with the titles of its seasons.
struct SeriesName {
    enum Likeness { case same, similar, foreign }
    private let name: [Character]
    private let whole: String

    init(_ name: String) {
        whole = name
        self.name = Array(name.lowercased().prefix(200))
    }

    /// - Returns: how similar the title is; `same` also for titles that begin with the name, and for labels such as `Season 1`.
    func likeness(of title: String) -> Likeness {
        if title == whole { return .same }
        if title.hasPrefix(whole), let next = title.dropFirst(whole.count).first, !next.isLetter { return .same }
        let other = Array(title.lowercased().prefix(200))
        let limit = max(1, name.count / 4)
        // A season label may follow the name.
        for length in Set([other.count, min(other.count, name.count), min(other.count, name.count + 1)]) {
            if distance(name, Array(other.prefix(length)), limit) <= limit { return .similar }
        }
        return title.contains(where: \.isNumber) || title.count <= 16 && title.split(separator: " ").count <= 2
            ? .same : .foreign
    }

    /// Returns the Levenshtein distance, or a value above `limit` if it exceeds `limit`.
    private func distance(_ left: [Character], _ right: [Character], _ limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let cost = letter == other ? diagonal : min(diagonal, row[j], row[j + 1]) + 1
                diagonal = row[j + 1]
                row[j + 1] = cost
            }
            if row.min() ?? 0 > limit { return limit + 1 }
        }
        return row[right.count]
    }
}
