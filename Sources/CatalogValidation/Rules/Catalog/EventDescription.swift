import Foundation
import UniversalMediaCatalog

/// CAT-EVENT-TEXT: a description of another match or another day.
struct EventDescription: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-TEXT",
        "The description of a match names its competitors if it names teams, in their roles, and no other coming date.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.15", remedy: "write the description of this event",
        class: .shouldFix,
        bad: [
            RuleExample(.sportsCatalog, before, "The Dune Foxes play the Pier Badgers in round four.<"),
            RuleExample(.sportsCatalog, before, "The Otters play the Herons on March 14, 2026.<"),
            RuleExample(.sportsCatalog, before, "The Fogtown Herons host the Saltmarsh Otters in round four.<"),
            RuleExample(.sportsCatalog, before, "The Otters play the Herons on 21 March 2026.<"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, before, "The Fogtown side play a team of rivals in round four.<"),
            RuleExample(.sportsCatalog, before, "The Otters play the Herons on March 7, 2026.<"),
            RuleExample(.sportsCatalog, before, "The Otters last beat the Herons on March 14, 2025.<"),
            RuleExample(.sportsCatalog, before, "The clubs play for the Tidewater Cup.<"),
        ])

    private static let before = "Round four of the invented Tidewater Hockey League.<"

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info else { return }
        for node in item.children(.description) where Language(locale: item.locale(of: node)) == .english {
            let text = node.text.trimmed.string
            if let match = text.firstMatch(of: Self.teams), !Self.namesCompetitor(text, block) {
                findings.report(
                    info, at: node,
                    "the description is about \(String(match.output).quotedForMessage), none of which is a competitor")
            }
            checkRoles(text, node, block, &findings)
            if let start = block.first(.startDate)?.text.trimmed, start.count >= 10,
                let day = FeedTime.days(start[0..<10]),
                let other = Self.day(in: text), other > day + 1, other < day + 400
            {
                findings.report(
                    info, at: node, remedy: "correct the date in the description, or leave it out",
                    "the description names \(FeedTime.date(ofDay: other)), but the event is on \(FeedTime.date(ofDay: day))"
                )
            }
        }
    }

    /// Reports visitors that `host` a match, and a host that `visits`.
    private func checkRoles(_ text: String, _ node: FeedNode, _ block: FeedNode, _ findings: inout Findings) {
        for competitor in block.first(.competitors)?.children.named(.competitor) ?? [] {
            guard let role = competitor[.role]?.trimmed.string, role == "home" || role == "away",
                let name = competitor.first(.name)?.text.trimmed.string, !name.isEmpty,
                let range = text.range(of: name)
            else { continue }
            let verb = text[range.upperBound...].split(separator: " ").first.map(String.init) ?? ""
            guard text[range.upperBound...].first == " ", (role == "home" ? Self.visits : Self.hosts).contains(verb)
            else { continue }
            return findings.report(
                info, at: node, remedy: "correct the description, or the roles of the competitors",
                "the description says that \(name.quotedForMessage) `\(verb)`, but this competitor has the role \(role)"
            )
        }
    }

    private static let hosts: Set<String> = ["host", "hosts", "welcome", "welcomes"]
    private static let visits: Set<String> = ["visit", "visits"]

    /// `The Boston Bruins play the Chicago Blackhawks`. Unsafe: a regular expression is not Sendable; this one is never changed.
    nonisolated(unsafe) private static let teams =
        /The (?:[A-Z]\w+ ){1,3}(?:play|host|visit|face|meet|take on|battle|welcome|travel to) the (?:[A-Z]\w+ ?){1,3}/

    /// Returns whether a description has a word of a competitor's name; without competitors, returns true.
    private static func namesCompetitor(_ text: String, _ block: FeedNode) -> Bool {
        guard let competitors = block.first(.competitors) else { return true }
        let words = Set(EventTitle.words(of: text))
        for competitor in competitors.children where competitor.name == .competitor {
            for name in competitor.children where name.name == .name || name.name == .abbreviation {
                let known = EventTitle.words(of: name.text.trimmed.string)
                if known.contains(where: { words.contains($0) && $0 != "the" }) { return true }
            }
        }
        return false
    }

    /// Returns the first complete date of a text, in days since 1970.
    private static func day(in text: String) -> Int? {
        let words = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        for (place, word) in words.enumerated() {
            guard let month = months.firstIndex(of: word.lowercased()), place + 1 < words.count else { continue }
            let american = place + 2 < words.count ? (Int(words[place + 1]), Int(words[place + 2])) : (nil, nil)
            let european = place > 0 ? (Int(words[place - 1]), Int(words[place + 1])) : (nil, nil)
            for case (let day?, let year?) in [american, european]
            where (1...31).contains(day) && (1970...2200).contains(year) {
                var date = "\(year)-\(month < 9 ? "0" : "")\(month + 1)-\(day < 10 ? "0" : "")\(day)"
                return date.withUTF8 { FeedTime.days(FeedText(bytes: $0)) }
            }
        }
        return nil
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
}
