/// The schema of availability feeds (umc-availability.md 2 to 7).
enum AvailabilitySchema {
    static let root = SchemaElement.parent(
        .umcAvailability, "S/L", attributes: [CatalogSchema.version],
        [
            .one(lastBuildDate, order: "L"),
            .some(
                .parent(
                    .service, "L", "one in each feed",
                    attributes: [.required(.teamId, .teamID, "L", level: .warning), serviceID], serviceRows([])),
                order: "L"),
        ])

    /// Version 2.x: teamId may be an element, and lastBuildDate may follow the fields of the service.
    static let root2 = SchemaElement.parent(
        .umcAvailability, "S/L", attributes: [CatalogSchema.version],
        [
            .optional(lastBuildDate, order: "L"),
            .some(
                .parent(
                    .service, "L",
                    attributes: [.optional(.teamId, .teamID, "L", level: .warning), serviceID],
                    [.optional(.leaf(.teamId, .teamID, "L", level: .warning), order: "L")]
                        + serviceRows([.optional(lastBuildDate, order: "L")])), order: "L"),
        ])

    private static let lastBuildDate = SchemaElement.leaf(.lastBuildDate, .dateTime, "L")
    private static let serviceID = SchemaAttribute.required(.serviceId, .identifier, "S/L", "unique for a provider")

    private static func serviceRows(_ further: [SchemaSlot]) -> [SchemaSlot] {
        [
            .one(.leaf(.serviceType, .anyCase("serviceTypeCode", ["vod", "linear"]), "S/D"), order: "D"),
            .optional(.leaf(.totalItemCount, .integer(0...999_999_999), "L", "number of items"), order: "D"),
        ] + further + [
            .any(serviceName, order: "D"),
            .optional(
                .parent(
                    .serviceOffers, "S", "linear services",
                    [.some(.parent(.serviceOffer, "D", offerRows(isLive: false)), order: "D")]), order: "D"),
            .optional(locators, order: "D"),
            .any(item, order: "D"),
        ]
    }

    static let serviceName = SchemaElement.leaf(
        .name, .text(255), "D", "name of a linear service",
        attributes: [
            CatalogSchema.openLocale,
            .optional(.type, .code(["default", "synonym"]), "S/D", "synonym: a spoken variant"),
        ])

    private static let item = SchemaElement.parent(
        .item, "S",
        attributes: [
            .required(.contentType, CatalogSchema.contentTypes, "S"), .required(.contentId, .identifier, "S"),
            .required(.catalogId, .catalogID, "S", "the catalog of the item"),
            .optional(.variantId, .identifier, "S", "for channels: another asset with the same metadata"),
        ],
        [
            .one(.leaf(.pubDate, .dateTime, "S"), order: "S"),
            .optional(locators, order: "L"),
            .optional(playableProperties, order: "S"),
            .optional(
                .parent(.offers, "S", [.some(.parent(.offer, "S", offerRows(isLive: true)), order: "S")]), order: "S"),
            .optional(.parent(.linearOffers, "S", [.some(linearOffer, order: "D")]), order: "D"),
        ])

    private static let locators = SchemaElement.parent(
        .locators, "L/D",
        [
            .some(
                .leaf(
                    .locator, .nothing, "L",
                    attributes: [
                        .required(.platform, .code(["web", "atv", "ios", "macos", "android", "linux"]), "L?/D"),
                        .required(.action, .enumeration("actionCode", ["open", "play"]), "L?"),
                        .required(.url, .absoluteURL, "L"),
                    ]), order: "L")
        ])

    private static let playableProperties = SchemaElement.parent(
        .playableProperties, "S",
        [
            .optional(.leaf(.closedCaptioning, .localeList, "S"), order: "S"),
            .optional(.leaf(.subtitles, .localeList, "S"), order: "S"),
            .optional(.leaf(.subtitlesForDeaf, .localeList, "S"), order: "S"),
            .optional(.leaf(.audioDescriptions, .localeList, "S"), order: "S"),
            .optional(.leaf(.additionalAudioLang, .localeList, "S", "in addition to the primary one"), order: "S"),
            .optional(.leaf(.audioFormats, .list, "S/D"), order: "S"),
            .optional(.leaf(.primaryLocale, .locale, "S", "the main audio language"), order: "S"),
            .optional(
                .leaf(.videoQuality, .code(["sd", "hd", "uhd", "uhd_hdr10", "uhd_dolby_vision"]), "S/L/D"), order: "S"),
        ])

    private static func offerRows(isLive: Bool) -> [SchemaSlot] {
        [
            .one(
                .leaf(
                    .offeringType,
                    .enumeration(
                        "offeringTypeCode", ["free", "account", "subscription", "coming_soon", "buy", "rent"]),
                    "S", "buy and rent: D"), order: "D"),
            .one(.leaf(.windowStart, .dateTime, "S"), order: "D"),
            .optional(.leaf(.windowEnd, .dateTime, "S", "if absent: no end"), order: "L"),
        ] + (isLive ? [.optional(.leaf(.isLive, .boolean, "S/L", "an original airing"), order: "L")] : []) + [
            .optional(
                .leaf(.availabilityType, .text(255), "D", "known by name only; its values are not public"), order: "D"),
            .optional(
                .leaf(
                    .price, .text(64), "D", "for buy and rent", attributes: [.required(.currency, .currency, "D")]),
                order: "D"),
            .optional(restrictions, order: "D"),
        ]
    }

    private static let linearOffer = SchemaElement.parent(
        .linearOffer, "S",
        [
            .one(.leaf(.windowStart, .dateTime, "D"), order: "D"),
            .one(.leaf(.windowEnd, .dateTime, "D"), order: "D"),
            .one(.leaf(.isLive, .boolean, "S/D", "an original airing"), order: "D"),
            .optional(restrictions, order: "D"),
        ])

    private static let restrictions = SchemaElement.parent(
        .restrictions, "L",
        [
            .some(
                .leaf(
                    .restriction, .text(255), "L", "a place or a tier",
                    attributes: [
                        .required(.type, .code(["deviceLocation", "billingLocation", "tier"]), "L?/A/D"),
                        .required(.relationship, .enumeration("restrictionCode", ["allow", "deny"]), "L?"),
                    ]), order: "L")
        ])
}
