import UniversalMediaCatalog

/// Moments without an offset from UTC.
struct MissingOffsets: Rule {
    static let info = RuleInfo(
        "SCH-OFFSET", "Moments say their offset from UTC.", level: .warning, tag: "S", section: "umc-catalog.md 4",
        remedy: "end it in Z, or in an offset such as -08:00; without one it is taken for GMT",
        bad: [
            RuleExample(
                .manifest, "<lastBuildDate>2026-03-02T04:20:00Z", "<lastBuildDate>2026-03-02T04:20:00")
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<endDate>2026-03-07T21:45:00-05:00</endDate>",
                "<endDate>2026-03-08T02:45:00.000Z</endDate>")
        ])
}
