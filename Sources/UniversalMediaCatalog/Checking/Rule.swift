/// A check. Each is a file of its own in Rules/, with its examples.
protocol Rule: Sendable {
    static var info: RuleInfo { get }
}

extension Rule {
    var info: RuleInfo { Self.info }
}

/// The kinds of items (umc-catalog.md 3.3).
struct ContentTypes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let movie = ContentTypes(rawValue: 1)
    static let show = ContentTypes(rawValue: 2)
    static let season = ContentTypes(rawValue: 4)
    static let episode = ContentTypes(rawValue: 8)
    static let sportingEvent = ContentTypes(rawValue: 16)
    static let extra = ContentTypes(rawValue: 32)
    /// None of the enumeration.
    static let unknown = ContentTypes(rawValue: 128)

    static let television: ContentTypes = [.show, .season, .episode]
    static let playable: ContentTypes = [.movie, .episode, .sportingEvent, .extra]
    static let all: ContentTypes = [.movie, .show, .season, .episode, .sportingEvent, .extra, .unknown]

    static let spellings: [(StaticString, ContentTypes)] = [
        ("movie", .movie), ("tv_show", .show), ("tv_season", .season), ("tv_episode", .episode),
        ("sporting_event", .sportingEvent), ("extra", .extra),
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ text: FeedText) {
        for (spelling, type) in Self.spellings where text == spelling {
            self = type
            return
        }
        self = .unknown
    }

    /// Of one type.
    var spelling: String { Self.spellings.first { $0.1 == self }.map { "\($0.0)" } ?? "unknown" }
}

/// Looks at one item of a catalog at a time. Called from several threads at once.
protocol CatalogItemRule: Rule {
    /// Items that it has to do with.
    var types: ContentTypes { get }
    func check(_ item: CatalogItemView, _ findings: inout Findings)
}

extension CatalogItemRule {
    var types: ContentTypes { .all }
}

/// Looks at each title and description of a catalog.
protocol TextRule: Rule {
    func check(_ text: CatalogText, in item: CatalogItemView, _ findings: inout Findings)
}

/// Looks at one item of an availability feed at a time. Called from several threads at once.
protocol AvailabilityItemRule: Rule {
    var types: ContentTypes { get }
    func check(_ item: AvailabilityItemView, _ findings: inout Findings)
}

extension AvailabilityItemRule {
    var types: ContentTypes { .all }
}

/// Looks at what is outside the items of a feed, or at a whole manifest, when it has been read.
protocol DocumentRule: Rule {
    var kinds: Set<FeedKind> { get }
    func check(_ document: DocumentView, _ findings: inout Findings)
}

/// Looks at everything that was remembered of all feeds, when the last has been read.
protocol IndexRule: Rule {
    func check(_ index: FeedIndex, _ findings: inout IndexFindings)
}
