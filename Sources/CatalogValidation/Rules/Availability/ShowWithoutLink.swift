import UniversalMediaCatalog

/// AV-SHOW-LINK: a show or season without links or `coming_soon` offer.
struct ShowWithoutLink: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-SHOW-LINK", "A show or season has links or a `coming_soon` offer.", level: .warning,
        tag: "L", section: "umc-availability.md 2",
        remedy: "add `open` links to its page; in a channel's feed, remove the item",
        consequences: ["SCH-MISSING"],
        bad: [
            RuleExample(
                .availability,
                "<locator platform=\"atv\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100?cid=tvapp\"/>",
                "",
                also: [
                    (
                        "<locator platform=\"ios\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100?cid=tvapp\"/>",
                        ""
                    )
                ])
        ],
        nearMisses: [
            RuleExample(
                .availability,
                "<locator platform=\"ios\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100?cid=tvapp\"/>",
                "")
        ])

    let types: ContentTypes = [.show, .season]

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        if let locators = item.node.first(.locators), locators.has(.locator) { return }
        for offer in item.offers
        where offer.first(.offeringType).flatMap({ OfferingType($0.text.trimmed) }) == .comingSoon { return }
        findings.report(info, at: item.node, "this \(item.type.spelling) has no link that opens its page")
    }
}
