import UniversalMediaCatalog

/// CAT-CREDIT-SERIES: a credit of a series that differs from the others by a misspelling or an exchange.
struct CastOfSeries: IndexRule {
    static let info = RuleInfo(
        "CAT-CREDIT-SERIES",
        "The items of a show spell the names of its cast and characters alike, and do not exchange them.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.8", remedy: "correct the name or characterName",
        class: .shouldFix,
        bad: [
            example("<credit role=\"actor\" characterName=\"Nell Invented\">Oda Calloway</credit>"),
            example("<credit role=\"actor\" characterName=\"Oda Calloway\">Nell Inventted</credit>"),
            example("<credit role=\"actor\" characterName=\"Oda Galloway\">Nell Invented</credit>"),
            example("<credit role=\"actor\" characterName=\"Oda Calloway\">Invented Nell</credit>"),
            // The character of another member of the cast.
            example(
                "<credit role=\"actor\" characterName=\"Old Ben\">Nell Invented</credit>",
                also: "<credit role=\"actor\" characterName=\"Old Ben\">Ada Unreal</credit>"),
        ],
        nearMisses: [
            example("<credit role=\"actor\" characterName=\"Oda Calloway\">Mira Invented</credit>"),
            example("<credit role=\"actor\" characterName=\"Ida Calloway\">Nell Invented</credit>"),
            example("<credit role=\"guest\" characterName=\"Guard #2\">Nell Invented</credit>"),
        ])

    private static let usual = "<credit role=\"actor\" characterName=\"Oda Calloway\">Nell Invented</credit>"

    /// The sample with a cast at its show, its season and an episode, and another credit at a second episode.
    private static func example(_ credit: String, also further: String = "") -> RuleExample {
        let usual = usual + further
        return RuleExample(
            .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
            "<credit role=\"creator\">Tam Notreal</credit>" + usual,
            also: [
                (
                    "<credit role=\"director\">Ro Madeup</credit>",
                    "<credit role=\"director\">Ro Madeup</credit>" + usual
                ),
                (
                    "  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">",
                    EpisodeNumberTwice.episode(2, 2).replacing("<tvEpisodeInfo>", with: usual + "<tvEpisodeInfo>")
                        .replacing("  <item contentType=\"tv_show\" contentId=\"LB-SHOW-0200\">", with: "")
                        + EpisodeNumberTwice.episode(3, 3).replacing(
                            "<tvEpisodeInfo>", with: credit + "<tvEpisodeInfo>"
                        )
                        .replacing("The Buoy Who Forgot the Sea", with: "The Anchor Who Learned to Swim")
                        .replacing("A buoy comes ashore", with: "An anchor comes ashore")
                ), ("<totalItemCount>6<", "<totalItemCount>8<"),
            ])
    }

    /// How many times as often the usual spelling occurs.
    private static let majority: UInt32 = 3

    func check(_ index: FeedIndex, _ findings: inout IndexFindings) {
        for catalog in index.catalogs where !catalog.series.parts.isEmpty {
            for parts in Self.shows(catalog.series.parts) where parts.count > 1 {
                checkNames(parts, catalog, &findings)
            }
        }
    }

    /// Returns the parts of each show, each person and character once, in document order.
    private static func shows(_ parts: ContiguousArray<SeriesFacts.Part>) -> [[SeriesFacts.Part]] {
        let order = parts.indices.sorted { (parts[$0].show, $0) < (parts[$1].show, $1) }
        var shows: [[SeriesFacts.Part]] = []
        var start = 0
        while start < order.count {
            var end = start
            var known: [UInt64: Int] = [:]
            var result: [SeriesFacts.Part] = []
            while end < order.count, parts[order[end]].show == parts[order[start]].show {
                let part = parts[order[end]]
                let key = UInt64(part.name) << 32 | UInt64(part.character)
                if let place = known[key] {
                    result[place].count += part.count
                } else {
                    known[key] = result.count
                    result.append(part)
                }
                end += 1
            }
            shows.append(result)
            start = end
        }
        return shows
    }

