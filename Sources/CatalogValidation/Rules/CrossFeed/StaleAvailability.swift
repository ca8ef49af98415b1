import UniversalMediaCatalog

struct StaleAvailability: IndexRule {
    static let info = RuleInfo(
        "FEED-AGE", "An availability feed is rebuilt at least weekly (on demand) or daily (linear channels).",
        level: .warning, tag: "D", section: "umc-availability.md 8",
        remedy: "rebuild the feed, and check the job that builds it; write the time of the build to lastBuildDate",
        bad: [
            RuleExample(
                .availability, "<lastBuildDate>2026-03-02T04:10:00Z", "<lastBuildDate>2026-02-20T04:10:00Z"),
            RuleExample(
                .linearAvailability, "<lastBuildDate>2026-03-02T04:15:00Z", "<lastBuildDate>2026-02-28T04:15:00Z"),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<lastBuildDate>2026-03-02T04:10:00Z", "<lastBuildDate>2026-02-24T04:10:00Z"),
            RuleExample(
                .linearAvailability, "<lastBuildDate>2026-03-02T04:15:00Z",
                "<lastBuildDate>2026-03-01T23:15:00-05:00"),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            guard let built = feed.lastBuildDate else { continue }
            let isLinear = feed.services.contains(where: \.isLinear)
            let hours = (index.now - built) / 3_600
            guard hours > (isLinear ? 24 : 7 * 24) else { continue }
            let age = hours < 72 ? "\(Int(hours)) hours" : "\(Int(min(hours / 24, 1e9))) days"
            findings.report(
                info, file: feed.file, position: feed.rootPosition, xpath: "/\(feed.head.root)/lastBuildDate",
                contentID: nil,
                "the feed was built \(age) ago; \(isLinear ? "a linear" : "an on-demand") feed "
                    + "should be no older than \(isLinear ? "24 hours" : "7 days")")
        }
    }
}
