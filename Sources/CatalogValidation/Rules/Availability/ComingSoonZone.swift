import UniversalMediaCatalog

/// AV-COMING-OFFSET: a `coming_soon` window in a UTC offset other than -08:00.
struct ComingSoonZone: OfferRule {
    static let info = RuleInfo(
        "AV-COMING-OFFSET", "Windows of `coming_soon` offers are given in UTC-08:00.", level: .info, tag: "I",
        section: "umc-availability.md 5.2", remedy: "write the same time with the offset -08:00",
        bad: [
            RuleExample(.channelAvailability, "2026-05-08T00:00:00-08:00", "2026-05-08T08:00:00Z")
        ],
        nearMisses: [
            RuleExample(.channelAvailability, "2027-03-01T00:00:00-08:00", "2027-03-01T08:00:00Z")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.type == .comingSoon else { return }
        for node in [offer.startNode, offer.endNode] {
            guard let node, FeedTime(node.text.trimmed) != nil else { continue }
            let text = node.text.trimmed
            if text.count < 6 || text[text.count - 6..<text.count] != "-08:00" {
                findings.report(info, at: node, "\(text.shown) of a `coming_soon` offer is not in UTC-08:00")
            }
        }
    }
}
