/// The schema mistakes that other rules report, under the ids of the specification's tables.
///
/// The schema checker does not report these mistakes if the named rule is in the rule book. A new rule about the shape of an element
/// needs a line in this table.
enum CanonicalRules {
    struct Kinds: OptionSet {
        let rawValue: UInt8
        static let missing = Kinds(rawValue: 1)
        static let repeated = Kinds(rawValue: 2)
        /// A value that does not match its type, or is empty.
        static let value = Kinds(rawValue: 4)
        static let order = Kinds(rawValue: 8)
        static let unlisted = Kinds(rawValue: 16)
        static let offset = Kinds(rawValue: 32)
    }

    /// The path as in `SchemaProgram.paths`, with `/@name` for attributes; a leading `*` stands for any path.
    static let table: [(path: String, kinds: Kinds, rule: String)] = [
        // umc-validation.md 3.1
        ("umcCatalog/@version", .value, "DOC-VERSION"),
        ("umcAvailability/@version", .value, "DOC-VERSION"),
        ("umcCatalog/defaultLocale", [.missing, .value, .repeated], "DOC-DEFLOCALE"),
        ("umcCatalog/channel/defaultLocale", [.missing, .value, .repeated], "DOC-DEFLOCALE"),
        ("umcCatalog/lastBuildDate", [.missing, .value, .offset], "DOC-BUILD-DATE"),
        ("umcCatalog/channel/lastBuildDate", [.missing, .value, .offset], "DOC-BUILD-DATE"),
        ("umcAvailability/lastBuildDate", [.missing, .value, .offset], "DOC-BUILD-DATE"),
        ("umcCatalog/@teamId", .value, "DOC-TEAM-ID"),
        ("umcAvailability/service/@teamId", [.missing, .value], "DOC-TEAM-ID"),
        ("umcCatalog/@catalogId", .value, "DOC-CATALOG-ID"),

        // umc-validation.md 3.2
        ("umcCatalog/item/@contentId", [.missing, .value], "CAT-ID-LEN"),
        ("umcCatalog/channel/item/contentId", [.missing, .value], "CAT-ID-LEN"),
        ("umcCatalog/item/@contentType", [.missing, .value], "CAT-TYPE"),
        ("umcCatalog/channel/item/contentType", [.missing, .value], "CAT-TYPE"),
        ("umcCatalog/item/pubDate", [.missing, .value, .offset], "CAT-PUBDATE"),
        ("umcCatalog/channel/item/pubDate", [.missing, .value, .offset], "CAT-PUBDATE"),
        ("umcCatalog/item/title", .missing, "CAT-TITLE-REQ"),
        ("umcCatalog/channel/item/title", .missing, "CAT-TITLE-REQ"),
        ("umcCatalog/item/title", .value, "CAT-TITLE-LEN"),
        ("umcCatalog/channel/item/title", .value, "CAT-TITLE-LEN"),
        ("umcCatalog/item/title/@locale", .value, "CAT-TITLE-LOCALE"),
        ("umcCatalog/channel/item/title/@locale", .value, "CAT-TITLE-LOCALE"),
        ("*/movieInfo/originalReleaseDate", .missing, "CAT-RELEASE"),
        ("*/tvEpisodeInfo/originalAirDate", .missing, "CAT-RELEASE"),
        ("*/movieInfo/duration", .value, "CAT-DURATION"),
        ("*/tvEpisodeInfo/duration", .value, "CAT-DURATION"),
        ("*/extraInfo/duration", .value, "CAT-DURATION"),

        // umc-catalog.md 5: the details block of a content type.
        ("umcCatalog/item/movieInfo", [.missing, .repeated], "CAT-TYPE-BLOCK"),
        ("umcCatalog/channel/item/movieInfo", [.missing, .repeated], "CAT-TYPE-BLOCK"),

        // umc-availability.md 2 and 7
        ("umcAvailability/service/serviceType", [.missing, .value], "AV-SERVICE-TYPE"),
        ("umcAvailability/service/@serviceId", [.missing, .value], "AV-SERVICE-ID"),
        ("umcAvailability/service/item/@contentType", [.missing, .value], "AV-ITEM-TYPE"),
        ("umcAvailability/service/item/@contentId", [.missing, .value], "AV-ITEM-ID"),
        ("umcAvailability/service/item/@catalogId", [.missing, .value], "AV-ITEM-ID"),
        ("umcAvailability/service/item/pubDate", [.missing, .value, .offset], "AV-PUBDATE"),
        ("*/linearOffer/windowStart", .missing, "AV-LINEAR-WINDOW"),
        ("*/linearOffer/windowEnd", .missing, "AV-LINEAR-WINDOW"),
        ("*/linearOffer/isLive", .missing, "AV-LINEAR-LIVE"),

        // umc-manifest.md 3
        ("umcPartnerManifest/partner", .repeated, "MF-ONE-PARTNER"),
        ("partnerManifest/partner", .repeated, "MF-ONE-PARTNER"),
    ]

    /// Returns the kinds that the schema checker must not report, for each path in order.
    static func silent(for paths: [String]) -> [Kinds] {
        let present = table.filter { RuleBook.byID[$0.rule] != nil }
        return paths.map { path in
            present.reduce(into: Kinds()) { result, row in
                let isMeant =
                    row.path.hasPrefix("*/") ? path.hasSuffix(row.path.dropFirst(1)) : path == row.path
                if isMeant { result.formUnion(row.kinds) }
            }
        }
    }
}
