import UniversalMediaCatalog

/// AV-SERVICE-OFFER: a serviceOffer that is not open, or that occurs twice.
struct ServiceOfferWindow: DocumentRule {
    static let info = RuleInfo(
        "AV-SERVICE-OFFER", "The serviceOffers of a channel are open now, and each offeringType occurs once.",
        level: .warning, tag: "D", section: "umc-availability.md 2 and 7",
        remedy: "correct the window: it is the time in which the whole channel is offered", class: .shouldFix,
        bad: [
            RuleExample(.linearAvailability, start, "<windowStart>2027-01-01T00:00:00Z</windowStart>"),
            RuleExample(.linearAvailability, start, "\(start)<windowEnd>2026-02-01T00:00:00Z</windowEnd>"),
            RuleExample(
                .linearAvailability, "</serviceOffers>",
                "<serviceOffer><offeringType>subscription</offeringType>\(start)</serviceOffer></serviceOffers>"),
        ],
        nearMisses: [
            RuleExample(.linearAvailability, start, "\(start)<windowEnd>2027-02-01T00:00:00Z</windowEnd>"),
            RuleExample(
                .linearAvailability, "</serviceOffers>",
                "<serviceOffer><offeringType>account</offeringType>\(start)</serviceOffer></serviceOffers>"),
            // A further offer of another type may follow later.
            RuleExample(
                .linearAvailability, "</serviceOffers>",
                "<serviceOffer><offeringType>account</offeringType>"
                    + "<windowStart>2027-01-01T00:00:00Z</windowStart></serviceOffer></serviceOffers>"),
        ])

    private static let start = "<windowStart>2026-01-01T00:00:00Z</windowStart>"

    let kinds: Set<FeedKind> = [.availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for service in document.nodes(.service) {
            guard let list = service.first(.serviceOffers) else { continue }
            let offers = list.children.named(.serviceOffer).map {
                OfferView(
                    $0, .service, of: .unknown, now: document.now, buildDate: document.head.buildDate,
                    profile: document.profile)
            }
            var seen: Set<OfferingType> = []
            for offer in offers {
                guard let type = offer.type, !seen.insert(type).inserted else { continue }
                findings.report(
                    info, at: offer.typeNode ?? offer.node, remedy: "keep one of them",
                    "the service has two serviceOffers of type `\(type.rawValue)`")
            }
            // One open offer is enough for the channel.
            guard !offers.isEmpty, offers.allSatisfy({ $0.isOver || ($0.start ?? -.infinity) > $0.now }) else {
                continue
            }
            for offer in offers {
                if offer.isOver, let node = offer.endNode {
                    findings.report(
                        info, at: node, "the serviceOffer ended at \(node.text.trimmed.cut); no other one is open")
                } else if let node = offer.startNode {
                    findings.report(
                        info, at: node,
                        "the serviceOffer begins at \(node.text.trimmed.cut); until then, no serviceOffer is open")
                }
            }
        }
    }
}
