/// A set of content types (umc-catalog.md 3.3).
///
/// Its members are inlined: an array literal of a set of another module would otherwise be an array at run time, for each item.
@usableFromInline package struct ContentTypes: OptionSet, Sendable, Hashable {
    @usableFromInline package let rawValue: UInt8

    @inlinable package static var movie: ContentTypes { ContentTypes(rawValue: 1) }
    @inlinable package static var show: ContentTypes { ContentTypes(rawValue: 2) }
    @inlinable package static var season: ContentTypes { ContentTypes(rawValue: 4) }
    @inlinable package static var episode: ContentTypes { ContentTypes(rawValue: 8) }
    @inlinable package static var sportingEvent: ContentTypes { ContentTypes(rawValue: 16) }
    @inlinable package static var extra: ContentTypes { ContentTypes(rawValue: 32) }
    /// Any other content type.
    @inlinable package static var unknown: ContentTypes { ContentTypes(rawValue: 128) }

    @inlinable package static var television: ContentTypes { [.show, .season, .episode] }
    @inlinable package static var playable: ContentTypes { [.movie, .episode, .sportingEvent, .extra] }
    @inlinable package static var all: ContentTypes {
        [.movie, .show, .season, .episode, .sportingEvent, .extra, .unknown]
    }

    package static let spellings: [(StaticString, ContentTypes)] = [
        ("movie", .movie), ("tv_show", .show), ("tv_season", .season), ("tv_episode", .episode),
        ("sporting_event", .sportingEvent), ("extra", .extra),
    ]

    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

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
