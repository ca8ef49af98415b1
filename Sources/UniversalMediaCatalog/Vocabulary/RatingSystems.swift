/// The contents that a rating system rates.
package enum RatingKind: Sendable { case movie, television, both }

/// A rating system with its values (umc-catalog.md 3.6, table). All but `mpaa` and `us-tv` come from third parties.
package struct RatingSystem: Sendable {
    package struct Value: Sendable {
        package var spelling: StaticString
        /// Order within one system; nil if unknown.
        package var severity: Int?
    }

    package var code: String
    /// ISO 3166-1 alpha-2 code.
    package var territory: String
    package var kind: RatingKind
    package var values: [Value]

    package init(_ code: String, _ territory: String, _ kind: RatingKind, _ values: [(StaticString, Int?)]) {
        self.code = code
        self.territory = territory
        self.kind = kind
        self.values = values.map { Value(spelling: $0.0, severity: $0.1) }
    }

    package func has(_ text: FeedText) -> Bool {
        for value in values where text == value.spelling { return true }
        return false
    }

    package var spellings: [String] { values.map { "\($0.spelling)" } }

    /// Returns the system with a code, in any letter case.
    package static func named(_ code: FeedText) -> RatingSystem? { table.ignoringCase(code).map { all[$0] } }

    package static let table = WordTable(all.indices.map { (all[$0].code, $0) })

    /// Content descriptors that follow a rating of `us-tv`.
    package static let televisionDescriptors = WordTable(["V", "S", "L", "D", "FV"])
}

extension RatingSystem {
    package static let all: [RatingSystem] = [
        RatingSystem(
            "mpaa", "US", .movie,
            [("NR", 0), ("G", 100), ("PG", 200), ("PG-13", 300), ("R", 400), ("NC-17", 500), ("Unrated", nil)]),
        RatingSystem(
            "us-tv", "US", .television,
            [
                ("TV-Y", 100), ("TV-Y7", 200), ("TV-G", 300), ("TV-PG", 400), ("TV-14", 500), ("TV-MA", 600),
                ("Unrated", nil),
            ]),
        RatingSystem(
            "au-movie", "AU", .movie,
            [("G", 100), ("PG", 200), ("M", 350), ("MA15+", 375), ("R18+", 400), ("Not Rated", nil)]),
        RatingSystem(
            "au-tv", "AU", .television,
            [
                ("P", 100), ("C", 200), ("G", 300), ("PG", 400), ("M", 500), ("MA15+", 550), ("AV15+", 575),
                ("R18+", 600),
            ]),
        RatingSystem(
            "br-movie", "BR", .both, [("L", 0), ("10", nil), ("12", 100), ("14", 300), ("16", 350), ("18", 400)]),
        RatingSystem(
            "ca-movie", "CA", .movie,
            [("G", 100), ("PG", 200), ("14A", 300), ("18A", 350), ("R", 400), ("A", 500), ("Unrated", nil)]),
        RatingSystem(
            "ca-tv", "CA", .television,
            [
                ("E", 0), ("C", 50), ("C8", 75), ("G", 100), ("PG", 200), ("14+", 300), ("18+", 350), ("21+", 500),
            ]),
        RatingSystem(
            "ch-movie", "CH", .movie,
            [("0", 50), ("6", 75), ("7", 125), ("10", 150), ("12", 200), ("14", 325), ("16", 375), ("18", 400)]),
        RatingSystem("cz-movies", "CZ", .both, [("U", 100), ("12+", 200), ("15+", 350), ("18+", 400)]),
        RatingSystem("de-movie", "DE", .movie, german),
        RatingSystem("de-tv", "DE", .television, german),
        RatingSystem(
            "fr-movie", "FR", .both,
            [("Tout public", 0), ("-10", 100), ("-12", 300), ("-16", 375), ("-18", 400)]),
        RatingSystem("hk-movie", "HK", .both, [("I", 100), ("II", 400)]),
        RatingSystem(
            "ie-movie", "IE", .movie,
            [("G", 100), ("PG", 200), ("12", 300), ("15", 350), ("16", 375), ("18", 400)]),
        RatingSystem(
            "ie-tv", "IE", .television, [("G", 100), ("PG", 350), ("12", 400), ("15", 500), ("18", 600)]),
        RatingSystem("in-movies", "IN", .movie, [("U", 0), ("UA", 200), ("A", 500), ("S", 600)] + indian),
        RatingSystem("in-tv", "IN", .television, [("U", 100), ("UA", 200), ("A", 600), ("S", 800)] + indian),
        RatingSystem(
            "it-movie", "IT", .movie,
            [("T", 100), ("VPA", 125), ("VM10", 150), ("VM12", 200), ("VM14", 325), ("VM18", 400)]),
        RatingSystem("jp-movie", "JP", .movie, [("G", 100), ("PG12", 200), ("R15+", 300), ("R18+", 400)]),
        RatingSystem("mx-movie", "MX", .movie, [("AA", 0), ("A", 100), ("B", 300), ("B-15", 500), ("C", 600)]),
        RatingSystem(
            "nl-movie", "NL", .both,
            [("AL", 0), ("6", 100), ("9", 200), ("12", 300), ("16", 500), ("18", 600)]),
        RatingSystem(
            "nz-movie", "NZ", .both,
            [
                ("G", 100), ("PG", 200), ("M", 300), ("R13", 325), ("RP13", 325), ("R15", 350), ("R16", 375),
                ("RP16", 375), ("R18", 400), ("R", 500),
            ]),
        RatingSystem(
            "ph-movie", "PH", .both, [("G", 100), ("PG", 300), ("R-13", 325), ("R-16", 375), ("R-18", 400)]),
        RatingSystem(
            "py-movie", "PY", .movie, [("ATP", nil), ("SAM13", nil), ("15", nil), ("SAM16", nil), ("SAM18", nil)]),
        RatingSystem(
            "py-tv", "PY", .television,
            [("0+", nil), ("5+", nil), ("7+", nil), ("9+", nil), ("12+", nil), ("15+", nil), ("18+", nil)]),
        RatingSystem(
            "ru-movie", "RU", .both, [("0+", 0), ("6+", 150), ("12+", 200), ("16+", 375), ("18+", 400)]),
        RatingSystem(
            "se-movie", "SE", .both,
            [("Barntillåten", 0), ("Från 7 År", 125), ("Från 11 År", 225), ("Från 15 År", 400)]),
        RatingSystem(
            "uk-movie", "GB", .both,
            [
                ("U", 100), ("Uc", 150), ("PG", 200), ("12", 300), ("12A", 325), ("15", 350), ("18", 400), ("R18", 600),
                ("E", nil), ("NR", nil),
            ]),
        RatingSystem(
            "uk-tv", "GB", .television,
            [("Caution", 500), ("U", nil), ("PG", nil), ("12", nil), ("15", nil), ("18", nil)]),
    ]

    private static let german: [(StaticString, Int?)] = [
        ("Ab 0 Jahren", 75), ("Ab 6 Jahren", 100), ("Ab 12 Jahren", 200), ("Ab 16 Jahren", 500),
        ("Ab 18 Jahren", 600),
    ]
    /// Newer ratings for India, in addition to the older ones.
    private static let indian: [(StaticString, Int?)] = [("U/A 7+", nil), ("U/A 13+", nil), ("U/A 16+", nil)]
}
