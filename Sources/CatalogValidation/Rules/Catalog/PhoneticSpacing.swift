import UniversalMediaCatalog

/// CAT-TITLE-UNITS: a phonetic title whose units are not separated.
struct PhoneticSpacing: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-TITLE-UNITS", "The meaningful units of a phonetic title are separated by spaces.", level: .warning,
        tag: "S", section: "umc-catalog.md 3.4", remedy: "write a space between the units, such as かみ の とうだい",
        bad: [RuleExample(.catalog, "かみ の とうだい", "かみのとうだい")],
        nearMisses: [
            RuleExample(.catalog, "かみ の とうだい", "とうだいもり"),
            RuleExample(.catalog, "かみ の とうだい", "トランスフォーマー"),
            RuleExample(.catalog, "かみ の とうだい", "かみの　とうだい"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.title) { node in
            guard node.isPhonetic else { return }
            let text = node.text.trimmed
            // One word of hiragana seldom has seven letters; katakana may be one foreign word.
            guard text.count >= 21, !text.bytes.contains(32) else { return }
            var count = 0
            for scalar in text.string.unicodeScalars {
                if scalar.value == 0x3000 { return }
                if (0x3041...0x3096).contains(scalar.value) { count += 1 }
            }
            guard count >= 7 else { return }
            findings.report(info, at: node, "the phonetic title \(text.shown) has no space between its units")
        }
    }
}
