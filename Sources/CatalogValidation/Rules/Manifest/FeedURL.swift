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
                .manifest, "https://feeds.example.org/catalog-vod.xml", "https://feeds.example.org/catalog-vod.xml#top"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml", "https://feeds.example.org/catalog-vod.json"),
            RuleExample(.manifest, "https://feeds.example.org/catalog-vod.xml", "https://feeds.example.org"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml",
                "https://apple:hunter2@feeds.example.org/catalog-vod.xml"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml",
                "https://feeds.example.org/@catalog/vod:1.xml?of=a@b"),
            RuleExample(
                .manifest, "https://feeds.example.org/catalog-vod.xml", "https://feeds.example.org/catalog?format=json"),
        ])

    /// Returns the predicate of a message about a URL that leads to no feed.
    private static func otherKind(_ url: FeedText) -> String? {
        var end = 0
        while end < url.count, url[end] != UInt8(ascii: "?") { end += 1 }
        var start = end
        while start > 0, isLetter(url[start - 1]) || isDigit(url[start - 1]) { start -= 1 }
        var slash = start
        while slash > 0, url[slash - 1] != UInt8(ascii: "/") { slash -= 1 }
        // After `https://`, there is only a host.
        guard slash > 8 else { return "has no path" }
        if start == end, slash == start, end == url.count { return "leads to a folder" }
        guard start > slash, url[start - 1] == UInt8(ascii: "."), others.ignoringCase(url[start..<end]) != nil else {
            return nil
        }
        return "ends with .\(url[start..<end].string)"
    }

    private static let others = WordTable([
        "html", "htm", "json", "csv", "mp4", "m3u8", "mpd", "jpg", "png", "pdf", "txt", "zip", "xsd",
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
            } else if link.fragment != nil {
                findings.report(
                    info, at: node, level: .warning, remedy: "remove the part that begins with `#`",
                    "the feedUrl \(text.shown) has a fragment, which is not sent to the server")
            } else if let fault = Self.otherKind(text) {
                findings.report(
                    info, at: node, level: .warning, remedy: "write the URL of the XML document",
                    "the feedUrl \(text.shown) \(fault)")
            }
        }
    }
}
