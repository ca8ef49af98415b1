extension CatalogItem {
    /// The details of an item of one content type (umc-catalog.md 3.11 to 3.16). Dates are `YYYY-MM-DD`, durations in seconds.
    public enum Info: Sendable, Hashable, Codable {
        case movie(Movie)
        case show(Show)
        case season(Season)
        case episode(Episode)
        case sportingEvent(SportingEvent)
        case extra(Extra)

        public var duration: Int? {
            switch self {
            case .movie(let movie): movie.duration
            case .episode(let episode): episode.duration
            case .extra(let extra): extra.duration
            case .show, .season, .sportingEvent: nil
            }
        }

        /// Date of the release, premiere, first broadcast or event: `YYYY-MM-DD…`.
        public var date: String? {
            switch self {
            case .movie(let movie): movie.releaseDates.first?.date
            case .show(let show): show.premiereDate
            case .season(let season): season.premiereDate
            case .episode(let episode): episode.airDate
            case .sportingEvent(let event): event.startDate?.description
            case .extra: nil
            }
        }
    }

    public struct Movie: Sendable, Hashable, Codable {
        public struct Release: Sendable, Hashable, Codable {
            public var date: String
            /// ISO 3166-1 code; nil: everywhere.
            public var territory: String?

            public init(_ date: String, territory: String? = nil) {
                self.date = date
                self.territory = territory
            }
        }

        public var type: String?
        public var version: String?
        public var duration: Int?
        public var releaseDates: [Release] = []
        public var productionCountries: [String] = []
        public var studio: String?

        public init() {}
    }

    public struct Show: Sendable, Hashable, Codable {
        public var type: String?
        public var premiereDate: String?
        public var network: String?
        public var endDate: String?
        public var status: String?

        public init() {}
    }

    public struct Season: Sendable, Hashable, Codable {
        public var showContentID: String?
        public var number: Int?
        public var premiereDate: String?

        public init() {}
    }

    public struct Episode: Sendable, Hashable, Codable {
        public var type: String?
        public var duration: Int?
        public var airDate: String?
        public var showContentID: String?
        public var seasonContentID: String?
        public var seasonNumber: Int?
        public var number: Int?

        public init() {}
    }

    public struct SportingEvent: Sendable, Hashable, Codable {
        public struct Competitor: Sendable, Hashable, Codable {
            public var role: String?
            public var externalID: String?
            public var names: [LocalizedText] = []
            public var abbreviation: String?

            public init() {}
        }

        public var startDate: FeedDateTime?
        public var endDate: FeedDateTime?
        public var sportName: String?
        public var leagueNames: [LocalizedText] = []
        public var leagueAbbreviation: String?
        public var competitors: [Competitor] = []
        public var venueName: String?
        public var venueCities: [LocalizedText] = []
        public var venueCountry: String?
        public var isTBD: Bool?

        public init() {}
    }

    public struct Extra: Sendable, Hashable, Codable {
        public var type: String?
        public var relatedContentIDs: [String] = []
        public var duration: Int?
        public var languages: [String] = []

        public init() {}
    }
}
