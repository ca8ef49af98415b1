import UniversalMediaCatalog

/// AV-LINEAR-TYPE: an item other than a sporting event in a linear service.
struct LinearItemType: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-LINEAR-TYPE", "Items of a linear service are sporting events.", level: .warning, tag: "S/D",
        section: "umc-availability.md 7", remedy: "remove the item; linear channels support only sports",
        bad: [
            RuleExample(.linearAvailability, "contentType=\"sporting_event\"", "contentType=\"movie\"")
        ],
        nearMisses: [
            RuleExample(.eventAvailability, "contentType=\"sporting_event\"", "contentType=\"movie\"")
        ])

    let types: ContentTypes = ContentTypes.all.subtracting([.sportingEvent, .unknown])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard item.isLinear else { return }
        findings.report(info, at: item.node, "the linear service has an item of type \(item.type.spelling)")
    }
}
