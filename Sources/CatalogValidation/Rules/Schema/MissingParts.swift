import UniversalMediaCatalog

/// Elements and attributes that must be there.
struct MissingParts: Rule {
    static let info = RuleInfo(
        "SCH-MISSING", "Elements and attributes that are required are there.", level: .error, tag: "S/L/D",
        section: "umc-catalog.md 3, umc-availability.md 2, umc-manifest.md 2", remedy: "add what is missing",
        bad: [
            RuleExample(.manifest, "<name>Lantern Bay Media (fictional)</name>", ""),
            RuleExample(.catalog, "<artwork url=\"https://img.example.org/LB-MOV-0001/tile.jpg\" ", "<artwork "),
        ],
        nearMisses: [
            RuleExample(.catalog, "<studio>Invented Tide Pictures</studio>", ""),
            RuleExample(.manifest, "<status>active</status>", ""),
        ])
}
