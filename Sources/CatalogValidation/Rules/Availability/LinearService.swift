import UniversalMediaCatalog

/// AV-LINEAR-SERVICE: a linear service without offers, name or links.
struct LinearService: DocumentRule {
    static let info = RuleInfo(
        "AV-LINEAR-SERVICE", "A linear service has serviceOffers, a name and links of its own.", level: .error,
        tag: "S/D", section: "umc-availability.md 2 and 7",
        remedy:
            "add serviceOffers with one serviceOffer (its type and window), the channel's name, and links that play it",
        bad: [
            RuleExample(
                .linearAvailability, "<serviceOffers>", "<!--", also: [("</serviceOffers>", "-->")]),
            RuleExample(
                .linearAvailability, "<name locale=\"en-US\">Lantern Bay Sports One</name>", "",
                also: [("<name locale=\"en-US\" type=\"synonym\">Lantern Sports</name>", "")]),
            RuleExample(.linearAvailability, "<locators>", "<!--", also: [("</locators>", "-->")]),
        ],
        nearMisses: [
            RuleExample(
                .linearAvailability, "<name locale=\"en-US\" type=\"synonym\">Lantern Sports</name>",
                "<name locale=\"fr-CA\">Sports Un</name><name locale=\"en-US\" type=\"synonym\">One</name>")
        ])

    let kinds: Set<FeedKind> = [.availability]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for service in document.nodes(.service) {
            guard let type = service.first(.serviceType), type.text.trimmed.isIgnoringCase("linear") else { continue }
            if !(service.first(.serviceOffers)?.has(.serviceOffer) ?? false) {
                findings.report(
                    info, at: service, "the linear service has no serviceOffers, so it is not available to anyone")
            }
            if !(service.first(.locators)?.has(.locator) ?? false) {
                findings.report(
                    info, at: service, level: .warning,
                    "the linear service has no links, so the channel cannot be opened")
            }
            let names = service.children.named(.name).filter { !$0.text.isBlank }
            if !names.contains(where: { !($0[.type]?.isIgnoringCase("synonym") ?? false) }) {
                findings.report(info, at: service, level: .warning, "the linear service has no name")
            } else if names.allSatisfy({ !($0[.type]?.isIgnoringCase("synonym") ?? false) }) {
                findings.report(
                    info, at: service, level: .warning, remedy: "add <name locale=\"en-US\" type=\"synonym\">…</name>",
                    "the channel's name has no synonym; voice requests are matched against synonyms")
            }
        }
    }
}
