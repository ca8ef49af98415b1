import UniversalMediaCatalog

/// SCH-OFFSET: date-times without a UTC offset.
struct MissingOffsets: Rule {
    static let info = RuleInfo(
        "SCH-OFFSET", "Date-times have a UTC offset.", level: .warning, tag: "S", section: "umc-catalog.md 4",
        remedy: "append Z or an offset such as -08:00; without one it is interpreted as UTC",
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
