import UniversalMediaCatalog

struct ServiceIDTwice: IndexRule {
    static let info = RuleInfo(
        "FEED-SERVICE-ID", "A serviceId belongs to one feed, and the manifest lists it.", level: .error, tag: "S",
        section: "umc-availability.md 8",
        remedy: "give every service a unique id, the one in the manifest and in the registration",
        consequences: ["MF-FEED-MATCH"],
        bad: [
            RuleExample(
                .availability, "serviceId=\"org.example.lanternbay.vod.us\"",
                "serviceId=\"org.example.lanternbay.channel.us\"", beside: [.channelAvailability]),
            RuleExample(
                .availability, "serviceId=\"org.example.lanternbay.vod.us\"",
                "serviceId=\"org.example.lanternbay.vod.US\"", beside: [.manifest]),
        ],
        nearMisses: [
            RuleExample(
                .availability, "serviceId=\"org.example.lanternbay.vod.us\"",
                "serviceId=\"org.example.lanternbay.vod.US\"", beside: [.catalog])
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        var first: [String: (file: String, line: Int)] = [:]
        let isSaid = index.manifests.contains { $0.isComplete && !$0.services.isEmpty }
        for feed in index.availabilities {
            for service in feed.services where !service.serviceID.isEmpty {
                let shown = service.serviceID.quotedForMessage
                if let other = first[service.serviceID] {
                    findings.report(
                        info, feed, service, "serviceId \(shown) is already used in \(other.file), line \(other.line)")
                } else {
                    first[service.serviceID] = (feed.file, service.position.line)
                }
                guard isSaid, index.manifestService(service.serviceID) == nil else { continue }
                let alike = index.manifests.flatMap(\.services).first {
                    $0.serviceID.lowercased() == service.serviceID.lowercased()
                }
                findings.report(
                    info, feed, service,
                    "serviceId is \(shown), which the manifest does not list"
                        + (alike.map { "; it lists \($0.serviceID.quotedForMessage), which differs in letter case" }
                            ?? ""))
            }
        }
    }
}
