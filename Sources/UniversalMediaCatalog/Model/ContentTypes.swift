/// A set of content types (umc-catalog.md 3.3).
package struct ContentTypes: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package static let movie = ContentTypes(rawValue: 1)
    package static let show = ContentTypes(rawValue: 2)
    package static let season = ContentTypes(rawValue: 4)
    package static let episode = ContentTypes(rawValue: 8)
    package static let sportingEvent = ContentTypes(rawValue: 16)
    package static let extra = ContentTypes(rawValue: 32)
    /// Any other content type.
    package static let unknown = ContentTypes(rawValue: 128)

    package static let television: ContentTypes = [.show, .season, .episode]
    package static let playable: ContentTypes = [.movie, .episode, .sportingEvent, .extra]
    package static let all: ContentTypes = [.movie, .show, .season, .episode, .sportingEvent, .extra, .unknown]

    package static let spellings: [(StaticString, ContentTypes)] = [
        ("movie", .movie), ("tv_show", .show), ("tv_season", .season), ("tv_episode", .episode),
        ("sporting_event", .sportingEvent), ("extra", .extra),
    ]

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package init(_ text: FeedText) {
        for (spelling, type) in Self.spellings where text == spelling {
            self = type
            return
        }
        self = .unknown
    }

    /// The spelling of a single type in feeds.
    package var spelling: String { Self.spellings.first { $0.1 == self }.map { "\($0.0)" } ?? "unknown" }

    /// The name of the details element of this type, such as `movieInfo`; nil if there is none.
    package var infoName: ElementName? {
        switch self {
        case .movie: .movieInfo
        case .show: .tvShowInfo
        case .season: .tvSeasonInfo
        case .episode: .tvEpisodeInfo
        case .sportingEvent: .sportingEventInfo
        case .extra: .extraInfo
        default: nil
        }
    }
}
