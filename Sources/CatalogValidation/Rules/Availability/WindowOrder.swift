import UniversalMediaCatalog

/// AV-WINDOW-ORDER: a window that ends before it begins.
struct WindowOrder: OfferRule {
    static let info = RuleInfo(
        "AV-WINDOW-ORDER", "A window ends after it begins.", level: .error, tag: "D",
        section: "umc-availability.md 5.2",
        remedy: "check whether the two are swapped, and their UTC offsets",
        bad: [
            RuleExample(
                .availability, "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd>",
                "<windowEnd>2026-03-08T00:00:00-08:00</windowEnd>"),
            RuleExample(
                .availability, "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd>",
                "<windowEnd>2026-04-01T08:00:00Z</windowEnd>"),
            RuleExample(
                .linearAvailability, "<windowEnd>2026-03-07T22:00:00-05:00</windowEnd>",
                "<windowEnd>2026-03-07T18:00:00-05:00</windowEnd>"),
            RuleExample(
                .linearAvailability, "<windowStart>2026-01-01T00:00:00Z</windowStart>",
                "<windowStart>2026-01-01T00:00:00Z</windowStart><windowEnd>2025-01-01T00:00:00Z</windowEnd>"),
        ],
        nearMisses: [
            // In UTC, the end is later than the start, although its local time looks earlier.
            RuleExample(
                .availability, "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd>",
                "<windowEnd>2026-03-31T23:59:00-10:00</windowEnd>")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let start = offer.start, let end = offer.end, end <= start, let node = offer.endNode,
            let startNode = offer.startNode
        else { return }
        let startText = startNode.text.trimmed.cut
        findings.report(
            info, at: node,
            "\(offer.called) ends at \(node.text.trimmed.cut), "
                + (start == end ? "the time at which it begins" : "before it begins at \(startText)"))
    }
}
