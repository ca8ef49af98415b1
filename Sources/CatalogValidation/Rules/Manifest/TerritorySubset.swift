import UniversalMediaCatalog

/// MF-TERRITORY-SUBSET: a service territory that its brand does not have.
struct TerritorySubset: ManifestRule {
    static let info = RuleInfo(
        "MF-TERRITORY-SUBSET", "The territories of a service are among those of its brand.", level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "add the territory to the brand, if the brand is registered there",
        bad: [
            RuleExample(
                .manifest,
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>MX</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>")
        ],
        nearMisses: [
            // A brand may have more territories than its services.
            RuleExample(
                .manifest, "<territory>CA</territory>\n      <services>",
                "<territory>CA</territory><territory>MX</territory>\n      <services>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for brand in manifest.brands where !brand.territories.isEmpty {
            let known = Set(brand.territories.map { $0.text.trimmed.string })
            for service in brand.services {
                for territory in service.children where territory.name == .territory {
                    let code = territory.text.trimmed
                    guard !known.contains(code.string) else { continue }
                    findings.report(
                        info, at: territory,
                        "\(service.calledInManifest) has the territory \(code.shown), but \(brand.node.calledInManifest) does not"
                    )
                }
            }
        }
    }
}
