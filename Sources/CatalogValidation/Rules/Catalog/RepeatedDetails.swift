import Foundation
import UniversalMediaCatalog

/// CAT-REPEATED: genres, credits, keywords, descriptions and release dates that occur twice in an item.
struct RepeatedDetails: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-REPEATED",
        "An item has each genre, credit, keyword, language, country and related item once, and one description and release date for a locale or territory.",
        level: .warning, tag: "D", section: "umc-catalog.md 3.2", remedy: "remove the repeated element",
        bad: [
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre>drama</genre>"),
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
                "<credit role=\"creator\">Tam Notreal</credit><credit role=\"creator\">Tam Notreal</credit>"),
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
                "<credit role=\"creator\">Tam Notreal</credit><credit role=\"creator\">Tam NotReal</credit>"),
            RuleExample(
                .catalog, "<keyword locale=\"en-US\">sea</keyword>",
                "<keyword locale=\"en-US\">sea</keyword><keyword locale=\"en-US\">Sea</keyword>"),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"en-US\">"),
            RuleExample(
                .catalog, "<productionCountry>NZ</productionCountry>",
                "<productionCountry>NZ</productionCountry><productionCountry>NZ</productionCountry>"),
            RuleExample(
                .catalog, "<originalReleaseDate territory=\"US\">2025-10-03</originalReleaseDate>",
                "<originalReleaseDate territory=\"US\">2025-10-03</originalReleaseDate><originalReleaseDate territory=\"US\">2025-11-03</originalReleaseDate>"
            ),
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
                "<credit role=\"actor\" order=\"1\">Tam Notreal</credit><credit role=\"actor\" order=\"1\">Ada Unreal</credit>"
            ),
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
                "<credit role=\"actor\" order=\"1\">Tam Notreal</credit><credit role=\"writer\" order=\"1\">Ada Unreal</credit>"
            ),
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
                "<credit role=\"creator\">Tam Notreal</credit><credit role=\"writer\">Tam Notreal</credit>"),
            RuleExample(
                .catalog, "<credit role=\"creator\">Tam Notreal</credit>",
                "<credit role=\"actor\" characterName=\"A\">Tam Notreal</credit><credit role=\"actor\" characterName=\"B\">Tam Notreal</credit>"
            ),
            RuleExample(.catalog, "<description locale=\"fr-FR\">", "<description locale=\"en-US\" type=\"short\">"),
            RuleExample(
                .catalog, "<originalReleaseDate territory=\"US\">2025-10-03</originalReleaseDate>",
                "<originalReleaseDate territory=\"US\">2025-10-03</originalReleaseDate><originalReleaseDate territory=\"NZ\">2025-10-03</originalReleaseDate>"
            ),
        ])

    /// Further elements of one name are not compared.
    private static let maximum = 128

    /// Reports two credits of one role with the same order.
    private func checkOrder(_ item: CatalogItemView, _ findings: inout Findings) {
        var seen: Set<String> = []
        item.forEachCredit { node in
            guard let order = node[.order]?.trimmed, !order.isEmpty, seen.count < Self.maximum else { return }
            let role = node[.role]?.trimmed ?? .none
            guard !seen.insert("\(role.string) \(order.string)").inserted else { return }
            findings.report(
                info, at: node, remedy: "number the credits of a role in the order of the billing",
                "two credits of the role \(role.shown) have the order \(order.shown)")
        }
    }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        check(item, .genre, "genre", &findings) { $0.text.trimmed.isSameIgnoringCase($1.text.trimmed) }
        check(item, .credit, "credit", &findings) {
            $0.text.trimmed.isSameIgnoringCase($1.text.trimmed) && Self.isSame($0, $1, .role)
                && Self.isSame($0, $1, .characterName)
        }
        checkOrder(item, &findings)
        check(item, .keyword, "keyword", &findings) {
            $0.text.isSameIgnoringCase($1.text) && Self.isSame($0, $1, .locale)
        }
        check(item, .description, "description of the locale", &findings) {
            item.localeKey($0).isSameIgnoringCase(item.localeKey($1)) && Self.isShort($0) == Self.isShort($1)
        }
        check(item, .originalLanguage, "originalLanguage", &findings) { $0.text.trimmed == $1.text.trimmed }
        check(item, .relatedItem, "relatedItem", &findings) {
            $0.text.trimmed == $1.text.trimmed && Self.isSame($0, $1, .relationship)
        }
        guard let info = item.info else { return }
        if item.type == .extra {
            checkChildren(of: info, .relatedContentId, "relatedContentId", &findings) {
                $0.text.trimmed == $1.text.trimmed
            }
        }
        guard item.type == .movie else { return }
        checkChildren(of: info, .productionCountry, "productionCountry", &findings) {
            $0.text.trimmed == $1.text.trimmed
        }
        checkChildren(of: info, .originalReleaseDate, "originalReleaseDate of the territory", &findings) {
            Self.isSame($0, $1, .territory)
        }
    }

    private func check(
        _ item: CatalogItemView, _ name: ElementName, _ what: StaticString, _ findings: inout Findings,
        _ isSame: (FeedNode, FeedNode) -> Bool
    ) {
        guard item.elements.contains(name) else { return }
        checkChildren(of: item.node, name, what, &findings, isSame)
    }

    private func checkChildren(
        of parent: FeedNode, _ name: ElementName, _ what: StaticString, _ findings: inout Findings,
        _ isSame: (FeedNode, FeedNode) -> Bool
    ) {
        var number = 0
        for later in parent.children where later.name == name {
            number += 1
            guard number > 1, number <= Self.maximum, !later.text.isBlank else { continue }
            for earlier in parent.children {
                if earlier.index >= later.index { break }
                guard earlier.name == name, isSame(earlier, later) else { continue }
                findings.report(info, at: later, "the \(what) occurs twice: \(later.text.trimmed.shown)")
                break
            }
        }
    }

    private static func isSame(_ one: FeedNode, _ other: FeedNode, _ attribute: AttributeName) -> Bool {
        switch (one[attribute], other[attribute]) {
        case (nil, nil): true
        case (let left?, let right?): left.isSameIgnoringCase(right)
        default: false
        }
    }

    private static func isShort(_ node: FeedNode) -> Bool { node[.type].map { $0.trimmed == "short" } ?? false }
}

