import UniversalMediaCatalog

/// AV-PROP-LIVE: a sporting event without a main audio language.
struct SportsLanguage: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-LIVE", "A sporting event has a primaryLocale: its main audio language.", level: .error, tag: "S",
        section: "umc-availability.md 4", remedy: "add playableProperties/primaryLocale, such as en-US",
        bad: [RuleExample(.linearAvailability, "<primaryLocale>en-US</primaryLocale>", "")],
        nearMisses: [
            // Optional for other content types.
            RuleExample(
                .channelAvailability, "<primaryLocale>en-US</primaryLocale>\n        <videoQuality>uhd",
                "<videoQuality>uhd"),
            RuleExample(
                .linearAvailability, "<primaryLocale>en-US</primaryLocale>", "<primaryLocale>es</primaryLocale>"),
        ])

    let types: ContentTypes = .sportingEvent

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        let properties = item.node.first(.playableProperties)
        if let locale = properties?.first(.primaryLocale), !locale.text.isBlank { return }
        findings.report(info, at: properties ?? item.node, "the event has no primaryLocale, its main audio language")
    }
}
