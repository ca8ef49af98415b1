import UniversalMediaCatalog

/// AV-LOC-URL: a link with an invalid URL.
struct LocatorURL: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-URL", "A link is an absolute URL.", level: .error, tag: "L", section: "umc-availability.md 3",
        remedy: "write a universal link such as https://tv.example.org/play/1, or one of the app's own scheme",
        bad: [
            RuleExample(.availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "/play/LB-EP-0100-0101"),
            RuleExample(.availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "tv.example.org/play/101"),
            RuleExample(.availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "https:///play/101"),
            RuleExample(.availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://play/{id}"),
            RuleExample(.availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "lanternbay://play/Ep 1"),
            RuleExample(.availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "javascript:play(101)"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp", "com.example.lantern-bay:play%20101"),
            RuleExample(
                .availability, "lanternbay://play/LB-EP-0100-0101?cid=tvapp",
                "https://tv.example.org/%E3%83%86%E3%83%AC%E3%83%93?u=a/b&amp;c=:d"),
        ])

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard let text = locator.urlText else { return }
        guard let link = locator.link else {
            return findings.report(
                info, at: locator.node,
                text.isEmpty ? "\(locator.called) is empty" : "\(text.shown) is not an absolute URL: it has no scheme")
        }
        if let bad = link.badCharacter {
            findings.report(
                info, at: locator.node,
                remedy: text.bytes.contains(UInt8(ascii: "{"))
                    ? "insert the value of the placeholder: the template of the link was not filled in"
                    : "percent-encode the character, for example a space as %20",
                "the link \(text.shown) contains \(bad), which is not allowed in a URL")
        } else if link.isHTTPS || link.isHTTP {
            if link.host?.isEmpty ?? true {
                findings.report(info, at: locator.node, "the link \(text.shown) has no host")
            } else if link.hasUserInfo {
                findings.report(
                    info, at: locator.node, remedy: "remove the part before the `@`",
                    "the link to \(link.host?.shown ?? "") contains a user name or a password")
            }
        } else if ["javascript", "data", "file", "about", "blob"].contains(link.scheme.string.lowercased()) {
            findings.report(info, at: locator.node, "the link \(text.shown) has a scheme that opens no app")
        }
    }
}
