import UniversalMediaCatalog

struct OfferOfIntegration: IndexRule {
    static let info = RuleInfo(
        "O11", "Channels offer nothing for an `account`, and apps neither extras nor what is coming soon.",
        level: .error, tag: "S", section: "umc-availability.md 5.2",
        remedy: "use offers of the service's integration, or correct integrationType in the manifest",
        consequences: ["AV-LOC-APP", "AV-LOC-CHANNEL", "AV-LOC-REQUIRED", "MF-APPLE-ID"],
        bad: [
            RuleExample(
                .channelAvailability, "<offeringType>subscription<", "<offeringType>account<", beside: [.manifest]),
            RuleExample(
                .manifest, "<integrationType>channel<", "<integrationType>video_app<", beside: [.channelAvailability]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "<offeringType>free<", "<offeringType>subscription<",
                also: [("<offeringType>account<", "<offeringType>free<")], beside: [.manifest]),
            RuleExample(
                .channelAvailability, "<offeringType>subscription<", "<offeringType>free<", beside: [.manifest]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services {
                guard let said = index.manifestService(service.serviceID), said.isApp || said.isChannel else {
                    continue
                }
                for number in service.entries.clamped(to: feed.entries.indices) {
                    let entry = feed.entries[number]
                    if said.isChannel {
                        guard entry.offers.contains(.account) else { continue }
                        findings.report(
                            info, feed, at: number, "offers",
                            "an offer is for an `account`, but the manifest says that the service is a channel")
                    } else if entry.offers.contains(.comingSoon) {
                        findings.report(
                            info, feed, at: number, "offers",
                            "an offer is `coming_soon`, but the manifest says that the service is an app's")
                    } else if entry.type == .extra {
                        findings.report(
                            info, feed, at: number, "@contentType",
                            "it is an extra, but the manifest says that the service is an app's")
                    }
                }
            }
        }
    }
}
