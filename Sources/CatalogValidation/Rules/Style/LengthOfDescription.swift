import UniversalMediaCatalog

/// Descriptions that say next to nothing, or too much.
struct LengthOfDescription: TextRule {
    static let info = RuleInfo(
        "STY-DESC-LEN", "Descriptions have 20 to 1,000 characters.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "write one to three sentences about the work",
        bad: [
            .plot("A mapmaker."), .plot("Un phare.", "fr-FR"), .plot("灯台。", "ja-JP"),
            .plot(String(repeating: "A mapmaker finds a coast that nobody has drawn. ", count: 24) + "The end."),
        ],
        good: [.plot("A mapmaker finds a coast that nobody has drawn.")],
        nearMisses: [
            .plot("Oda draws the coast."), .plot("地図職人が見つけた海岸。", "ja-JP"),
            .plot(String(repeating: "Художница рисует море. ", count: 40) + "Конец.", "ru-RU"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle else { return }
        let bytes = text.text.count
        // Neither short nor long, whatever the script.
        if bytes <= 1_000, bytes >= 80 { return }
        guard bytes > 0 else { return }
        let count = text.text.scalarCount
        // A character of these scripts says as much as two or more letters.
        let minimum = text.language.isDense ? 10 : 20
        if count < minimum {
            findings.report(
                info, at: text.node,
                "the description has \(count) characters, fewer than \(minimum): \(text.text.cited)")
        } else if count > 1_000 {
            findings.report(
                info, at: text.node,
                remedy: "cut it down to at most 1,000 characters; one to three sentences are enough",
                "the description has \(count) characters, more than 1,000")
        }
    }
}

/// Descriptions that repeat the title.
struct DescriptionIsTitle: TextRule {
    static let info = RuleInfo(
        "STY-DESC-EQ-TITLE", "A description says more than the title.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "tell what the work is about",
        bad: [
            .plot("The Paper Lighthouse"), .plot("The Paper Lighthouse."), .plot("LE PHARE DE PAPIER", "fr-FR"),
            .plot("紙の灯台", "ja-JP"),
        ],
        good: [.plot("A mapmaker finds a coast that nobody has drawn.")],
        nearMisses: [
            .plot("The Paper Lighthouse is built of old charts."),
            .plot("Le phare de papier reconstruit un monde.", "fr-FR"),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle, text.text.count <= 1_024, !text.text.isEmpty else { return }
        for title in item.node.children where title.name == .title {
            let other = title.text.trimmed
            // Case, spaces and marks may differ: no need to look where lengths are far apart.
            guard abs(other.count - text.text.count) <= 8, !other.isEmpty, key(other) == key(text.text) else {
                continue
            }
            return findings.report(info, at: text.node, "the description is the title: \(text.text.cited)")
        }
    }

    private func key(_ text: FeedText) -> String {
        String(
            String.UnicodeScalarView(
                text.string.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }
}
