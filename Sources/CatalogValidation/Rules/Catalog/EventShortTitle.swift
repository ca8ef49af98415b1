import Foundation
import UniversalMediaCatalog

/// CAT-EVENT-SHORT: a short title that names another team than the competitors.
struct EventShortTitle: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-SHORT", "Both sides of a short title such as `A at B` are competitors of the match.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15",
        remedy: "write parts of the competitors' names, or correct the competitors", class: .shouldFix,
        bad: [
            RuleExample(.sportsCatalog, "Herons at Otters<", "Herons at Badgers<"),
            RuleExample(.sportsCatalog, "Herons at Otters<", "Foxes vs. Badgers<"),
            RuleExample(.sportsCatalog, "Herons at Otters<", "Badgers @ Otters<"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, "Herons at Otters<", "FOG @ SAL<"),
            RuleExample(.sportsCatalog, "Herons at Otters<", "Fogtown at Saltmarsh<"),
            RuleExample(.sportsCatalog, "Herons at Otters<", "Fgtn Hrns v Otters<"),
            RuleExample(.sportsCatalog, "Herons at Otters<", "Round Four at Otters<"),
            // A nickname that the description gives.
            RuleExample(
                .sportsCatalog, "Herons at Otters<", "Misty at Otters<",
                also: [("Round four of the invented", "The Misty visit the Otters in round four of the")]),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for title in item.children(.title) where title[.type].map({ $0 == "short" }) ?? false {
            guard let competitors = item.info?.first(.competitors)?.children.named(.competitor), competitors.count == 2,
                let (left, right) = EventTitle.sides(title.text.trimmed.string)
            else { continue }
            for side in [left, right] where !Self.isKnown(side, competitors, item) {
                findings.report(
                    info, at: title, "the short title names \(side.quotedForMessage), which is none of the competitors")
                break
            }
        }
    }

    /// Returns whether a side of a title has a word or an abbreviation of a competitor, or a word of the item's other texts.
    private static func isKnown(_ side: String, _ competitors: [FeedNode], _ item: CatalogItemView) -> Bool {
        let words = EventTitle.words(of: side)
        guard !words.isEmpty, !words.contains(where: { general.contains($0) || $0.contains(where: \.isNumber) }) else {
            return true
        }
        for competitor in competitors {
            for node in competitor.children where node.name == .name || node.name == .abbreviation {
                let known = EventTitle.words(of: node.text.trimmed.string)
                let initials = String(known.compactMap(\.first))
                for word in words where known.contains(where: { EventTitle.isForm(word, of: $0) }) || word == initials {
                    return true
                }
            }
        }
        for node in item.node.children where node.name == .description || node.name == .keyword {
            let known = Set(EventTitle.words(of: node.text.trimmed.string))
            if words.contains(where: { known.contains($0) }) { return true }
        }
        return false
    }

    /// Words of titles that name no team.
    private static let general: Set<String> = [
        "round", "game", "match", "day", "final", "finals", "semifinal", "semifinals", "quarterfinal", "playoffs",
        "winner", "loser", "stars", "star", "all", "tbd", "tba", "rest", "world", "classic", "derby", "opener", "team",
    ]
}
