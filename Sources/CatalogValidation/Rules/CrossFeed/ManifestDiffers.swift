import UniversalMediaCatalog

struct ManifestDiffers: IndexRule {
    static let info = RuleInfo(
        "MF-FEED-MATCH", "Feeds match their entries in the manifest.", level: .error, tag: "D",
        section: "umc-manifest.md 3",
        remedy: "correct the manifest or the feed",
        consequences: ["AV-LINEAR-OFFERS", "AV-LINEAR-SERVICE"],
        bad: [
            RuleExample(
                .sportsCatalog, "catalogId=\"org.example.lanternbay.sports\"",
                "catalogId=\"org.example.lanternbay.sport\"", beside: [.manifest]),
            RuleExample(
                .eventAvailability, "<serviceType>vod<", "<serviceType>linear<", beside: [.manifest]),
            RuleExample(
                .eventAvailability, "catalogId=\"org.example.lanternbay.sports\"",
                "catalogId=\"org.example.lanternbay.catalog\"", beside: [.manifest]),
            RuleExample(
                .linearAvailability, ">Lantern Bay Sports One</name>", ">Lantern Bay Sports Two</name>",
                beside: [.manifest]),
            RuleExample(
                .linearAvailability, ">Lantern Bay Sports One</name>", ">LANTERN BAY SPORTS ONE</name>",
                beside: [.manifest]),
            RuleExample(.linearAvailability, ">Lantern Sports</name>", ">Lantren Sports</name>", beside: [.manifest]),
        ],
        nearMisses: [
            RuleExample(.eventAvailability, "<serviceType>vod<", "<serviceType> VOD <", beside: [.manifest]),
            RuleExample(
                .sportsCatalog, "catalogId=\"org.example.lanternbay.sports\"",
                "catalogId=\"org.example.lanternbay.sport\""),
            // A name in another locale, and a synonym of the feed alone.
            RuleExample(
                .linearAvailability, "<name locale=\"en-US\">Lantern Bay Sports One</name>",
                "<name locale=\"fr-CA\">Lantern Bay Sports Un</name>", beside: [.manifest]),
            RuleExample(
                .linearAvailability, ">Lantern Sports</name>", ">LB Sports</name>", beside: [.manifest]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        let manifests = index.manifests.filter(\.isComplete)
        guard !manifests.isEmpty else { return }
        let catalogs = manifests.flatMap(\.catalogs)
        for catalog in index.catalogs where !catalog.head.catalogID.isEmpty && !catalogs.isEmpty {
            guard !catalogs.contains(where: { $0.catalogID == catalog.head.catalogID }) else { continue }
            findings.report(
                info, file: catalog.file, position: catalog.rootPosition, xpath: "/\(catalog.head.root)/@catalogId",
                contentID: nil,
                "catalogId is \(catalog.head.catalogID.quotedForMessage); the manifest lists only "
                    + catalogs.prefix(5).map(\.catalogID.quotedForMessage).joined(separator: ", "))
        }
        for feed in index.availabilities {
            for service in feed.services {
                guard let said = index.manifestService(service.serviceID) else { continue }
                check(feed, service, said, index, &findings)
            }
        }
    }

    private func check(
        _ feed: AvailabilityIndex, _ service: AvailabilityIndex.Service, _ said: ManifestIndex.Service,
        _ index: FeedIndex, _ findings: inout IndexFindings
    ) {
        if !said.type.isEmpty, !service.type.isEmpty, said.type.lowercased() != service.type.lowercased() {
            findings.report(
                info, feed, service,
                "serviceType is \(service.type.quotedForMessage), but the manifest has "
                    + "\(said.type.quotedForMessage) for \(service.serviceID.quotedForMessage)")
        }
        for name in service.names {
            guard let other = said.names.first(where: { $0.locale == name.locale }), other.text != name.text else {
                continue
            }
            findings.report(
                info, feed, service, level: .warning, remedy: "write the same name in both",
                "the name of the service is \(name.text.quotedForMessage), but the manifest has "
                    + other.text.quotedForMessage)
        }
        checkSynonyms(feed, service, said, &findings)
        guard !said.catalogs.isEmpty else { return }
        for (symbol, first) in feed.catalogs.sorted(by: { $0.value < $1.value }) {
            let name = index.texts[symbol]
            guard service.entries.contains(first), !said.catalogs.contains(name) else { continue }
            // A catalog that no manifest lists is reported as a wrong catalogId of the items.
            let isKnown = index.manifests.contains { $0.catalogs.contains { $0.catalogID == name } }
            findings.report(
                info, feed, at: first, "@catalogId",
                causedBy: isKnown || index.catalogs.isEmpty ? nil : "FEED-ITEM-MISSING",
                "catalogId is \(name.quotedForMessage), but the manifest lists for this service only "
                    + said.catalogs.prefix(5).map(\.quotedForMessage).joined(separator: ", "))
        }
    }

    /// Reports a synonym of the feed that the manifest spells in another way. Other synonyms of one of the two are additional.
    private func checkSynonyms(
        _ feed: AvailabilityIndex, _ service: AvailabilityIndex.Service, _ said: ManifestIndex.Service,
        _ findings: inout IndexFindings
    ) {
        for name in service.synonyms where !said.synonyms.contains(where: { $0.text == name.text }) {
            let other = said.synonyms.first { other in
                other.locale == name.locale && !service.synonyms.contains { $0.text == other.text }
                    && name.text.count > 4
                    && MisspeltServer.isMisspelling(
                        name.text.replacing(" ", with: "-"), of: other.text.replacing(" ", with: "-"))
            }
            guard let other else { continue }
            findings.report(
                info, feed, service, level: .warning, remedy: "write the same synonym in both",
                "the synonym of the service is \(name.text.quotedForMessage), but the manifest has "
                    + other.text.quotedForMessage)
        }
    }
}
