import UniversalMediaCatalog

/// MF-LINEAR-TERRITORY: a linear service outside the US and Canada.
struct LinearTerritory: ManifestRule {
    static let info = RuleInfo(
        "MF-LINEAR-TERRITORY", "Linear services are limited to the US and Canada.", level: .warning, tag: "S",
        section: "umc-manifest.md 3",
        remedy: "remove the territory: live sports on linear channels are supported only in US and CA",
        bad: [
            RuleExample(
                .manifest,
                "<territory>US</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>US</territory>\n<territory>MX</territory>\n<catalogRef>org.example.lanternbay.sports</catalogRef>",
                also: [
                    (
                        "<territory>CA</territory>\n      <services>",
                        "<territory>CA</territory>\n<territory>MX</territory>\n<services>"
                    )
                ])
        ],
        nearMisses: [
            RuleExample(
                .manifest,
                "<territory>US</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>US</territory>\n<territory>CA</territory>\n<catalogRef>org.example.lanternbay.sports</catalogRef>"
            ),
            // On-demand services may be anywhere.
            RuleExample(
                .manifest,
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>MX</territory>\n<catalogRef>org.example.lanternbay.sports</catalogRef>",
                also: [("<territory>CA</territory>\n      <services>", "<territory>MX</territory>\n<services>")]),
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for service in manifest.services where service.isLinearService {
            for territory in service.children where territory.name == .territory {
                let code = territory.text.trimmed
                if code == "US" || code == "CA" { continue }
                findings.report(
                    info, at: territory, "the linear \(service.calledInManifest) has the territory \(code.shown)")
            }
        }
    }
}
