import UniversalMediaCatalog

/// AV-LOC-PLATFORM: a link for an unknown platform.
struct LocatorPlatform: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-PLATFORM",
        "The platform of a link is web, atv or ios (or macos, android or linux, which this project adds).",
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
        findings.report(
            info, at: locator.node,
            remedy: IntendedCode.remedy(text, among: IntendedCode.platforms, synonyms: IntendedCode.platformSynonyms),
            "\(text.shown) is not a known platform")
    }
}
