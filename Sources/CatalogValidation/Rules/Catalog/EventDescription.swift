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
            RuleExample(.sportsCatalog, before, "The Otters play the Herons on Sunday in round four.<"),
            RuleExample(.sportsCatalog, before, "The Otters win 3-2 in round four.<"),
            RuleExample(.sportsCatalog, before, "Round four of the Maple Basketball League.<"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, before, "The Fogtown side play a team of rivals in round four.<"),
            RuleExample(.sportsCatalog, before, "The Otters play the Herons on March 7, 2026.<"),
            RuleExample(.sportsCatalog, before, "The Otters last beat the Herons on March 14, 2025.<"),
            RuleExample(.sportsCatalog, before, "The clubs play for the Tidewater Cup.<"),
            RuleExample(.sportsCatalog, before, "A season game of the Tidewater Ice League.<"),
            RuleExample(.sportsCatalog, before, "The Otters play the Herons on Saturday in round four.<"),
            RuleExample(.sportsCatalog, before, "The Otters won 3-2 when they last met the Herons.<"),
            RuleExample(.sportsCatalog, before, "After a loss on Tuesday, the Otters play the Herons.<"),
            RuleExample(.sportsCatalog, before, "The Maple Basketball League opens its hall for the Otters.<"),
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
            if let start = block.first(.startDate).flatMap({ FeedTime($0.text.trimmed) }), start.seconds > item.now,
                let score = text.firstMatch(of: Self.scores)
            {
                findings.report(
                    info, at: node, remedy: "remove the result, or correct startDate",
                    "the description has the result \(String(score.output).quotedForMessage), but the event has not begun"
                )
            }
            if let weekday = Self.otherWeekday(text, block) {
                findings.report(
                    info, at: node, remedy: "correct the day in the description, or startDate",
                    "the description says \(weekday.written), but the event begins on \(weekday.day)")
            }
            if let league = Self.otherLeague(text, block) {
                findings.report(
                    info, at: node, "the description is about the \(league.quotedForMessage), but the league is another"
                )
            }
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

    /// A result behind a verb of the present. Unsafe: a regular expression is not Sendable; this one is never changed.
    nonisolated(unsafe) private static let scores =
        /\b(?:win|wins|beat|beats|defeat|defeats) (?:[\w ]+ )?\d{1,3}[-–]\d{1,3}\b/

    private static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// Words of sentences about earlier matches.
    private static let past: Set<String> = [
        "last", "after", "since", "beat", "won", "lost", "defeated", "following", "win", "loss", "victory", "defeat",
        "fell", "drew", "was", "were", "had", "previous", "repeat", "again", "airs", "shown",
    ]

    /// Returns the only weekday that a description of a coming match names, as in `play on Sunday`, if the match begins on another one.
    private static func otherWeekday(_ text: String, _ block: FeedNode) -> (written: String, day: String)? {
        guard text.contains("day"), let start = block.first(.startDate)?.text.trimmed, start.count > 19,
            let day = FeedTime.days(start[0..<10])
        else { return nil }
        let words = text.split { !$0.isLetter }.map(String.init)
        let places = words.indices.filter { weekdays.contains(words[$0]) }
        guard places.count == 1, places[0] > 0, ["on", "this", "On", "This"].contains(words[places[0] - 1]),
            !words.contains(where: { past.contains($0.lowercased()) }),
            let written = weekdays.firstIndex(of: words[places[0]])
        else { return nil }
        // The first of January 1970 was a Thursday.
        let own = ((day + 4) % 7 + 7) % 7
        // Where the time is in UTC, the local day may be the one before or behind.
        let distance = (written - own + 7) % 7
        guard distance != 0, start[start.count - 1] != UInt8(ascii: "Z") || distance != 1 && distance != 6 else {
            return nil
        }
        return (weekdays[written], weekdays[own])
    }

    /// Unsafe: a regular expression is not Sendable; this one is never changed.
    nonisolated(unsafe) private static let leagues =
        /(?:[Gg]ame|[Mm]atch|[Ss]eason|[Rr]ound|[Ff]ixture)(?: \w+)? (?:of|in) the ((?:[A-Z]\w+ ){1,4}(?:League|Association|Championship))\b/

    /// Returns a league that a description says the match belongs to, and that has no word of the event's league besides the last.
    private static func otherLeague(_ text: String, _ block: FeedNode) -> String? {
        guard text.contains(" the "), let league = block.first(.league), let match = text.firstMatch(of: leagues) else {
            return nil
        }
        let written = String(match.output.1)
        let words = EventTitle.words(of: written).dropLast()
        var hasName = false
        for node in league.children where node.name == .name || node.name == .abbreviation {
            let name = node.text.trimmed.string
            let initials = String(written.split(separator: " ").compactMap(\.first)).lowercased()
            if name.lowercased() == initials { return nil }
            let known = EventTitle.words(of: name)
            if words.contains(where: { known.contains($0) }) { return nil }
            if node.name == .name { hasName = true }
        }
        return hasName ? written : nil
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
