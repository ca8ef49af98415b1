/// Writes feeds in their canonical form: current layout, the order of the specification, two spaces of indentation, no namespace.
///
/// Output is passed on in chunks, so that a feed of any size needs only the memory of one item. Not thread-safe.
public struct FeedWriter {
    private var writer = MarkupWriter()
    private let output: (String) throws -> Void

    /// - Parameter output: receives each chunk of the feed, in order.
    public init(_ output: @escaping (String) throws -> Void) {
        self.output = output
        writer.declaration()
    }

    // MARK: Catalogs

    /// - Parameter itemCount: the number of items that follow, if known.
    public mutating func begin(_ head: CatalogHead, itemCount: Int?) throws {
        writer.begin(
            "umcCatalog", [("version", head.version), ("teamId", head.teamID), ("catalogId", head.catalogID)])
        writer.element("totalItemCount", itemCount.map(String.init))
        writer.element("lastBuildDate", head.lastBuildDate?.description)
        writer.element("title", head.title)
        writer.element("description", head.description)
        writer.element("defaultLocale", head.defaultLocale)
        try flush()
    }

    public mutating func write(_ item: CatalogItem) throws {
        writer.begin("item", [("contentType", item.contentTypeName), ("contentId", item.contentID)])
        writer.element("pubDate", item.pubDate?.description)
        writer.element("contentGroupId", item.contentGroupID)
        for title in item.titles { write("title", title) }
        for description in item.descriptions { write("description", description) }
        for genre in item.genres { writer.element("genre", genre) }
        for rating in item.ratings {
            writer.element(
                "rating", rating.value,
                [
                    ("systemCode", rating.system),
                    ("advisories", rating.advisories.isEmpty ? nil : rating.advisories.joined(separator: ",")),
                    ("reason", rating.reason),
                ])
        }
        for artwork in item.artworks {
            writer.element(
                "artwork", "",
                [
                    ("url", artwork.url), ("type", artwork.type),
                    ("locales", artwork.locales.isEmpty ? nil : artwork.locales.joined(separator: ",")),
                ])
        }
        for credit in item.credits {
            writer.element(
                "credit", credit.name,
                [("role", credit.role), ("characterName", credit.characterName), ("locale", credit.locale)])
        }
        writer.element("isOriginal", item.isOriginal.map { "\($0)" })
        for keyword in item.keywords { write("keyword", keyword) }
        for language in item.originalLanguages { writer.element("originalLanguage", language) }
        for id in item.externalIDs { writer.element("externalId", id.value, [("system", id.system)]) }
        for related in item.relatedItems {
            writer.element("relatedItem", related.contentID, [("relationship", related.relationship)])
        }
        if let info = item.info { write(info) }
        for other in item.others { writer.element(other) }
        writer.end()
        try flush()
    }

    private mutating func write(_ name: String, _ text: LocalizedText) {
        writer.element(
            name, text.text,
            [("locale", text.locale), ("type", text.type), ("isPhonetic", text.isPhonetic ? "true" : nil)])
    }

    private mutating func write(_ info: CatalogItem.Info) {
        switch info {
        case .movie(let movie):
            writer.group("movieInfo") { writer in
                writer.element("type", movie.type)
                writer.element("version", movie.version)
                writer.element("duration", movie.duration.map(String.init))
                for release in movie.releaseDates {
                    writer.element("originalReleaseDate", release.date, [("territory", release.territory)])
                }
                for country in movie.productionCountries { writer.element("productionCountry", country) }
                writer.element("studio", movie.studio)
            }
        case .show(let show):
            writer.group("tvShowInfo") { writer in
                writer.element("type", show.type)
                writer.element("originalPremiereDate", show.premiereDate)
                writer.element("network", show.network)
                writer.element("endDate", show.endDate)
                writer.element("status", show.status)
            }
        case .season(let season):
            writer.group("tvSeasonInfo") { writer in
                writer.element("showContentId", season.showContentID)
                writer.element("seasonNumber", season.number.map(String.init))
                writer.element("originalPremiereDate", season.premiereDate)
            }
        case .episode(let episode):
            writer.group("tvEpisodeInfo") { writer in
                writer.element("type", episode.type)
                writer.element("duration", episode.duration.map(String.init))
                writer.element("originalAirDate", episode.airDate)
                writer.element("showContentId", episode.showContentID)
                writer.element("seasonContentId", episode.seasonContentID)
                writer.element("seasonNumber", episode.seasonNumber.map(String.init))
                writer.element("episodeNumber", episode.number.map(String.init))
            }
        case .sportingEvent(let event): write(event)
        case .extra(let extra):
            writer.group("extraInfo") { writer in
                writer.element("type", extra.type)
                for id in extra.relatedContentIDs { writer.element("relatedContentId", id) }
                writer.element("duration", extra.duration.map(String.init))
                for language in extra.languages { writer.element("language", language) }
            }
        }
    }

