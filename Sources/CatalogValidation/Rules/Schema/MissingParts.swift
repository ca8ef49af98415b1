import UniversalMediaCatalog

/// SCH-MISSING: missing elements and attributes.
struct MissingParts: Rule {
    static let info = RuleInfo(
        "SCH-MISSING", "Required elements and attributes are present.", level: .error, tag: "S/L/D",
        section: "umc-catalog.md 3, umc-availability.md 2, umc-manifest.md 2",
        remedy: "add the missing element or attribute",
        bad: [
            RuleExample(.manifest, "<name>Lantern Bay Media (fictional)</name>", ""),
            RuleExample(.catalog, "<artwork url=\"https://img.example.org/LB-MOV-0001/tile.jpg\" ", "<artwork "),
        ],
        nearMisses: [
            RuleExample(.catalog, "<studio>Invented Tide Pictures</studio>", ""),
            RuleExample(.manifest, "<status>active</status>", ""),
        ])
}
