import UniversalMediaCatalog

/// The set of offer types of one item (umc-availability.md 5.1).
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

/// The retained facts of an availability feed: about 40 bytes for each item, plus its id.
struct AvailabilityIndex {
    typealias Symbol = TextTable.Symbol

    struct Entry {
        var id: Symbol = 0
        var catalog: Symbol = 0
        /// The primary and the additional audio languages.
        var audioLanguages: LanguageMask = []
        /// The latest end of an offer, in seconds since 1970; 0: no valid one.
        var lastEnd: UInt32 = 0
        /// The earliest start of an offer, in seconds since 1970; 0: no valid one.
        var firstStart: UInt32 = 0
        var line: UInt32 = 0
        var column: UInt32 = 0
        var offers: OfferTypes = []
        var type: ContentTypes = .unknown
        /// Whether one of its offers has no end.
        var isOpenEnded = false
        var hasLocators = false
        var hasVariant = false
        /// Whether the item exceeds the size limit, so that only its id and type are known.
        var isCut = false
        /// Platforms of its links.
        var platforms: LinkPlatforms = []
        /// The language of primaryLocale, as its number in `LanguageMask`; `UInt8.max`: none.
        private var primaryLanguageNumber = UInt8.max

        /// The language of primaryLocale; empty: none.
        var primaryLanguage: LanguageMask {
            get { primaryLanguageNumber == .max ? [] : LanguageMask(rawValue: 1 << UInt64(primaryLanguageNumber)) }
            set {
                primaryLanguageNumber = newValue.isEmpty ? .max : UInt8(newValue.rawValue.trailingZeroBitCount)
            }
        }
    }

    /// A place in a sports restriction (allowed or denied) that implies a territory.
    struct Place {
        enum Kind: UInt8 {
            case marketArea, canadianRegion, foreignCountry
        }
        /// Index of the item; `UInt32.max`: a restriction of the whole service.
        var entry: UInt32
        var value: Symbol
        var kind: Kind
    }

    /// A country that an offer with device locations allows, or denies as a whole.
    struct Reach {
        /// Index of the item.
        var entry: UInt32
        /// Number of the offer among those of its item, from 0.
        var offer: UInt16
        var country: CountryCode
        var isAllowed: Bool
    }

    /// The window of a `serviceOffer`, in seconds since 1970, and the countries of its device locations.
    struct ServiceOffer {
        var start: Double?
        /// nil: the offer has no end, or no valid one.
        var end: Double?
        var reaches: [Reach]
    }

    /// A `linearOffer`, or the `offer` of an event, with valid times, in seconds since 1970.
    struct Airing {
        var entry: UInt32
        var start: UInt32
        var end: UInt32
        var isLive: Bool
        /// Whether isLive is false, and not missing.
        var isRepeat: Bool
    }

    /// The offers whose windows start at midnight with one UTC offset.
    struct Midnight {
        /// In minutes east of UTC; not 0.
        var offset: Int16
        var count: UInt32
        /// The first item with such an offer.
        var entry: UInt32
    }

    struct Service {
        var serviceID: String
        var teamID: String
        var type: String
        var position: SourcePosition
        var xpath: String
        var entries: Range<Int>
        var offers: [ServiceOffer] = []
        /// Platforms of the service's own links.
        var platforms: LinkPlatforms = []
        /// The names of a channel, without synonyms.
        var names: [ServiceName] = []
        /// Further names of a channel, for voice.
        var synonyms: [ServiceName] = []

        var isLinear: Bool { type.lowercased() == "linear" }
    }

    let file: String
    let head: FeedHead
    let texts: TextTable
    let entries: ChunkedArray<Entry>
    let services: [Service]
    let tiers: Set<Symbol>
    let places: ContiguousArray<Place>
    let reaches: ContiguousArray<Reach>
    let servers: ContiguousArray<LinkServer>
    let airings: ContiguousArray<Airing>
    let midnights: ContiguousArray<Midnight>
    let links: LinkFacts
    let slugs: ContiguousArray<LinkSlug>
    /// The items with a variantId, in document order, with its hash.
    let variants: ContiguousArray<(entry: UInt32, hash: UInt64)>
    let contentHashes: ChunkedArray<UInt64>
    /// What is compared with the previous build, of each entry; empty unless builds are compared.
    let facts: ContiguousArray<OfferFacts>
    let lastBuildDate: Double?
    let rootPosition: SourcePosition
    let isComplete: Bool
    /// Catalogs that items refer to, each with the first such item.
    let catalogs: [Symbol: Int]
    /// Content types that occur in the feed.
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
        reaches = side.reaches
        servers = side.servers
        airings = side.airings
        midnights = side.midnights
        links = side.links
        slugs = side.slugs
        variants = side.variants
        contentHashes = side.contentHashes
        facts = side.facts
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
    /// Items whose id occurs earlier in the feed, in any of its services.
    var duplicates: ContiguousArray<Int> { lookup.duplicates }

    func id(_ entry: Int) -> String { texts[entries[entry].id] }

    func position(_ entry: Int) -> SourcePosition {
        SourcePosition(line: Int(entries[entry].line), column: Int(entries[entry].column))
    }

    /// Returns the index of the service that an item belongs to.
    func service(of entry: Int) -> Int? { services.firstIndex { $0.entries.contains(entry) } }

    func xpath(_ entry: Int, _ path: String = "") -> String {
        let number = service(of: entry) ?? 0
        let first = number < services.count ? services[number].entries.lowerBound : 0
        return "/\(head.root)/service[\(number + 1)]/item[\(entry - first + 1)]" + (path.isEmpty ? "" : "/\(path)")
    }

    var memory: Int {
        entries.memory + lookup.memory + contentHashes.memory + places.capacity * MemoryLayout<Place>.stride
            + airings.capacity * MemoryLayout<Airing>.stride + links.memory
            + reaches.capacity * MemoryLayout<Reach>.stride + slugs.capacity * MemoryLayout<LinkSlug>.stride
    }
}

/// Facts that only some items of an availability feed have.
struct AvailabilitySideTables: Sendable {
    /// Number of offsets that are retained.
    private static let mostOffsets = 32

    mutating func add(_ midnight: AvailabilityIndex.Midnight) {
        if let known = midnights.firstIndex(where: { $0.offset == midnight.offset }) {
            midnights[known].count += midnight.count
        } else if midnights.count < Self.mostOffsets {
            midnights.append(midnight)
        }
    }

    var tiers: Set<TextTable.Symbol> = []
    var places: ContiguousArray<AvailabilityIndex.Place> = []
    var reaches: ContiguousArray<AvailabilityIndex.Reach> = []
    var servers: ContiguousArray<LinkServer> = []
    var airings: ContiguousArray<AvailabilityIndex.Airing> = []
    var midnights: ContiguousArray<AvailabilityIndex.Midnight> = []
    var links = LinkFacts()
    var slugs: ContiguousArray<LinkSlug> = []
    var variants: ContiguousArray<(entry: UInt32, hash: UInt64)> = []
    var contentHashes = ChunkedArray<UInt64>()
    var facts: ContiguousArray<OfferFacts> = []
}
