import UniversalMediaCatalog

struct CompetitorCount: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-COMPETITORS", "A sporting event has no competitors, or at least two.", level: .error, tag: "D",
        section: "umc-catalog.md 3.15",
        remedy: "add both competitors of a match; for a race, remove `competitors`",
        bad: [
            RuleExample(
                .sportsCatalog,
                "<competitor role=\"home\"><name locale=\"en-US\">Saltmarsh Otters</name><abbreviation>SAL</abbreviation></competitor>",
                "")
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<abbreviation>SAL</abbreviation></competitor>",
                "<abbreviation>SAL</abbreviation></competitor><competitor role=\"neutral\"><name>Dune Foxes</name></competitor>"
            )
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let competitors = item.info?.first(.competitors) else { return }
        var count = 0
        for node in competitors.children where node.name == .competitor { count += 1 }
        if count == 1 { findings.report(info, at: competitors, "the event has only one competitor") }
    }
}

struct CompetitorRoles: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-ROLE",
        "The role of a competitor is home, away or neutral, at most one is home, and their names differ.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15", remedy: "write home, away or neutral",
        bad: [
            RuleExample(.sportsCatalog, "<competitor role=\"away\">", "<competitor role=\"visitor\">"),
            RuleExample(.sportsCatalog, "<competitor role=\"away\">", "<competitor role=\"home\">"),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Saltmarsh Otters", "<name locale=\"en-US\">Fogtown Herons"),
        ],
        nearMisses: [
            RuleExample(
                .sportsCatalog, "<competitor role=\"away\">", "<competitor role=\"neutral\">",
                also: [("<competitor role=\"home\">", "<competitor role=\"neutral\">")])
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let competitors = item.info?.first(.competitors) else { return }
        var isHomeTaken = false
        var names: [FeedText] = []
        for node in competitors.children where node.name == .competitor {
            guard let name = node.first(.name)?.text.trimmed, !name.isEmpty, names.count < 64 else { continue }
            if names.contains(where: { $0.isSameIgnoringCase(name) }) {
                findings.report(
                    info, at: node, remedy: "write the name of the other competitor",
                    "two competitors have the name \(name.shown)")
            }
            names.append(name)
        }
        for node in competitors.children where node.name == .competitor {
            guard let role = node[.role] else { continue }
            if !CatalogWords.competitorRoles.contains(role) {
                findings.report(info, at: node, "\(role.shown) is not a known role of a competitor")
            }
            guard role == "home" else { continue }
            if isHomeTaken {
                findings.report(
                    info, at: node, remedy: "write away for the visitors, or neutral for both",
                    "two competitors have the role home")
            }
            isHomeTaken = true
        }
    }
}
