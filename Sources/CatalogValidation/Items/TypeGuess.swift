import UniversalMediaCatalog

/// Suggests the content type of an item whose contentType is misspelt or missing, so that the rules of that type still apply.
enum TypeGuess {
    /// Returns the type of the only details block, or else the type that the contentType resembles; `.unknown` if neither exists.
    static func ofCatalogItem(_ item: FeedNode) -> ContentTypes {
        var found: ContentTypes = []
        for child in item.children {
            for (name, type) in blocks where child.name == name { found.formUnion(type) }
        }
        if found.rawValue.nonzeroBitCount == 1 { return found }
        return item.identity(.contentType, .contentType).flatMap(spelt) ?? .unknown
    }

    /// Returns the type that the contentType resembles, or else that of the item's offers; `.unknown` if neither exists.
    static func ofAvailabilityItem(_ item: FeedNode) -> ContentTypes {
        if let type = item[.contentType].flatMap(spelt) { return type }
        if item.has(.linearOffers) { return .sportingEvent }
        let isPlayed = item.first(.locators)?.children.contains { $0[.action].map { $0 == "play" } ?? false } ?? false
        return isPlayed && item.has(.offers) ? .movie : .unknown
    }

    /// Returns the type whose name, or one of whose usual names, a text resembles.
    static func spelt(_ text: FeedText) -> ContentTypes? {
        let text = text.trimmed.string
        guard let name = Spelling.nearest(to: text, among: names.map(\.0)) else { return nil }
        return names.first { $0.0 == name }?.1
    }

    private static let blocks: [(ElementName, ContentTypes)] = [
        (.movieInfo, .movie), (.tvShowInfo, .show), (.tvSeasonInfo, .season), (.tvEpisodeInfo, .episode),
        (.sportingEventInfo, .sportingEvent), (.extraInfo, .extra),
    ]

    private static let names: [(String, ContentTypes)] =
        ContentTypes.spellings.map { ("\($0.0)", $0.1) } + [
            ("film", .movie), ("feature", .movie), ("show", .show), ("series", .show), ("tv_series", .show),
            ("season", .season), ("episode", .episode), ("event", .sportingEvent), ("sports_event", .sportingEvent),
            ("match", .sportingEvent), ("game", .sportingEvent), ("trailer", .extra), ("preview", .extra),
            ("bonus", .extra), ("clip", .extra),
        ]
}
