import UniversalMediaCatalog

/// MF-AUTH: an unknown kind of authentication, or a missing credentialRef.
struct FeedAuthentication: DocumentRule {
    static let info = RuleInfo(
        "MF-AUTH", "A protected feed declares its authentication and, if required, a credentialRef.", level: .error,
        tag: "D",
        section: "umc-manifest.md 2",
        remedy:
            "write none, basic, client_certificate or ip_allow_list; basic and client_certificate need a credentialRef",
        bad: [
            RuleExample(.manifest, "<auth type=\"basic\" credentialRef", "<auth type=\"oauth\" credentialRef"),
            RuleExample(.manifest, " credentialRef=\"lanternbay-feeds\"", ""),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "<auth type=\"basic\" credentialRef=\"lanternbay-feeds\"", "<auth type=\"ip_allow_list\"")
        ])

    let kinds: Set<FeedKind> = [.manifest]

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for node in document.nodes(.auth) {
            guard let type = node[.type]?.trimmed else { continue }
            let reference = node[.credentialRef]
            switch type.string {
            case "basic", "client_certificate":
                if reference?.isBlank ?? true {
                    findings.report(info, at: node, "a feed with \(type.shown) requires a credentialRef, but has none")
                }
            case "none", "ip_allow_list":
                if let reference {
                    findings.report(
                        info, at: node, level: .warning, remedy: "remove credentialRef, or correct the type",
                        "a feed with \(type.shown) requires no secret, but has the credentialRef \(reference.shown)")
                }
            default: findings.report(info, at: node, "\(type.shown) is not a known type of authentication")
            }
        }
    }
}
