import UniversalMediaCatalog

/// MF-ID-DUP: a duplicate catalogId or serviceId.
struct RepeatedIDs: ManifestRule {
    static let info = RuleInfo(
        "MF-ID-DUP", "Each catalogId and each serviceId occurs once in the manifest.", level: .error, tag: "S",
        section: "umc-manifest.md 3 and M7",
        remedy: "give each its own id; a service belongs to exactly one brand",
        consequences: ["MF-CATALOG-REF", "MF-LINEAR-CATALOG"],
        bad: [
            RuleExample(
                .manifest, "serviceId=\"org.example.lanternbay.ebs.ca\"", "serviceId=\"org.example.lanternbay.vod.us\""),
            RuleExample(
                .manifest, "serviceId=\"org.example.lanternbay.channel.us\"",
                "serviceId=\"org.example.lanternbay.vod.us\""),
            RuleExample(
                .manifest, "catalogId=\"org.example.lanternbay.sports\"", "catalogId=\"org.example.lanternbay.catalog\""
            ),
        ],
        nearMisses: [
            // Ids are case-sensitive, and a service may have the id of a catalog.
            RuleExample(
                .manifest, "serviceId=\"org.example.lanternbay.ebs.ca\"", "serviceId=\"org.example.lanternbay.VOD.us\""),
            RuleExample(
                .manifest, "serviceId=\"org.example.lanternbay.ebs.ca\"",
                "serviceId=\"org.example.lanternbay.sports\""),
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        check(manifest.catalogs, .catalogId, &findings)
        check(manifest.services, .serviceId, &findings)
    }

    private func check(_ nodes: [FeedNode], _ name: AttributeName, _ findings: inout Findings) {
        var seen: Set<String> = []
        for node in nodes {
            guard let id = node[name], !id.isBlank, !seen.insert(id.string).inserted else { continue }
            findings.report(info, at: node, "\(name.rawValue) \(id.shown) is already used by another \(node.spelling)")
        }
    }
}
