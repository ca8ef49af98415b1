import UniversalMediaCatalog

struct MissingRecord: IndexRule {
    static let info = RuleInfo(
        "FEED-ITEM-UNUSED", "Every item of a catalog has a record in an availability feed.", level: .warning, tag: "S",
        section: "umc-availability.md 8",
        remedy: "add a record with offers to the feed of a service, or remove the item from the catalog",
        bad: [
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">",
                EpisodeNumberTwice.episode(2, 2), also: [("<totalItemCount>6<", "<totalItemCount>7<")],
                beside: [.availability, .channelAvailability])
        ],
        nearMisses: [
            RuleExample(
                .catalog, "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">",
                EpisodeNumberTwice.episode(2, 2), also: [("<totalItemCount>6<", "<totalItemCount>7<")],
                beside: [.sportsCatalog, .eventAvailability, .linearAvailability]),
            // No availability feed of the run has records of extras: apps have none.
            RuleExample(
                .catalog, "<genre>documentary</genre>", "<genre>educational</genre>",
                beside: [.availability, .channelAvailability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs {
            let feeds = index.availabilities(of: catalog)
            guard !feeds.isEmpty, feeds.allSatisfy(\.isComplete) else { continue }
            let hasAll = index.hasAllServices(of: catalog)
            // Channels need no records of shows, apps none of extras: a type is checked only if at least one item of it has a record.
            let types = feeds.reduce(into: ContentTypes()) { $0.formUnion($1.types) }
                .union([.movie, .episode, .sportingEvent])
            var unsaid = 0
            for number in catalog.entries.indices {
                let entry = catalog.entries[number]
                guard entry.id != 0, types.contains(entry.type), entry.type != .unknown,
                    !feeds.contains(where: { $0.find(entry.id) != nil })
                else { continue }
                guard hasAll else {
                    unsaid += 1
                    continue
                }
                findings.report(
                    info, catalog, at: number,
                    "the \(entry.type.spelling) \(catalog.id(number).quotedForMessage) has no record in any service")
            }
            guard unsaid > 0 else { continue }
            findings.report(
                info, file: catalog.file, position: catalog.rootPosition, xpath: "/\(catalog.head.root)",
                contentID: nil, level: .info, remedy: "check the feeds of all services together",
                "\(unsaid == 1 ? "1 item has" : "\(unsaid) items have") no record in the services of this run, but the manifest lists "
                    + "further services"
            )
        }
    }
}
