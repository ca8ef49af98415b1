import UniversalMediaCatalog

/// SCH-TEXT: text in elements that allow only child elements.
struct StrayText: Rule {
    static let info = RuleInfo(
        "SCH-TEXT", "Text occurs only in elements that allow text.", level: .error, tag: "S/L/D",
        section: "umc-catalog.md 3", remedy: "remove the text, or move it to the right element",
        bad: [
            RuleExample(.catalog, "<studio>Invented Tide Pictures</studio>", "Invented Tide Pictures"),
            RuleExample(.manifest, "<brands>", "<brands>two brands"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<studio>Invented Tide Pictures</studio>", "<!-- Invented Tide Pictures -->")
        ])
}
