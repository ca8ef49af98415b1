import UniversalMediaCatalog

/// MF-TERRITORY-UNUSED: a territory of a brand without a service there.
struct UnusedTerritory: ManifestRule {
    static let info = RuleInfo(
        "MF-TERRITORY-UNUSED", "A brand has a service in each of its territories.", level: .info, tag: "D",
        section: "umc-manifest.md 2",
        remedy: "add the service of that territory, or remove the territory if none is planned",
        class: .shouldFix,
        bad: [
            RuleExample(
                .manifest, "<territory>CA</territory>\n      <services>",
                "<territory>CA</territory><territory>MX</territory>\n      <services>")
        ],
        nearMisses: [
            // A service that is paused returns.
            RuleExample(.manifest, "<status>active</status>", "<status>paused</status>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for brand in manifest.brands where !brand.services.isEmpty {
            let used = Set(
                brand.services.flatMap { $0.children.named(.territory).map { $0.text.trimmed.string } })
            // Services without territories are reported by another rule.
            guard !used.isEmpty else { continue }
            for territory in brand.territories {
                let code = territory.text.trimmed
                guard Countries.isCode(code), !used.contains(code.string) else { continue }
                findings.report(
                    info, at: territory,
                    "no service of \(brand.node.calledInManifest) has its territory \(code.shown)")
            }
        }
    }
}

/// MF-ID-FORM: ids with spaces.
struct ManifestIDForm: ManifestRule {
    static let info = RuleInfo(
        "MF-ID-FORM",
        "The ids of partner, brands and services are not empty, contain no spaces, and are no placeholders.",
        level: .warning,
        tag: "D", section: "umc-manifest.md 2", remedy: "write the id as registered, such as com.example.vod.us",
        class: .mustFix,
        bad: [
            RuleExample(.manifest, "partnerId=\"lanternbay\"", "partnerId=\"lantern bay\""),
            RuleExample(.manifest, "brandId=\"lanternbay-channel\"", "brandId=\"lanternbay channel\""),
            RuleExample(.manifest, "partnerId=\"lanternbay\"", "partnerId=\"TEST\""),
            RuleExample(
                .manifest, "serviceId=\"org.example.lanternbay.ebs.ca\"", "serviceId=\"org.example.lanternbay.ebs ca\""),
        ],
        nearMisses: [RuleExample(.manifest, "partnerId=\"lanternbay\"", "partnerId=\"Lantern_Bay-2.tv\"")])

    func check(_ document: DocumentView, _ findings: inout Findings) {
        for node in document.nodes(.partner) { check(node, .partnerId, &findings) }
        for node in document.nodes(.brand) { check(node, .brandId, &findings) }
        for node in document.nodes(.service) { check(node, .serviceId, &findings) }
    }

    func check(_ manifest: ManifestView, _ findings: inout Findings) {}

    private static let placeholders = WordTable([
        "test", "testing", "example", "sample", "demo", "dummy", "todo", "tbd", "xxx", "foo", "bar", "partner", "brand",
        "service", "partnerid", "brandid", "serviceid", "partner-id", "brand-id", "service-id", "partner_id",
        "brand_id", "service_id",
    ])

    private func check(_ node: FeedNode, _ name: AttributeName, _ findings: inout Findings) {
        guard let id = node[name], !id.isEmpty else { return }
        if Self.placeholders.ignoringCase(id.trimmed) != nil {
            return findings.report(info, at: node, "the \(name.rawValue) \(id.shown) is a placeholder")
        }
        guard id.bytes.contains(where: isXMLSpace) else { return }
        findings.report(info, at: node, "the \(name.rawValue) \(id.shown) contains a space")
    }
}

/// MF-RETIRED: a retired service whose feed still has offers.
struct RetiredService: IndexRule {
    static let info = RuleInfo(
        "MF-RETIRED", "The offers of a retired service have ended.", level: .warning, tag: "D",
        section: "umc-manifest.md 3",
        remedy:
            "publish windowEnd for the offers 48 hours before the service is retired, or write another status",
        class: .mustFix,
        bad: [
            RuleExample(
                .manifest, "<status>isolation</status>", "<status>retired</status>", beside: [.channelAvailability])
        ],
        nearMisses: [
            RuleExample(
                .manifest, "<status>isolation</status>", "<status>paused</status>", beside: [.channelAvailability]),
            RuleExample(.manifest, "<status>isolation</status>", "<status>retired</status>", beside: [.availability]),
        ])

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for feed in index.availabilities {
            for service in feed.services where index.manifestService(service.serviceID)?.status == "retired" {
                let open = service.entries.clamped(to: feed.entries.indices).count { number in
                    let entry = feed.entries[number]
                    return !entry.offers.isEmpty && (entry.isOpenEnded || Double(entry.lastEnd) > index.now)
                }
                guard open > 0 else { continue }
                findings.report(
                    info, feed, service,
                    "the manifest has the status retired for \(service.serviceID.quotedForMessage), but "
                        + "\(open == 1 ? "an item has an offer" : "\(open) items have offers") that did not end")
            }
        }
    }
}
