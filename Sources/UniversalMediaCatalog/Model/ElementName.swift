/// The elements of feeds, by local name (umc-catalog.md 2 and 3, umc-availability.md 2, umc-manifest.md 2).
///
/// Other names are `unknown`; their spelling is stored with the node.
public enum ElementName: String, CaseIterable, Sendable {
    case unknown = "*"

    // Documents.
    case umcCatalog, umcAvailability, umcPartnerManifest, partnerManifest

    // The heads of feeds.
    case teamId, catalogId, totalItemCount, lastBuildDate, defaultLocale, channel, item
    case service, serviceType, serviceOffers, serviceOffer, name

    // Items of catalogs.
    case contentType, contentId, pubDate, contentGroupId, title, description, genre, rating, advisory, reason, artwork
    case credit, credits, isOriginal, keyword, originalLanguage, externalId, relatedItem
    case movieInfo, tvShowInfo, tvSeasonInfo, tvEpisodeInfo, sportingEventInfo, extraInfo
    case type, version, duration, originalReleaseDate, productionCountry, studio
    case originalPremiereDate, network, endDate, status
    case showContentId, seasonContentId, seasonNumber, episodeNumber, originalAirDate
    case startDate, sportName, league, abbreviation, competitors, competitor, venue, city, country, isTBD
    case relatedContentId, language

    // Items of availability feeds.
    case locators, locator, playableProperties
    case closedCaptioning, subtitles, subtitlesForDeaf, audioDescriptions, additionalAudioLang, audioFormats
    case primaryLocale, videoQuality
    case offers, offer, offeringType, windowStart, windowEnd, isLive, availabilityType, price, restrictions, restriction
    case linearOffers, linearOffer

    // Manifests.
    case partner, catalogs, catalog, feedUrl, contentKind, refreshInterval, auth
    case brands, brand, appleId, territory, services, integrationType, catalogRef
}
