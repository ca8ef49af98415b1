import UniversalMediaCatalog

/// A link that does something unknown.
struct LocatorAction: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-ACTION", "A link opens the page of an item, or plays it.", level: .error, tag: "L?",
        section: "umc-availability.md 3", remedy: "write open or play",
        consequences: ["AV-LOC-PLAY"],
        bad: [
            RuleExample(
                .availability, "action=\"play\" url=\"lanternbay://play", "action=\"watch\" url=\"lanternbay://play")
        ],
        nearMisses: [
            RuleExample(
                .availability, "action=\"play\" url=\"lanternbay://play", "action=\"Play\" url=\"lanternbay://watch")
        ])

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard locator.action == nil, let text = locator.actionText else { return }
        findings.report(info, at: locator.node, "no action is called \(text.shown)")
    }
}
