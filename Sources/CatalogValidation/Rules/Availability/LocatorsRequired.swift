import UniversalMediaCatalog

/// AV-LOC-REQUIRED: an item of an app without links.
struct LocatorsRequired: IndexRule {
    static let info = RuleInfo(
        "AV-LOC-REQUIRED", "Each item of an app's on-demand service has links into the app.", level: .error,
        tag: "L/D", section: "umc-availability.md 3",
        remedy: "add `open` links for atv and ios, and `play` links for playable items",
        bad: [
            RuleExample(
                .availability,
                "<locators>\n        <locator platform=\"atv\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100/1?cid=tvapp\"/>\n        <locator platform=\"ios\" action=\"open\" url=\"https://tv.example.org/s/LB-SHOW-0100/1?cid=tvapp\"/>\n      </locators>",
                "", beside: [.manifest])
        ],
        nearMisses: [
            // Channels play in the TV app, and airings of a linear service are opened by the service's links.
            RuleExample(
                .channelAvailability, "<videoQuality>uhd</videoQuality>", "<videoQuality>hd</videoQuality>",
                beside: [.manifest]),
            RuleExample(.linearAvailability, "<isLive>false</isLive>", "<isLive>true</isLive>", beside: [.manifest]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services
            where !service.isLinear && index.manifestService(service.serviceID)?.isApp ?? false {
                for entry in service.entries where !feed.entries[entry].hasLocators && !feed.entries[entry].isCut {
                    findings.report(
                        info, feed, at: entry, "",
                        "the item has no link, but the manifest declares its service as an app")
                }
            }
        }
    }
}
