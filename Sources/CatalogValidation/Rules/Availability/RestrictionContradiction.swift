import UniversalMediaCatalog

/// AV-RESTR-CONTRA: restrictions that contradict or repeat each other.
struct RestrictionContradiction: OfferRule {
    static let info = RuleInfo(
        "AV-RESTR-CONTRA", "Restrictions of an offer do not contradict each other.", level: .error, tag: "D",
        section: "umc-availability.md 6",
        remedy:
            "a viewer must match one `allow` of each type, if there are any, and no `deny`: remove the unintended restriction",
        bad: [
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"deny\">Movies</restriction>"),
            RuleExample(
                .linearAvailability, "<restriction type=\"deviceLocation\" relationship=\"deny\">dma:537</restriction>",
                "<restriction type=\"deviceLocation\" relationship=\"deny\">US</restriction>"
                    + "<restriction type=\"deviceLocation\" relationship=\"allow\">US-CA</restriction>"),
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"allow\">Movies</restriction>"),
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "<restriction type=\"deviceLocation\" relationship=\"deny\">dma:537</restriction>",
                "<restriction type=\"deviceLocation\" relationship=\"deny\">US-CA</restriction>"
                    + "<restriction type=\"deviceLocation\" relationship=\"allow\">US</restriction>"),
            // Tiers are case-sensitive.
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"deny\">movies</restriction>"),
        ])

    func check(_ offer: OfferView, _ findings: inout Findings) {
        guard let node = offer.node.first(.restrictions) else { return }
        let nodes = node.children.named(.restriction)
        guard nodes.count > 1 else { return }
        var byKind: [OfferRestriction.Kind: [Known]] = [:]
        for node in nodes {
            if let restriction = OfferRestriction(node) {
                byKind[restriction.kind, default: []].append(Known(restriction: restriction, node: node))
            }
        }
        for kind in OfferRestriction.Kind.allCases {
            if let own = byKind[kind], own.count > 1 { check(own, kind, &findings) }
        }
    }

    private struct Known {
        let restriction: OfferRestriction
        let node: FeedNode
    }

    /// Checks one kind of restriction. An offer may have thousands: blackouts of events list postal codes.
    private func check(_ own: [Known], _ kind: OfferRestriction.Kind, _ findings: inout Findings) {
        let denied = Set(own.lazy.filter { $0.restriction.relationship == .deny }.map(\.restriction.value))
        let countries = kind == .deviceLocation ? denied.filter { $0.utf8.count == 2 } : []
        let allowed = own.filter { $0.restriction.relationship == .allow }
        let closed = allowed.filter { known in
            let value = known.restriction.value
            return denied.contains(value)
                || !countries.isEmpty && PlaceCode(value).map { countries.contains($0.country) } ?? false
        }
        if let first = allowed.first, closed.count == allowed.count {
            findings.report(
                info, at: first.node,
                "no viewer can watch: every allowed \(kind.rawValue), such as \(first.node.text.trimmed.shown), is also denied"
            )
        } else {
            for known in closed {
                findings.report(
                    info, at: known.node, level: .warning,
                    "\(known.node.text.trimmed.shown) is both allowed and denied")
            }
        }
        var seen: Set<OfferRestriction> = []
        for known in own where !seen.insert(known.restriction).inserted {
            findings.report(
                info, at: known.node, level: .warning, remedy: "keep one of them",
                "\(known.node.text.trimmed.shown) occurs twice")
        }
    }
}
