import Foundation
import UniversalMediaCatalog

/// CAT-CREDIT-EXCHANGED: a credit whose name is that of the character, and whose character is the person.
struct ExchangedCredit: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-CREDIT-EXCHANGED", "A credit contains the person, and characterName the character.", level: .warning,
        tag: "D", section: "umc-catalog.md 3.8", remedy: "exchange the name and characterName", class: .shouldFix,
        bad: [
            RuleExample(.catalog, oda, "characterName=\"Nell Invented\">Captain Oda"),
            RuleExample(.catalog, oda, "characterName=\"Imre Fictional\">Oda Fair"),
            RuleExample(
                .catalog, oda, "characterName=\"Nell Invented\">Oda Fair",
                also: [("A retired mapmaker rebuilds", "The retired mapmaker Oda Fair rebuilds")]),
            RuleExample(
                .catalog, oda,
                "characterName=\"Nell Invented\">Oda</credit><credit role=\"actor\" characterName=\"Imi\">Ida Fair"),
        ],
        nearMisses: [
            RuleExample(.catalog, oda, "characterName=\"Oda Fair\">Nell"),
            RuleExample(.catalog, oda, "characterName=\"Captain Oda\">Nell Invented"),
            RuleExample(.catalog, oda, "characterName=\"Nell Invented\">Nell Invented"),
            RuleExample(
                .catalog, oda, "characterName=\"Oda Fair\">Nell Invented",
                also: [("A retired mapmaker rebuilds", "A retired mapmaker (Nell Invented) rebuilds")]),
        ])

    private static let oda = "characterName=\"Oda\">Nell Invented"

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.elements.contains(.credit) else { return }
        var characters = 0
        var single = 0
        for node in item.children(.credit) {
            let character = node[.characterName]?.trimmed ?? .none
            guard !character.isEmpty else { continue }
            characters += 1
            if !node.text.trimmed.bytes.contains(32) { single += 1 }
        }
        guard characters > 0 else { return }
        let people = item.children(.credit).filter { $0[.characterName]?.trimmed.isEmpty ?? true }
            .map { $0.text.trimmed.string }
        for node in item.children(.credit) {
            guard let character = node[.characterName]?.trimmed, !character.isEmpty else { continue }
            let name = node.text.trimmed
            guard name.count > 2, name != character, character.bytes.contains(32), character[0] &- 65 < 26,
                let evidence = Self.evidence(name, character, people, (characters, single), item)
            else { continue }
            findings.report(
                info, at: node,
                "the credit \(name.shown) has the character \(character.shown), but \(evidence)")
        }
    }

    private static func evidence(
        _ name: FeedText, _ character: FeedText, _ people: [String], _ counts: (characters: Int, single: Int),
        _ item: CatalogItemView
    ) -> String? {
        if people.count < 200, people.contains(character.string), !people.contains(name.string) {
            return "this is a person with another credit of the item"
        }
        if ranks.begin(name), isFullName(character) { return "the credit begins with the title of a character" }
        let hasSpace = name.bytes.contains(32)
        if !hasSpace, counts.single == 1, counts.characters > 1, !stages.contains(name.string.lowercased()),
            isFullName(character), item.type == .movie, name.bytes.allSatisfy({ $0 < 0x80 })
        {
            return "no other person of the cast has a single name"
        }
        guard hasSpace else { return nil }
        for node in item.children(.description) where !node.text.bytes.contains(UInt8(ascii: "[")) {
            let text = node.text.trimmed.string
            guard let range = text.range(of: name.string), !text.contains(lastWord(character)) else { continue }
            let before = text[..<range.lowerBound].suffix(12).lowercased()
            // Descriptions name the cast in brackets, or behind a preposition.
            guard !["(", "[", "by ", "with ", "starring ", "and ", ", "].contains(where: { before.hasSuffix($0) })
            else {
                continue
            }
            return "the description names it as a character"
        }
        return nil
    }

    private static func lastWord(_ text: FeedText) -> String {
        String(text.string.split(separator: " ").last ?? "")
    }

    /// Returns whether a text consists of two or three words with capitals, without an article or a rank.
    private static func isFullName(_ text: FeedText) -> Bool {
        let words = text.string.split(separator: " ")
        return (2...3).contains(words.count)
            && words.allSatisfy { $0.count > 1 && ($0.first?.isUppercase ?? false) && $0.allSatisfy(\.isLetter) }
            && !ranks.begin(text) && !notNames.begin(text)
    }

    /// Words before the names of characters, which no performer has.
    private static let ranks = Beginnings(
        ignoringCase: [
            "captain ", "sheriff ", "inspector ", "detective ", "sergeant ", "lieutenant ", "officer ", "commander ",
            "nurse ", "professor ", "agent ", "himself", "herself", "mrs. ",
        ])
    private static let notNames = Beginnings(
        ignoringCase: ["the ", "mr. ", "miss ", "ms. ", "dr. ", "lady ", "lord ", "queen "])
    /// Performers with one name.
    private static let stages: Set<String> = [
        "cher", "madonna", "zendaya", "rihanna", "common", "ludacris", "drake", "eminem", "prince", "sting", "bono",
        "seal", "tabu", "dhanush", "suriya", "vikram", "rekha", "sridevi", "nagarjuna", "mammootty", "mohanlal",
        "ajith",
        "prabhas", "yash", "iman", "twiggy", "divine", "usher", "shakira", "selena", "brandy", "moby", "nico", "lulu",
        "pink", "adele", "beck", "donovan", "capucine", "fernandel", "bourvil", "cantinflas", "raimu", "arletty",
        "dalida", "miou-miou", "coluche", "kad", "nora", "omar", "sade", "lorde", "grimes", "kesha", "aaliyah",
        "ashanti",
        "monica", "jewel", "tyrese", "nas", "redman", "tricky", "goldie", "mya", "eve", "fergie", "halsey", "rain",
        "boa", "charo", "odetta", "leadbelly", "liberace", "sabu", "vampira", "zouzou", "ariel", "coolio", "macha",
    ]
}
