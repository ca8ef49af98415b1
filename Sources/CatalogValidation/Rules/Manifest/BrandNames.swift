import UniversalMediaCatalog

/// MF-NAME-DUP: two names of a brand in one locale.
struct BrandNames: ManifestRule {
    static let info = RuleInfo(
        "MF-NAME-DUP", "A brand or channel has one name in each locale; further names are synonyms.", level: .error,
        tag: "D", section: "umc-manifest.md 2",
        remedy: "keep one name in each locale; add type=\"synonym\" to other names of a channel",
        bad: [
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV</name>",
                "<name locale=\"en-US\">Lantern Bay TV</name><name locale=\"en-us\">Lantern TV</name>"),
            RuleExample(.manifest, "<name locale=\"en-US\" type=\"synonym\">", "<name locale=\"en-US\">"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV</name>",
                "<name locale=\"en-US\">Lantern Bay TV</name><name locale=\"fr-CA\">Lantern Bay TV</name>"),
            RuleExample(
                .manifest, "<name locale=\"en-US\" type=\"synonym\">",
                "<name locale=\"en-US\" type=\"synonym\">LBS One</name><name locale=\"en-US\" type=\"synonym\">"),
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for brand in manifest.brands {
            for node in [brand.node] + brand.services {
                var seen: Set<String> = []
                for name in node.children where name.name == .name {
                    guard !(name[.type]?.trimmed.isIgnoringCase("synonym") ?? false) else { continue }
                    let locale = name[.locale]?.trimmed
                    guard !seen.insert(locale?.string.lowercased() ?? "").inserted else { continue }
                    findings.report(
                        info, at: name,
                        "\(node.calledInManifest) has two names \(locale.map { "for \($0.shown)" } ?? "without a locale")"
                    )
                }
            }
        }
    }
}
