import UniversalMediaCatalog

/// AV-SERVICE-TYPE: a missing or unknown serviceType.
struct ServiceTypeRule: DocumentRule {
    static let info = RuleInfo(
        "AV-SERVICE-TYPE", "The serviceType is vod or linear.", level: .error, tag: "S/D",
        section: "umc-availability.md 2", remedy: "write <serviceType>vod</serviceType> or linear",
        bad: [
            RuleExample(.availability, "<serviceType>vod</serviceType>", "<serviceType>svod</serviceType>"),
            RuleExample(.availability, "<serviceType>vod</serviceType>", ""),
        ],
        nearMisses: [
            RuleExample(.availability, "<serviceType>vod</serviceType>", "<serviceType>VOD</serviceType>")
        ])

    let kinds: Set<FeedKind> = [.availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for service in document.nodes(.service) {
            guard let node = service.first(.serviceType) else {
                findings.report(info, at: service, "the service has no serviceType")
                continue
            }
            let text = node.text.trimmed
            if !text.isIgnoringCase("vod"), !text.isIgnoringCase("linear") {
                findings.report(info, at: node, "\(text.shown) is not a known serviceType")
            }
        }
    }
}
