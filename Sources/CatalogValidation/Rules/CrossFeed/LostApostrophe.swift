import UniversalMediaCatalog

struct LostApostrophe: IndexRule {
    static let info = RuleInfo(
        "STY-APOSTROPHE", "A title has the same apostrophes and accents everywhere.", level: .info, tag: "S",
        section: "umc-validation.md 3.3", remedy: "write the title everywhere in its correct spelling",
        bad: [
            RuleExample(
                .catalog, "Nine Quiet Volcanoes</title>", "The Mapmaker's Harbor</title>",
                also: [("The Crane Who Collected Bells", "The Mapmakers Harbor")]),
            RuleExample(
                .catalog, "Nine Quiet Volcanoes</title>", "The Café of Zoë</title>",
                also: [("The Crane Who Collected Bells", "The Cafe of Zoe")]),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "Nine Quiet Volcanoes</title>", "She'll</title>",
                also: [("The Crane Who Collected Bells", "Shell")]),
            RuleExample(
                .catalog, "<title locale=\"fr-FR\">Le Phare de papier", "<title locale=\"fr-FR\">Thé Paper Lighthouse"),
            RuleExample(
                .catalog, "Nine Quiet Volcanoes</title>", "The Mapmaker’s Harbor</title>",
                also: [("The Crane Who Collected Bells", "The Mapmaker's Harbor")]),
        ])

    /// Minimum length. Shorter titles may be different words that happen to differ only in an apostrophe.
    private static let minimumLetters = 7

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where !catalog.markedTitles.isEmpty {
            var slots = SlotTable(minimumCapacity: catalog.markedTitles.count)
            for (number, row) in catalog.markedTitles.enumerated() {
                let isKnown = slots.find(row.key) { catalog.markedTitles[$0].key == row.key } != nil
                if !isKnown { slots.insert(number, row.key) { catalog.markedTitles[$0].key } }
            }
            var next = 0
            for number in catalog.entries.indices {
                // Marked titles are sorted by item.
                while next < catalog.markedTitles.count, Int(catalog.markedTitles[next].entry) < number { next += 1 }
                if next < catalog.markedTitles.count, Int(catalog.markedTitles[next].entry) == number { continue }
                let key = catalog.entries[number].titleKey
                guard key != 0, let row = slots.find(key, where: { catalog.markedTitles[$0].key == key }) else {
                    continue
                }
                let marked = catalog.markedTitles[row]
                let title = index.texts[marked.title]
                guard title.filter({ $0.isLetter || $0.isNumber }).count >= Self.minimumLetters else { continue }
                findings.report(
                    info, catalog, at: number, "title",
                    "the title has neither apostrophe nor accent, but is written in line "
                        + "\(catalog.entries[Int(marked.entry)].line) as \(title.quotedForMessage)")
            }
        }
    }
}
