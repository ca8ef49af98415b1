import Foundation

/// Converts a table row to an item of a catalog.
struct CatalogRow {
    private let cells: RowReader
    private let head: CatalogHead
    private let now: Date

    init(_ row: TableRow, _ table: String, _ head: CatalogHead, _ now: Date) {
        cells = RowReader(row, table)
        self.head = head
        self.now = now
    }

    func item() throws -> CatalogItem {
        guard let id = try cells.id("contentId") else { throw cells.missing("contentId") }
        let typeName = try cells.text("contentType") ?? "movie"
        guard let type = ContentType(rawValue: typeName) else {
            throw cells.error(
                "contentType", typeName, "use one of \(ContentType.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var item = CatalogItem(type, contentID: id)
        item.pubDate = try cells.moment("pubDate") ?? FeedDateTime(now)
        item.contentGroupID = try cells.id("contentGroupId")
        item.titles = cells.wholes("title").map { LocalizedText($0.text, locale: $0.detail ?? head.defaultLocale) }
        item.titles += cells.wholes("shortTitle").map {
            LocalizedText($0.text, locale: $0.detail ?? head.defaultLocale, type: "short")
        }
        item.descriptions = cells.wholes("description").map {
            LocalizedText($0.text, locale: $0.detail ?? head.defaultLocale)
        }
        // As in feeds, commas separate genres.
        item.genres = cells.parts("genre").flatMap { part in
            part.text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
                .filter { !$0.isEmpty }
        }
        item.ratings = try cells.parts("rating").map { part in
            guard let system = part.detail else {
                throw cells.error("rating", part.text, "write the system after a colon, such as rating:mpaa")
            }
            return CatalogItem.Rating(system: system, value: part.text)
        }
        item.artworks = try cells.parts("artwork").map { part in
            guard let type = part.detail else {
                throw cells.error("artwork", part.text, "write the type after a colon, such as artwork:tile_artwork")
            }
            let words = part.text.split(separator: " ", maxSplits: 1)
            return CatalogItem.Artwork(
                url: String(words[0]), type: type,
                locales: words.count > 1
                    ? words[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } : [])
        }
        item.credits = cells.parts("credit").map { part in
            let words = part.text.components(separatedBy: " as ")
            return CatalogItem.Credit(
                name: words[0], role: part.detail ?? "other",
                characterName: words.count > 1 ? words[1...].joined(separator: " as ") : nil)
        }
        item.isOriginal = try cells.boolean("isOriginal")
        item.keywords = cells.parts("keyword").map { LocalizedText($0.text, locale: $0.detail ?? head.defaultLocale) }
        item.originalLanguages = cells.parts("originalLanguage").map(\.text)
        item.externalIDs = cells.parts("externalId").map {
            CatalogItem.ExternalID(system: $0.detail ?? "house", value: $0.text)
        }
        item.relatedItems = cells.parts("relatedItem").map {
            CatalogItem.RelatedItem(relationship: $0.detail ?? "similar_to", contentID: $0.text)
        }
        item.info = try info(type)
        try cells.finish(.catalog, "a row of type \(typeName)")
        return item
    }

    private func info(_ type: ContentType) throws -> CatalogItem.Info {
        switch type {
        case .movie:
            var movie = CatalogItem.Movie()
            movie.type = try cells.text("type")
            movie.duration = try cells.seconds("duration")
            let territory = try cells.text("territory")
            movie.releaseDates = try cells.parts("date").map {
                .init(try cells.date("date", $0.text), territory: territory)
            }
            if let territory, movie.releaseDates.isEmpty {
                throw cells.error("territory", territory, "write the date of the release there, or leave it empty")
            }
            movie.productionCountries = cells.parts("productionCountry").map(\.text)
            movie.studio = try cells.text("studio")
            return .movie(movie)
        case .show:
            var show = CatalogItem.Show()
            show.type = try cells.text("type") ?? "series"
            show.premiereDate = try cells.date("date")
            show.network = try cells.text("network")
            show.endDate = try cells.date("endDate")
            return .show(show)
        case .season:
            var season = CatalogItem.Season()
            season.showContentID = try cells.id("showContentId")
            season.number = try cells.number("seasonNumber")
            season.premiereDate = try cells.date("date")
            return .season(season)
        case .episode:
            var episode = CatalogItem.Episode()
            episode.type = try cells.text("type") ?? "standard"
            episode.duration = try cells.seconds("duration")
            episode.airDate = try cells.date("date")
            episode.showContentID = try cells.id("showContentId")
            episode.seasonContentID = try cells.id("seasonContentId")
            episode.seasonNumber = try cells.number("seasonNumber")
            episode.number = try cells.number("episodeNumber")
            return .episode(episode)
        case .sportingEvent:
            var event = CatalogItem.SportingEvent()
            event.startDate = try cells.moment("date")
            event.endDate = try cells.moment("endDate")
            event.sportName = try cells.text("sportName")
            event.leagueAbbreviation = try cells.text("league")
            event.competitors = cells.parts("competitor").map { part in
                var competitor = CatalogItem.SportingEvent.Competitor()
                competitor.role = part.detail
                competitor.names = [LocalizedText(part.text, locale: head.defaultLocale)]
                return competitor
            }
            event.venueName = try cells.text("venue")
            return .sportingEvent(event)
        case .extra:
            var extra = CatalogItem.Extra()
            extra.type = try cells.text("type") ?? "preview"
            extra.relatedContentIDs = cells.parts("relatedContentId").map(\.text)
            extra.duration = try cells.seconds("duration")
            extra.languages = cells.parts("language").map(\.text)
            return .extra(extra)
        }
    }
}
