import UniversalMediaCatalog

/// The types of the offers of one item (umc-availability.md 5.1).
struct OfferTypes: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let free = OfferTypes(rawValue: 1)
    static let account = OfferTypes(rawValue: 2)
    static let subscription = OfferTypes(rawValue: 4)
    static let comingSoon = OfferTypes(rawValue: 8)
    static let purchase = OfferTypes(rawValue: 16)
    /// An airing on a linear channel.
    static let linear = OfferTypes(rawValue: 32)
    static let other = OfferTypes(rawValue: 128)

    static let playable: OfferTypes = [.free, .account, .subscription, .purchase, .linear]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ text: FeedText) {
        let text = text.trimmed
        self =
            text == "free"
            ? .free
            : text == "account"
                ? .account
                : text == "subscription"
                    ? .subscription
                    : text == "coming_soon" ? .comingSoon : text == "buy" || text == "rent" ? .purchase : .other
    }
}

/// What is remembered of an availability feed: some 40 bytes an item, beside its id.
struct AvailabilityIndex {
    typealias Symbol = TextTable.Symbol

    struct Entry {
        var id: Symbol = 0
        var catalog: Symbol = 0
        /// The primary one, and the additional ones.
        var audioLanguages: LanguageMask = []
        /// Seconds since 1970 of the latest end of an offer; 0: none that can be read.
        var lastEnd: UInt32 = 0
        /// Likewise of the earliest beginning.
        var firstStart: UInt32 = 0
        var line: UInt32 = 0
        var column: UInt32 = 0
        var offers: OfferTypes = []
        var type: ContentTypes = .unknown
        /// One of its offers has no end.
        var isOpenEnded = false
        var hasLocators = false
        var hasVariant = false
        /// Larger than a limit: nothing but its id and type is known.
        var isCut = false
    }

    /// A place that an offer of sports is limited to or kept from, where that place says something about the territory.
    struct Place {
        enum Kind: UInt8 {
            case marketArea, canadianRegion, foreignCountry
        }
        /// `UInt32.max`: an offer of the whole service.
        var entry: UInt32
        var value: Symbol
        var kind: Kind
    }

    /// A `linearOffer` whose times can be read, in seconds since 1970.
    struct Airing {
        var entry: UInt32
        var start: UInt32
        var end: UInt32
    }

    struct Service {
        var serviceID: String
        var teamID: String
        var type: String
        var position: SourcePosition
        var xpath: String
        var entries: Range<Int>

        var isLinear: Bool { type.lowercased() == "linear" }
    }

    let file: String
    let head: FeedHead
    let texts: TextTable
    let entries: ChunkedArray<Entry>
    let services: [Service]
    let tiers: Set<Symbol>
    let places: ContiguousArray<Place>
    let airings: ContiguousArray<Airing>
    let contentHashes: ChunkedArray<UInt64>
    let lastBuildDate: Double?
    let rootPosition: SourcePosition
    let isComplete: Bool
    /// The catalogs that items name, with the first item that does.
    let catalogs: [Symbol: Int]
    /// Types that at least one item has.
    let types: ContentTypes

    private let lookup: EntryLookup

    init(
        file: String, head: FeedHead, texts: TextTable, entries: ChunkedArray<Entry>, services: [Service],
        side: AvailabilitySideTables, document: (lastBuildDate: Double?, root: SourcePosition, isComplete: Bool)
    ) {
        self.file = file
        self.head = head
        self.texts = texts
        self.entries = entries
        self.services = services
        tiers = side.tiers
        places = side.places
        airings = side.airings
        contentHashes = side.contentHashes
        lastBuildDate = document.lastBuildDate
        rootPosition = document.root
        isComplete = document.isComplete
        var catalogs: [Symbol: Int] = [:]
        var types: ContentTypes = []
        var last: Symbol = 0
        for entry in entries.indices {
            types.formUnion(entries[entry].type)
            let catalog = entries[entry].catalog
            if catalog != last {
                last = catalog
                if catalog != 0, catalogs[catalog] == nil { catalogs[catalog] = entry }
            }
        }
        self.catalogs = catalogs
        self.types = types
        lookup = EntryLookup(entries.count) { entries[$0].id }
    }

    func find(_ id: Symbol) -> Int? { lookup.find(id) { entries[$0].id } }
    /// Items whose id an earlier item of the feed has already, in any of its services.
    var duplicates: ContiguousArray<Int> { lookup.duplicates }

    func id(_ entry: Int) -> String { texts[entries[entry].id] }

    func position(_ entry: Int) -> SourcePosition {
        SourcePosition(line: Int(entries[entry].line), column: Int(entries[entry].column))
    }

    /// The number of the service that an item belongs to.
    func service(of entry: Int) -> Int? { services.firstIndex { $0.entries.contains(entry) } }

    func xpath(_ entry: Int, _ path: String = "") -> String {
        let number = service(of: entry) ?? 0
        let first = number < services.count ? services[number].entries.lowerBound : 0
        return "/\(head.root)/service[\(number + 1)]/item[\(entry - first + 1)]" + (path.isEmpty ? "" : "/\(path)")
    }

    var memory: Int {
        entries.memory + lookup.memory + contentHashes.memory + places.capacity * MemoryLayout<Place>.stride
            + airings.capacity * MemoryLayout<Airing>.stride
    }
}

/// What only some items of an availability feed have.
struct AvailabilitySideTables: Sendable {
    var tiers: Set<TextTable.Symbol> = []
    var places: ContiguousArray<AvailabilityIndex.Place> = []
    var airings: ContiguousArray<AvailabilityIndex.Airing> = []
    var contentHashes = ChunkedArray<UInt64>()
}
