import UniversalMediaCatalog

/// AV-LOC-HTTPS: a link to a page over http.
struct LocatorSecurity: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-HTTPS", "A link to a page is https.", level: .error, tag: "D", section: "umc-availability.md 3",
        remedy: "write https; only https links can be universal links",
        bad: [
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "http://tv.example.org/m/LB-MOV-0001\"/>"),
            RuleExample(.availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "lanternbay://m/LB-MOV-0001\"/>"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "https://tv.example.org/m/LB-MOV-0001\"/>", "HTTPS://tv.example.org/m/LB-MOV-0001\"/>"),
            RuleExample(.availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "httpbay://play/1"),
        ])

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard let link = locator.link, !link.isHTTPS else { return }
        if locator.platform == .web {
            findings.report(info, at: locator.node, "the link for browsers \(link.text.shown) is not https")
        } else if link.isHTTP {
            findings.report(
                info, at: locator.node, level: .warning,
                "\(link.text.shown) is http and therefore not a universal link: it opens in a browser, not in the app")
        }
    }
}
