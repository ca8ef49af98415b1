import Foundation
import CatalogValidation
import ReportText
import UniversalMediaCatalog

/// A list of the codes that elements and attributes of feeds accept.
public struct CodeList: Sendable {
    public struct Entry: Sendable {
        public var code: String
        /// The meaning, or what belongs to the code; empty where the code says it.
        public var meaning: String
    }

    /// The name on the command line, such as `genres`.
    public let name: String
    public let title: String
    /// Where the list comes from, and what happens with other codes.
    public let remark: String
    public let entries: [Entry]
    /// Ids of the rules that check these codes.
    public let rules: [String]

    private init(_ name: String, _ title: String, _ remark: String, rules: [String], _ entries: [(String, String)]) {
        self.name = name
        self.title = title
        self.remark = remark
        self.rules = rules
        self.entries = entries.map { Entry(code: $0.0, meaning: $0.1) }
    }

    public static func named(_ name: String) -> CodeList? { all.first { $0.name == name } }

    /// Returns the list that a rule checks; nil if there is none.
    public static func of(rule: String) -> CodeList? { all.first { $0.rules.contains(rule) } }

    /// One line for each code.
    public var text: String {
        let width = min(32, entries.map(\.code.count).max() ?? 0)
        let lines = entries.map { entry in
            entry.meaning.isEmpty ? entry.code : "\(DisplayText.padded(entry.code, width))  \(entry.meaning)"
        }
        return "\(title)\n\(remark)\n\n" + lines.map { "  \($0)\n" }.joined()
    }

    public var json: String {
        JSONText.object([
            ("name", .text(name)), ("title", .text(title)), ("remark", .text(remark)),
            ("rules", .list(rules.map(JSONText.text))),
            (
                "codes",
                .list(entries.map { .object([("code", .text($0.code)), ("meaning", .text($0.meaning))]) })
            ),
        ]).description + "\n"
    }

