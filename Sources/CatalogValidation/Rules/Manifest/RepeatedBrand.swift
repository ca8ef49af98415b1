import UniversalMediaCatalog

/// MF-BRAND-DUP: two brands with the same brandId.
struct RepeatedBrand: ManifestRule {
    static let info = RuleInfo(
        "MF-BRAND-DUP", "Each brandId occurs once in the manifest.", level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "move the services of both to one brand, or give one brand another id",
        bad: [RuleExample(.manifest, "brandId=\"lanternbay-channel\"", "brandId=\"lanternbay-app\"")],
        nearMisses: [RuleExample(.manifest, "brandId=\"lanternbay-channel\"", "brandId=\"lanternbay\"")])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        var seen: Set<String> = []
        for brand in manifest.brands {
            guard let id = brand.node[.brandId], !id.isBlank, !seen.insert(id.string).inserted else { continue }
            findings.report(info, at: brand.node, "brandId \(id.shown) is already used by another brand")
        }
    }
}
