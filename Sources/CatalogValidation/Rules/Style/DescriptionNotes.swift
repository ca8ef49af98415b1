import UniversalMediaCatalog

/// STY-DESC-NOTE: labels, credits, running times, ratings and copyright notices in descriptions.
struct DescriptionNotes: TextRule {
    static let info = RuleInfo(
        "STY-DESC-NOTE",
        "A description has no label, credits, running time, rating or copyright notice: these have elements of their own.",
        level: .warning, tag: "D", section: "umc-validation.md 3.3",
        remedy: "remove this part of the description; credits, duration, rating and studio have their own elements",
        class: .shouldFix,
        bad: [
            .plot("A retired mapmaker rebuilds a lighthouse. © 2026 Invented Tide Pictures."),
            .plot("A retired mapmaker rebuilds a lighthouse. All rights reserved."),
            .plot("A retired mapmaker rebuilds a lighthouse. Copyright 2026 Invented Tide."),
            .plot("Synopsis: A retired mapmaker rebuilds a lighthouse."),
            .plot("A retired mapmaker rebuilds a lighthouse. Starring: Nell Invented."),
            .plot("A retired mapmaker rebuilds a lighthouse. Runtime: 102 min."),
            .plot("A retired mapmaker rebuilds a lighthouse. Rated PG-13."),
            .plot("Episode 5 of season 1: A retired mapmaker rebuilds a lighthouse."),
            .plot("S1 E5 - A retired mapmaker rebuilds a lighthouse."),
            .plot("Season 2, Episode 3. A retired mapmaker rebuilds a lighthouse."),
            .plot("A retired mapmaker rebuilds a lighthouse. Starring Nell Invented."),
            .plot("A retired mapmaker rebuilds a lighthouse. Directed by Imre Fictional."),
            .plot("Eine Kartografin baut einen Leuchtturm. Laufzeit: 102 Minuten.", "de-DE"),
            .plot("A retired mapmaker rebuilds a lighthouse. 102 min."),
            .plot("A retired mapmaker rebuilds a lighthouse. (102 min)"),
            .plot("A retired mapmaker rebuilds the lighthouse of 19877."),
            .plot("A retired mapmaker rebuilds the lighthouse that burned in 9187."),
            .plot("A retired mapmaker rebuilds a lighthouse. Translated by Nell Invented."),
            .plot("A retired mapmaker rebuilds a lighthouse 🔥."),
            .plot("A retired mapmaker rebuilds a lighthouse. ★★★★☆"),
            .plot("A retired mapmaker rebuilds a lighthouse. Presented in 2.35:1 widescreen."),
            .plot("A retired mapmaker rebuilds a lighthouse. Winner of 3 Academy Awards."),
            .plot("A retired mapmaker rebuilds a lighthouse. Also available on Blu-ray and DVD."),
        ],
        good: [.plot("A retired mapmaker rebuilds a lighthouse.")],
        nearMisses: [
            .plot("A retired mapmaker rebuilds a lighthouse in 102 min."),
            .plot("A retired mapmaker draws a chart of 20000, and sells 19877 maps."),
            .plot("A retired mapmaker rebuilds the lighthouse that burned in 1887, on an island of 4500."),
            .plot("A retired mapmaker of a distant planet rebuilds the lighthouse that burned in 9187."),
            .plot("A lawyer fights over the copyright of a map that nobody has drawn."),
            .plot("A tribe whose fishing rights are reserved by treaty defends a lighthouse."),
            .plot("Rated the best detective of the harbor, she retires."),
            .plot("Starring at the sea, a mapmaker forgets the charts."),
            .plot("Episode by episode, a mapmaker rebuilds a lighthouse."),
            .plot("Season after season, Directed by nobody, the lighthouse stands."),
            .plot("Episode 5 left a question open, which the mapmaker answers."),
            .plot("A writer loses the synopsis: the lighthouse was never drawn."),
            .plot("A mapmaker wins a match by 3:1, and the charts show the coast at 1:25000."),
            .plot("Winner of two Academy Awards, a retired actress rebuilds a lighthouse."),
            .plot("Winner of a lottery, a retired mapmaker loses her award on the coast."),
            .plot("Available on Mondays only, a mapmaker sells pirated copies on Blu-ray and DVD."),
        ])

    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings) {
        guard !text.isTitle else { return }
        let bytes = text.text.bytes
        if text.features.contains(.digit), reportNumber(text, item, &findings) { return }
        if text.features.contains(.symbol), text.text.contains("★") || text.text.contains("⭐") {
            return findings.report(
                info, at: text.node, remedy: "remove them", "the description contains stars of a review")
        }
        if text.features.contains(.nonASCII), text.text.bytes.contains(0xF0),
            let emoji = text.text.string.unicodeScalars.first(where: { (0x1F300...0x1FAFF).contains($0.value) })
        {
            return findings.report(
                info, at: text.node, remedy: "remove it", "the description contains the emoji \(emoji)")
        }
        let (phrases, roles) = (Self.phraseBeginnings, Self.roleBeginnings)
        // Only the copyright sign and capital letters at the beginning of a word begin a note.
        let hasSign = text.features.contains(.sign)
        var next = 0
        while let index = ByteSearch.capitalOrBeyondASCII(in: bytes, from: next) {
            next = index + 1
            let byte = bytes[index]
            guard byte < 0x80 ? index == 0 || !isLetter(bytes[index - 1]) : hasSign && byte == 0xC2 else { continue }
            let rest = text.text[index..<bytes.count]
            // Most capital letters begin neither a phrase nor a description.
            guard index == 0 || byte == 0xC2 || phrases.mayBegin(rest) || roles.mayBegin(rest),
                let note = Self.note(rest, isFirst: index == 0) ?? Self.credits(text.text, index, item)
            else { continue }
            return findings.report(info, at: text.node, "the description contains \(note): \(rest.cited)")
        }
    }

    /// Reports a running time at the end of a description, and a year that was mistyped.
    /// - Returns: whether a finding was reported.
    private func reportNumber(_ text: CatalogText, _ item: CatalogItemView, _ findings: inout Findings) -> Bool {
        if Self.endsInMinutes(text.text) {
            findings.report(info, at: text.node, "the description ends with the running time: \(text.text.cited)")
            return true
        }
        if text.features.contains(.colon), let ratio = Self.aspectRatio(in: text.text) {
            findings.report(
                info, at: text.node, remedy: "remove it", "the description contains the aspect ratio \(ratio.cited)")
            return true
        }
        let years = Self.years(in: text.text)
        if let year = years.impossible {
            findings.report(
                info, at: text.node, remedy: "correct the year",
                "the description contains a year of five digits: \(year.cited)")
            return true
        }
        guard let year = years.distant, !Self.isFantastic(item, text.text) else { return false }
        findings.report(
            info, at: text.node, remedy: "correct the year",
            "the description names the year \(year.string), and the item has no genre of the future")
        return true
    }

    /// Returns an aspect ratio such as `2.35:1`.
    private static func aspectRatio(in text: FeedText) -> FeedText? {
        for colon in 3..<max(3, text.count - 1)
        where text[colon] == UInt8(ascii: ":") && text[colon + 1] == UInt8(ascii: "1") {
            guard colon + 2 == text.count || !isDigit(text[colon + 2]) && text[colon + 2] != UInt8(ascii: ":") else {
                continue
            }
            var start = colon
            while start > 0, isDigit(text[start - 1]) { start -= 1 }
            guard (1...2).contains(colon - start), start > 1, text[start - 1] == UInt8(ascii: "."),
                text[start - 2] &- UInt8(ascii: "1") < 3, start == 2 || !isDigit(text[start - 3])
            else { continue }
            return text[start - 2..<colon + 2]
        }
        return nil
    }

    /// Returns whether the last sentence is a number of minutes: `102 min.`
    private static func endsInMinutes(_ text: FeedText) -> Bool {
        var end = text.count
        while end > 0, text[end - 1] == UInt8(ascii: ".") || text[end - 1] == UInt8(ascii: ")") { end -= 1 }
        for unit in minutes where end > unit.utf8CodeUnitCount + 6 {
            var start = end - unit.utf8CodeUnitCount
            guard text[start..<end].isIgnoringCase(unit) else { continue }
            while start > 0, text[start - 1] == 32 { start -= 1 }
            let digits = start
            while start > 0, isDigit(text[start - 1]) { start -= 1 }
            guard start > 2, start < digits else { continue }
            if text[start - 1] == UInt8(ascii: "(") { return true }
            guard text[start - 1] == 32 else { continue }
            return text[start - 2] == UInt8(ascii: ".") || text[start - 2] == UInt8(ascii: "(")
        }
        return false
    }

    /// Returns the first number of five digits that is a mistyped year, and the first year in the far future.
    private static func years(in text: FeedText) -> (impossible: FeedText?, distant: FeedText?) {
        var distant: FeedText?
        var next = 0
        while let start = ByteSearch.digit(in: text.bytes, from: next) {
            var end = start + 1
            while end < text.count, isDigit(text[end]) { end += 1 }
            next = end + 1
            guard end - start == 4 || end - start == 5, endsClause(text, end) else { continue }
            if end - start == 5 {
                if isImpossibleYear(text, start..<end) { return (text[start..<end], distant) }
            } else if distant == nil, isDistantYear(text, start..<end) {
                distant = text[start..<end]
            }
        }
        return (nil, distant)
    }

    /// Returns whether the text, or a clause that no digit follows, ends at a place.
    private static func endsClause(_ text: FeedText, _ end: Int) -> Bool {
        guard end < text.count else { return true }
        switch text[end] {
        case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"), UInt8(ascii: ")"): break
        default: return false
        }
        return end + 1 >= text.count || !isDigit(text[end + 1])
    }

    /// Returns whether a number of five digits behind a word begins with a year, such as `19877`.
    private static func isImpossibleYear(_ text: FeedText, _ number: Range<Int>) -> Bool {
        let (start, end) = (number.lowerBound, number.upperBound)
        guard start > 1, text[start - 1] == 32, isLetter(text[start - 2]), text[end - 2..<end] != "00",
            let year = text[start..<start + 4].decimal
        else { return false }
        return (1_880...2_035).contains(year)
    }

    /// Returns whether a number of four digits is a year in the far future that follows `in`, `of` or the like.
    private static func isDistantYear(_ text: FeedText, _ number: Range<Int>) -> Bool {
        let space = number.lowerBound - 1
        guard space >= 3, text[space] == 32, let year = text[number].decimal, year > 2_100 else { return false }
        var start = space
        while start > 0, isLetter(text[start - 1]) { start -= 1 }
        return beforeYears.ignoringCase(text[start..<space]) != nil
    }

    private static let beforeYears = WordTable([
        "in", "since", "around", "summer", "winter", "spring", "autumn", "fall", "en", "sommer", "seit", "depuis",
        "desde", "nel", "dal", "em",
    ])

    private static let wordsOfFuture = [
        "future", "space", "planet", "galax", "robot", "android", "cyborg", "cryo", "science fiction", "alien",
        "dystop", "apocalyp", "colony", "zukunft", "futur", "weltraum", "centur", "jahrhundert", "siècle", "siglo",
    ]

    /// Returns whether the item's genres or the words of its text are those of stories that take place in the future.
    private static func isFantastic(_ item: CatalogItemView, _ text: FeedText) -> Bool {
        if item.node.children.contains(where: { $0.name == .genre && genresOfFuture[$0.text.trimmed] != nil }) {
            return true
        }
        let lower = text.string.lowercased()
        return wordsOfFuture.contains { lower.contains($0) }
    }

    private static let genresOfFuture = WordTable([
        "sci_fi", "fantasy", "animation", "anime", "kids_and_family", "adventure", "horror", "science",
    ])

    private static let minutes: [StaticString] = ["min", "mins", "minutes", "Minuten", "minuti", "minutos"]

    /// Returns `credits` if a sentence begins with a role and the name of one of the item's credits.
    private static func credits(_ text: FeedText, _ start: Int, _ item: CatalogItemView) -> StaticString? {
        guard start == 0 || start > 1 && text[start - 1] == 32 && text[start - 2] == UInt8(ascii: ".") else {
            return nil
        }
        let rest = text[start..<text.count]
        guard let role = roleBeginnings.place(in: rest) else { return nil }
        let length = roles[role].utf8CodeUnitCount
        var isCredit = false
        item.forEachCredit { credit in
            let name = credit.text.trimmed
            if !name.isEmpty, length + name.count <= rest.count, rest[length..<length + name.count] == name {
                isCredit = true
            }
        }
        return isCredit ? "credits" : nil
    }

    private static let roles: [StaticString] = [
        "Starring ", "Directed by ", "Written by ", "Produced by ", "Created by ", "Narrated by ", "Hosted by ",
        "With ",
        "Mit ", "Avec ", "Con ",
    ]
    private static let roleBeginnings = Beginnings(roles)

    /// Returns whether a text begins like `Episode 5:`, `S1 E5 -` or `Season 2, Episode 3.`
    private static func hasNumberLabel(_ text: FeedText) -> Bool {
        let beginning = text[0..<min(text.count, 40)]
        switch text[0] {
        case UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "S"): break
        default: return false
        }
        // The longest word before the number has seven letters.
        guard let number = beginning.bytes.firstIndex(where: { isDigit($0) || $0 >= 0x80 }), number <= 8 else {
            return false
        }
        var rest = beginning.string.lowercased()[...]
        if isCode(rest) { return true }
        guard dropNumber(&rest) else { return false }
        for link in [", ", " of ", " - ", " "] where rest.hasPrefix(link) {
            var further = rest.dropFirst(link.count)
            if dropNumber(&further) { rest = further }
            break
        }
        if rest.first == "e" { _ = dropNumber(&rest) }
        if rest.first == " " { rest = rest.dropFirst() }
        guard let mark = rest.first, ":.-–—".contains(mark) else { return false }
        return rest.dropFirst().first == " "
    }

    /// Returns whether a text begins with both numbers as a code, such as `s1 e7` or `s01e07`, before a space.
    private static func isCode(_ text: Substring) -> Bool {
        guard text.first == "s" else { return false }
        let season = text.dropFirst().prefix { $0.isNumber }
        var rest = text.dropFirst(1 + season.count)
        if rest.first == " " { rest = rest.dropFirst() }
        guard (1...2).contains(season.count), rest.first == "e" else { return false }
        let episode = rest.dropFirst().prefix { $0.isNumber }
        return (1...3).contains(episode.count) && rest.dropFirst(1 + episode.count).first == " "
    }

    /// Removes a beginning such as `season 2` or `e5`.
    private static func dropNumber(_ text: inout Substring) -> Bool {
        guard let unit = units.first(where: { text.hasPrefix($0) }) else { return false }
        var rest = text.dropFirst(unit.count)
        if rest.first == " " { rest = rest.dropFirst() }
        let digits = rest.prefix { $0.isNumber }
        guard (1...4).contains(digits.count) else { return false }
        text = rest.dropFirst(digits.count)
        return true
    }

    private static let units = [
        "episode", "épisode", "ep.", "ep", "e", "season", "saison", "staffel", "folge", "s",
    ]

    /// Returns the kind of the note with which a text begins.
    private static func note(_ text: FeedText, isFirst: Bool) -> StaticString? {
        if text[0] == 0xC2 { return text.count > 1 && text[1] == 0xA9 ? "a copyright notice" : nil }
        if let place = phraseBeginnings.place(in: text) {
            if let kind = phrases[place].kind { return kind }
            return text[0] == UInt8(ascii: "R") ? rating(behind: text) : isFirst ? nil : award(in: text)
        }
        if isFirst, hasNumberLabel(text) { return "the number of a season or an episode" }
        return isFirst && labels.begin(text) ? "a label" : nil
    }

    /// - Parameter text: begins with `Winner of ` or `Nominated for `.
    private static func award(in text: FeedText) -> StaticString? {
        let end = text.bytes.firstIndex(of: UInt8(ascii: ".")) ?? text.count
        // Behind it, the plot may continue: it is about a person with an award.
        guard end + 1 >= text.count else { return nil }
        let sentence = text[0..<end]
        return sentence.contains(" Award") || sentence.contains(" Oscar") || sentence.contains(" Golden Globe")
            || sentence.contains(" Emmy") || sentence.contains(" Palme d") ? "an award" : nil
    }

    /// - Parameter text: begins with `Rated `.
    private static func rating(behind text: FeedText) -> StaticString? {
        var end = 6
        while end < text.count, isLetter(text[end]) || isDigit(text[end]) || text[end] == UInt8(ascii: "-") { end += 1 }
        return ratings[text[6..<end]] == nil ? nil : "the rating"
    }

    /// Phrases with which a note begins. Whether `Rated ` begins one depends on what follows.
    private static let phrases: [(phrase: StaticString, kind: StaticString?)] =
        [("Rated ", nil), ("Winner of ", nil), ("Nominated for ", nil)]
        + [
            "Also available on Blu-ray", "Also available on DVD", "Available on Blu-ray", "Available on DVD",
            "Now on Blu-ray", "Now on DVD",
        ].map { ($0, "a note of another store") }
        + [
            "All rights reserved", "All Rights Reserved", "Copyright 19", "Copyright 20", "Copyright (",
        ].map { ($0, "a copyright notice") }
        + [
            "Starring: ", "Directed by: ", "Director: ", "Cast: ", "Written by: ", "Produced by: ", "Darsteller: ",
        ].map { ($0, "credits") }
        + [
            "Translation by ", "Translated by ", "Machine translation", "Automatically translated",
        ].map { ($0, "a note of the translation") }
        + [
            "Runtime: ", "Run time: ", "Running time: ", "Running Time: ", "Duration: ", "Laufzeit: ",
        ].map { ($0, "the running time") }
    private static let phraseBeginnings = Beginnings(phrases.map(\.phrase))
    private static let labels = Beginnings([
        "Synopsis: ", "Description: ", "Plot: ", "Summary: ", "Logline: ", "Plot summary: ", "Short description: ",
    ])
    private static let ratings = WordTable([
        "G", "PG", "PG-13", "R", "NC-17", "TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA",
    ])
}
