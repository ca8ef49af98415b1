import UniversalMediaCatalog

/// STY-DESC-LEN: descriptions that are too short or too long.
struct LengthOfDescription: TextRule {
    static let info = RuleInfo(
        "STY-DESC-LEN", "Descriptions have 20 to 1,000 characters.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "write one to three sentences about the title",
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
        // Within the limits in any script.
        if bytes <= 1_000, bytes >= 80 { return }
        guard bytes > 0 else { return }
        let count = text.text.scalarCount
        // In these scripts, a character carries as much information as two or more Latin letters.
        let minimum = text.language.isDense ? 10 : 20
        if count < minimum {
            findings.report(
                info, at: text.node,
                "the description has \(count) characters, fewer than \(minimum): \(text.text.cited)")
        } else if count > 1_000 {
            findings.report(
                info, at: text.node,
                remedy: "shorten it to at most 1,000 characters; one to three sentences suffice",
                "the description has \(count) characters, more than 1,000")
        }
    }
}

/// STY-DESC-EQ-TITLE: descriptions that repeat the title.
struct DescriptionIsTitle: TextRule {
    static let info = RuleInfo(
        "STY-DESC-EQ-TITLE", "A description does not repeat the title.", level: .warning, tag: "D",
        section: "umc-validation.md 3.3", remedy: "describe what the title is about",
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
        // Items have few titles; further ones are not compared.
        for title in item.children(.title).lazy.prefix(Self.mostTitles) {
            let other = title.text.trimmed
            // The comparison ignores case, spaces and punctuation; lengths that differ much cannot match.
            guard abs(other.count - text.text.count) <= 8, !other.isEmpty, Self.isSame(other, text.text) else {
                continue
            }
            return findings.report(info, at: text.node, "the description repeats the title: \(text.text.cited)")
        }
    }

    private static let mostTitles = 256

    private static func isSame(_ one: FeedText, _ other: FeedText) -> Bool {
        guard one.isASCII, other.isASCII else { return key(one) == key(other) }
        var (left, right) = (0, 0)
        while true {
            while left < one.count, !isLetter(one[left]), !isDigit(one[left]) { left += 1 }
            while right < other.count, !isLetter(other[right]), !isDigit(other[right]) { right += 1 }
            guard left < one.count, right < other.count else { return left == one.count && right == other.count }
            guard lowercased(one[left]) == lowercased(other[right]) else { return false }
            left += 1
            right += 1
        }
    }

    private static func key(_ text: FeedText) -> String {
        String(
            String.UnicodeScalarView(
                text.string.lowercased().unicodeScalars.filter {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                }))
    }
}
