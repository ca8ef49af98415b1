import UniversalMediaCatalog

/// The `type` inside a type block.
struct DetailType: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-INFO-TYPE", "The type inside an item's block of details is a known one.", level: .warning, tag: "L/D",
        section: "umc-catalog.md 3.11",
        remedy: "use a type of umc-catalog.md 3.11 to 3.16",
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
        let nearest = type == "trailer" ? "preview" : known.nearest(to: type.string)
        findings.report(
            info, at: node,
            remedy: nearest.map { "write `\($0)`" } ?? "write one of \(known.words.joined(separator: ", "))",
            "the type \(type.shown) of the \(item.type.spelling) is not known")
    }
}

struct ShowStatus: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-SHOW-STATUS", "The status of a show is running or ended.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.12", remedy: "write running or ended, or leave it out",
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
        findings.report(info, at: node, "the show's status is \(node.text.trimmed.shown)")
    }
}

/// Seasons make it possible to put episodes in order.
struct EpisodeSeason: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EPISODE-SEASON", "An episode that has a seasonNumber names the season's item.", level: .warning, tag: "D",
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
            "the episode is of season \(number.text.trimmed.shown), but says not which item that is")
    }
}
