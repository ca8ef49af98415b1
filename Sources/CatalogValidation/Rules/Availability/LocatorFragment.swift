import UniversalMediaCatalog

/// AV-LOC-FRAGMENT: a link with a fragment, after which no query can be appended.
struct LocatorFragment: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-FRAGMENT", "A link has no fragment.", level: .error, tag: "D", section: "umc-availability.md 3",
        remedy: "move the part after `#` into the path or the query",
        bad: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "https://tv.example.org/#/play/101")
        ],
        nearMisses: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "https://tv.example.org/%23/play/101")
        ])

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard let link = locator.link, let fragment = link.fragment else { return }
        findings.report(
            info, at: locator.node,
            "the link \(link.text.shown) has the fragment `#\(fragment.cut)`, after which no query can be appended")
    }
}
