import Foundation
import UniversalMediaCatalog

/// CAT-EVENT-VENUE: a description that names another venue than the element.
struct VenueInDescription: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-VENUE", "A description that says where an event takes place names its venue.", level: .warning,
        tag: "D", section: "umc-catalog.md 3.15", remedy: "correct the description or the venue", class: .shouldFix,
        bad: [
            RuleExample(.sportsCatalog, before, "Round four at Saltmarsh Badger Arena<"),
            RuleExample(.sportsCatalog, before, "The Otters play the Herons live from Pier Stadium in round four.<"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, before, "Round four at the Otter Ice Hall.<"),
            RuleExample(.sportsCatalog, before, "Round four at Saltmarsh Arena.<"),
            RuleExample(.sportsCatalog, before, "Round four, after a defeat at Badger Arena.<"),
            RuleExample(.sportsCatalog, before, "Round four: the Otter Ice Hall replaces a match at Badger Arena.<"),
            RuleExample(.sportsCatalog, before, "Round four at the largest arena of the coast.<"),
        ])

    private static let before = "Round four of the invented Tidewater Hockey League.<"

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        for node in item.children(.description) {
            guard let block = item.info, let venue = block.first(.venue)?.first(.name)?.text.trimmed, !venue.isEmpty,
                let other = Self.venue(in: node.text.trimmed.string),
                !Self.isNamed(other, venue.string, node.text.trimmed.string, block)
            else { continue }
            findings.report(
                info, at: node,
                "the description names \(other.joined(separator: " ").quotedForMessage), but the venue is \(venue.shown)"
            )
        }
    }

    /// Returns the capitalised words behind `at`, such as `Madison Square Garden`; nil if none of them is a kind of venue.
    private static func venue(in text: String) -> [String]? {
        for sentence in text.split(whereSeparator: { ".!?;".contains($0) }) {
            let words = sentence.split { !$0.isLetter && !$0.isNumber && $0 != "’" && $0 != "'" && $0 != "-" }
                .map(String.init)
            guard !words.contains(where: { past.contains($0.lowercased()) }) else { continue }
            for (place, word) in words.enumerated() where prepositions.contains(word.lowercased()) {
                var rest = words[(place + 1)...]
                if let first = rest.first, articles.contains(first.lowercased()) { rest = rest.dropFirst() }
                let name = Array(rest.prefix { $0.first?.isUppercase ?? false })
                if name.count > 1, name.contains(where: { kinds.contains($0.lowercased()) }) { return name }
            }
        }
        return nil
    }

    /// Returns whether a description means the venue: a distinctive word is in its name, or it only names the city or a team.
    private static func isNamed(_ other: [String], _ venue: String, _ text: String, _ block: FeedNode) -> Bool {
        let own = EventTitle.words(of: venue).filter { !kinds.contains($0) && $0.count > 2 }
        let all = EventTitle.words(of: text)
        // A name of one word such as `Forum` may be part of any other.
        guard !own.isEmpty, !own.contains(where: { all.contains($0) }) else { return true }
        var known: Set<String> = []
        for index in block.descendants {
            let node = block.tree[index]
            if node.name == .city || node.name == .name {
                known.formUnion(EventTitle.words(of: node.text.trimmed.string))
            }
        }
        let words = EventTitle.words(of: other.joined(separator: " ")).filter { !kinds.contains($0) }
        return words.allSatisfy { known.contains($0) }
    }

    private static let prepositions: Set<String> = ["at", "from", "inside", "au", "im"]
    private static let articles: Set<String> = ["the", "legendary", "historic", "iconic", "new"]
    /// Words of sentences about other matches.
    private static let past: Set<String> = [
        "after", "last", "previous", "previously", "following", "since", "before", "earlier", "lost", "won", "beat",
        "defeat", "defeated", "loss", "win", "victory", "next", "then", "return", "returns", "returning", "away",
        "instead", "moved", "former", "formerly", "replaces", "again", "rematch", "first", "second", "series",
    ]
    private static let kinds: Set<String> = [
        "arena", "stadium", "garden", "gardens", "coliseum", "colosseum", "dome", "bowl", "ballpark", "speedway",
        "raceway", "fieldhouse", "field", "park", "center", "centre", "forum", "rink", "velodrome", "autodrome",
        "circuit", "stade", "stadion", "estadio", "fairgrounds",
    ]
}
