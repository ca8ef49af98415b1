import UniversalMediaCatalog

/// What kind of service it is.
struct ServiceTypeRule: DocumentRule {
    static let info = RuleInfo(
        "AV-SERVICE-TYPE", "A service is of the type vod or linear.", level: .error, tag: "S/D",
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
                findings.report(info, at: service, "the service does not say its type")
                continue
            }
            let text = node.text.trimmed
            if !text.isIgnoringCase("vod"), !text.isIgnoringCase("linear") {
                findings.report(info, at: node, "no service is of the type \(text.shown)")
            }
        }
    }
}
