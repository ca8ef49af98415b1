import UniversalMediaCatalog

/// A window whose hours are nobody's.
struct WindowOffset: OfferRule {
    static let info = RuleInfo(
        "AV-WINDOW-OFFSET", "Windows say how far they are from UTC.", level: .warning, tag: "S",
        section: "umc-availability.md 5, umc-catalog.md 4", remedy: "add Z, or an offset such as -08:00",
        bad: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59</windowEnd>")
        ],
        nearMisses: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59.999Z</windowEnd>")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        check(offer.startNode, &findings)
        check(offer.endNode, &findings)
    }

    private func check(_ node: FeedNode?, _ findings: inout Findings) {
        // `YYYY-MM-DDThh:mm:ssZ` and longer have one, if they are dates at all.
        guard let node, let time = FeedTime(node.text.trimmed), !time.hasOffset else { return }
        findings.report(
            info, at: node, "\(node.text.trimmed.shown) does not say how far it is from UTC, and is taken for UTC")
    }
}
