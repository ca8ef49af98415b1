import UniversalMediaCatalog

/// AV-COMING-PLAYABLE: an announcement of a title that can be played already.
struct PlayableComingSoon: IndexRule {
    static let info = RuleInfo(
        "AV-COMING-PLAYABLE", "A coming_soon title is not live yet.", level: .warning, tag: "S",
        section: "umc-availability.md 5.2",
        remedy: "remove the coming_soon offer, or correct the contentId of the record",
        bad: [
            RuleExample(
                .channelAvailability, from, from.replacing("subscription", with: "coming_soon"),
                beside: [.availability])
        ],
        nearMisses: [
            RuleExample(.channelAvailability, "<subtitles>en-US</", "<subtitles>en-GB</", beside: [.availability])
        ])

    private static let from =
        "<offeringType>subscription</offeringType>\n          <windowStart>2026-03-01T00:00:00-08:00"

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services {
                let territories = Set(index.territories(of: service))
                for number in service.entries where feed.entries[number].offers.contains(.comingSoon) {
                    let entry = feed.entries[number]
                    guard
                        let other = index.availabilities.first(where: { other in
                            other.file != feed.file && Self.isLive(entry, in: other, territories, index)
                        })
                    else { continue }
                    findings.report(
                        info, feed, at: number, "offers",
                        "the title is offered as coming_soon, but can be played already according to \(other.file)")
                }
            }
        }
    }

    /// Returns whether a feed of one of the territories has an offer of the item that has begun.
    private static func isLive(
        _ entry: AvailabilityIndex.Entry, in feed: AvailabilityIndex, _ territories: Set<String>, _ index: FeedIndex
    ) -> Bool {
        guard let number = feed.find(entry.id) else { return false }
        let record = feed.entries[number]
        guard record.catalog == entry.catalog, !record.offers.isDisjoint(with: .playable),
            record.firstStart > 0, Double(record.firstStart) <= index.now,
            record.isOpenEnded || Double(record.lastEnd) > index.now,
            let service = feed.service(of: number).map({ feed.services[$0] })
        else { return false }
        let others = index.territories(of: service)
        return territories.isEmpty || others.isEmpty || !territories.isDisjoint(with: others)
    }
}
