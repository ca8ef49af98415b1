import UniversalMediaCatalog

/// MF-CATALOG-REF: a catalogRef to an undeclared catalog, or an unused catalog.
struct CatalogReferences: ManifestRule {
    static let info = RuleInfo(
        "MF-CATALOG-REF", "Each catalogRef is the id of a catalog in the manifest, and each catalog is referenced.",
        level: .error,
        tag: "D",
        section: "umc-manifest.md 3", remedy: "write the catalogId as under `catalogs`; ids are case-sensitive",
        consequences: ["MF-LINEAR-CATALOG"],
        bad: [
            RuleExample(
                .manifest,
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.Sports</catalogRef>"),
            RuleExample(
                .manifest, "</catalogs>",
                "<catalog catalogId=\"org.example.unused\"><feedUrl>https://feeds.example.org/3.xml</feedUrl>"
                    + "<contentKind>vod</contentKind></catalog></catalogs>"),
        ],
        nearMisses: [
            RuleExample(
                .manifest,
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>CA</territory>\n          <catalogRef>\n  org.example.lanternbay.sports </catalogRef>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        let known = Set(manifest.catalogs.compactMap { $0[.catalogId]?.trimmed.string })
        var used: Set<String> = []
        for service in manifest.services {
            for reference in service.children where reference.name == .catalogRef {
                let text = reference.text.trimmed
                used.insert(text.string)
                guard !known.contains(text.string) else { continue }
                let near = known.first { $0.lowercased() == text.string.lowercased() }
                findings.report(
                    info, at: reference, remedy: near.map { "write `\($0)`" },
                    "\(service.calledInManifest) refers to the catalog \(text.shown), which the manifest does not declare"
                )
            }
        }
        for catalog in manifest.catalogs {
            guard let id = catalog[.catalogId]?.trimmed, !used.contains(id.string) else { continue }
            findings.report(
                info, at: catalog, level: .warning, remedy: "remove the catalog, or refer to it",
                "no service refers to the catalog \(id.shown)")
        }
    }
}
