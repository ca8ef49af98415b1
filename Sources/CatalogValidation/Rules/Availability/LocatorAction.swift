import UniversalMediaCatalog

/// AV-LOC-ACTION: a link with an unknown action.
struct LocatorAction: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-ACTION", "The action of a link is open or play.", level: .error, tag: "L?",
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
        findings.report(
            info, at: locator.node,
            remedy: IntendedCode.remedy(text, among: ["open", "play"], synonyms: IntendedCode.actionSynonyms),
            "\(text.shown) is not a known action")
    }
}
