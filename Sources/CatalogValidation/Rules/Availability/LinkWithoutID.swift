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
            RuleExample(
                .availability, "https://tv.example.org/play/LB-EP-0100-0101?",
                "https://tv.example.org/play/LB-EP-0100-0102?"),
            RuleExample(
                .availability,
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/play/LB-MOV-0001?cid=tvapp\"",
                "platform=\"atv\" action=\"play\" url=\"https://tv.example.org/m/LB-MOV-0001?cid=tvapp\""),
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
        checkActions(locators, &findings)
        // Found when the first link lacks the id.
        var known: [String: LocatorView]?
        for locator in locators where locator.platform != .web {
            guard let link = locator.link, let action = locator.action, let host = link.authority,
                !Self.contains(link.text, id, ignoringCase: false)
            else { continue }
            let others = known ?? Self.links(with: id, among: locators)
            known = others
            guard !others.isEmpty, let other = others[Self.server(link, action, host)] else {
                if Self.containsSibling(link.text, of: id) {
                    findings.report(
                        info, at: locator.node, remedy: "write the id of this item",
                        "\(locator.called) contains an id like \(id.shown), but with other digits")
                }
                continue
            }
            let isInOtherCase = Self.contains(link.text, id, ignoringCase: true)
            findings.report(
                info, at: locator.node,
                remedy: isInOtherCase ? "write the id as in the feed: ids are case-sensitive" : nil,
                isInOtherCase
                    ? "\(locator.called) contains the contentId \(id.shown) in other letter case"
                    : "\(locator.called) does not contain the contentId \(id.shown), which \(other.called) contains")
        }
    }

    /// Returns the first link with an id of each action and server.
    private static func links(with id: FeedText, among locators: [LocatorView]) -> [String: LocatorView] {
        var links: [String: LocatorView] = [:]
        for locator in locators where locator.platform != .web {
            guard let link = locator.link, let action = locator.action, let host = link.authority,
                contains(link.text, id, ignoringCase: false)
            else { continue }
            let server = server(link, action, host)
            if links[server] == nil { links[server] = locator }
        }
        return links
    }

    private static func server(_ link: LinkText, _ action: LocatorView.Action, _ host: FeedText) -> String {
        "\(action == .play ? "play" : "open") \(link.scheme.string.lowercased())://\(host.string.lowercased())"
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

    /// Reports a platform whose `open` and `play` links are equal, where those of another one on the same server differ.
    private func checkActions(_ locators: [LocatorView], _ findings: inout Findings) {
        guard (4...16).contains(locators.count) else { return }
        func link(_ platform: LocatorView.Platform, _ action: LocatorView.Action) -> LocatorView? {
            locators.first { $0.platform == platform && $0.action == action && $0.link?.authority != nil }
        }
        for (one, other) in [(LocatorView.Platform.atv, LocatorView.Platform.ios), (.ios, .atv)] {
            guard let open = link(one, .open)?.link, let play = link(one, .play), let equal = play.link,
                open.text == equal.text, let usualOpen = link(other, .open)?.link, let usual = link(other, .play),
                let usualPlay = usual.link, !(usualOpen.text == usualPlay.text),
                usualOpen.authority.map({ host in open.authority.map { $0.isSameIgnoringCase(host) } ?? false })
                    ?? false
            else { continue }
            findings.report(
                info, at: play.node, remedy: "write the link that starts the playback, as in \(usual.called)",
                "\(play.called) equals the `open` link, but \(usual.called) does not")
        }
    }

    /// Returns whether a part of a link differs from an id in digits only.
    private static func containsSibling(_ text: FeedText, of id: FeedText) -> Bool {
        guard text.count >= id.count, id.bytes.count(where: isLetter) >= 2 else { return false }
        for start in 0...text.count - id.count
        where text[start] == id[0] && (start == 0 || !isLetter(text[start - 1]) && !isDigit(text[start - 1])) {
            let end = start + id.count
            guard end == text.count || !isLetter(text[end]) && !isDigit(text[end]) && text[end] != UInt8(ascii: "-")
            else {
                continue
            }
            let isSibling = (0..<id.count).allSatisfy {
                text[start + $0] == id[$0] || isDigit(text[start + $0]) && isDigit(id[$0])
            }
            if isSibling { return true }
        }
        return false
    }
}
