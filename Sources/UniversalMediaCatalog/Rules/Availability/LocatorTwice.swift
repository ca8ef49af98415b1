/// Two links for one purpose.
struct LocatorTwice: LocatorListRule {
    static let info = RuleInfo(
        "AV-LOC-DUP", "There is one link for each platform and action.", level: .error, tag: "D",
        section: "umc-availability.md 3", remedy: "keep the link that is right, and leave out the other",
        consequences: ["AV-LOC-PLAY"],
        bad: [
            RuleExample(
                .availability, "platform=\"ios\" action=\"play\" url=\"lanternbay",
                "platform=\"ios\" action=\"open\" url=\"lanternbay")
        ],
        nearMisses: [
            // One URL for both actions.
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://e/LB-EP-0100-0101?cid=x")
        ])

    func check(_ locators: [LocatorView], of item: AvailabilityItemView?, _ findings: inout Findings) {
        guard locators.count > 1 else { return }
        for index in 1..<locators.count {
            let locator = locators[index]
            guard let action = locator.action, let platform = locator.platformText,
                locators[..<index].contains(where: { $0.action == action && isSame($0, locator, platform) })
            else { continue }
            findings.report(info, at: locator.node, "\(locator.called) is there twice")
        }
    }

    private func isSame(_ other: LocatorView, _ locator: LocatorView, _ platform: FeedText) -> Bool {
        if let known = locator.platform { return other.platform == known }
        return other.platformText.map { $0 == platform } ?? false
    }
}
