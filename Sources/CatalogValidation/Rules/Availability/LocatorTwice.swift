import UniversalMediaCatalog

/// AV-LOC-DUP: two links for one platform and action.
struct LocatorTwice: LocatorListRule {
    static let info = RuleInfo(
        "AV-LOC-DUP", "There is one link for each platform and action.", level: .error, tag: "D",
        section: "umc-availability.md 3", remedy: "keep the correct link, and remove the other",
        consequences: ["AV-LOC-PLAY"],
        bad: [
            RuleExample(
                .availability, "platform=\"ios\" action=\"play\" url=\"lanternbay",
                "platform=\"ios\" action=\"open\" url=\"lanternbay")
        ],
        nearMisses: [
            // One URL serves both actions.
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://e/LB-EP-0100-0101?cid=x")
        ])

    func check(_ locators: [LocatorView], of item: AvailabilityItemView?, _ findings: inout Findings) {
        guard locators.count > 1 else { return }
        // Two bits for each known platform.
        var seen: UInt16 = 0
        var others: Set<String> = []
        for locator in locators {
            guard let action = locator.action, let text = locator.platformText else { continue }
            let isNew: Bool
            if let platform = locator.platform {
                let bit = UInt16(1) << UInt16(platform.rawValue * 2 + (action == .play ? 1 : 0))
                isNew = seen & bit == 0
                seen |= bit
            } else {
                isNew = others.insert("\(action) \(text.string)").inserted
            }
            if !isNew { findings.report(info, at: locator.node, "\(locator.called) occurs twice") }
        }
    }
}
