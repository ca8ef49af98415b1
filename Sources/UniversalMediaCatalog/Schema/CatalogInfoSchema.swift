/// The elements of catalog items that differ by content type (umc-catalog.md 3.11 to 3.16).
enum CatalogInfoSchema {
    private static let seconds = LexicalType.integer(1...86_400)

    static let movie = SchemaElement.parent(
        .movieInfo, "D",
        [
            .optional(
                .leaf(.type, .enumeration("movieTypeCode", ["feature", "tv_movie", "short"]), "L", "default: feature"),
                order: "D"),
            .optional(.leaf(.version, .text(255), "L", "such as a director's cut"), order: "D"),
            .one(.leaf(.duration, seconds, "L", "seconds"), order: "D"),
            .some(
                .leaf(
                    .originalReleaseDate, .date, "A", attributes: [.optional(.territory, .country, "A")]), order: "D"),
            .any(.leaf(.productionCountry, .country, "L"), order: "D"),
            .optional(.leaf(.studio, .text(255), "A"), order: "D"),
        ])

    static let show = SchemaElement.parent(
        .tvShowInfo, "L",
        [
            .one(
                .leaf(
                    .type, .enumeration("showTypeCode", ["series", "miniseries", "special", "daily"]), "L",
                    "special and daily: D"), order: "L"),
            .one(
                .leaf(.originalPremiereDate, .date, "L", "the first broadcast, not the date it was added"), order: "L"),
            .optional(.leaf(.network, .text(255), "L?", "the original network"), order: "L?"),
            .optional(.leaf(.endDate, .date, "D"), order: "D"),
            .optional(
                .leaf(.status, .enumeration("showStatusCode", ["running", "ended"]), "D", level: .warning), order: "D"),
        ])

    static let season = SchemaElement.parent(
        .tvSeasonInfo, "L",
        [
            .one(.leaf(.showContentId, .identifier, "L", "a tv_show of this catalog"), order: "D"),
            .one(.leaf(.seasonNumber, .integer(0...9_999), "L", "0: specials"), order: "D"),
            .optional(.leaf(.originalPremiereDate, .date, "L"), order: "D"),
        ])

    static let episode = SchemaElement.parent(
        .tvEpisodeInfo, "L",
        [
            .one(
                .leaf(
                    .type, .enumeration("episodeTypeCode", ["standard", "full", "special", "recap", "preview"]),
                    "L?/D", "standard and full: L?", level: .warning), order: "L"),
            .one(.leaf(.duration, seconds, "L", "seconds"), order: "L"),
            .one(.leaf(.originalAirDate, .date, "L"), order: "L"),
            .one(.leaf(.showContentId, .identifier, "L", "a tv_show of this catalog"), order: "L"),
            .optional(.leaf(.seasonContentId, .identifier, "L", "a tv_season of this catalog"), order: "L"),
            .optional(.leaf(.seasonNumber, .integer(0...9_999), "L"), order: "L"),
            .one(.leaf(.episodeNumber, .integer(0...99_999), "L"), order: "L"),
        ])

    private static let name = SchemaElement.leaf(.name, .text(255), "A/D", attributes: [CatalogSchema.openLocale])

    static let sportingEvent = SchemaElement.parent(
        .sportingEventInfo, "L",
        [
            .one(.leaf(.startDate, .dateTime, "L?"), order: "L"),
            .optional(.leaf(.endDate, .dateTime, "A/D"), order: "L"),
            .one(
                .leaf(.sportName, .text(255), "L?", "such as hockey", attributes: [CatalogSchema.openLocale]),
                order: "L"),
            .optional(
                .parent(
                    .league, "L?",
                    [.any(name, order: "D"), .one(.leaf(.abbreviation, .text(64), "L?/A"), order: "D")]), order: "L"),
            .optional(
                .parent(
                    .competitors, "A/D", "two in a match, none in a race",
                    [
                        .any(
                            .parent(
                                .competitor, "A/D",
                                attributes: [
                                    .optional(
                                        .role, .enumeration("competitorRoleCode", ["home", "away", "neutral"]), "D",
                                        level: .warning),
                                    .optional(.externalId, .text(255), "D"),
                                ],
                                [.some(name, order: "D"), .optional(.leaf(.abbreviation, .text(64), "D"), order: "D")]),
                            order: "D")
                    ]), order: "L"),
            .optional(
                .parent(
                    .venue, "L?",
                    [
                        .one(.leaf(.name, .text(255), "L?", attributes: [CatalogSchema.openLocale]), order: "D"),
                        .any(.leaf(.city, .text(255), "L?", attributes: [CatalogSchema.openLocale]), order: "D"),
                        .optional(.leaf(.country, .country, "L?"), order: "D"),
                    ]), order: "L"),
            .optional(.leaf(.isTBD, .boolean, "L?", "the start time is not yet decided"), order: "L"),
        ])

    static let extra = SchemaElement.parent(
        .extraInfo, "D",
        [
            .one(
                .leaf(
                    .type,
                    .enumeration("extraTypeCode", ["preview", "bonus", "interview", "behind_the_scenes", "clip"]),
                    "S/D", "preview and bonus: S"), order: "D"),
            .some(.leaf(.relatedContentId, .identifier, "S/D", "the item that it belongs to"), order: "D"),
            .one(.leaf(.duration, seconds, "S", "seconds"), order: "D"),
            .any(.leaf(.language, .locale, "S/D", "audio language"), order: "D"),
        ])
}
