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
        if count == 0 {
            findings.report(
                info, at: competitors, level: .warning, remedy: "add both competitors, or remove `competitors`",
                "`competitors` has no competitor")
        }
    }
}

struct CompetitorRoles: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-ROLE",
        "The role of a competitor is home, away or neutral, at most one is home, and their names and abbreviations differ.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15", remedy: "write home, away or neutral",
        bad: [
            RuleExample(.sportsCatalog, "<competitor role=\"away\">", "<competitor role=\"visitor\">"),
            RuleExample(.sportsCatalog, "<competitor role=\"away\">", "<competitor role=\"home\">"),
            RuleExample(
                .sportsCatalog, "<name locale=\"en-US\">Saltmarsh Otters", "<name locale=\"en-US\">Fogtown Herons"),
            RuleExample(.sportsCatalog, "<competitor role=\"home\">", "<competitor role=\"away\">"),
            RuleExample(.sportsCatalog, "<abbreviation>SAL<", "<abbreviation>FOG<"),
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
        checkPair(competitors, &findings)
        let all = competitors.children.named(.competitor)
        if all.count > 2, let last = all.last,
            ["home", "away"].allSatisfy({ role in all.contains { $0[.role]?.trimmed.string == role } })
        {
            findings.report(
                info, at: last, remedy: "remove the competitors of other matches",
                "the match has a home and an away side, but \(all.count) competitors")
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

    /// Reports two competitors that both are away, or have one abbreviation.
    private func checkPair(_ competitors: FeedNode, _ findings: inout Findings) {
        var first: FeedNode?
        var second: FeedNode?
        for node in competitors.children where node.name == .competitor {
            guard second == nil else { return }
            if first == nil { first = node } else { second = node }
        }
        guard let first, let second else { return }
        if (first[.role] == nil) != (second[.role] == nil), competitors.children.named(.competitor).count == 2 {
            findings.report(
                info, at: first[.role] == nil ? first : second, remedy: "add the role",
                "one competitor has a role, and the other one has none")
        }
        if first[.role].map({ $0.trimmed == "away" }) ?? false, second[.role].map({ $0.trimmed == "away" }) ?? false {
            findings.report(
                info, at: second, remedy: "write home for the host, or neutral for both",
                "both competitors have the role away")
        }
        guard let one = first.first(.abbreviation)?.text.trimmed, let other = second.first(.abbreviation)?.text.trimmed,
            !one.isEmpty, one.isSameIgnoringCase(other)
        else { return }
        findings.report(
            info, at: second, remedy: "write the abbreviation of the other competitor",
            "both competitors have the abbreviation \(one.shown)")
    }
}
