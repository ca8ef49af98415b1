import UniversalMediaCatalog

/// Restrictions that together let nobody in, or say one thing twice.
struct RestrictionContradiction: OfferRule {
    static let info = RuleInfo(
        "AV-RESTR-CONTRA", "Restrictions of an offer do not contradict each other.", level: .error, tag: "D",
        section: "umc-availability.md 6",
        remedy:
            "a viewer must match one `allow` of each type, if there are any, and no `deny`: leave out what is not meant",
        bad: [
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"deny\">Movies</restriction>"),
            RuleExample(
                .linearAvailability, "<restriction type=\"deviceLocation\" relationship=\"deny\">dma:999</restriction>",
                "<restriction type=\"deviceLocation\" relationship=\"deny\">US</restriction>"
                    + "<restriction type=\"deviceLocation\" relationship=\"allow\">US-CA</restriction>"),
            RuleExample(
                .availability, "relationship=\"allow\">Movies</restriction>",
                "relationship=\"allow\">Movies</restriction>"
                    + "<restriction type=\"tier\" relationship=\"allow\">Movies</restriction>"),
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "<restriction type=\"deviceLocation\" relationship=\"deny\">dma:999</restriction>",
                "<restriction type=\"deviceLocation\" relationship=\"deny\">US-CA</restriction>"
                    + "<restriction type=\"deviceLocation\" relationship=\"allow\">US</restriction>"),
            // Letter case of tiers counts.
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

    /// There may be thousands: events are blacked out by lists of postal codes.
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
                "nobody can watch: every \(kind.rawValue) that is allowed, such as \(first.node.text.trimmed.shown), is denied as well"
            )
        } else {
            for known in closed {
                findings.report(
                    info, at: known.node, level: .warning,
                    "\(known.node.text.trimmed.shown) is allowed, and denied as well")
            }
        }
        var seen: Set<OfferRestriction> = []
        for known in own where !seen.insert(known.restriction).inserted {
            findings.report(
                info, at: known.node, level: .warning, remedy: "keep one of them",
                "\(known.node.text.trimmed.shown) is there twice")
        }
    }
}
