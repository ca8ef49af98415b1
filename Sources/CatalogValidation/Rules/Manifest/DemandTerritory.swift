import UniversalMediaCatalog

/// MF-VOD-TERRITORY: an on-demand service for several territories, or for none.
struct DemandTerritory: ManifestRule {
    static let info = RuleInfo(
        "MF-VOD-TERRITORY", "An on-demand service has exactly one territory.", level: .error, tag: "S",
        section: "umc-manifest.md 2, umc-availability.md A2",
        remedy: "write one service, and one availability feed, for each country",
        bad: [
            RuleExample(
                .manifest,
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>CA</territory><territory>US</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>"
            )
        ],
        nearMisses: [
            RuleExample(
                .manifest,
                "<territory>US</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>US</territory><territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>"
            )
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for service in manifest.services where service.isDemandService {
            let territories = service.children.named(.territory)
            guard territories.count != 1 else { continue }
            findings.report(
                info, at: territories.dropFirst().first ?? service,
                territories.isEmpty
                    ? "\(service.calledInManifest) is on demand, but has no territory"
                    : "\(service.calledInManifest) is on demand, but has \(territories.count) territories")
        }
    }
}
