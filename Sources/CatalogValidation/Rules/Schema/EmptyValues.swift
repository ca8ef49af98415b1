import UniversalMediaCatalog

/// SCH-EMPTY: elements and attributes without a value.
struct EmptyValues: Rule {
    static let info = RuleInfo(
        "SCH-EMPTY", "Elements and attributes that require a value have one.", level: .error, tag: "S/L/D",
        section: "umc-catalog.md 4", remedy: "write the value, or remove the element if it is optional",
        bad: [
            RuleExample(.catalog, "<studio>Invented Tide Pictures</studio>", "<studio/>"),
            RuleExample(.catalog, "<network>Lantern Bay TV</network>", "<network> </network>"),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "type=\"tile_artwork\"/>\n    <artwork url=\"https://img.example.org/LB-MOV-0001/bg.jpg\"",
                "type=\"tile_artwork\">\n</artwork>\n    <artwork url=\"https://img.example.org/LB-MOV-0001/bg.jpg\""),
            RuleExample(.catalog, "<studio>Invented Tide Pictures</studio>", "<studio>0</studio>"),
        ])
}
