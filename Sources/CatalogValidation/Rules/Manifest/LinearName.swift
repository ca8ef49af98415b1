import UniversalMediaCatalog

/// MF-LINEAR-NAME: a linear service without name or synonym.
struct LinearName: ManifestRule {
    static let info = RuleInfo(
        "MF-LINEAR-NAME", "A linear service has a name, and synonyms for it.", level: .error, tag: "S/D",
        section: "umc-manifest.md 2, umc-availability.md 7",
        remedy: "add <name locale=\"en-US\">…</name>, and names with type=\"synonym\" for spoken variants",
        bad: [
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay Sports One</name>", "",
                also: [("<name locale=\"en-US\" type=\"synonym\">Lantern Sports</name>", "")]),
            RuleExample(.manifest, "<name locale=\"en-US\">Lantern Bay Sports One</name>", ""),
        ],
        nearMisses: [
            RuleExample(
                .manifest, "<name locale=\"en-US\">Lantern Bay Sports One</name>", "<name>Lantern Bay Sports One</name>"
            )
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        for service in manifest.services where service.isLinearService {
            let names = service.children.named(.name).filter { !$0.text.isBlank }
            let synonyms = names.count { $0[.type]?.trimmed.isIgnoringCase("synonym") ?? false }
            if names.count == synonyms {
                findings.report(
                    info, at: service,
                    "the linear \(service.calledInManifest) has no name" + (synonyms > 0 ? ", only synonyms" : ""))
            } else if synonyms == 0 {
                findings.report(
                    info, at: service, level: .info,
                    "the name of the linear \(service.calledInManifest) has no synonym; voice requests are matched against synonyms"
                )
            }
        }
    }
}
