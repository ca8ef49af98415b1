import UniversalMediaCatalog

/// DOC-ID-CHANGED: feeds whose registered ids are not those of the previous build.
struct ChangedIdentity: IndexRule {
    static let info = RuleInfo(
        "DOC-ID-CHANGED", "teamId, catalogId and serviceId are the same in each build.", level: .error, tag: "S/D",
        section: "umc-catalog.md 1", remedy: "write the id that is registered with Apple",
        consequences: ["FEED-TEAM-ID", "FEED-CATALOG-ID", "FEED-SERVICE-ID", "CAT-ID-CHANGED"],
        bad: [
            RuleExample(.catalog, "teamId=\"EXAMPLE001\"", "teamId=\"EXAMPLE002\"", previously: [.catalog]),
            RuleExample(
                .catalog, "catalogId=\"org.example.lanternbay.catalog\"", "catalogId=\"org.example.lanternbay.vod\"",
                previously: [.catalog]),
            RuleExample(
                .availability, "serviceId=\"org.example.lanternbay.vod.us\"",
                "serviceId=\"org.example.lanternbay.svod.us\"", previously: [.availability]),
            RuleExample(.availability, "teamId=\"EXAMPLE001\"", "teamId=\"EXAMPLE002\"", previously: [.availability]),
        ],
        nearMisses: [
            RuleExample(.catalog, "teamId=\"EXAMPLE001\"", "teamId=\" EXAMPLE001 \"", previously: [.catalog]),
            // Another feed of the provider.
            RuleExample(.sportsCatalog, "version=\"3.6\"", "version=\"3.5\"", previously: [.catalog]),
            RuleExample(.availability, "version=\"3.0\"", "version=\"3.1\"", previously: [.channelAvailability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for (catalog, before) in index.catalogBuilds {
            compare(
                catalog.head.teamID, before.head.teamID, before.file, catalog.file, catalog.rootPosition,
                "/\(catalog.head.root)/@teamId", &findings)
        }
        for (feed, before) in index.availabilityBuilds {
            for service in feed.services {
                guard let old = before.services.first(where: { $0.serviceID == service.serviceID }) else { continue }
                compare(
                    service.teamID, old.teamID, before.file, feed.file, service.position, "\(service.xpath)/@teamId",
                    &findings)
            }
        }
        checkCatalogs(index, &findings)
        checkServices(index, &findings)
    }

    private func compare(
        _ now: String, _ before: String, _ earlier: String, _ file: String, _ position: SourcePosition,
        _ path: String, _ findings: inout IndexFindings
    ) {
        let (now, before) = (Self.trimmed(now), Self.trimmed(before))
        guard !now.isEmpty, !before.isEmpty, now != before else { return }
        findings.report(
            info, file: file, position: position, xpath: path, contentID: nil,
            "teamId is \(now.quotedForMessage), and was \(before.quotedForMessage) in \(earlier)")
    }

    private static func trimmed(_ text: String) -> String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// Reports catalogs that have most items of a catalog of the previous build under another catalogId.
    private func checkCatalogs(_ index: FeedIndex, _ findings: inout IndexFindings) {
        let known = Set(index.catalogs.map(\.symbol))
        let gone = index.earlier.catalogs.filter { !known.contains($0.symbol) && $0.symbol != 0 }
        guard !gone.isEmpty else { return }
        for catalog in index.catalogs
        where catalog.symbol != 0 && !index.earlier.catalogs.contains(where: { $0.symbol == catalog.symbol }) {
            let old = gone.first { before in
                Self.isMost(
                    catalog.entries.indices.count { before.find(catalog.entries[$0].id) != nil }, before.entries.count)
            }
            guard let old else { continue }
            findings.report(
                info, file: catalog.file, position: catalog.rootPosition, xpath: "/\(catalog.head.root)/@catalogId",
                contentID: nil,
                "catalogId is \(catalog.head.catalogID.quotedForMessage), and was \(old.head.catalogID.quotedForMessage) in "
                    + "\(old.file), which has the same items")
        }
    }

    /// Reports services that have most items of a feed of the previous build whose serviceId no feed has any longer.
    private func checkServices(_ index: FeedIndex, _ findings: inout IndexFindings) {
        let known = Set(index.availabilities.flatMap(\.services).map(\.serviceID))
        let earlier = Set(index.earlier.availabilities.flatMap(\.services).map(\.serviceID))
        let gone = index.earlier.availabilities.filter { feed in
            !feed.services.isEmpty
                && feed.services.allSatisfy { !$0.serviceID.isEmpty && !known.contains($0.serviceID) }
        }
        guard !gone.isEmpty else { return }
        for feed in index.availabilities where feed.services.count == 1 {
            let service = feed.services[0]
            guard !service.serviceID.isEmpty, !earlier.contains(service.serviceID) else { continue }
            // Services of several countries have the same items: only a single candidate is the same service.
            let old = gone.filter { before in
                before.services.count == 1 && before.services[0].isLinear == service.isLinear
                    && Self.isMost(
                        feed.entries.indices.count { before.find(feed.entries[$0].id) != nil }, before.entries.count)
            }
            guard old.count == 1 else { continue }
            findings.report(
                info, feed, service,
                "serviceId is \(service.serviceID.quotedForMessage), and was "
                    + "\(old[0].services[0].serviceID.quotedForMessage) in \(old[0].file), which has the same items")
        }
    }

    private static func isMost(_ common: Int, _ all: Int) -> Bool { common > 0 && common * 5 >= all * 4 }
}
