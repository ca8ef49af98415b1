import UniversalMediaCatalog

struct MissingShowRecord: IndexRule {
    static let info = RuleInfo(
        "FEED-SHOW-RECORD",
        "A show whose episodes are offered has its own record, with links to its page; so has a season, where others have.",
        level: .warning, tag: "D", section: "umc-availability.md 8",
        remedy: "add a record of the tv_show or tv_season with `open` locators to the same feed",
        bad: [
            RuleExample(
                .availability, "contentType=\"tv_show\" contentId=\"LB-SHOW-0100\"",
                "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\"", beside: [.catalog])
        ],
        nearMisses: [
            RuleExample(
                .availability, "contentType=\"tv_show\" contentId=\"LB-SHOW-0100\"",
                "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\""),
            // No season has a record.
            RuleExample(
                .availability, "contentType=\"tv_season\" contentId=\"LB-SEAS-0100-1\"",
                "contentType=\"tv_show\" contentId=\"LB-SHOW-0200\"", beside: [.catalog]),
            // The platform provides the show pages of channels.
            RuleExample(
                .channelAvailability, "contentType=\"movie\" contentId=\"LB-MOV-0001\"",
                "contentType=\"tv_episode\" contentId=\"LB-EP-0100-0101\"", beside: [.catalog, .manifest]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities where feed.isComplete {
            for service in feed.services where index.manifestService(service.serviceID)?.isChannel != true {
                var said: Set<TextTable.Symbol> = []
                var seasons = SeasonRecords()
                index.forEachOffered(feed, service, .episode) { number, catalog, item in
                    let show = catalog.entries[item].parent
                    seasons.note(catalog.entries[item].season, at: number, feed, catalog)
                    // A show that is missing from the catalog is reported by another rule; each show is reported once.
                    guard show != 0, feed.find(show) == nil, catalog.find(show, .show) != nil,
                        said.insert(show).inserted
                    else { return }
                    findings.report(
                        info, feed, at: number,
                        "the episode is offered, but its show \(index.texts.quoted(show)) has no record in this feed")
                }
                // A service may have records of shows only.
                guard !seasons.missing.isEmpty,
                    feed.entries.indices.contains(where: { feed.entries[$0].type == .season })
                else { continue }
                guard seasons.missing.count <= seasons.present + 1 else { continue }
                for (season, number) in seasons.missing {
                    findings.report(
                        info, feed, at: number,
                        "the episode is offered, but its season \(index.texts.quoted(season)) has no record in this feed, "
                            + "where other seasons have one")
                }
            }
        }
    }
}
