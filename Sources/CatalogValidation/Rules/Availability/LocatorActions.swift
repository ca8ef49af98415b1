import UniversalMediaCatalog

/// AV-LOC-PLAY: a platform with an `open` link but no `play` link, or the reverse.
struct LocatorActions: LocatorListRule {
    static let info = RuleInfo(
        "AV-LOC-PLAY", "A playable item has links of both actions for Apple TV and iOS.", level: .error, tag: "D",
        section: "umc-availability.md 3",
        remedy: "add the missing link; both may lead to the same page if that page starts playback",
        bad: [
            RuleExample(
                .availability,
                "<locator platform=\"ios\" action=\"play\" url=\"lanternbay://play/LB-EP-0100-0101?cid=tvapp\"/>",
                "")
        ],
        good: [
            RuleExample(
                .availability,
                "<locator platform=\"ios\" action=\"play\" url=\"lanternbay://play/LB-EP-0100-0101?cid=tvapp\"/>",
                "<locator platform=\"ios\" action=\"play\" url=\"lanternbay://p/101\"/>")
        ],
        nearMisses: [
            // Browsers have one page for both actions, and a channel has no page to open.
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "https://tv.example.org/movie/1\"/>"),
            RuleExample(
                .linearAvailability,
                "platform=\"ios\" action=\"play\" url=\"https://tv.example.org/live/sports1?cid=tvapp\"",
                "platform=\"ios\" action=\"play\" url=\"lanternbay://live/sports1\""),
        ])

    func check(_ locators: [LocatorView], of item: AvailabilityItemView?, _ findings: inout Findings) {
        if let item, item.type.isDisjoint(with: .playable) { return }
        check(.atv, "atv", locators, isService: item == nil, &findings)
        check(.ios, "ios", locators, isService: item == nil, &findings)
    }

    private func check(
        _ platform: LocatorView.Platform, _ name: StaticString, _ locators: [LocatorView], isService: Bool,
        _ findings: inout Findings
    ) {
        var opening: FeedNode?
        var playing: FeedNode?
        for locator in locators where locator.platform == platform {
            switch locator.action {
            case .open: opening = opening ?? locator.node
            case .play: playing = playing ?? locator.node
            case nil: break
            }
        }
        if let opening, playing == nil {
            findings.report(info, at: opening, "there is an `open` link for `\(name)`, but no `play` link")
        } else if let playing, opening == nil, !isService {
            findings.report(
                info, at: playing, level: .warning,
                "there is a `play` link for `\(name)`, but no `open` link")
        }
    }
}
