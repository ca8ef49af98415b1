import UniversalMediaCatalog

struct DuplicateRecord: IndexRule {
    static let info = RuleInfo(
        "AV-ID-DUP", "A contentId occurs once in an availability feed, across all its services.", level: .error,
        tag: "S", section: "umc-availability.md 2",
        remedy: "keep one record with all offers of the item; move other variants to the feeds of their markets",
        bad: [
            RuleExample(
                .channelAvailability, "contentType=\"extra\" contentId=\"LB-EXT-0200-T1\"",
                "contentType=\"extra\" contentId=\"LB-MOV-0001\"")
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "variantId=\"LB-VAR-US-1\"", "variantId=\"LB-EXT-0200-T1\""),
            RuleExample(.availability, "contentId=\"LB-MOV-0001\"", "contentId=\"lb-ep-0100-0101\""),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for entry in feed.duplicates {
                guard let first = feed.find(feed.entries[entry].id) else { continue }
                let services = (feed.service(of: first), feed.service(of: entry))
                let place =
                    services.0 == services.1
                    ? "" : ", of service \((services.0.map { feed.services[$0].serviceID } ?? "").quotedForMessage)"
                findings.report(
                    info, feed, at: entry, "@contentId",
                    "\(feed.id(entry).quotedForMessage) already has a record in line \(feed.entries[first].line)\(place)"
                )
            }
        }
    }
}
