import Foundation

/// A column of a table that is converted to a feed: a name, and a detail after a colon (`title:fr-FR`).
struct TableColumn: Hashable {
    var name: String
    var detail: String?

    init(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts.first ?? "").trimmingCharacters(in: .whitespaces)
        detail = parts.count > 1 ? String(parts[1]).trimmingCharacters(in: .whitespaces) : nil
    }

    /// The description of a column.
    struct Kind: Sendable {
        var name: String
        var example: String
        var meaning: String
        var feeds: Set<FeedKind>

        /// Whether a detail may follow after a colon.
        var hasDetail: Bool { Self.detailed.contains(name) }

        private static let detailed: Set<String> = [
            "title", "shortTitle", "description", "rating", "artwork", "credit", "keyword", "externalId", "relatedItem",
            "competitor", "open", "play",
        ]
    }

    static let kinds: [Kind] = [
        Kind(
            name: "contentType", example: "movie",
            meaning: "movie, tv_show, tv_season, tv_episode, sporting_event or extra", feeds: [.catalog, .availability]),
        Kind(
            name: "contentId", example: "LB-1", meaning: "the id, which must never change",
            feeds: [.catalog, .availability]),
        Kind(
            name: "pubDate", example: "2026-03-01T10:00:00Z",
            meaning: "the date of the last change; default: the current time",
            feeds: [.catalog, .availability]),
        Kind(
            name: "contentGroupId", example: "G-1", meaning: "an id shared by all items of one work", feeds: [.catalog]),
        Kind(
            name: "title", example: "title:fr-FR",
            meaning: "a title, in the default locale or the one after the colon", feeds: [.catalog]),
        Kind(name: "shortTitle", example: "shortTitle:fr-FR", meaning: "a short title", feeds: [.catalog]),
        Kind(
            name: "description", example: "description:fr-FR",
            meaning: "a description, in the default locale or the one after the colon", feeds: [.catalog]),
        Kind(name: "genre", example: "drama|mystery", meaning: "genres, also separated by commas", feeds: [.catalog]),
        Kind(
            name: "rating", example: "rating:mpaa", meaning: "a rating in the system after the colon",
            feeds: [.catalog]),
        Kind(
            name: "artwork", example: "artwork:tile_artwork",
            meaning: "the URL of an image of that type; `url en,fr` for its locales", feeds: [.catalog]),
        Kind(
            name: "credit", example: "credit:actor",
            meaning: "names of people in that role; `Name as Character` for a character",
            feeds: [.catalog]),
        Kind(name: "isOriginal", example: "true", meaning: "whether the service produced it", feeds: [.catalog]),
        Kind(name: "keyword", example: "sea|coast", meaning: "keywords", feeds: [.catalog]),
        Kind(name: "originalLanguage", example: "en", meaning: "languages", feeds: [.catalog]),
        Kind(name: "externalId", example: "externalId:imdb", meaning: "an id of another system", feeds: [.catalog]),
        Kind(name: "relatedItem", example: "relatedItem:sequel_of", meaning: "ids of related items", feeds: [.catalog]),
        Kind(name: "type", example: "feature", meaning: "the kind of movie, show, episode or extra", feeds: [.catalog]),
        Kind(
            name: "duration", example: "5400 or 1:30:00", meaning: "the running time, in seconds or h:mm:ss",
            feeds: [.catalog]),
        Kind(
            name: "date", example: "2025-10-03",
            meaning: "the date of release, premiere or first broadcast, or the start of an event", feeds: [.catalog]),
        Kind(name: "endDate", example: "2026-03-07T21:45:00Z", meaning: "the end of an event", feeds: [.catalog]),
        Kind(name: "territory", example: "US", meaning: "the territory of the date", feeds: [.catalog]),
        Kind(name: "productionCountry", example: "NZ", meaning: "countries", feeds: [.catalog]),
        Kind(name: "studio", example: "Invented Pictures", meaning: "the studio", feeds: [.catalog]),
        Kind(name: "network", example: "Lantern Bay TV", meaning: "the network of a show", feeds: [.catalog]),
        Kind(name: "showContentId", example: "LB-SHOW", meaning: "the show of a season or episode", feeds: [.catalog]),
        Kind(name: "seasonContentId", example: "LB-S1", meaning: "the season of an episode", feeds: [.catalog]),
        Kind(name: "seasonNumber", example: "1", meaning: "the number of a season", feeds: [.catalog]),
        Kind(name: "episodeNumber", example: "3", meaning: "the number of an episode", feeds: [.catalog]),
        Kind(
            name: "relatedContentId", example: "LB-1", meaning: "the id of the item that an extra belongs to",
            feeds: [.catalog]),
        Kind(name: "language", example: "en", meaning: "audio languages of an extra", feeds: [.catalog]),
        Kind(name: "sportName", example: "hockey", meaning: "the sport", feeds: [.catalog]),
        Kind(name: "league", example: "TWHL", meaning: "the league's abbreviation", feeds: [.catalog]),
        Kind(name: "competitor", example: "competitor:home", meaning: "a competitor of that role", feeds: [.catalog]),
        Kind(name: "venue", example: "Otter Ice Hall", meaning: "the venue", feeds: [.catalog]),
        Kind(
            name: "catalogId", example: "org.example.catalog",
            meaning: "the item's catalog; default: the value of the option", feeds: [.availability]),
        Kind(
            name: "open", example: "open:atv", meaning: "the link to the item's page on that platform",
            feeds: [.availability]),
        Kind(name: "play", example: "play:atv", meaning: "the link that plays it", feeds: [.availability]),
        Kind(
            name: "offer", example: "subscription", meaning: "free, account, subscription or coming_soon",
            feeds: [.availability]),
        Kind(
            name: "windowStart", example: "2026-03-01T00:00:00-08:00", meaning: "the start of the offer",
            feeds: [.availability]),
        Kind(
            name: "windowEnd", example: "2027-03-01T00:00:00-08:00", meaning: "the end of the offer",
            feeds: [.availability]),
        Kind(name: "tier", example: "Movies", meaning: "tiers that include it", feeds: [.availability]),
        Kind(name: "closedCaptioning", example: "en-US|fr-FR", meaning: "languages", feeds: [.availability]),
        Kind(name: "subtitles", example: "en-US|fr-FR", meaning: "languages", feeds: [.availability]),
        Kind(name: "audioDescriptions", example: "en-US", meaning: "languages", feeds: [.availability]),
        Kind(name: "audioFormats", example: "AAC|DD5.1", meaning: "formats", feeds: [.availability]),
        Kind(name: "primaryLocale", example: "en-US", meaning: "the main audio language", feeds: [.availability]),
        Kind(name: "videoQuality", example: "hd", meaning: "sd, hd or uhd", feeds: [.availability]),
    ]
}