/// CAT-LIST: several names or keywords in one element.
struct ListInOneElement: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-LIST", "Each person and each keyword has an element of its own.", level: .warning, tag: "L/D",
        section: "umc-catalog.md 3.8", remedy: "write one element for each of them",
        bad: [
            RuleExample(.catalog, "Nell Invented", "Nell Invented, Bob Unreal"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented / Bob Unreal"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented; Bob Unreal"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented and Bob Unreal"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented|Bob Unreal"),
            RuleExample(.catalog, "Imre Fictional", "Imre &amp; Bob Fictional"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea<", "<keyword locale=\"en-US\">sea;coast<"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea<", "<keyword locale=\"en-US\">sea, coast, charts<"),
        ],
        nearMisses: [
            RuleExample(.catalog, "Nell Invented", "Robert Invented, Jr."),
            RuleExample(.catalog, "Nell Invented", "AC/DC"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented and the Unreal"),
            RuleExample(.catalog, "Nell Invented", "Penn and Teller"),
            RuleExample(.catalog, "Nell Invented", "Imre &amp; Bob Fictional"),
            RuleExample(.catalog, "Imre Fictional", "Tide &amp; Fog"),
            RuleExample(.catalog, "Nell Invented", "Earth, Wind &amp; Fire"),
            RuleExample(.catalog, "Nell Invented", "Nell Invented, Duchess"),
            RuleExample(.catalog, "<keyword locale=\"en-US\">sea<", "<keyword locale=\"en-US\">New York, NY<"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEachCredit { node in
            guard
                node.text.bytes.contains(where: {
                    $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "/")
                        || $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: "&")
                }) || Self.hasAnd(node.text)
            else { return }
            let name = node.text.trimmed
            guard Self.isList(name, minimumWords: 2) || Self.isPair(name, node) else { return }
            findings.report(info, at: node, "the credit contains several names: \(name.shown)")
        }
        item.forEach(.keyword) { node in
            let text = node.text.trimmed
            var commas = 0
            for byte in text.bytes {
                if byte == UInt8(ascii: ",") { commas += 1 }
                if byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|") { commas += 2 }
            }
            guard commas > 1 else { return }
            findings.report(info, at: node, "the keyword contains a list: \(text.shown)")
        }
    }

    /// Returns whether a text contains ` and `.
    private static func hasAnd(_ text: FeedText) -> Bool {
        guard text.count > 12 else { return false }
        for index in 4..<text.count - 7
        where text[index] == 32 && text[index + 1] == UInt8(ascii: "a") && text[index + 4] == 32
            && text[index + 2] == UInt8(ascii: "n") && text[index + 3] == UInt8(ascii: "d")
        {
            return true
        }
        return false
    }

    /// Returns whether a credit has the names of two people with `and` or `&` between them; bands have such names, too.
    private static func isPair(_ text: FeedText, _ node: FeedNode) -> Bool {
        guard let role = node[.role]?.trimmed, role != "music", role != "other" else { return false }
        let parts = text.string.replacing(" & ", with: " and ").components(separatedBy: " and ")
        guard parts.count == 2 else { return false }
        if makers[role] != nil, isFamily(parts[0], parts[1]) { return true }
        return parts.allSatisfy { part in
            let words = part.split(separator: " ")
            return (2...3).contains(words.count)
                && words.allSatisfy { $0.first?.isUppercase ?? false } && words[0] != "The"
        }
    }

    /// Returns whether two people have one family name, as in `Imre & Bob Fictional`.
    private static func isFamily(_ first: String, _ second: String) -> Bool {
        let words = second.split(separator: " ")
        return !first.contains(" ") && (2...3).contains(words.count)
            && (words + [first[...]]).allSatisfy { $0.first?.isUppercase ?? false }
    }

    /// Roles in which groups seldom have a name of their own.
    private static let makers = WordTable(["director", "writer", "producer", "creator"])

    /// Returns whether a text consists of names of at least a number of words, separated by `,`, `;` or `/`.
    private static func isList(_ text: FeedText, minimumWords: Int) -> Bool {
        let parts = text.string.split { $0 == "," || $0 == ";" || $0 == "/" || $0 == "|" }
        return parts.count > 1
            && parts.allSatisfy { part in
                let words = part.split(separator: " ")
                return words.count >= minimumWords && !part.contains("&")
            }
    }
}