    private func checkNames(_ parts: [SeriesFacts.Part], _ catalog: CatalogIndex, _ findings: inout IndexFindings) {
        let byCharacter = Dictionary(grouping: parts.indices) { parts[$0].character }
        let byName = Dictionary(grouping: parts.indices) { parts[$0].name }
        for (number, part) in parts.enumerated() {
            func isUsual(_ other: Int) -> Bool { other != number && parts[other].count >= part.count * Self.majority }
            func report(_ message: String) {
                findings.report(info, catalog, at: Int(part.entry), "credit[\(part.place)]", message)
            }
            if let other = byCharacter[part.name]?.first(where: { isUsual($0) && parts[$0].name == part.character }) {
                report(
                    "the credit names \(catalog.texts[part.name].quotedForMessage), the character of "
                        + "\(catalog.texts[part.character].quotedForMessage) in \(parts[other].count) items of the show"
                )
                continue
            }
            if let other = byCharacter[part.character]?.first(where: {
                isUsual($0)
                    && (Self.isMisspelling(catalog.texts[part.name], catalog.texts[parts[$0].name])
                        || Self.isReversed(catalog.texts[part.name], catalog.texts[parts[$0].name]))
            }) {
                report(
                    "the credit names \(catalog.texts[part.name].quotedForMessage), but \(parts[other].count) items of the "
                        + "show \(catalog.texts[parts[other].name].quotedForMessage) as the same character")
                continue
            }
            if let own = byName[part.name]?.first(where: { isUsual($0) }),
                let other = byCharacter[part.character]?.first(where: { isUsual($0) && parts[$0].name != part.name })
            {
                report(
                    "the credit gives \(catalog.texts[part.name].quotedForMessage) the character "
                        + "\(catalog.texts[part.character].quotedForMessage), but in the show "
                        + "\(catalog.texts[parts[other].name].quotedForMessage) has it in \(parts[other].count) items, and "
                        + "this person has \(catalog.texts[parts[own].character].quotedForMessage) in \(parts[own].count)"
                )
                continue
            }
            guard
                let other = byName[part.name]?.first(where: {
                    isUsual($0) && Self.isMisspelling(catalog.texts[part.character], catalog.texts[parts[$0].character])
                })
            else { continue }
            report(
                "the characterName is \(catalog.texts[part.character].quotedForMessage), but in \(parts[other].count) items "
                    + "of the show \(catalog.texts[parts[other].character].quotedForMessage)")
        }
    }

    /// Returns whether two names of two words have them in another order.
    static func isReversed(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count, one != other else { return false }
        let words = one.split(separator: " ")
        return words.count == 2 && other.split(separator: " ").elementsEqual(words.reversed())
    }

    /// Returns whether two names differ in one word of five or more letters, by one letter or by two that changed places.
    static func isMisspelling(_ one: String, _ other: String) -> Bool {
        let words = one.split(separator: " ")
        let others = other.split(separator: " ")
        guard words.count == others.count else { return false }
        let different = words.indices.filter { words[$0] != others[$0] }
        guard different.count == 1, let place = different.first else { return false }
        let (left, right) = (Array(words[place]), Array(others[place]))
        guard min(left.count, right.count) >= 5, (left + right).allSatisfy(\.isLetter) else { return false }
        let start = zip(left, right).prefix { $0 == $1 }.count
        let (rest, otherRest) = (left[start...], right[start...])
        if left.count == right.count {
            return rest.dropFirst().elementsEqual(otherRest.dropFirst())
                || rest.count > 1 && rest[start] == otherRest[start + 1] && rest[start + 1] == otherRest[start]
                    && rest.dropFirst(2).elementsEqual(otherRest.dropFirst(2))
        }
        return left.count + 1 == right.count && rest.elementsEqual(otherRest.dropFirst())
            || left.count == right.count + 1 && rest.dropFirst().elementsEqual(otherRest)
    }
}
