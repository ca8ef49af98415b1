import UniversalMediaCatalog

/// CAT-ORIGINAL-DATE: an original of the service that is older than any service.
struct OldOriginal: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-ORIGINAL-DATE", "An original of the service was first released in 1970 or later.", level: .warning,
        tag: "D", section: "umc-catalog.md 3.2",
        remedy: "remove isOriginal unless the provider itself produced the work, or correct the date",
        class: .shouldFix,
        bad: [
            RuleExample(.catalog, release, release.replacing("2025", with: "1950")),
            RuleExample(
                .catalog, "<originalPremiereDate>2025-09-12</originalPremiereDate>\n      <network>",
                "<originalPremiereDate>1962-09-12</originalPremiereDate>\n      <network>"),
        ],
        nearMisses: [
            RuleExample(.catalog, release, release.replacing("2025", with: "1970")),
            // A movie of 1950 that is no original.
            RuleExample(
                .catalog, "<isOriginal>true</isOriginal>\n    <keyword", "<isOriginal>false</isOriginal>\n    <keyword",
                also: [(release, release.replacing("2025", with: "1950"))]),
        ])

    private static let release = "<originalReleaseDate territory=\"US\">2025-10-03<"
    private static let firstYear = 1970

    var types: ContentTypes { [.movie, .show, .episode] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.elements.contains(.isOriginal), let node = item.first(.isOriginal),
            node.text.trimmed == "true" || node.text.trimmed == "1", let block = item.info
        else { return }
        var first = Int.max
        for date in block.children {
            switch date.name {
            case .originalReleaseDate, .originalPremiereDate, .originalAirDate:
                first = min(first, date.text.trimmed.year ?? .max)
            default: break
            }
        }
        guard first < Self.firstYear else { return }
        findings.report(
            info, at: node,
            "the \(item.type.spelling) is an original of the service, but was first released in \(first)")
    }
}
