import UniversalMediaCatalog

/// DOC-VERSION-MIX: catalogs of different versions.
struct MixedVersions: IndexRule {
    static let info = RuleInfo(
        "DOC-VERSION-MIX", "All catalogs of a provider have one version, and all its availability feeds.",
        level: .warning, tag: "I", section: "umc-validation.md 1", remedy: "write all feeds in one version",
        class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, "<umcCatalog version=\"3.6\"", "<umcCatalog version=\"3.5\"", beside: [.sportsCatalog])
        ],
        nearMisses: [
            RuleExample(.catalog, "<umcCatalog version=\"3.6\"", "<umcCatalog version=\"3.5\"", beside: [.availability])
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        report(index.catalogs.map { Feed($0.file, $0.head, $0.rootPosition) }, &findings)
        report(index.availabilities.map { Feed($0.file, $0.head, $0.rootPosition) }, &findings)
    }

    private struct Feed {
        let file: String
        let head: FeedHead
        let position: SourcePosition

        init(_ file: String, _ head: FeedHead, _ position: SourcePosition) {
            (self.file, self.head, self.position) = (file, head, position)
        }
    }

    /// Reports the feeds whose version differs from that of most feeds.
    private func report(_ feeds: [Feed], _ findings: inout IndexFindings) {
        let versioned = feeds.filter { !$0.head.version.isEmpty }
        var counts: [String: Int] = [:]
        for feed in versioned { counts[feed.head.version, default: 0] += 1 }
        guard counts.count > 1,
            let usual = versioned.max(by: { one, other in
                let (left, right) = (one.head.version, other.head.version)
                return (counts[left, default: 0], left) < (counts[right, default: 0], right)
            })
        else { return }
        for feed in versioned where feed.head.version != usual.head.version {
            findings.report(
                info, file: feed.file, position: feed.position, xpath: "/\(feed.head.root)", contentID: nil,
                "the feed has version \(feed.head.version), but \(usual.file) has version \(usual.head.version)")
        }
    }
}
