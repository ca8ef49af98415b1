import UniversalMediaCatalog

/// A link for a device that nobody knows.
struct LocatorPlatform: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-PLATFORM", "A link is for web, atv or ios (or, of this project, macos, android or linux).",
        level: .warning, tag: "L?/D", section: "umc-availability.md 3",
        remedy: "write atv for Apple TV, ios for iPhone and iPad, web for browsers",
        bad: [
            RuleExample(
                .availability, "platform=\"web\"", "platform=\"tvos\"")
        ],
        nearMisses: [
            RuleExample(.availability, "platform=\"web\"", "platform=\"WEB\""),
            RuleExample(.availability, "platform=\"web\"", "platform=\"linux\""),
        ])

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard locator.platform == nil, let text = locator.platformText else { return }
        findings.report(info, at: locator.node, "no platform is called \(text.shown)")
    }
}
