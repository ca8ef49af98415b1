import UniversalMediaCatalog

/// AV-COMING-GAP: a gap or an overlap between the announcement and the release.
struct ComingSoonEnd: OfferListRule {
    static let info = RuleInfo(
        "AV-COMING-GAP", "A `coming_soon` offer ends when the first playable offer begins.", level: .warning, tag: "D",
        section: "umc-availability.md 5.2", remedy: "use the same time for both",
        bad: [
            RuleExample(
                .channelAvailability, "<offeringType>coming_soon</offeringType>",
                "<offeringType>subscription</offeringType><windowStart>2026-05-09T00:00:00-08:00</windowStart></offer>"
                    + "<offer><offeringType>coming_soon</offeringType>",
                also: [
                    (
                        "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\"",
                        "contentType=\"movie\" contentId=\"LB-MOV-0200\""
                    )
                ])
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "<offeringType>coming_soon</offeringType>",
                "<offeringType>subscription</offeringType><windowStart>2026-05-08T08:00:00Z</windowStart></offer>"
                    + "<offer><offeringType>coming_soon</offeringType>",
                also: [
                    (
                        "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\"",
                        "contentType=\"movie\" contentId=\"LB-MOV-0200\""
                    )
                ])
        ])

    let types: ContentTypes = .movie

    func check(_ offers: [OfferView], of item: AvailabilityItemView, _ findings: inout Findings) {
        guard offers.count > 1, let soon = offers.first(where: { $0.type == .comingSoon }), let end = soon.end,
            let node = soon.endNode
        else { return }
        var first: Double?
        for offer in offers where offer.type?.isPlayable ?? false {
            if let start = offer.start { first = min(first ?? start, start) }
        }
        guard let first, first != end else { return }
        let hours = (abs(first - end) / 3_600 * 10).rounded() / 10
        let gap = hours < 72 ? "\(hours) hours" : "\(Int(hours / 24)) days"
        findings.report(
            info, at: node,
            "the `coming_soon` offer ends \(gap) \(end < first ? "before" : "after") the first playable offer begins"
        )
    }
}
