import UniversalMediaCatalog

/// CAT-ADULT: genres, keywords and ratings of adult-only content.
struct AdultContent: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ADULT", "A catalog has no adult-only content.", level: .warning, tag: "S", section: "umc-catalog.md 1",
        remedy: "remove the item from the catalog and the availability feeds, or correct the wrong value",
        bad: [
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre>adult</genre>"),
            RuleExample(
                .catalog, "<keyword locale=\"en-US\">sea</keyword>", "<keyword locale=\"en-US\">Porn</keyword>"),
            RuleExample(
                .catalog, "<rating systemCode=\"fr-movie\">Tout public", "<rating systemCode=\"uk-movie\">R18"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<keyword locale=\"en-US\">sea</keyword>", "<keyword locale=\"en-US\">adult life</keyword>"),
            RuleExample(
                .catalog, "<rating systemCode=\"fr-movie\">Tout public", "<rating systemCode=\"nz-movie\">R18"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.genre) { node in
            let genre = node.text.trimmed
            guard Self.mayBegin(genre), genre.isIgnoringCase("adult") || Self.words.ignoringCase(genre) != nil else {
                return
            }
            findings.report(info, at: node, "the genre \(genre.shown) is that of adult-only content")
        }
        item.forEach(.keyword) { node in
            let keyword = node.text.trimmed
            guard Self.mayBegin(keyword), Self.words.ignoringCase(keyword) != nil else { return }
            findings.report(info, at: node, "the keyword \(keyword.shown) is that of adult-only content")
        }
        item.forEach(.rating) { node in
            let value = node.text.trimmed
            guard value.count > 2, value == "R18" || value == "XXX" || value == "X18+",
                value != "R18" || node[.systemCode]?.trimmed.isIgnoringCase("uk-movie") ?? false
            else { return }
            findings.report(info, at: node, "the rating \(value.shown) is that of adult-only content")
        }
    }

    /// Returns whether a text begins with the first letter of one of the words.
    private static func mayBegin(_ text: FeedText) -> Bool {
        guard let first = text.bytes.first else { return false }
        switch first | 0x20 {
        case UInt8(ascii: "a"), UInt8(ascii: "h"), UInt8(ascii: "p"), UInt8(ascii: "s"), UInt8(ascii: "x"): return true
        default: return false
        }
    }

    private static let words = WordTable([
        "adults only", "adults_only", "adult only", "adult_only", "adult content", "adult_content", "porn", "porno",
        "pornography", "pornographic", "xxx", "hentai", "sex tape",
    ])
}
