import UniversalMediaCatalog

struct GenreRequired: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-GENRE-REQ", "Movies and shows have a genre.", level: .error, tag: "S",
        section: "umc-validation.md 3.2", remedy: "add one to five genres, the main one first",
        bad: [RuleExample(.catalog, "<genre>documentary</genre>", "")],
        nearMisses: [
            RuleExample(.catalog, "<genre>documentary</genre>", "<genre>nature</genre>"),
            // Episodes need no genre.
            RuleExample(
                .catalog, "<genre>comedy</genre>\n    <rating systemCode=\"us-tv\">TV-PG",
                "<rating systemCode=\"us-tv\">TV-PG"),
        ])

    var types: ContentTypes { [.movie, .show] }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        if !item.elements.contains(.genre) {
            findings.report(info, at: item.node, "the \(item.type.spelling) has no genre")
        }
    }
}

struct GenreUnknown: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-GENRE-UNKNOWN", "A genre is one of the known codes.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.5",
        remedy: "use one of the codes that `umc codes genres` lists, such as drama or sci_fi",
        bad: [
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre>mistery</genre>"),
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre>Krimi</genre>"),
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre></genre>"),
        ],
        nearMisses: [
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre>kids_and_family</genre>"),
            RuleExample(.catalog, "<genre>mystery</genre>", "<genre> crime </genre>"),
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.genre) { node in
            for genre in node.text.commaList where Genres.table[genre] == nil {
                guard !Genres.isKnown(genre) else {
                    findings.report(
                        info, at: node, level: .info, remedy: "write `\(Genres.normalised(genre.string))`",
                        "\(genre.shown) is a name, not the code of the genre")
                    continue
                }
                findings.report(
                    info, at: node, remedy: Genres.table.nearest(to: genre.string).map { "write `\($0)`" },
                    genre.isEmpty ? "a genre is empty" : "\(genre.shown) is not a known genre")
            }
        }
    }
}

/// CAT-EVENT-GENRE: a sporting event with genres of movies only.
struct GenreOfEvent: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-EVENT-GENRE", "A sporting event with genres has one of sports.", level: .warning, tag: "D",
        section: "umc-catalog.md 3.5", remedy: "write `sports`", class: .shouldFix,
        bad: [RuleExample(.sportsCatalog, description, description + "\n    <genre>cooking</genre>")],
        nearMisses: [
            RuleExample(
                .sportsCatalog, description, description + "\n    <genre>sports</genre><genre>kids_and_family</genre>"),
            RuleExample(.sportsCatalog, description, description + "\n    <genre>martial_arts</genre>"),
            RuleExample(.sportsCatalog, description, description + "\n    <genre>hokey</genre>"),
        ])

    private static let description =
        "<description locale=\"en-US\">Round four of the invented Tidewater Hockey League.</description>"
    private static let sports = WordTable(["sports", "martial_arts", "fitness", "special_interest"])

    var types: ContentTypes { .sportingEvent }

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        guard item.elements.contains(.genre) else { return }
        var first: FeedNode?
        for node in item.children(.genre) {
            for genre in node.text.commaList {
                // An unknown genre is reported by another rule.
                guard Genres.table[genre] != nil, Self.sports[genre] == nil else { return }
                first = first ?? node
            }
        }
        guard let first else { return }
        findings.report(info, at: first, "the genre of the sporting event is \(first.text.trimmed.shown)")
    }
}

struct GenreCount: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-GENRE-COUNT", "An item has at most five genres.", level: .info, tag: "D",
        section: "umc-catalog.md 3.5", remedy: "keep the main genres; the first is the primary one",
        bad: [
            RuleExample(
                .catalog, "<genre>mystery</genre>",
                "<genre>mystery</genre><genre>crime</genre><genre>thriller</genre><genre>horror</genre><genre>fantasy</genre>"
            )
        ],
        nearMisses: [
            RuleExample(
                .catalog, "<genre>mystery</genre>",
                "<genre>mystery</genre><genre>crime</genre><genre>thriller</genre><genre>horror</genre>")
        ])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        var count = 0
        item.forEach(.genre) { node in
            count += 1
            for byte in node.text.bytes where byte == UInt8(ascii: ",") { count += 1 }
        }
        if count > 5, let first = item.first(.genre) {
            findings.report(info, at: first, "the item has \(count) genres")
        }
    }
}

/// CAT-GENRE-LIST: several genres in one element, as in feeds of version 1.
struct GenreList: CatalogItemRule {
    static let info = RuleInfo(
        "CAT-GENRE-LIST", "Each genre has its own element.", level: .warning, tag: "L",
        section: "umc-catalog.md 3.5", remedy: "write one `genre` element for each genre",
        bad: [RuleExample(.catalog, "<genre>documentary</genre>", "<genre>documentary, nature</genre>")],
        nearMisses: [RuleExample(.catalog, "<genre>documentary</genre>", "<genre>kids_and_family</genre>")])

    func check(_ item: CatalogItemView, _ findings: inout Findings) {
        item.forEach(.genre) { node in
            if node.text.bytes.contains(UInt8(ascii: ",")) {
                // Version 1 wrote lists.
                findings.report(
                    info, at: node, level: item.head.isLegacy ? .info : nil,
                    "the `genre` contains a list: \(node.text.trimmed.shown)")
            }
        }
    }
}
