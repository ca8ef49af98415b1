import UniversalMediaCatalog

/// MF3: a feed that is not encrypted on its way.
struct FeedEndpoint: ManifestRule {
    static let info = RuleInfo(
        "MF3",
        "Feeds are at https endpoints. (Whether a certificate is trusted is seen when a feed is fetched, not here.)",
        level: .error, tag: "S", section: "umc-manifest.md 3 and M8",
        remedy: "serve the feed by https with a certificate of a well-known authority, and write https here",
        bad: [
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml", "http://feeds.example.org/catalog-vod.xml"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml", "ftps://feeds.example.org/catalog-vod.xml"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml",
                "HTTPS://feeds.example.org:8443/http/catalog-vod.xml")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for node in manifest.addresses {
            guard let link = LinkText(node.text.trimmed), !link.isHTTPS else { continue }
            findings.report(info, at: node, "the feed is at \(link.scheme.cut), not at https")
        }
    }
}
