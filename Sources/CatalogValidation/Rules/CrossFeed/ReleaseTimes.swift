import UniversalMediaCatalog

/// FEED-COMING-PREMIERE: an announcement that ends before or after the premiere.
struct ComingSoonPremiere: IndexRule {
    static let info = RuleInfo(
        "FEED-COMING-PREMIERE",
        "A coming_soon offer of a title that has not been released ends on the day of the release.",
        level: .warning, tag: "D", section: "umc-availability.md 8",
        remedy: "correct windowEnd, or the premiere or release date of the catalog item", class: .shouldFix,
        bad: [
            RuleExample(
                .channelAvailability, "<windowEnd>2026-05-08T00:00:00-08:00", "<windowEnd>2026-04-08T00:00:00-08:00",
                beside: [.catalog]),
            // The service's own production is first released there.
            RuleExample(
                .catalog, "<tvShowInfo>\n      <type>miniseries</type>",
                "<isOriginal>true</isOriginal><tvShowInfo>\n      <type>miniseries</type>",
                also: [("<originalPremiereDate>2026-05-08<", "<originalPremiereDate>2026-04-08<")],
                beside: [.channelAvailability]),
            RuleExample(
                .channelAvailability, "<windowEnd>2026-05-08T00:00:00-08:00", "<windowEnd>2026-06-12T00:00:00-08:00",
                beside: [.catalog]),
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "<windowEnd>2026-05-08T00:00:00-08:00", "<windowEnd>2026-05-07T00:00:00-08:00",
                beside: [.catalog]),
            // A show that another service has released.
            RuleExample(
                .catalog, "<originalPremiereDate>2026-05-08<", "<originalPremiereDate>2025-05-08<",
                beside: [.channelAvailability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services {
                index.forEachOffered(feed, service, [.movie, .show]) { number, catalog, item in
                    let record = feed.entries[number]
                    guard record.offers == .comingSoon, !record.isOpenEnded, record.lastEnd > 0 else { return }
                    let entry = catalog.entries[item]
                    let release = Int(entry.date)
                    guard entry.date != .min, Double(release) * 86_400 > index.now + 86_400 else { return }
                    let end = Int(record.lastEnd) / 86_400
                    guard abs(end - release) > 2 else { return }
                    // After its release by another service, a title may be announced.
                    let isEarly = end < release
                    findings.report(
                        info, feed, at: number, "offers",
                        level: isEarly || entry.flags.contains(.isOriginal) ? nil : .info,
                        "the coming_soon offer ends on \(FeedTime.date(ofDay: end)), \(abs(end - release)) days "
                            + "\(isEarly ? "before" : "after") the release on \(FeedTime.date(ofDay: release)) "
                            + "(\(catalog.file), line \(entry.line))")
                }
            }
        }
    }
}

/// FEED-OFFER-EARLY: an item that can be played long before its release.
struct OfferBeforeRelease: IndexRule {
    static let info = RuleInfo(
        "FEED-OFFER-EARLY", "A movie or an episode is offered from its release on, or from a month before it at most.",
        level: .warning, tag: "D", section: "umc-availability.md 8",
        remedy: "correct windowStart, or the air or release date: the day of the first release anywhere",
        class: .shouldFix,
        bad: [
            RuleExample(
                .availability, "<windowStart>2025-09-12T00:00:00-08:00", "<windowStart>2020-09-12T00:00:00-08:00",
                beside: [.catalog]),
            RuleExample(
                .catalog, "<originalAirDate>2025-09-12<", "<originalAirDate>2027-09-12<", beside: [.availability]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<windowStart>2025-09-12T00:00:00-08:00", "<windowStart>2025-08-20T00:00:00-08:00",
                beside: [.catalog]),
            // The release in another territory was earlier.
            RuleExample(
                .catalog, "<originalReleaseDate territory=\"US\">2025-10-03</originalReleaseDate>",
                "<originalReleaseDate territory=\"US\">2026-10-03</originalReleaseDate>"
                    + "<originalReleaseDate territory=\"FR\">2026-03-01</originalReleaseDate>",
                beside: [.availability]),
        ])

    /// Before 2007, no service offered video on demand: an earlier start stands for 'without limit'.
    private static let firstServices = 1_167_609_600

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services where !service.isLinear {
                index.forEachOffered(feed, service, [.movie, .episode]) { number, catalog, item in
                    let record = feed.entries[number]
                    let entry = catalog.entries[item]
                    guard entry.date != .min, record.firstStart > 0, !record.offers.contains(.comingSoon),
                        !record.offers.isDisjoint(with: .playable)
                    else { return }
                    let days = Int(entry.date) - Int(record.firstStart) / 86_400
                    guard days > 31 else { return }
                    findings.report(
                        info, feed, at: number, "offers",
                        level: Int(record.firstStart) < Self.firstServices ? .info : nil,
                        "an offer begins on \(FeedTime.date(ofDay: Int(record.firstStart) / 86_400)), \(days) days before "
                            + "the release of the \(entry.type.spelling) on \(FeedTime.date(ofDay: Int(entry.date))) "
                            + "(\(catalog.file), line \(entry.line))")
                }
            }
        }
    }
}

/// CAT-EPISODE-END: an episode or a season after the end of its show.
struct EpisodeAfterEnd: IndexRule {
    static let info = RuleInfo(
        "CAT-EPISODE-END", "No episode airs and no season begins after the endDate of its show.", level: .warning,
        tag: "D", section: "umc-catalog.md 5",
        remedy: "correct the endDate of the show, the day of its last episode, or the date of the episode",
        class: .shouldFix,
        bad: [
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><endDate>2025-09-20</endDate><status>ended</status>",
                also: [("<originalAirDate>2025-09-12<", "<originalAirDate>2025-10-12<")])
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><endDate>2025-09-12</endDate><status>ended</status>"),
            // A special after the last season.
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><endDate>2025-09-20</endDate><status>ended</status>",
                also: [
                    ("<originalAirDate>2025-09-12<", "<originalAirDate>2026-01-12<"),
                    (
                        "<seasonContentId>LB-SEAS-0100-1</seasonContentId>\n      <seasonNumber>1<",
                        "<seasonNumber>0<"
                    ),
                ]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs
        where catalog.entries.indices.contains(where: { catalog.entries[$0].endDay != nil }) {
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.type == .episode || entry.type == .season, entry.date != .min,
                    !entry.flags.contains(.hasSeasonNumber) || entry.seasonNumber > 0,
                    let show = catalog.find(entry.parent, .show), let end = catalog.entries[show].endDay,
                    // The last episode may end after midnight.
                    Int(entry.date) > end + 1
                else { continue }
                let isEpisode = entry.type == .episode
                findings.report(
                    info, catalog, at: number,
                    isEpisode ? "tvEpisodeInfo/originalAirDate" : "tvSeasonInfo/originalPremiereDate",
                    "the \(entry.type.spelling) is of \(FeedTime.date(ofDay: Int(entry.date))), but the show "
                        + "\(catalog.id(show).quotedForMessage) (line \(catalog.entries[show].line)) ended on "
                        + FeedTime.date(ofDay: end))
            }
        }
    }
}
