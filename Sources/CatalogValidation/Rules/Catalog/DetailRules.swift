import UniversalMediaCatalog

/// CAT-INFO-TYPE: an unknown `type` in a details block.
struct DetailType: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-INFO-TYPE", "The type in the details block of an item is known.", level: .warning, tag: "L/D",
        section: "umc-catalog.md 3.11",
        remedy: "use one of the known types",
        bad: [
            RuleExample(.catalog, "<type>feature</type>", "<type>film</type>"),
            RuleExample(.catalog, "<type>miniseries</type>", "<type>mini-series</type>"),
            RuleExample(.catalog, "<type>standard</type>", "<type>regular</type>"),
            RuleExample(.catalog, "<type>preview</type>", "<type>trailer</type>"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<type>feature</type>", "<type>tv_movie</type>"),
            RuleExample(.catalog, "<type>standard</type>", "<type>full</type>"),
            RuleExample(.catalog, "<type>preview</type>", "<type>behind_the_scenes</type>"),
        ])

    var types: ContentTypes { [.movie, .show, .episode, .extra] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info, let node = block.first(.type), let known = CatalogWords.types(of: block.name)
        else {
            return
        }
        let type = node.text.trimmed
        guard !known.contains(type) else { return }
        findings.report(
            info, at: node,
            remedy: (type == "trailer" ? "preview" : known.nearest(to: type.string)).map { "write `\($0)`" }
                ?? "write one of \(known.words.joined(separator: ", "))",
            "\(type.shown) is not a known type of the contentType \(item.type.spelling)")
    }
}

struct ShowStatus: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-SHOW-STATUS", "The status of a show is running or ended.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.12", remedy: "write running or ended, or remove the element",
        bad: [
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><status>cancelled</status>")
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<network>Lantern Bay TV</network>",
                "<network>Lantern Bay TV</network><status>ended</status>")
        ])

    var types: ContentTypes { .show }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let node = item.info?.first(.status), !CatalogWords.showStates.contains(node.text.trimmed) else { return }
        findings.report(info, at: node, "\(node.text.trimmed.shown) is not a known status of a show")
    }
}

/// CAT-EPISODE-SEASON: an episode without a reference to its season, by which episodes are ordered.
struct EpisodeSeason: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EPISODE-SEASON", "An episode with a seasonNumber has a seasonContentId.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.14", remedy: "add seasonContentId with the contentId of the season",
        bad: [RuleExample(.catalog, "<seasonContentId>LB-SEAS-0100-1</seasonContentId>", "")],
        nearMisses: [
            RuleExample(
                .catalog,
                "<seasonContentId>LB-SEAS-0100-1</seasonContentId>\n      <seasonNumber>1</seasonNumber>", "")
        ])

    var types: ContentTypes { .episode }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info, let number = block.first(.seasonNumber), !block.has(.seasonContentId) else {
            return
        }
        findings.report(
            info, at: block,
            "the episode has the seasonNumber \(number.text.trimmed.shown), but no seasonContentId")
    }
}
