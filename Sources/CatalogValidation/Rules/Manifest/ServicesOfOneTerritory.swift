import UniversalMediaCatalog

/// MF-VOD-DUP: two on-demand services of one brand for the same territory.
struct ServicesOfOneTerritory: ManifestRule {
    static let info = RuleInfo(
        "MF-VOD-DUP", "A brand has one on-demand service for each territory.", level: .warning, tag: "D",
        section: "umc-manifest.md 3",
        remedy: "merge the items of both into one feed, or correct the territory of one service",
        bad: [
            RuleExample(
                .manifest,
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>US</territory>\n          <catalogRef>org.example.lanternbay.catalog</catalogRef>")
        ],
        nearMisses: [
            // Live events may have their own service next to the on-demand service.
            RuleExample(
                .manifest,
                "<territory>CA</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>",
                "<territory>US</territory>\n          <catalogRef>org.example.lanternbay.sports</catalogRef>")
        ])

    func check(_ manifest: ManifestView, _ findings: inout Findings) {
        let kinds = manifest.kinds
        for brand in manifest.brands {
            // Services by territory and kind of content.
            var seen: [String: FeedNode] = [:]
            for service in brand.services where service.isDemandService {
                guard service.first(.status)?.text.trimmed.string != "retired" else { continue }
                let own = Set(
                    service.children.named(.catalogRef).map { kinds[$0.text.trimmed.string] ?? "" })
                for territory in service.children where territory.name == .territory {
                    let code = territory.text.trimmed
                    var other: FeedNode?
                    for kind in own.sorted() {
                        let key = "\(code.string) \(kind)"
                        if let before = seen[key] {
                            if before.index != service.index { other = other ?? before }
                        } else {
                            seen[key] = service
                        }
                    }
                    if let other {
                        findings.report(
                            info, at: territory,
                            "\(service.calledInManifest) and \(other.calledInManifest) are both on demand for \(code.shown)"
                        )
                    }
                }
            }
        }
    }
}
