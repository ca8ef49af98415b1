import UniversalMediaCatalog

/// MF-URL: an invalid feedUrl.
struct FeedURL: ManifestRule {
    static let info = RuleInfo(
        "MF-URL", "A feedUrl is an absolute URL, without a user name or password.", level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "write the complete URL, such as https://feeds.example.com/catalog.xml",
        bad: [
            RuleExample(.manifest, "https://feeds.example.org/catalog-vod.xml", "/catalog-vod.xml"),
            RuleExample(.manifest, "https://feeds.example.org/catalog-vod.xml", "https:///catalog-vod.xml"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml", "https://feeds.example.org/catalog vod.xml"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml",
                "https://apple:hunter2@feeds.example.org/catalog-vod.xml"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml",
                "https://feeds.example.org/@catalog/vod:1.xml?of=a@b")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for node in manifest.addresses {
            let text = node.text.trimmed
            guard let link = LinkText(text), let host = link.host else {
                findings.report(
                    info, at: node, text.isEmpty ? "feedUrl is empty" : "\(text.shown) is not an absolute URL")
                continue
            }
            if link.hasUserInfo {
                findings.report(
                    info, at: node,
                    remedy:
                        "remove the part before the `@`, change the password, and use `auth` with a credentialRef",
                    "the URL of the feed at \(host.shown) contains a user name or a password")
            } else if let bad = link.badCharacter {
                findings.report(
                    info, at: node, remedy: "percent-encode the character",
                    "\(text.shown) contains \(bad), which is not allowed in a URL")
            } else if host.isEmpty {
                findings.report(info, at: node, "\(text.shown) has no host")
            }
        }
    }
}
