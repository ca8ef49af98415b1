import UniversalMediaCatalog

/// AV-WINDOW-OFFSET: a window without a UTC offset.
struct WindowOffset: OfferRule {
    static let info = RuleInfo(
        "AV-WINDOW-OFFSET", "Window times have a UTC offset.", level: .warning, tag: "S",
        section: "umc-availability.md 5, umc-catalog.md 4", remedy: "add Z or an offset such as -08:00",
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
        // Invalid dates are reported by other rules.
        guard let node, let time = FeedTime(node.text.trimmed), !time.hasOffset else { return }
        findings.report(
            info, at: node, "\(node.text.trimmed.shown) has no UTC offset; it is interpreted as UTC")
    }
}
