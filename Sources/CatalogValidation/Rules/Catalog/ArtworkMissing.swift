import UniversalMediaCatalog

/// CAT-ART-NONE: seasons, events and extras without any image.
struct ArtworkMissing: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ART-NONE", "Seasons, sporting events and extras have artwork.", level: .warning, tag: "S/D",
        section: "umc-catalog.md 3.2", remedy: "add artwork, such as a tile_artwork or a cover_artwork_square",
        class: .shouldFix,
        bad: [
            RuleExample(
                .sportsCatalog,
                "<artwork url=\"https://img.example.org/LB-SPT-7001/tile.jpg\" type=\"tile_artwork\"/>", ""),
            RuleExample(
                .catalog,
                "<artwork url=\"https://img.example.org/LB-SEAS-0100-1/square.jpg\" type=\"cover_artwork_square\" locales=\"en-US\"/>",
                ""),
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "LB-SPT-7001/tile.jpg\" type=\"tile_artwork\"",
                "LB-SPT-7001/tile.jpg\" type=\"sporting_event_artwork\"")
        ])

    var types: ContentTypes { [.season, .extra, .sportingEvent] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.artworks.isEmpty else { return }
        findings.report(info, at: item.node, "the \(item.type.spelling) has no artwork")
    }
}
