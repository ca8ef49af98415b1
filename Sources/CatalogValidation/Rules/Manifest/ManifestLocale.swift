import UniversalMediaCatalog

/// MF-LOCALE: an invalid locale of a name.
struct ManifestLocale: ManifestRule {
    static let info = RuleInfo(
        "MF-LOCALE", "The locales of a manifest's names are language tags of BCP 47.", level: .error, tag: "D",
        section: "umc-manifest.md 2", remedy: "write a language tag such as en-US or fr",
        bad: [
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV</name>",
                "<name locale=\"en_US\">Lantern Bay TV</name>"),
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV</name>", "<name locale=\"US\">Lantern Bay TV</name>"),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay TV</name>", "<name locale=\"en\">Lantern Bay TV</name>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for brand in manifest.brands {
            for node in [brand.node] + brand.services {
                for name in node.children where name.name == .name {
                    guard let locale = name[.locale], let fault = LanguageTag.fault(locale) else { continue }
                    findings.report(
                        info, at: name, level: fault.isMalformed ? nil : .warning, remedy: fault.remedy(locale),
                        fault.message(locale, of: "locale of this name"))
                }
            }
        }
    }
}
