import UniversalMediaCatalog

/// AV-PROP-SHOW: playable properties of a show or season.
struct ShowProperties: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-PROP-SHOW", "Shows and seasons have no playable properties.", level: .warning, tag: "D",
        section: "umc-availability.md 4", remedy: "remove playableProperties here, and add them to each episode",
        bad: [
            RuleExample(
                .availability,
                "<locators>\n        <locator platform=\"atv\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100/1?cid=tvapp\"/>\n        <locator platform=\"ios\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100/1?cid=tvapp\"/>\n      </locators>",
                "<locators><locator platform=\"atv\" action=\"open\" url=\"https://tv.example.org/s/1\"/></locators>"
                    + "<playableProperties><videoQuality>hd</videoQuality></playableProperties>")
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "<videoQuality>uhd</videoQuality>", "<videoQuality>sd</videoQuality>")
        ])

    let types: ContentTypes = [.show, .season]

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let properties = item.node.first(.playableProperties) else { return }
        findings.report(info, at: properties, "the \(item.type.spelling) has playableProperties, but is not playable")
    }
}