    private mutating func write(_ event: CatalogItem.SportingEvent) {
        writer.group("sportingEventInfo") { writer in
            writer.element("startDate", event.startDate?.description)
            writer.element("endDate", event.endDate?.description)
            writer.element("sportName", event.sportName)
            writer.group("league", !event.leagueNames.isEmpty || event.leagueAbbreviation != nil) { writer in
                for name in event.leagueNames { writer.element("name", name.text, [("locale", name.locale)]) }
                writer.element("abbreviation", event.leagueAbbreviation)
            }
            writer.group("competitors", !event.competitors.isEmpty) { writer in
                for competitor in event.competitors {
                    writer.begin("competitor", [("role", competitor.role), ("externalId", competitor.externalID)])
                    for name in competitor.names { writer.element("name", name.text, [("locale", name.locale)]) }
                    writer.element("abbreviation", competitor.abbreviation)
                    writer.end()
                }
            }
            let hasVenue = event.venueName != nil || !event.venueCities.isEmpty || event.venueCountry != nil
            writer.group("venue", hasVenue) { writer in
                writer.element("name", event.venueName)
                for city in event.venueCities { writer.element("city", city.text, [("locale", city.locale)]) }
                writer.element("country", event.venueCountry)
            }
            writer.element("isTBD", event.isTBD.map { "\($0)" })
        }
    }

    // MARK: Availability

    /// - Parameter itemCount: the number of items that follow, if known.
    public mutating func begin(_ head: AvailabilityHead, itemCount: Int?) throws {
        writer.begin("umcAvailability", [("version", head.version)])
        writer.element("lastBuildDate", head.lastBuildDate?.description)
        writer.begin("service", [("teamId", head.teamID), ("serviceId", head.serviceID)])
        writer.element("serviceType", head.serviceType)
        writer.element("totalItemCount", itemCount.map(String.init))
        for name in head.names { writer.element("name", name.text, [("locale", name.locale), ("type", name.type)]) }
        writer.group("serviceOffers", !head.serviceOffers.isEmpty) { writer in
            for offer in head.serviceOffers { Self.write("serviceOffer", offer, &writer) }
        }
        Self.write(head.locators, &writer)
        try flush()
    }

    public mutating func write(_ item: AvailabilityItem) throws {
        writer.begin(
            "item",
            [
                ("contentType", item.contentTypeName), ("contentId", item.contentID), ("catalogId", item.catalogID),
                ("variantId", item.variantID),
            ])
        writer.element("pubDate", item.pubDate?.description)
        Self.write(item.locators, &writer)
        if let properties = item.properties { Self.write(properties, &writer) }
        writer.group("offers", !item.offers.isEmpty) { writer in
            for offer in item.offers { Self.write("offer", offer, &writer) }
        }
        writer.group("linearOffers", !item.linearOffers.isEmpty) { writer in
            for offer in item.linearOffers { Self.write("linearOffer", offer, &writer) }
        }
        for other in item.others { writer.element(other) }
        writer.end()
        try flush()
    }

    private static func write(_ locators: [Locator], _ writer: inout MarkupWriter) {
        writer.group("locators", !locators.isEmpty) { writer in
            for locator in locators {
                writer.element(
                    "locator", "",
                    [("platform", locator.platform), ("action", locator.action), ("url", locator.url)])
            }
        }
    }