    public static let all: [CodeList] = [
        CodeList(
            "genres", "Codes of genre",
            "Apple's list is not public: codes marked `seen` occur in partners' feeds, the others are this project's. Other codes are a warning.",
            rules: ["CAT-GENRE-UNKNOWN", "CAT-GENRE-LIST", "CAT-GENRE-REQ"],
            Genres.seen.map { ($0, "seen") } + Genres.added.map { ($0, "") }),
        CodeList(
            "ratings", "Values of rating, by systemCode",
            "mpaa and us-tv occur in partners' feeds; the other systems are reported by third parties. Other systems are written as COUNTRY-movie or COUNTRY-tv.",
            rules: [
                "CAT-RATING-SYSTEM", "CAT-RATING-UNKNOWN", "CAT-RATING-REQ", "CAT-RATING-IN", "CAT-RATING-BR",
                "CAT-RATING-NZ",
            ],
            RatingSystem.all.map { system in
                let kind = system.kind == .movie ? "movies" : system.kind == .television ? "TV" : "movies and TV"
                return (system.code, "\(system.territory), \(kind): \(system.spellings.joined(separator: ", "))")
            }),
        CodeList(
            "artwork", "Values of artwork/@type",
            "Types marked `Apple` are named on Apple's pages; the sizes are this project's. Other types are a warning.",
            rules: ["CAT-ART-TYPE", "CAT-ART-REQ", "CAT-ART-USE", "CAT-ART-SPEC"],
            ArtworkKind.all.map { kind in
                var facts = kind.isStated ? ["Apple"] : []
                facts.append("at least \(kind.minimum), best \(kind.recommended)")
                if !kind.ratios.isEmpty {
                    facts.append("ratio \(kind.ratios.map { "\($0.width):\($0.height)" }.joined(separator: " or "))")
                }
                facts.append(
                    "for \(ContentTypes.spellings.filter { kind.uses.contains($0.1) }.map { "\($0.0)" }.joined(separator: ", "))"
                )
                if !kind.required.isEmpty {
                    facts.append(
                        "required for \(ContentTypes.spellings.filter { kind.required.contains($0.1) }.map { "\($0.0)" }.joined(separator: ", "))"
                    )
                }
                return (kind.name, facts.joined(separator: "; "))
            }),
        CodeList(
            "territories", "Codes of countries and territories (ISO 3166-1, two letters)",
            "Other codes are errors, except XK (Kosovo) in catalogs.",
            rules: ["CAT-COUNTRY", "MF-TERRITORY", "AV-RESTR-VALUE", "MF-TERRITORY-SUBSET"],
            Countries.all.map { (String($0), english.localizedString(forRegionCode: String($0)) ?? "") }),
        CodeList(
            "languages", "Languages at the start of locales (ISO 639-1, two letters)",
            "Languages without a two-letter code are written with three letters. A region may follow, such as en-US.",
            rules: [
                "CAT-LOCALE", "CAT-LOCALE-UNKNOWN", "CAT-LANGUAGE", "CAT-TITLE-LOCALE", "DOC-DEFLOCALE",
                "CAT-ART-LOCALES", "AV-PROP-LANG",
            ],
            Languages.codes.map { ($0, english.localizedString(forLanguageCode: $0) ?? "") }),
        CodeList(
            "roles", "Values of credit/@role",
            "One integrator's map, said there to be Apple's list. Other roles count as `other`.",
            rules: ["CAT-CREDIT-ROLE", "CAT-CREDIT-CHARACTER"],
            CatalogWords.roles.words.map {
                ($0, CatalogWords.characterRoles.words.contains($0) ? "may have a characterName" : "")
            }),
        CodeList(
            "content-types", "Values of contentType", "Other values are errors.",
            rules: ["CAT-TYPE", "AV-ITEM-TYPE", "FEED-TYPE-DIFFERS"],
            ContentTypes.spellings.map { ("\($0.0)", "details in \($0.1.infoName?.rawValue ?? "")") }),
        CodeList(
            "title-types", "Values of title/@type", "Decided by this project: Apple's list is not public.",
            rules: ["CAT-TITLE-TYPE"], CatalogWords.titleTypes.words.map { ($0, $0 == "default" ? "when absent" : "") }),
        CodeList(
            "relationships", "Values of relatedItem/@relationship", "Decided by this project.",
            rules: ["CAT-RELATED-TYPE", "CAT-RELATED-EXTRA"], CatalogWords.relationships.words.map { ($0, "") }),
        CodeList(
            "external-ids", "Values of externalId/@system", "Decided by this project.",
            rules: ["CAT-EXTID-SYSTEM", "CAT-EXTID-FORMAT", "CAT-EXTID-EIDR"],
            [
                ("eidr", "10.5240/XXXX-XXXX-XXXX-XXXX-XXXX-C with a check character"),
                ("imdb", "tt and at least seven digits"),
                ("tms", "MV, SH, EP or SP and 8 to 12 digits"), ("tmdb", ""), ("tvdb", ""), ("isan", ""),
                ("itunes_adam", "digits"), ("house", "an id of the service's own"),
            ]),
        CodeList(
            "sports", "Usual values of sportName", "An open list: other sports are advice only.",
            rules: ["CAT-EVENT-SPORT"], CatalogWords.sports.words.map { ($0, "") }),
        CodeList(
            "offers", "Values of offeringType", "Other values are errors.",
            rules: ["AV-OFFER-TYPE", "AV-OFFER-DUP", "AV-OFFER-SERVICE", "AV-COMING-TYPE", "AV-OFFER-PRICE"],
            [
                ("free", "anyone, without an account"), ("account", "free, but an account is needed; apps only"),
                ("subscription", "needs the subscription of the service"),
                ("coming_soon", "announced; channels only, movies and shows only"),
                ("buy", "profile open-1.0 only, with price and currency"),
                ("rent", "profile open-1.0 only, with price and currency"),
            ]),
        CodeList(
            "platforms", "Values of locator/@platform",
            "The last three are this project's. Other values are a warning.",
            rules: ["AV-LOC-PLATFORM"],
            [
                ("atv", "Apple TV"), ("ios", "iPhone and iPad"), ("web", "browsers"), ("macos", ""), ("android", ""),
                ("linux", ""),
            ]),
        CodeList(
            "restrictions", "Values of restriction, by type", "The spelling is this project's.",
            rules: ["AV-RESTR-TYPE", "AV-RESTR-REL", "AV-RESTR-CONTRA", "AV-RESTR-TIER"],
            [
                ("deviceLocation", "US, US-CA, dma:501 or postal:US:94110"),
                ("billingLocation", "the app's billingIdentifier, as registered"),
                ("tier", "one of the app's tierIdentifiers; case-sensitive"),
            ]),
        CodeList(
            "audio-formats", "Values of audioFormats",
            "DD5.1, AAC and ATMOS occur on Apple's pages. Other values are a warning.",
            rules: ["AV-PROP-AUDIO"],
            ["AAC", "STEREO", "MONO", "DD5.1", "DD+5.1", "DD+7.1", "ATMOS"].map { ($0, "") }),
        CodeList(
            "video-qualities", "Values of videoQuality", "hd and uhd occur in feeds. Other values are a warning.",
            rules: ["AV-PROP-VIDEO"], ["sd", "hd", "uhd", "uhd_hdr10", "uhd_dolby_vision"].map { ($0, "") }),
        CodeList(
            "service-states", "Values of status of a service", "Decided by this project.", rules: ["MF-STATUS"],
            [
                ("active", "when absent"), ("isolation", "mapping is simulated"), ("paused", ""),
                ("retired", "ends with the next build"),
            ]),
    ]

    private static let english = Locale(identifier: "en_US")
}
