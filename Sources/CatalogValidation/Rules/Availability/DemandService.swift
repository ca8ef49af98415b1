import UniversalMediaCatalog

/// AV-VOD-SERVICE: elements of a linear service in an on-demand service.
struct DemandService: DocumentRule {
    static let info = RuleInfo(
        "AV-VOD-SERVICE", "An on-demand service has no serviceOffers, links or name of its own.", level: .error,
        tag: "S/D", section: "umc-availability.md 2 and 7",
        remedy: "remove them: on-demand items have their own offers and links. Or correct serviceType",
        bad: [
            RuleExample(
                .eventAvailability, "<totalItemCount>1</totalItemCount>",
                "<totalItemCount>1</totalItemCount><serviceOffers><serviceOffer><offeringType>subscription</offeringType>"
                    + "<windowStart>2026-01-01T00:00:00Z</windowStart></serviceOffer></serviceOffers>")
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "<serviceType>linear</serviceType>", "<serviceType>Linear</serviceType>")
        ])

    let kinds: Set<FeedKind> = [.availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for service in document.nodes(.service) {
            guard let type = service.first(.serviceType), type.text.trimmed.isIgnoringCase("vod") else { continue }
            if let node = service.first(.serviceOffers) {
                findings.report(info, at: node, "the service is on demand, but has serviceOffers")
            }
            if let node = service.first(.locators) {
                findings.report(info, at: node, "the service is on demand, but has links of its own")
            }
            if let node = service.first(.name) {
                findings.report(
                    info, at: node, level: .warning, "the service is on demand, but has a name, as only channels do")
            }
        }
    }
}
