import UniversalMediaCatalog

/// AV-ITEM-TYPE: an unknown contentType.
struct UnknownItemType: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-ITEM-TYPE", "The contentType of an item is a known one.", level: .error, tag: "S",
        section: "umc-availability.md 2, umc-catalog.md 3.3",
        remedy: "write movie, tv_show, tv_season, tv_episode, sporting_event or extra, as in the catalog",
        bad: [
            RuleExample(.availability, "contentType=\"tv_episode\"", "contentType=\"episode\""),
            RuleExample(.availability, "contentType=\"tv_episode\"", "contentType=\"TV_Episode\""),
        ],
        nearMisses: [
            RuleExample(.availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\"episode\"")
        ])

    let types: ContentTypes = .unknown

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let text = item.node[.contentType] else {
            return findings.report(info, at: item.node, "the item has no contentType")
        }
        findings.report(
            info, at: item.node,
            remedy: item.type == .unknown
                ? nil : "write `\(item.type.spelling)`, as in the catalog; the item is checked as one",
            "\(text.shown) is not a known contentType")
    }
}
