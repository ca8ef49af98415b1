import UniversalMediaCatalog

struct ContentTypeDiffers: IndexRule {
    static let info = RuleInfo(
        "FEED-TYPE-DIFFERS", "An item has the same contentType in the catalog and in availability feeds.",
        level: .error, tag: "S/D",
        section: "umc-availability.md 8", remedy: "write the contentType of the catalog item",
        bad: [
            RuleExample(
                .channelAvailability, "contentType=\"extra\" contentId", "contentType=\"movie\" contentId",
                beside: [.catalog])
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "contentType=\"extra\" contentId", "contentType=\"movie\" contentId"),
            RuleExample(
                .channelAvailability, "contentType=\"extra\" contentId", "contentId=\"LB-EXT-0200-T1\" contentType",
                also: [("contentType=\"LB-EXT-0200-T1\"", "contentType=\"extra\"")], beside: [.catalog]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for number in feed.entries.indices {
                let entry = feed.entries[number]
                guard entry.type != .unknown, let catalog = index.catalog(entry.catalog),
                    let found = catalog.find(entry.id)
                else { continue }
                let item = catalog.entries[found]
                guard item.type != .unknown, item.type != entry.type, catalog.find(entry.id, entry.type) == nil else {
                    continue
                }
                let cause = item.flags.isDisjoint(with: [.hasInfo, .isCut]) ? "CAT-TYPE-BLOCK" : nil
                findings.report(
                    info, feed, at: number, "@contentType", causedBy: cause,
                    "contentType is \(entry.type.spelling), but the catalog item is a \(item.type.spelling) "
                        + "(\(catalog.file), line \(item.line))")
            }
        }
    }
}
