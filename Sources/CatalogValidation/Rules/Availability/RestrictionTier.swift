import UniversalMediaCatalog

/// AV-RESTR-TIER: a tier on an offer that needs no subscription.
struct RestrictionTier: OfferRule {
    static let info = RuleInfo(
        "AV-RESTR-TIER",
        "Only subscription and account offers are limited to tiers, and tiers are allowed, not denied.",
        level: .warning, tag: "A/D",
        section: "umc-availability.md 6",
        remedy:
            "remove the tier, or change the offer to subscription: viewers without a subscription have no tier",
        bad: [
            RuleExample(
                .availability, "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd>",
                "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd><restrictions>"
                    + "<restriction type=\"tier\" relationship=\"allow\">Movies</restriction></restrictions>"),
            RuleExample(
                .availability, "type=\"tier\" relationship=\"allow\"", "type=\"tier\" relationship=\"deny\""),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd>",
                "<windowEnd>2026-04-08T00:00:00-08:00</windowEnd><restrictions>"
                    + "<restriction type=\"deviceLocation\" relationship=\"allow\">US-CA</restriction></restrictions>"),
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd>",
                "<windowEnd>2026-12-31T23:59:59-08:00</windowEnd><restrictions>"
                    + "<restriction type=\"tier\" relationship=\"allow\">Gratis</restriction></restrictions>"),
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let restrictions = offer.node.first(.restrictions) else { return }
        checkDenied(restrictions, &findings)
        guard let type = offer.type, type != .subscription, type != .account else { return }
        for node in restrictions.children where node.name == .restriction {
            guard node[.type].flatMap({ OfferRestriction.Kind($0.trimmed) }) == .tier else { continue }
            findings.report(
                info, at: node,
                "\(offer.called) is limited to the tier \(node.text.trimmed.shown), but its type requires no subscription"
            )
        }
    }

    private func checkDenied(_ restrictions: FeedNode, _ findings: inout Findings) {
        for node in restrictions.children where node.name == .restriction {
            guard node[.relationship].map({ $0.trimmed == "deny" }) ?? false,
                node[.type].flatMap({ OfferRestriction.Kind($0.trimmed) }) == .tier
            else { continue }
            findings.report(
                info, at: node, remedy: "write allow, or list the tiers that include the item",
                "subscribers of the tier \(node.text.trimmed.shown) are excluded from the offer")
        }
    }
}
