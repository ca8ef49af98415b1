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
        let all = nodes.compactMap { node in OfferRestriction(node).map { ($0, node) } }
        for kind in OfferRestriction.Kind.allCases {
            let own = all.filter { $0.0.kind == kind }
            let allowed = own.filter { $0.0.relationship == .allow }
            let denied = own.filter { $0.0.relationship == .deny }
            let open = allowed.filter { allow in !denied.contains { covers($0.0, allow.0) } }
            if let first = allowed.first, open.isEmpty {
                findings.report(
                    info, at: first.1,
                    "nobody can watch: every \(kind.rawValue) that is allowed, such as \(first.1.text.trimmed.shown), is denied as well"
                )
            } else {
                for allow in allowed where denied.contains(where: { covers($0.0, allow.0) }) {
                    findings.report(
                        info, at: allow.1, level: .warning,
                        "\(allow.1.text.trimmed.shown) is allowed, and denied as well")
                }
            }
            for index in own.indices.dropFirst() where own[..<index].contains(where: { $0.0 == own[index].0 }) {
                findings.report(
                    info, at: own[index].1, level: .warning, remedy: "keep one of them",
                    "\(own[index].1.text.trimmed.shown) is there twice")
            }
        }
    }

    private func covers(_ outer: OfferRestriction, _ inner: OfferRestriction) -> Bool {
        guard outer.value != inner.value else { return true }
        guard outer.kind == .deviceLocation, let place = PlaceCode(outer.value), let other = PlaceCode(inner.value)
        else { return false }
        return place.covers(other)
    }
}
