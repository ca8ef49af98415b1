import UniversalMediaCatalog

/// AV-ITEM-ID: missing or invalid ids of an item.
struct ItemIdentity: AvailabilityItemRule {
    static let info = RuleInfo(
        "AV-ITEM-ID", "An item has a valid contentId and catalogId, and its variantId, if any, is valid.",
        level: .error,
        tag: "S", section: "umc-availability.md 2",
        remedy: "write the ids exactly as in the catalog, with 1 to 255 characters and no surrounding space",
        bad: [
            RuleExample(.availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\"\""),
            RuleExample(.availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\" LB-EP-0100-0101\""),
            RuleExample(
                .availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\"\(String(repeating: "x", count: 256))\""),
            RuleExample(.channelAvailability, "variantId=\"LB-VAR-US-1\"", "variantId=\"\""),
        ],
        good: [RuleExample(.availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\"LB-EP-0100-0102\"")],
        nearMisses: [
            RuleExample(.availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\"Episode 1 of 10\""),
            RuleExample(
                .availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\"\(String(repeating: "é", count: 255))\""),
        ])

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        check(.contentId, isNeeded: true, item.node, &findings)
        check(.catalogId, isNeeded: true, item.node, &findings)
        check(.variantId, isNeeded: false, item.node, &findings)
    }

    private func check(_ name: AttributeName, isNeeded: Bool, _ node: FeedNode, _ findings: inout Findings) {
        guard let id = node[name] else {
            if isNeeded { findings.report(info, at: node, "the item has no \(name.rawValue)") }
            return
        }
        if id.isBlank {
            findings.report(info, at: node, "\(name.rawValue) is empty")
        } else if isXMLSpace(id[0]) || isXMLSpace(id[id.count - 1]) {
            findings.report(
                info, at: node, "\(name.rawValue) \(id.shown) begins or ends with white space, which is part of the id")
        } else if id.isLonger(than: 255) {
            findings.report(
                info, at: node, "\(name.rawValue) \(id.shown) has \(id.scalarCount) characters; the maximum is 255")
        }
    }
}
