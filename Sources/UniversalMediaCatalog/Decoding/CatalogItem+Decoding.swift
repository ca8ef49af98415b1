extension CatalogItem {
    /// - Parameter item: the `item` element.
    init(item: FeedNode) {
        let typeName = item.identity(.contentType, .contentType)?.trimmed
        self.init(typeName: typeName?.string ?? "", contentID: item.identity(.contentId, .contentId)?.string ?? "")
        let infoName = ContentTypes(typeName ?? .none).infoName
        for node in item.children {
            switch node.name {
            case .contentType, .contentId: break
            case .pubDate where pubDate == nil: pubDate = node.value.flatMap { FeedDateTime($0) }
            case .contentGroupId where contentGroupID == nil: contentGroupID = node.value
            case .title: titles.append(node.localizedText)
            case .description: descriptions.append(node.localizedText)
            // In 1.x, one element may contain several genres.
            case .genre: genres += node.text.listed.filter { !$0.isEmpty }.map(\.string)
            case .rating: ratings.append(Rating(node))
            case .artwork: artworks.append(Artwork(node))
            case .credit: credits.append(Credit(node))
            case .credits: credits += node.children.filter { $0.name == .credit }.map { Credit($0) }
            case .isOriginal where isOriginal == nil: isOriginal = item.boolean(of: .isOriginal)
            case .keyword: keywords.append(node.localizedText)
            case .originalLanguage: originalLanguages += node.value.map { [$0] } ?? []
            case .externalId:
                externalIDs.append(ExternalID(system: node.string(.system) ?? "", value: node.value ?? ""))
            case .relatedItem:
                relatedItems.append(
                    RelatedItem(relationship: node.string(.relationship) ?? "", contentID: node.value ?? ""))
            case infoName where info == nil: info = Info(node)
            default: others.append(FeedElement(node))
            }
        }
    }
}

extension CatalogItem.Rating {
    init(_ node: FeedNode) {
        self.init(system: node.string(.systemCode) ?? "", value: node.hasChildren ? "" : node.value ?? "")
        advisories =
            (node[.advisories]?.listed.filter { !$0.isEmpty }.map(\.string) ?? []) + node.values(of: .advisory)
        reason = node.string(.reason) ?? node.value(of: .reason)
    }
}

extension CatalogItem.Artwork {
    init(_ node: FeedNode) {
        self.init(
            url: node.string(.url) ?? "", type: node.string(.type) ?? "",
            locales: node[.locales]?.listed.filter { !$0.isEmpty }.map(\.string) ?? [])
    }
}

extension CatalogItem.Credit {
    init(_ node: FeedNode) {
        self.init(
            name: node.value ?? "", role: node.string(.role) ?? "", characterName: node.string(.characterName))
        locale = node.string(.locale)
    }
}

extension CatalogItem.Info {
    init?(_ node: FeedNode) {
        switch node.name {
        case .movieInfo: self = .movie(CatalogItem.Movie(node))
        case .tvShowInfo: self = .show(CatalogItem.Show(node))
        case .tvSeasonInfo: self = .season(CatalogItem.Season(node))
        case .tvEpisodeInfo: self = .episode(CatalogItem.Episode(node))
        case .sportingEventInfo: self = .sportingEvent(CatalogItem.SportingEvent(node))
        case .extraInfo: self = .extra(CatalogItem.Extra(node))
        default: return nil
        }
    }
}

extension CatalogItem.Movie {
    init(_ node: FeedNode) {
        type = node.value(of: .type)
        version = node.value(of: .version)
        duration = node.number(of: .duration)
        releaseDates = node.children.filter { $0.name == .originalReleaseDate }.compactMap { date in
            date.value.map { Release($0, territory: date.string(.territory)) }
        }
        productionCountries = node.values(of: .productionCountry)
        studio = node.value(of: .studio)
    }
}

extension CatalogItem.Show {
    init(_ node: FeedNode) {
        type = node.value(of: .type)
        premiereDate = node.value(of: .originalPremiereDate)
        network = node.value(of: .network)
        endDate = node.value(of: .endDate)
        status = node.value(of: .status)
    }
}

extension CatalogItem.Season {
    init(_ node: FeedNode) {
        showContentID = node.value(of: .showContentId)
        number = node.number(of: .seasonNumber)
        premiereDate = node.value(of: .originalPremiereDate)
    }
}

extension CatalogItem.Episode {
    init(_ node: FeedNode) {
        type = node.value(of: .type)
        duration = node.number(of: .duration)
        airDate = node.value(of: .originalAirDate)
        showContentID = node.value(of: .showContentId)
        seasonContentID = node.value(of: .seasonContentId)
        seasonNumber = node.number(of: .seasonNumber)
        number = node.number(of: .episodeNumber)
    }
}

extension CatalogItem.SportingEvent {
    init(_ node: FeedNode) {
        startDate = node.moment(of: .startDate)
        endDate = node.moment(of: .endDate)
        sportName = node.value(of: .sportName)
        leagueNames = node.first(.league)?.localizedTexts(.name) ?? []
        leagueAbbreviation = node.first(.league, .abbreviation)?.value
        competitors =
            node.first(.competitors)?.children.filter { $0.name == .competitor }.map { competitor in
                var result = Competitor()
                result.role = competitor.string(.role)
                result.externalID = competitor.string(.externalId)
                result.names = competitor.localizedTexts(.name)
                result.abbreviation = competitor.value(of: .abbreviation)
                return result
            } ?? []
        venueName = node.first(.venue, .name)?.value
        venueCities = node.first(.venue)?.localizedTexts(.city) ?? []
        venueCountry = node.first(.venue, .country)?.value
        isTBD = node.boolean(of: .isTBD)
    }
}

extension CatalogItem.Extra {
    init(_ node: FeedNode) {
        type = node.value(of: .type)
        relatedContentIDs = node.values(of: .relatedContentId)
        duration = node.number(of: .duration)
        languages = node.values(of: .language)
    }
}
