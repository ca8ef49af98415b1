import UniversalMediaCatalog

/// AV-PUBDATE-OLD: a record that has changed since the previous build, but whose pubDate has not.
struct RecordNotNewer: IndexRule {
    static let info = RuleInfo(
        "AV-PUBDATE-OLD", "The pubDate of a record is newer than in the previous build, if the record has changed.",
        level: .warning, tag: "D", section: "umc-availability.md 2",
        remedy: "write the time of the change to pubDate", class: .shouldFix,
        bad: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00<", "<windowEnd>2027-12-31T23:59:59-08:00<",
                previously: [.availability]),
            RuleExample(
                .availability, "<pubDate>2026-02-27T09:20:00Z<", "<pubDate>2026-02-20T09:20:00Z<",
                previously: [.availability]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<windowEnd>2026-12-31T23:59:59-08:00<", "<windowEnd>2027-12-31T23:59:59-08:00<",
                also: [("<pubDate>2026-02-21T08:35:00Z<", "<pubDate>2026-03-02T03:35:00Z<")],
                previously: [.availability]),
            RuleExample(
                .availability, "<pubDate>2026-02-27T09:20:00Z<", "<pubDate>2026-02-26T23:20:00-10:00<",
                previously: [.availability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (feed, before) in index.availabilityBuilds
        where feed.facts.count == feed.entries.count && before.facts.count == before.entries.count
            && feed.contentHashes.count == feed.entries.count && before.contentHashes.count == before.entries.count
        {
            for number in feed.entries.indices {
                guard let old = before.find(feed.entries[number].id) else { continue }
                let (now, earlier) = (feed.facts[number].pubDate, before.facts[old].pubDate)
                guard now > 0, earlier > 0, now <= earlier else { continue }
                let hasChanged = feed.contentHashes[number] != before.contentHashes[old]
                guard hasChanged || earlier - now > 86_400 else { continue }
                findings.report(
                    info, feed, at: number, "pubDate",
                    hasChanged
                        ? "the record has changed since \(before.file), line \(before.entries[old].line), but its pubDate is "
                            + (now < earlier ? "older" : "the same")
                        : "the pubDate is of \(FeedTime.date(ofDay: Int(now) / 86_400)), before that in \(before.file), "
                            + FeedTime.date(ofDay: Int(earlier) / 86_400))
            }
        }
    }
}
