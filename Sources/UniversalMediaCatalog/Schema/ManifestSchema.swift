/// The schema of partner manifests (umc-manifest.md 2). The meaning is Apple's; nearly all spelling is this project's.
enum ManifestSchema {
    static let roots = [ElementName.umcPartnerManifest, .partnerManifest].map { name in
        SchemaElement.parent(
            name, "D",
            attributes: [
                .required(.version, .version, "D"), .required(.teamId, .teamID, "D", level: .warning),
            ],
            [
                .one(.leaf(.lastBuildDate, .dateTime, "D"), order: "D"),
                .one(
                    .parent(
                        .partner, "S/D", "one only", attributes: [.required(.partnerId, .identifier, "D")],
                        [.one(.leaf(.name, .text(255), "D"), order: "D")]), order: "D"),
                .one(.parent(.catalogs, "S/D", [.some(catalog, order: "D")]), order: "D"),
                .one(.parent(.brands, "S/D", [.some(brand, order: "D")]), order: "D"),
            ])
    }

    private static let feedURL = SchemaSlot.one(.leaf(.feedUrl, .webURL, "S/D", "https only"), order: "D")
    private static let refreshInterval = SchemaSlot.optional(
        .leaf(.refreshInterval, .period, "D", "PT5M to P7D"), order: "D")
    private static let auth = SchemaSlot.optional(
        .leaf(
            .auth, .nothing, "S/D", "the document never contains credentials",
            attributes: [
                .required(
                    .type, .enumeration("authTypeCode", ["none", "basic", "client_certificate", "ip_allow_list"]), "D"),
                .optional(.credentialRef, .identifier, "D", "the name of a secret, not the secret"),
            ]), order: "D")
    private static let territory = SchemaSlot.some(.leaf(.territory, .country, "S/D"), order: "D")

    private static let catalog = SchemaElement.parent(
        .catalog, "S/D", attributes: [.required(.catalogId, .catalogID, "S/D", "unique in the manifest")],
        [
            feedURL,
            .one(.leaf(.contentKind, .enumeration("contentKindCode", ["vod", "live_sports"]), "S/D"), order: "D"),
            refreshInterval, auth,
        ])

    private static let brand = SchemaElement.parent(
        .brand, "S/D", attributes: [.required(.brandId, .identifier, "S/D", "unique in the manifest")],
        [
            .some(
                .leaf(.name, .text(255), "S/D", "one per locale", attributes: [CatalogSchema.openLocale]),
                order: "D"),
            .any(.leaf(.appleId, .digits, "S/D"), order: "D"),
            territory,
            .one(.parent(.services, "S/D", [.some(service, order: "D")]), order: "D"),
        ])

    private static let service = SchemaElement.parent(
        .service, "S/D", attributes: [.required(.serviceId, .identifier, "S/D", "unique in the manifest")],
        [
            .one(.leaf(.serviceType, .enumeration("serviceTypeCode", ["vod", "linear"]), "S/D"), order: "D"),
            .one(
                .leaf(.integrationType, .enumeration("integrationTypeCode", ["video_app", "channel"]), "S/D"),
                order: "D"),
            territory,
            .some(.leaf(.catalogRef, .catalogID, "S/D", "a catalog of this manifest"), order: "D"),
            feedURL, refreshInterval, auth,
            .any(AvailabilitySchema.serviceName, order: "D"),
            .optional(
                .leaf(.status, .enumeration("statusCode", ["active", "isolation", "paused", "retired"]), "D"),
                order: "D"),
        ])
}
