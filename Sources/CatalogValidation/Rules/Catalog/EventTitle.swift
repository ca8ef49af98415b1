import Foundation
import UniversalMediaCatalog

/// CAT-EVENT-TITLE: a title that names another team than the competitors.
struct EventTitle: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-TITLE",
        "The teams in the title of a match are its competitors, the one behind `at` at home, and in the language of its locale.",
        level: .warning, tag: "D",
        section: "umc-catalog.md 3.15", remedy: "write the names of the competitors, or correct the competitor",
        class: .shouldFix,
        bad: [
            RuleExample(
                .sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fogtown Hawks at Saltmarsh Otters<"),
            RuleExample(
                .sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fogtown Herons vs. Saltmarsh Badgers<"),
            RuleExample(
                .sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Dune Foxes vs. Saltmarsh Otters<"),
            RuleExample(
                .sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Saltmarsh Otters at Fogtown Herons<"),
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Team A at Team B<"),
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fogtown Herons at<"),
            RuleExample(
                .sportsCatalog, "<title locale=\"en-US\">Fogtown Herons at Saltmarsh Otters<",
                "<title locale=\"en-US\">Fogtown Herons at Saltmarsh Otters</title>"
                    + "<title locale=\"fr-CA\">Fogtown Herons at Saltmarsh Otters<"),
            RuleExample(
                .sportsCatalog, "Three Piers Kart Cup<", "Saltmarsh Otters vs. Fogtown Herons<"),
            // A result.
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fogtown Herons 3-2 Saltmarsh Otters<"),
            RuleExample(
                .sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fogtown Herons 3, Saltmarsh Otters 2<"),
        ],
        nearMisses: [
            RuleExample(.sportsCatalog, "Three Piers Kart Cup<", "Three Piers Kart Cup at Saltmarsh Harbor<"),
            RuleExample(
                .sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Saltmarsh Otters v Fogtown Herons: Round Four<"),
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fogtown vs. Saltmarsh Otters<"),
            RuleExample(
                .sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fogtown Herons at Saltmarsh Otters, Game 2<"),
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "2026-27 Cup: Fogtown vs. Saltmarsh<"),
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "FOG at Saltmarsh Otters<"),
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fgtn Hrns at Saltmarsh Otters<"),
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Misty Herons at Saltmarsh Otters<"),
            RuleExample(.sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "Fogtown FC at Saltmarsh Otters<"),
            RuleExample(
                .sportsCatalog, "Fogtown Herons at Saltmarsh Otters<", "The Harbor Derby at Saltmarsh Otters Park<"),
            RuleExample(
                .sportsCatalog, "<title locale=\"en-US\">Fogtown Herons at Saltmarsh Otters<",
                "<title locale=\"en-US\">Fogtown Herons at Saltmarsh Otters</title>"
                    + "<title locale=\"fr-CA\">Hérons de Fogtown c. Saltmarsh Otters<"),
        ])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let block = item.info else { return }
        guard block.has(.competitors) else { return checkMatch(item, block, &findings) }
        guard let competitors = block.first(.competitors)?.children.named(.competitor), competitors.count == 2,
            let one = competitors[0].first(.name), let other = competitors[1].first(.name)
        else { return }
        for title in item.children(.title) {
            let locale = title[.locale]?.string
            checkLanguage(title, item, &findings)
            if [" at", " vs", " vs.", " @", " v"].contains(where: { title.text.trimmed.string.hasSuffix($0) }) {
                findings.report(
                    info, at: title, remedy: "write both competitors",
                    "the title \(title.text.trimmed.shown) names one side only")
            }
            if Self.hasScore(title.text.trimmed, one.text.trimmed, other.text.trimmed) {
                findings.report(
                    info, at: title, remedy: "write the title without the result",
                    "the title \(title.text.trimmed.shown) contains the result")
            }
            // Names of teams are translated in some languages.
            guard locale == one[.locale]?.string, locale == other[.locale]?.string else { continue }
            guard let (left, right) = Self.sides(title.text.trimmed.string) else { continue }
            let (first, second) = (one.text.trimmed.string, other.text.trimmed.string)
            if let side = [left, right].first(where: { Self.placeholders.contains($0.lowercased()) }) {
                findings.report(
                    info, at: title, remedy: "write the names of the competitors",
                    "the title names \(side.quotedForMessage) instead of a competitor")
                continue
            }
            if title.text.trimmed.contains(" at ") || title.text.trimmed.contains(" @ "),
                Self.isSwapped(left, right, competitors[0], competitors[1])
            {
                findings.report(
                    info, at: title, remedy: "write the visitors before `at`, or correct the roles of the competitors",
                    "the title names \(left.quotedForMessage) as the visitors, but this competitor has the role home")
                continue
            }
            // Where one team has its full name, the other has a full name, too.
            let pairs = [
                (left, right, first, second), (left, right, second, first), (right, left, first, second),
                (right, left, second, first),
            ]
            guard let pair = pairs.first(where: { Self.isSame($0.0, $0.2) }) else { continue }
            let wrong = (team: pair.1, name: pair.3)
            guard Self.isOtherTeam(wrong.team, wrong.name) else { continue }
            findings.report(
                info, at: title,
                "the title names \(wrong.team.quotedForMessage), but the competitor is \(wrong.name.quotedForMessage)")
        }
    }

    /// Returns whether a title has a number behind the name of one side, and another number behind or before the name of the other one.
    private static func hasScore(_ title: FeedText, _ one: FeedText, _ other: FeedText) -> Bool {
        guard title.bytes.contains(where: isDigit) else { return false }
        let text = title.string
        for (first, second) in [(one.string, other.string), (other.string, one.string)] {
            guard let start = text.range(of: first), let end = text.range(of: second), start.upperBound < end.lowerBound
            else { continue }
            let between = numbers(text[start.upperBound..<end.lowerBound])
            let after = text[end.upperBound...].split(separator: " ").first.map(numbers) ?? []
            return between.count == 2 || between.count == 1 && after.count == 1
        }
        return false
    }

    /// Returns the numbers of up to three digits of a text that has no letters; an empty array for other texts.
    private static func numbers(_ text: Substring) -> [Substring] {
        guard !text.contains(where: \.isLetter) else { return [] }
        return text.split { !$0.isNumber }.filter { $0.count <= 3 }
    }

    /// Reports a title with the English `at` between its sides in another language.
    private func checkLanguage(_ title: FeedNode, _ item: CatalogItemView, _ findings: inout Findings) {
        guard title.text.trimmed.contains(" at "),
            Self.latinLanguages.contains(Language(locale: item.locale(of: title)))
        else { return }
        findings.report(
            info, at: title, remedy: "write the title in the language of its locale, or correct the locale",
            "the title \(title.text.trimmed.shown) has the English `at`, but the locale "
                + (title[.locale]?.shown ?? item.head.defaultLocale))
    }

    private static let latinLanguages: Set<Language> = [.french, .german, .spanish, .italian, .portuguese]

    /// Reports a match without competitors: `… vs. …` is the title of no race.
    private func checkMatch(_ item: CatalogItemView, _ block: FeedNode, _ findings: inout Findings) {
        for title in item.children(.title) where title.isDefaultTitle {
            let text = title.text.trimmed
            let isPair =
                [" vs. ", " vs ", " v. "].contains { (mark: StaticString) in text.contains(mark) }
                || (text.contains(" at ") || text.contains(" @ "))
                    && block.first(.sportName).map { Self.matchSports.contains($0.text.trimmed) } ?? false
            guard isPair else { continue }
            return findings.report(
                info, at: title, remedy: "add `competitors` with both teams",
                "the title \(text.shown) names two sides, but the event has no competitors")
        }
    }

    private static let matchSports = WordTable([
        "baseball", "basketball", "football", "soccer", "hockey", "rugby", "cricket", "volleyball", "handball",
        "lacrosse", "softball", "field_hockey", "water_polo",
    ])

    /// Returns whether the visitors of a title such as `A at B` have the role home, and the others the role away.
    private static func isSwapped(_ left: String, _ right: String, _ one: FeedNode, _ other: FeedNode) -> Bool {
        func isTeam(_ side: String, _ node: FeedNode) -> Bool {
            guard let name = node.first(.name)?.text.trimmed.string.lowercased() else { return false }
            let side = side.lowercased()
            return side == name || name.hasSuffix(" " + side) || name.hasPrefix(side + " ")
        }
        func has(_ role: StaticString, _ node: FeedNode) -> Bool { node[.role].map { $0.trimmed == role } ?? false }
        for (visitor, host) in [(one, other), (other, one)]
        where isTeam(left, visitor) && isTeam(right, host) && !isTeam(left, host) {
            return has("home", visitor) && has("away", host)
        }
        return false
    }

    private static let placeholders: Set<String> = [
        "team a", "team b", "team 1", "team 2", "home team", "away team", "home", "away", "visitor", "visitors",
        "opponent", "home team name", "away team name",
    ]

    /// Returns the texts before and after the one word between the teams; nil if there is none.
    static func sides(_ title: String) -> (String, String)? {
        for separator in [" at ", " @ ", " vs. ", " vs ", " v. ", " v "] {
            guard let range = title.range(of: separator) else { continue }
            let rest = title[range.upperBound...]
            guard rest.range(of: separator) == nil else { return nil }
            // A note about the event may follow, or precede.
            let right = rest.prefix { !":-–—|,(".contains($0) }
            let before = title[..<range.lowerBound]
            let left = before.lastIndex(of: ":").map { before[before.index(after: $0)...] } ?? before
            return (trimmed(left), trimmed(right))
        }
        return nil
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private static func isSame(_ text: String, _ name: String) -> Bool {
        text.lowercased() == name.lowercased() && name.contains(" ")
    }

    /// Returns whether a text is the name of a team, and not a form of this name: an abbreviation, a part or a nickname that resembles it.
    private static func isOtherTeam(_ text: String, _ name: String) -> Bool {
        let words = words(of: text)
        let known = Self.words(of: name)
        // A nickname has one word, and a name without nickname another number of words.
        // The last word of a person's name is the family name, before which a nickname may be.
        guard words.count == known.count, words.count > 1, words.last != known.last, text.first?.isUppercase ?? false
        else { return false }
        let own = words.filter { !known.contains($0) }
        let missing = known.filter { !words.contains($0) }
        guard !own.isEmpty, own.allSatisfy({ $0.count > 3 && !generic.contains($0) }),
            missing.allSatisfy({ $0.count > 3 && !generic.contains($0) })
        else { return false }
        return own.allSatisfy { word in
            !missing.contains { isForm(word, of: $0) || isForm($0, of: word) }
        }
    }

    /// Returns whether a word begins like another one, or has its letters in order: `Utd` and `United`.
    static func isForm(_ word: String, of other: String) -> Bool {
        if word.prefix(3) == other.prefix(3) || word.suffix(4) == other.suffix(4) { return true }
        var rest = other[...]
        for letter in word {
            guard let place = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: place)...]
        }
        return true
    }

    /// Returns the words in lower case and without accents.
    static func words(of text: String) -> [String] {
        text.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Words that clubs have in one form of their name only.
    private static let generic: Set<String> = [
        "club", "city", "town", "team", "women", "ladies", "woman", "united", "sporting", "athletic", "real", "racing",
        "university", "college", "state", "national", "republic", "womens", "mens", "reserves", "academy", "park",
        "stadium", "arena",
    ]
}