/// CAT-RATING-KIND: a rating of a system for the other kind of work.
struct RatingKindOfItem: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-RATING-KIND", "Shows and episodes have ratings of a system for television, movies of one for movies.",
        level: .warning, tag: "I", section: "umc-catalog.md 3.6", remedy: "use the system for this kind of work",
        bad: [
            RuleExample(
                .catalog, "<rating systemCode=\"us-tv\" advisories=\"L\">TV-PG", "<rating systemCode=\"mpaa\">PG"),
            RuleExample(.catalog, "<rating systemCode=\"us-tv\">TV-G", "<rating systemCode=\"de-movie\">Ab 0 Jahren"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<rating systemCode=\"us-tv\">TV-G", "<rating systemCode=\"fr-movie\">-10"),
            RuleExample(.catalog, "<rating systemCode=\"us-tv\">TV-G", "<rating systemCode=\"uk-movie\">PG"),
        ])

    var types: ContentTypes { [.movie, .show, .episode] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.rating) { node in
            guard let code = node[.systemCode]?.trimmed, let system = RatingSystem.named(code) else { return }
            if item.type == .movie {
                guard system.kind == .television,
                    !(item.info?.first(.type).map { $0.text.trimmed == "tv_movie" } ?? false)
                else { return }
                // Movies made for American services often have a rating for television.
                findings.report(
                    info, at: node, level: system.code == "us-tv" ? .info : nil,
                    "the movie has a rating of \(code.shown), a system for television")
            } else if system.kind == .movie {
                findings.report(
                    info, at: node, remedy: Self.television(system).map { "use \($0)" },
                    "the \(item.type.spelling) has a rating of \(code.shown), a system for movies")
            }
        }
    }

    private static func television(_ system: RatingSystem) -> String? {
        RatingSystem.all.first { $0.territory == system.territory && $0.kind == .television }?.code
    }
}

/// CAT-PUBDATE-RANGE: dates of change that cannot be right.
struct PublicationRange: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-PUBDATE-RANGE",
        "A pubDate is after 1999 and not after the build of the feed, and is no release date of earlier years.",
        level: .warning, tag: "D",
        section: "umc-catalog.md 5", remedy: "write the time of the item's last change",
        bad: [
            RuleExample(
                .catalog, "2026-02-27T09:15:00+00:00", "2004-10-03T00:00:00Z",
                also: [("territory=\"US\">2025-10-03<", "territory=\"US\">2004-10-03<")]),
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "1970-01-01T00:00:00Z"),
            RuleExample(.catalog, "<lastBuildDate>2026-03-02T04:00:00Z", "<lastBuildDate>2026-02-22T04:00:00Z"),
        ],
        nearMisses: [
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2000-01-01T00:00:00Z"),
            // A movie that was added on the day of its release.
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2025-10-03T09:15:00+00:00"),
            RuleExample(.catalog, "2026-02-27T09:15:00+00:00", "2026-03-02T20:15:00+00:00"),
        ])

    /// Before 2017, no Universal Media Catalog was published.
    private static let firstCatalogs = Double(FeedTime.days(2017, 1, 1)) * 86_400

    /// Returns whether a pubDate is on the day of a release, premiere or broadcast of the item.
    private static func isRelease(_ pubDate: FeedText, _ item: CatalogItemView) -> Bool {
        guard pubDate.count >= 10, let block = item.info else { return false }
        let day = pubDate[0..<10]
        return block.children.contains { node in
            switch node.name {
            case .originalReleaseDate, .originalPremiereDate, .originalAirDate: node.text.trimmed == day
            default: false
            }
        }
    }

    private static let firstDay = Double(FeedTime.days(2000, 1, 1)) * 86_400 - 86_400

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard let node = item.first(.pubDate), let time = FeedTime(node.text.trimmed) else { return }
        if time.seconds < Self.firstDay {
            findings.report(info, at: node, "the pubDate \(node.text.trimmed.shown) is before 2000")
        } else if time.seconds < Self.firstCatalogs, Self.isRelease(node.text.trimmed, item) {
            findings.report(
                info, at: node,
                "the pubDate \(node.text.trimmed.shown) is the date of the release, of a time without such feeds")
        } else if let build = item.head.buildDate, time.seconds > build + 86_400, time.seconds <= item.now + 86_400 {
            findings.report(
                info, at: node, remedy: "correct lastBuildDate, or the pubDate",
                "the pubDate \(node.text.trimmed.shown) is after the feed's lastBuildDate")
        }
    }
}
