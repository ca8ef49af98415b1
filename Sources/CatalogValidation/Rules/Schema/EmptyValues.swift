import UniversalMediaCatalog

/// Elements and attributes with nothing in them.
struct EmptyValues: Rule {
    static let info = RuleInfo(
        "SCH-EMPTY", "Elements and attributes that are for a value have one.", level: .error, tag: "S/L/D",
        section: "umc-catalog.md 4", remedy: "write the value, or leave the element out where it is not required",
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
