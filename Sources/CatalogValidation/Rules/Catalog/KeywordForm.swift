import UniversalMediaCatalog

/// CAT-KEYWORD-FORM: hashtags and links in keywords.
struct KeywordForm: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-KEYWORD-FORM", "A keyword is a word or a phrase without markup.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.2", remedy: "write the word that viewers search for",
        bad: [
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea", "<keyword locale=\"en-US\">#sea"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea", "<keyword locale=\"en-US\">https://sea.example.org"),
        ],
        nearMisses: [RuleExample(.catalog, "<keyword locale=\"en-US\">sea", "<keyword locale=\"en-US\">C# composer")])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.keyword) { node in
            let text = node.text.trimmed
            guard let first = text.bytes.first else { return }
            if first == UInt8(ascii: "#") || first == UInt8(ascii: "@"), text.count > 1 {
                findings.report(info, at: node, "the keyword \(text.shown) begins with `\(text[0..<1].string)`")
            } else if text.count > 8, text[0..<8].isIgnoringCase("https://") || text[0..<7].isIgnoringCase("http://") {
                findings.report(info, at: node, "the keyword \(text.shown) is a URL")
            }
        }
    }
}
