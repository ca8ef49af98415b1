import UniversalMediaCatalog

/// AV-COMING-TYPE: a `coming_soon` offer for a content type that cannot be announced.
struct ComingSoonType: OfferRule {
    static let info = RuleInfo(
        "AV-COMING-TYPE", "Only movies and shows are announced as `coming_soon`.", level: .error, tag: "S",
        section: "umc-availability.md 5.1",
        remedy: "announce the show instead of its episodes; remove this offer",
        bad: [
            RuleExample(
                .channelAvailability, "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\"",
                "contentType=\"tv_episode\" contentId=\"LB-SHOW-0200\"")
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\"",
                "contentType=\"movie\" contentId=\"LB-SHOW-0200\"")
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard offer.form == .offer, offer.type == .comingSoon,
            !offer.itemType.isSubset(of: [.movie, .show, .season, .unknown])
        else { return }
        findings.report(
            info, at: offer.typeNode ?? offer.node, "a \(offer.itemType.spelling) is announced as `coming_soon`")
    }
}
