import UniversalMediaCatalog

/// AV-LOC-ID: a link without the id that the item's other links of the same app contain.
struct LinkWithoutID: LocatorListRule {
    static let info = RuleInfo(
        "AV-LOC-ID", "The links of an item lead to the same item on all devices.", level: .warning, tag: "D",
        section: "umc-availability.md 3", remedy: "write the link of this item, as for the other platforms",
        bad: [
            RuleExample(
                .availability, "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?",
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0002?"),
            RuleExample(
                .availability, "platform=\"ios\" action=\"open\" url=\"https://tv.example.org/m/LB-MOV-0001?",
                "platform=\"ios\" action=\"open\" url=\"https://tv.example.org/m/lb-mov-0001?"),
        ],
        nearMisses: [
            // Another app or another page may have ids of its own.
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://play/101?cid=tvapp"),
            RuleExample(
                .availability, "platform=\"web\" action=\"open\" url=\"https://tv.example.org/m/LB-MOV-0001\"",
                "platform=\"web\" action=\"open\" url=\"https://tv.example.org/movie/the-paper-lighthouse\""),
            RuleExample(
                .availability,
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?cid=tvapp\"",
                "platform=\"atv\" action=\"play\" url=\"https://play.example.org/1\""),
        ])

    private static let shortestID = 3

    func check(_ locators: [LocatorView], of item: AvailabilityItemView?, _ findings: inout Findings) {
        guard locators.count > 1, let id = item?.contentID?.trimmed, id.count >= Self.shortestID else { return }
        for locator in locators where locator.platform != .web {
            guard let link = locator.link, let action = locator.action, let host = link.authority,
                !Self.contains(link.text, id, ignoringCase: false)
            else { continue }
            let other = locators.first { other in
                guard other.platform != .web, other.action == action, let second = other.link,
                    let its = second.authority
                else { return false }
                return second.scheme.isSameIgnoringCase(link.scheme) && its.isSameIgnoringCase(host)
                    && Self.contains(second.text, id, ignoringCase: false)
            }
            guard let other else { continue }
            let isInOtherCase = Self.contains(link.text, id, ignoringCase: true)
            findings.report(
                info, at: locator.node,
                remedy: isInOtherCase ? "write the id as in the feed: ids are case-sensitive" : nil,
                isInOtherCase
                    ? "\(locator.called) contains the contentId \(id.shown) in other letter case"
                    : "\(locator.called) does not contain the contentId \(id.shown), which \(other.called) contains")
        }
    }

    private static func contains(_ text: FeedText, _ id: FeedText, ignoringCase: Bool) -> Bool {
        guard text.count >= id.count else { return false }
        let first = lowercased(id[0])
        for start in 0...text.count - id.count where lowercased(text[start]) == first {
            let part = text[start..<start + id.count]
            if ignoringCase ? part.isSameIgnoringCase(id) : part == id { return true }
        }
        return false
    }
}
