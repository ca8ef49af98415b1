import UniversalMediaCatalog

/// AV-WINDOW-NOTICE: a window end that is announced too late.
struct ShortNotice: OfferRule {
    static let info = RuleInfo(
        "AV-WINDOW-NOTICE", "The end of a window is published at least 48 hours in advance.", level: .warning, tag: "S",
        section: "umc-availability.md 5.2 and A8",
        remedy:
            "publish ends 48 hours in advance, or the title may stay visible longer. If the end was published before, ignore this",
        bad: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-03-03T08:00:00Z</windowEnd>"),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-03-03T08:00:00Z</windowEnd>", also: [("2026-02-21T08:35:00Z", "2026-03-01T22:00:00Z")]),
            // An offer that viewers have begins again in the future.
            RuleExample(
                .availability, "<windowStart>2025-09-12T00:00:00-08:00", "<windowStart>2026-09-12T00:00:00-08:00",
                previously: [.availability]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-03-04T04:10:00Z</windowEnd>"),
            RuleExample(
                .availability, "<windowStart>2025-09-12T00:00:00-08:00", "<windowStart>2025-10-12T00:00:00-08:00",
                previously: [.availability]),
            // Sporting events end on schedule.
            RuleExample(
                .eventAvailability, "2026-03-16T00:00:00Z", "2026-03-04T00:00:00Z",
                also: [("2026-03-15T00:00:00Z", "2026-03-02T20:00:00Z")]),
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .offer, offer.itemType != .sportingEvent, let built = offer.buildDate, let end = offer.end,
            let node = offer.endNode, end > built, end - built < 172_800, let start = offer.start
        else { return }
        let hours = Int((end - built) / 3_600)
        // If the item changed shortly before the end, the end may have been moved at that time.
        let changed = offer.node.parent?.parent?.first(.pubDate).flatMap { FeedTime($0.text.trimmed)?.seconds }
        let isRecent = changed.map { end - $0 < 172_800 && $0 > start } ?? false
        findings.report(
            info, at: node, level: isRecent ? .warning : .info,
            "\(offer.called) ends \(hours) hours after this feed was built"
                + (isRecent ? ", and the item was changed less than 48 hours before that end" : ""))
    }
}
