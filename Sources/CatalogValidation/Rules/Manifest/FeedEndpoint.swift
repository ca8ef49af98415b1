import UniversalMediaCatalog

/// MF-URL-HTTPS: a feed that is not served over https.
struct FeedEndpoint: ManifestRule {
    static let info = RuleInfo(
        "MF-URL-HTTPS",
        "Feeds are served over https. (Certificates are checked when a feed is fetched, not here.)",
        level: .error, tag: "S", section: "umc-manifest.md 3 and M8",
        remedy: "serve the feed over https with a certificate of a well-known authority, and write https here",
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
            findings.report(info, at: node, "the feed is served over \(link.scheme.cut), not https")
        }
    }
}
