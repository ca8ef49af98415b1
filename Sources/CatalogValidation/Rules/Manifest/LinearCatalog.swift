import UniversalMediaCatalog

/// MF-LINEAR-CATALOG: a linear service that refers to a catalog of another kind.
struct LinearCatalog: ManifestRule {
    static let info = RuleInfo(
        "MF-LINEAR-CATALOG", "A linear service refers to catalogs of live sports.", level: .error, tag: "S/D",
        section: "umc-manifest.md 2",
        remedy: "refer to the catalog with the contentKind live_sports",
        bad: [
            RuleExample(
                .manifest,
                "<territory>US</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>US</territory>\n          <catalogRef>org.example.lanternbay.catalog</catalogRef>")
        ],
        nearMisses: [
            RuleExample(
                .manifest,
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.catalog</catalogRef>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        let kinds = manifest.kinds
        for service in manifest.services where service.isLinearService {
            for reference in service.children where reference.name == .catalogRef {
                guard let kind = kinds[reference.text.trimmed.string], kind != "live_sports" else { continue }
                findings.report(
                    info, at: reference,
                    "the linear \(service.calledInManifest) refers to a catalog of kind `\(kind.prefix(40))`")
            }
        }
    }
}
