import UniversalMediaCatalog

/// AV-LOC-SHOW: a `play` link of a show or season.
struct ShowPlayLink: LocatorListRule {
    static let info = RuleInfo(
        "AV-LOC-SHOW", "A show or season has `open` links, but no `play` links.", level: .warning, tag: "D",
        section: "umc-availability.md 3", remedy: "remove the `play` link; give each episode its own",
        bad: [
            RuleExample(
                .availability,
                "<locator platform=\"ios\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100?cid=tvapp\"/>",
                "<locator platform=\"ios\" action=\"play\" url=\"https://tv.example.org/s/LB-SHOW-0100?cid=tvapp\"/>")
        ],
        nearMisses: [
            RuleExample(
                .availability,
                "<locator platform=\"ios\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100?cid=tvapp\"/>",
                "<locator platform=\"ios\" action=\"open\" url=\"https://tv.example.org/play/LB-SHOW-0100?cid=tvapp\"/>"
            )
        ])

    func check(_ locators: [LocatorView], of item: AvailabilityItemView?, _ findings: inout Findings) {
        guard let item, item.type == .show || item.type == .season else { return }
        for locator in locators where locator.action == .play {
            findings.report(
                info, at: locator.node,
                "\(locator.called) plays a \(item.type.spelling), which is not playable itself")
        }
    }
}
