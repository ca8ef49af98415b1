import UniversalMediaCatalog

/// AV-LINEAR-LONG: an airing of more than 24 hours.
struct AiringLength: OfferRule {
    static let info = RuleInfo(
        "AV-LINEAR-LONG", "An airing lasts at most 24 hours.", level: .warning, tag: "D",
        section: "umc-availability.md 7", remedy: "check the end; write one linearOffer for each airing",
        bad: [
            RuleExample(.linearAvailability, "2026-03-08T12:00:00-05:00", "2026-03-10T12:00:00-05:00")
        ],
        nearMisses: [
            RuleExample(.linearAvailability, "2026-03-08T12:00:00-05:00", "2026-03-09T09:00:00-05:00")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .airing, let start = offer.start, let end = offer.end, end - start > 86_400,
            let node = offer.endNode
        else { return }
        findings.report(info, at: node, "the airing lasts \(Int(min((end - start) / 3_600, 1e9))) hours")
    }
}
