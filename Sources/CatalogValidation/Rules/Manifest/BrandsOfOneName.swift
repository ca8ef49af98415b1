import UniversalMediaCatalog

/// MF-BRAND-NAME: two brands with one name.
struct BrandsOfOneName: ManifestRule {
    static let info = RuleInfo(
        "MF-BRAND-NAME", "Brands have different names in each locale.", level: .warning, tag: "D",
        section: "umc-manifest.md 2", remedy: "give each brand the name that viewers know, or merge the two brands",
        class: .shouldFix,
        bad: [
            RuleExample(.manifest, ">Lantern Bay Channel<", ">Lantern Bay TV<"),
            RuleExample(.manifest, ">Lantern Bay Channel<", ">lantern bay tv<"),
        ],
        nearMisses: [
            RuleExample(.manifest, ">Lantern Bay Channel<", ">Lantern Bay TV Plus<"),
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay Channel<", "<name locale=\"fr-CA\">Lantern Bay TV<"),
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        // The brand of each name.
        var owners: [String: Int] = [:]
        for (number, brand) in manifest.brands.enumerated() {
            for name in brand.node.children.named(.name) where !name.text.isBlank {
                let key = "\(name[.locale]?.trimmed.string ?? "")\n\(name.text.trimmed.string)".lowercased()
                guard let other = owners[key] else {
                    owners[key] = number
                    continue
                }
                guard other != number else { continue }
                findings.report(
                    info, at: name,
                    "\(brand.node.calledInManifest) has the name \(name.text.trimmed.shown) of "
                        + manifest.brands[other].node.calledInManifest)
            }
        }
    }
}
