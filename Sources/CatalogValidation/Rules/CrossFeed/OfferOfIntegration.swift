import UniversalMediaCatalog

struct OfferOfIntegration: IndexRule {
    static let info = RuleInfo(
        "AV-OFFER-SERVICE", "Channels have no `account` offers, and apps have neither extras nor `coming_soon` offers.",
        level: .error, tag: "S", section: "umc-availability.md 5.2",
        remedy: "use offer types of the service's integration, or correct integrationType in the manifest",
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
                            "an offer has the type `account`, but the manifest declares the service as a channel")
                    } else if entry.offers.contains(.comingSoon) {
                        findings.report(
                            info, feed, at: number, "offers",
                            "an offer has the type `coming_soon`, but the manifest declares the service as an app")
                    } else if entry.type == .extra {
                        findings.report(
                            info, feed, at: number, "@contentType",
                            "the item is an extra, but the manifest declares the service as an app")
                    }
                }
            }
        }
    }
}
