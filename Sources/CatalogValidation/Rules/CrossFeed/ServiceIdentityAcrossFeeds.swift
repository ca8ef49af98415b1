import UniversalMediaCatalog

struct ServiceIDTwice: IndexRule {
    static let info = RuleInfo(
        "F4", "A serviceId belongs to one feed, and is one of the manifest.", level: .error, tag: "S",
        section: "umc-availability.md 8",
        remedy: "give every service an id of its own, the one that the manifest and the registration have",
        consequences: ["MF7"],
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
                        info, feed, service, "serviceId \(shown) is that of \(other.file), line \(other.line) already")
                } else {
                    first[service.serviceID] = (feed.file, service.position.line)
                }
                guard isSaid, index.manifestService(service.serviceID) == nil else { continue }
                let alike = index.manifests.flatMap(\.services).first {
                    $0.serviceID.lowercased() == service.serviceID.lowercased()
                }
                findings.report(
                    info, feed, service,
                    "serviceId is \(shown), which the manifest does not name"
                        + (alike.map { "; it names \($0.serviceID.quotedForMessage), in other case" } ?? ""))
            }
        }
    }
}
