import UniversalMediaCatalog

/// MF-URL-DUP: two entries with the same feedUrl.
struct RepeatedURL: ManifestRule {
    static let info = RuleInfo(
        "MF-URL-DUP", "Each feedUrl occurs once in the manifest.", level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "write the URL of the intended feed; each service has its own feed",
        bad: [
            RuleExample(
                .manifest, "https://feeds.example.org/availability-ebs-ca.xml",
                "https://feeds.example.org/availability-vod-app-us.xml")
        ],
        nearMisses: [
            RuleExample(
                .manifest, "https://feeds.example.org/availability-ebs-ca.xml",
                "https://feeds.example.org/availability-vod-app-us.xml?country=ca")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        var seen: [String: String] = [:]
        for node in manifest.addresses {
            let text = node.text.trimmed
            guard !text.isEmpty else { continue }
            let owner = node.parent?.calledInManifest ?? "another entry"
            // The scheme and the host have no letter case.
            let host = LinkText(text)?.host?.string ?? ""
            let key =
                host.isEmpty ? text.string : text.string.replacing(host, with: host.lowercased(), maxReplacements: 1)
            if let other = seen[key] {
                findings.report(info, at: node, "\(text.shown) is already the feed of \(other)")
            } else {
                seen[key] = owner
            }
        }
    }
}
