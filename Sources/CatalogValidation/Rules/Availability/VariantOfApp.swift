import UniversalMediaCatalog

/// AV-VARIANT: a variantId in the feed of an app.
struct VariantOfApp: AvailabilityItemRule, IndexRule {
    static let info = RuleInfo(
        "AV-VARIANT", "Only items of channels have a variantId, each one of its own.", level: .warning, tag: "S",
        section: "umc-availability.md 2 and 3",
        remedy: "remove variantId in the feed of an app; remove the links in the feed of a channel",
        bad: [
            RuleExample(
                .availability, "contentId=\"LB-EP-0100-0101\"", "contentId=\"LB-EP-0100-0101\" variantId=\"V1\""),
            RuleExample(
                .linearAvailability, "contentId=\"LB-SPT-7001\"", "contentId=\"LB-SPT-7001\" variantId=\"V1\"",
                beside: [.manifest]),
            RuleExample(
                .channelAvailability, "contentId=\"LB-EXT-0200-T1\"",
                "contentId=\"LB-EXT-0200-T1\" variantId=\"LB-VAR-US-1\""),
            RuleExample(.channelAvailability, "variantId=\"LB-VAR-US-1\"", "variantId=\"LB-MOV-0001\""),
        ],
        nearMisses: [
            RuleExample(
                .channelAvailability, "variantId=\"LB-VAR-US-1\"", "variantId=\"LB-VAR-US-2\"", beside: [.manifest])
        ])

    func register(in rules: inout RulesByScope) {
        rules.availabilityItem.append(Self.self)
        rules.index.append(self)
    }

    func check(_ item: AvailabilityItemView, _ findings: inout Findings) {
        guard let variant = item.node[.variantId] else { return }
        if let id = item.contentID, variant.trimmed == id.trimmed, !id.isEmpty {
            findings.report(
                info, at: item.node, remedy: "write the variant of the asset package, or remove the attribute",
                "the variantId \(variant.shown) is the contentId of the item")
        }
        guard item.node.has(.locators) else { return }
        findings.report(
            info, at: item.node,
            "the item has the variantId \(variant.shown), as in channels, but also links, as in apps")
    }

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            checkRepeats(feed, &findings)
            for service in feed.services where index.manifestService(service.serviceID)?.isApp ?? false {
                for entry in service.entries
                where feed.entries[entry].hasVariant && !feed.entries[entry].hasLocators {
                    findings.report(
                        info, feed, at: entry, "@variantId",
                        "the item has a variantId, as in channels, but the manifest declares its service as an app")
                }
            }
        }
    }

    /// Reports a variantId of two items: it names one video.
    private func checkRepeats(_ feed: AvailabilityIndex, _ findings: inout IndexFindings) {
        guard feed.variants.count > 1 else { return }
        var first: [UInt64: UInt32] = [:]
        for variant in feed.variants {
            guard let other = first[variant.hash] else {
                first[variant.hash] = variant.entry
                continue
            }
            guard feed.entries[Int(other)].id != feed.entries[Int(variant.entry)].id else { continue }
            findings.report(
                info, feed, at: Int(variant.entry), "@variantId",
                remedy: "write the variantId of the video of this item",
                "the variantId is also that of \(feed.id(Int(other)).quotedForMessage) in line "
                    + "\(feed.entries[Int(other)].line)")
        }
    }
}
