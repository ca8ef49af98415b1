import UniversalMediaCatalog

/// AV-LOC-SESSION: a link with the session of one visitor, or encoded twice.
struct LinkSession: LocatorRule {
    static let info = RuleInfo(
        "AV-LOC-SESSION", "A link has no session or access token, and is percent-encoded once.", level: .warning,
        tag: "D",
        section: "umc-availability.md 3", remedy: "remove the parameter: the link is the same for all viewers",
        class: .mustFix,
        bad: [
            RuleExample(.availability, link, link + "&amp;sessionid=83hfa8"),
            RuleExample(.availability, link, link + "&amp;access_token=83hfa8"),
            RuleExample(.availability, link, link + "&amp;src=tv%2520app"),
        ],
        nearMisses: [
            RuleExample(.availability, link, link + "&amp;session=tvapp"),
            RuleExample(.availability, link, link + "&amp;src=tv%20app"),
            RuleExample(.availability, link, link + "&amp;discount=100%25"),
        ])

    private static let link = "lanternbay://play/LB-EP-0100-0101?cid=tvapp"

    func check(_ locator: LocatorView, _ findings: inout Findings) {
        guard let link = locator.link, let query = link.query else { return }
        if let name = Self.names.first(where: { link.hasParameter($0) }) {
            findings.report(info, at: locator.node, "the link \(link.text.shown) has the parameter `\(name)`")
        }
        guard query.contains("%25"), Self.isEncodedTwice(query) else { return }
        findings.report(
            info, at: locator.node, remedy: "encode the value once: write %20 for a space, not %2520",
            "a value of the link \(link.text.shown) is percent-encoded twice")
    }

    /// Returns whether a text has `%25` and two hexadecimal digits behind it.
    private static func isEncodedTwice(_ text: FeedText) -> Bool {
        guard text.count > 4 else { return false }
        for index in 0..<text.count - 4 where text[index] == UInt8(ascii: "%") && text[index + 1] == UInt8(ascii: "2") {
            if text[index + 2] == UInt8(ascii: "5"), "23".utf8.contains(text[index + 3]), isHexadecimal(text[index + 4])
            {
                return true
            }
        }
        return false
    }

    private static let names: [StaticString] = [
        "sessionid", "session_id", "jsessionid", "phpsessid", "access_token", "accesstoken", "auth_token", "authtoken",
        "id_token", "refresh_token", "password",
    ]
}
