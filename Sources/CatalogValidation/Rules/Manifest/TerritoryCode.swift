import UniversalMediaCatalog

/// MF-TERRITORY: an invalid country code.
struct TerritoryCode: ManifestRule {
    static let info = RuleInfo(
        "MF-TERRITORY", "A territory is a country code of ISO 3166-1, in upper case.", level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "write two letters, such as US or GB",
        consequences: ["MF-TERRITORY-SUBSET"],
        bad: [
            RuleExample(
                .manifest, "<territory>CA</territory>\n      <services>",
                "<territory>CA</territory><territory>UK</territory>\n      <services>"),
            RuleExample(
                .manifest, "<territory>CA</territory>\n      <services>",
                "<territory>CA</territory><territory>mx</territory>\n      <services>"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "<territory>CA</territory>\n      <services>",
                "<territory>CA</territory><territory>GB</territory><territory>SX</territory>\n      <services>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for brand in manifest.brands {
            for node in [brand.node] + brand.services {
                for territory in node.children where territory.name == .territory {
                    let code = territory.text.trimmed
                    guard !Countries.isCode(code) else { continue }
                    findings.report(
                        info, at: territory, remedy: Countries.nearest(to: code).map { "write `\($0)`" },
                        "\(code.shown) is not a country code of ISO 3166-1")
                }
            }
        }
    }
}
