import UniversalMediaCatalog

/// AV-PUBDATE: a missing or invalid pubDate.
struct ItemPubDate: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PUBDATE", "An item has a pubDate: the time of its last change, with a UTC offset.", level: .error, tag: "S",
        section: "umc-availability.md 2, umc-catalog.md 4",
        remedy: "write pubDate as 2026-03-02T09:20:00Z or 2026-03-02T01:20:00-08:00",
        bad: [
            RuleExample(.availability, "2026-02-21T08:35:00Z", "21 Feb 2026"),
            RuleExample(.availability, "2026-02-21T08:35:00Z", "2026-02-30T08:35:00Z"),
            RuleExample(.availability, "2026-02-21T08:35:00Z", "2026-02-21T08:35:00"),
            RuleExample(.availability, "<pubDate>2026-02-21T08:35:00Z</pubDate>", ""),
            RuleExample(.availability, "2026-02-21T08:35:00Z", "2028-02-21T08:35:00Z"),
            RuleExample(.availability, "2026-02-21T08:35:00Z", "1970-01-01T00:00:00Z"),
            RuleExample(.availability, "<lastBuildDate>2026-03-02T04:10:00Z", "<lastBuildDate>2026-02-19T04:10:00Z"),
        ],
        nearMisses: [
            RuleExample(.availability, "2026-02-21T08:35:00Z", "2024-02-29T23:59:59.125+05:45")
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let node = item.node.first(.pubDate) else {
            return findings.report(info, at: item.node, "the item has no pubDate")
        }
        let text = node.text.trimmed
        guard let time = FeedTime(text) else {
            return findings.report(info, at: node, "\(text.shown) is not a date-time of the form YYYY-MM-DDThh:mm:ssZ")
        }
        if !time.hasOffset {
            findings.report(
                info, at: node, level: .warning,
                "\(text.shown) has no UTC offset; it is interpreted as UTC")
        }
        if time.seconds < Double(FeedTime.days(2000, 1, 1) - 1) * 86_400 {
            findings.report(
                info, at: node, level: .warning, tag: "D", remedy: "write the time of the item's last change",
                "the pubDate \(text.shown) is before 2000")
        }
        if time.seconds > item.now + 86_400 {
            findings.report(
                info, at: node, level: .warning, tag: "D",
                remedy: "write the time of the last change; windows say when it is offered",
                "the pubDate \(text.shown) is in the future")
        } else if let build = item.buildDate, time.seconds > build + 86_400 {
            findings.report(
                info, at: node, level: .warning, tag: "D", remedy: "correct lastBuildDate, or the pubDate",
                "the pubDate \(text.shown) is after the feed's lastBuildDate")
        }
    }
}
