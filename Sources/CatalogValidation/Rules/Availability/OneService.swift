import UniversalMediaCatalog

/// AV-ONE-SERVICE: several services in one feed, or none.
struct OneService: DocumentRule {
    static let info = RuleInfo(
        "AV-ONE-SERVICE", "An availability feed contains one service.", level: .warning, tag: "S/D",
        section: "umc-availability.md 2, A2 and A3",
        remedy: "write one feed for each country, and one for each linear channel",
        bad: [
            RuleExample(
                .eventAvailability, "</service>",
                "</service><service teamId=\"EXAMPLE001\" serviceId=\"org.example.two\"><serviceType>vod</serviceType></service>"
            )
        ],
        nearMisses: [
            RuleExample(.linearAvailability, "</service>", "<!-- <service> --></service>")
        ])

    let kinds: Set<FeedKind> = [.availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        let services = document.root.children.named(.service)
        if services.isEmpty, document.isComplete {
            findings.report(info, at: document.root, level: .error, "the feed has no service")
        }
        for service in services.dropFirst() {
            findings.report(
                info, at: service, "\(service[.serviceId]?.shown ?? "this") is an additional service in the same feed")
        }
    }
}
