import UniversalMediaCatalog

/// Text where only elements may stand.
struct StrayText: Rule {
    static let info = RuleInfo(
        "SCH-TEXT", "Text stands only in elements that are for text.", level: .error, tag: "S/L/D",
        section: "umc-catalog.md 3", remedy: "remove the text, or put it into the element that it belongs to",
        bad: [
            RuleExample(.catalog, "<studio>Invented Tide Pictures</studio>", "Invented Tide Pictures"),
            RuleExample(.manifest, "<brands>", "<brands>two brands"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<studio>Invented Tide Pictures</studio>", "<!-- Invented Tide Pictures -->")
        ])
}