    private static func write(_ properties: PlayableProperties, _ writer: inout MarkupWriter) {
        func list(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: ",") }
        writer.group("playableProperties") { writer in
            writer.element("closedCaptioning", list(properties.closedCaptioning))
            writer.element("subtitles", list(properties.subtitles))
            writer.element("subtitlesForDeaf", list(properties.subtitlesForDeaf))
            writer.element("audioDescriptions", list(properties.audioDescriptions))
            writer.element("additionalAudioLang", list(properties.additionalAudioLanguages))
            writer.element("audioFormats", list(properties.audioFormats))
            writer.element("primaryLocale", properties.primaryLocale)
            writer.element("videoQuality", properties.videoQuality)
        }
    }

    private static func write(_ name: String, _ offer: Offer, _ writer: inout MarkupWriter) {
        writer.group(name) { writer in
            writer.element("offeringType", offer.type)
            writer.element("windowStart", offer.windowStart?.description)
            writer.element("windowEnd", offer.windowEnd?.description)
            writer.element("isLive", offer.isLive.map { "\($0)" })
            writer.element("availabilityType", offer.availabilityType)
            writer.element("price", offer.price, [("currency", offer.currency)])
            writer.group("restrictions", !offer.restrictions.isEmpty) { writer in
                for restriction in offer.restrictions {
                    writer.element(
                        "restriction", restriction.value,
                        [("type", restriction.type), ("relationship", restriction.relationship)])
                }
            }
        }
    }

    // MARK: Manifests

    public mutating func write(_ manifest: PartnerManifest) throws {
        writer.begin("umcPartnerManifest", [("version", manifest.version), ("teamId", manifest.teamID)])
        writer.element("lastBuildDate", manifest.lastBuildDate?.description)
        writer.begin("partner", [("partnerId", manifest.partnerID)])
        writer.element("name", manifest.partnerName)
        writer.end()
        writer.group("catalogs", !manifest.catalogs.isEmpty) { writer in
            for catalog in manifest.catalogs {
                writer.begin("catalog", [("catalogId", catalog.catalogID)])
                writer.element("feedUrl", catalog.feedURL)
                writer.element("contentKind", catalog.contentKind)
                writer.element("refreshInterval", catalog.refreshInterval)
                Self.write(catalog.authentication, &writer)
                writer.end()
            }
        }
        writer.group("brands", !manifest.brands.isEmpty) { writer in
            for brand in manifest.brands { Self.write(brand, &writer) }
        }
        try finish()
    }

    private static func write(_ authentication: PartnerManifest.Authentication?, _ writer: inout MarkupWriter) {
        guard let authentication else { return }
        writer.element(
            "auth", "", [("type", authentication.type), ("credentialRef", authentication.credentialReference)])
    }

    private static func write(_ brand: PartnerManifest.Brand, _ writer: inout MarkupWriter) {
        writer.begin("brand", [("brandId", brand.brandID)])
        for name in brand.names { writer.element("name", name.text, [("locale", name.locale)]) }
        for id in brand.appleIDs { writer.element("appleId", id) }
        for territory in brand.territories { writer.element("territory", territory) }
        writer.group("services", !brand.services.isEmpty) { writer in
            for service in brand.services {
                writer.begin("service", [("serviceId", service.serviceID)])
                writer.element("serviceType", service.serviceType)
                writer.element("integrationType", service.integrationType)
                for territory in service.territories { writer.element("territory", territory) }
                for reference in service.catalogReferences { writer.element("catalogRef", reference) }
                writer.element("feedUrl", service.feedURL)
                writer.element("refreshInterval", service.refreshInterval)
                write(service.authentication, &writer)
                for name in service.names {
                    writer.element("name", name.text, [("locale", name.locale), ("type", name.type)])
                }
                writer.element("status", service.status)
                writer.end()
            }
        }
        writer.end()
    }

    // MARK: End

    /// Writes a comment at the current position.
    public mutating func comment(_ text: String) { writer.comment(text) }

    /// Closes all open elements. Nothing may be written afterwards.
    public mutating func finish() throws {
        writer.endAll()
        try flush()
    }

    private mutating func flush() throws { try output(writer.take()) }
}
