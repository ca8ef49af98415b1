import UniversalMediaCatalog

/// CAT-EVENT-SPELLING: a competitor written in another way than in the title.
struct MisspeltCompetitor: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-SPELLING", "The title of a match spells the competitors as their names do.", level: .warning,
        tag: "D", section: "umc-catalog.md 3.15", remedy: "write the name in the same way everywhere",
        class: .shouldFix,
        bad: [
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Fogtown Herons<", "<name locale=\"en-US\">Fogtwon Herons<"),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Saltmarsh Otters<", "<name locale=\"en-US\">Saltmarsch Otters<"),
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Fogtown Herons<", "<name locale=\"en-US\">Fogtown Heron<"),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Fogtown Herons<", "<name locale=\"en-US\">Foggy Herons<"),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let competitors = item.info?.first(.competitors) else { return }
        for title in item.children(.title) where title.isDefaultTitle {
            let locale = item.localeKey(title)
            let words = EventTitle.words(of: title.text.string)
            var known: Set<String> = []
            competitors.forEachName(in: locale, of: item) {
                known.formUnion(EventTitle.words(of: $0.text.string))
            }
            let unknown = words.filter { $0.count > 4 && !known.contains($0) }
            guard !unknown.isEmpty else { continue }
            competitors.forEachName(in: locale, of: item) { name in
                for word in EventTitle.words(of: name.text.string) where word.count > 4 && !words.contains(word) {
                    guard let other = unknown.first(where: { Self.isTypingError(word, $0) }) else { continue }
                    findings.report(
                        info, at: name,
                        "the competitor \(name.text.trimmed.shown) is written with “\(other)” in the title")
                    break
                }
            }
        }
    }

    /// Returns whether two words differ in one letter, or in the order of two letters. A plural is no error.
    static func isTypingError(_ one: String, _ other: String) -> Bool {
        var (left, right) = (Array(one)[...], Array(other)[...])
        guard abs(left.count - right.count) < 2, one != other + "s", other != one + "s" else { return false }
        while let letter = left.first, letter == right.first { (left, right) = (left.dropFirst(), right.dropFirst()) }
        while let letter = left.last, letter == right.last { (left, right) = (left.dropLast(), right.dropLast()) }
        if left.count <= 1, right.count <= 1 { return true }
        return left.count == 2 && right.count == 2 && left.first == right.last && left.last == right.first
    }
}

extension FeedNode {
    /// Calls `body` for each name of a competitor in a locale.
    fileprivate func forEachName(in locale: FeedText, of item: CatalogItemView, _ body: (FeedNode) -> Void) {
        for competitor in children {
            for name in competitor.children
            where name.name == .name && item.localeKey(name).isSameIgnoringCase(locale) { body(name) }
        }
    }
}
