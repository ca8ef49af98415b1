/// The schema of catalogs (umc-catalog.md 2 and 3).
enum CatalogSchema {
    static let root = SchemaElement.parent(
        .umcCatalog, "S/L",
        attributes: [
            version,
            .required(.teamId, .teamID, "L", "the developer's team", level: .warning),
            .required(.catalogId, .catalogID, "S/L", "the registered id"),
        ],
        [
            totalItemCount, lastBuildDate, title, description, defaultLocale,
            .some(item([]), order: "L"),
        ])

    /// The layout of 1.x: ids are elements, and a `channel` element encloses the items.
    static let legacyRoot = SchemaElement.parent(
        .umcCatalog, "S/L", attributes: [version],
        [
            .one(.leaf(.teamId, .teamID, "L", level: .warning), order: "L"),
            totalItemCount,
            .one(
                .parent(
                    .channel, "L",
                    [
                        lastBuildDate, title, .one(.leaf(.catalogId, .catalogID, "L"), order: "L"), defaultLocale,
                        .some(
                            item([
                                .one(.leaf(.contentType, contentTypes, "L"), order: "L"),
                                .one(.leaf(.contentId, .identifier, "L"), order: "L"),
                            ]), order: "L"),
                    ]), order: "L"),
        ])

    static let version = SchemaAttribute.required(.version, .version, "L", "version of the specification")
    static let contentTypes = LexicalType.enumeration(
        "contentTypeCode", ["movie", "tv_show", "tv_season", "tv_episode", "sporting_event", "extra"])
    static let locale = SchemaAttribute.optional(.locale, .locale, "S", "default: the locale of the feed")
    static let openLocale = SchemaAttribute.optional(.locale, .locale, "D", "default: the locale of the feed")

    private static let totalItemCount = SchemaSlot.optional(
        .leaf(.totalItemCount, .integer(0...999_999_999), "L", "number of items"), order: "L")
    private static let lastBuildDate = SchemaSlot.one(.leaf(.lastBuildDate, .dateTime, "L"), order: "L")
    private static let title = SchemaSlot.optional(.leaf(.title, .text(255), "L", "title of the catalog"), order: "L")
    private static let description = SchemaSlot.optional(
        .leaf(.description, .text(4_000), "L", "description of the catalog"), order: "L")
    private static let defaultLocale = SchemaSlot.one(
        .leaf(.defaultLocale, .locale, "S/L", "locale of all texts without their own"), order: "L")

    /// - Parameter legacyIDs: the slots of id elements, for the layout in which ids are not attributes.
    private static func item(_ legacyIDs: [SchemaSlot]) -> SchemaElement {
        .parent(
            .item, "S",
            attributes: legacyIDs.isEmpty
                ? [
                    .required(.contentType, contentTypes, "S"),
                    .required(.contentId, .identifier, "S", "unique in the catalog, never reused"),
                ] : [], legacyIDs + itemRows)
    }

    private static let credit = SchemaElement.leaf(
        .credit, .text(255), "L", "a person's name, in billing order",
        attributes: [
            .required(
                .role,
                .code([
                    "actor", "director", "writer", "producer", "creator", "voice", "narrator", "guest", "host",
                    "anchor", "music", "other",
                ]), "L"),
            .optional(.characterName, .text(255), "D"), openLocale,
            .optional(.order, .integer(0...9_999), "D", "position in the billing"),
        ])

    private static let itemRows: [SchemaSlot] = [
        .one(.leaf(.pubDate, .dateTime, "S", "date of the last change"), order: "S"),
        .optional(.leaf(.contentGroupId, .identifier, "S", "shared by duplicates of one work"), order: "S"),
        .some(
            .leaf(
                .title, .text(255), "S",
                attributes: [
                    locale, .optional(.type, .code(["default", "short", "sort", "original", "alternate"]), "S/D"),
                    .optional(.isPhonetic, .boolean, "S"),
                ]), order: "S"),
        .any(
            .leaf(
                .description, .text(4_000), "L",
                attributes: [
                    .optional(.locale, .locale, "L"), .optional(.type, .code(["long", "short"]), "D"),
                ]), order: "S"),
        .any(.leaf(.genre, .text(255), "L"), order: "L"),
        .any(
            .mixed(
                .rating, "S/L", "rating value",
                attributes: [
                    .required(.systemCode, .text(64), "L"),
                    .optional(.advisories, .list, "D", "codes separated by commas"),
                    .optional(.reason, .text(255), "D"),
                ],
                [
                    .any(.leaf(.advisory, .text(64), "D"), order: "D"),
                    .optional(.leaf(.reason, .text(255), "D"), order: "D"),
                ]), order: "L"),
        .any(
            .leaf(
                .artwork, .nothing, "S",
                attributes: [
                    .required(.url, .webURL, "S"),
                    .required(
                        .type,
                        .code([
                            "cover_artwork_horizontal", "tile_artwork", "centered_background",
                            "centered_background_small", "content_logo_polychromatic", "cover_artwork_vertical",
                            "cover_artwork_square", "content_logo_monochromatic", "episode_still",
                            "sporting_event_artwork",
                        ]), "S"),
                    .optional(.locales, .localeRanges, "S", "tags separated by commas"),
                ]), order: "L"),
        .any(credit, .parent(.credits, "L", "parent element in 1.2", [.some(credit, order: "L")]), order: "L"),
        .optional(.leaf(.isOriginal, .boolean, "L?", "whether the service produced it"), order: "L?"),
        .any(.leaf(.keyword, .text(100), "D", attributes: [openLocale]), order: "D"),
        .any(.leaf(.originalLanguage, .locale, "D"), order: "D"),
        .any(
            .leaf(
                .externalId, .text(255), "A/D",
                attributes: [
                    .required(
                        .system, .code(["eidr", "imdb", "tms", "tmdb", "tvdb", "isan", "itunes_adam", "house"]), "D")
                ]), order: "D"),
        .any(
            .leaf(
                .relatedItem, .identifier, "S/D", "an item of this catalog",
                attributes: [
                    .required(
                        .relationship,
                        .enumeration(
                            "relationshipCode",
                            ["extra_of", "duplicate_of", "sequel_of", "spinoff_of", "similar_to"]), "D")
                ]), order: "D"),
        .one(
            CatalogInfoSchema.movie, CatalogInfoSchema.show, CatalogInfoSchema.season, CatalogInfoSchema.episode,
            CatalogInfoSchema.sportingEvent, CatalogInfoSchema.extra, order: "D"),
    ]
}
