import UniversalMediaCatalog

/// The retained facts of a catalog: about 90 bytes for each item, plus its id.
struct CatalogIndex {
    typealias Symbol = TextTable.Symbol

    struct Flags: OptionSet {
        let rawValue: UInt16
        static let hasTitle = Flags(rawValue: 1)
        static let hasDescription = Flags(rawValue: 2)
        static let hasRating = Flags(rawValue: 4)
        static let hasArtwork = Flags(rawValue: 8)
        /// The item has the details block of its content type.
        static let hasInfo = Flags(rawValue: 16)
        /// The service's own production.
        static let isOriginal = Flags(rawValue: 32)
        /// The item exceeds the size limit, so that only its id and type are known.
        static let isCut = Flags(rawValue: 64)
        /// Of an extra, or of an episode that is a special.
        static let isPreview = Flags(rawValue: 128)
        /// Of a show, which is no preview.
        static let isMiniseries = Flags(rawValue: 128)
        static let hasSeasonNumber = Flags(rawValue: 256)
        static let hasEpisodeNumber = Flags(rawValue: 512)
    }

    struct Entry {
        var id: Symbol = 0
        /// The show of a season or an episode; for an extra, the first related work.
        var parent: Symbol = 0
        var season: Symbol = 0
        /// The contentGroupId.
        var group: Symbol = 0
        /// Hash of the title in the feed's locale (`TitleFolding`); 0: none.
        var titleKey: UInt64 = 0
        var titleLanguages: LanguageMask = []
        /// For an extra, the languages in `extraInfo`; for other items, the original languages.
        var audioLanguages: LanguageMask = []
        var ratings: RatingSystemSet = []
        /// Hash of the description in the feed's locale; 0: none.
        var description: UInt32 = 0
        /// Seconds since 1970; 0: no valid value.
        var pubDate: UInt32 = 0
        /// Air date, premiere, earliest release or start of an event, in days since 1970; `Int32.min`: no valid value.
        var date = Int32.min
        /// In seconds; 0: unknown. For a show, `endDay`; for an event, the time between its start and its end.
        var duration: UInt32 = 0
        var seasonNumber: UInt32 = 0
        var episodeNumber: UInt32 = 0
        var line: UInt32 = 0
        var column: UInt32 = 0
        var artworks: ArtworkSet = []
        /// The flags in the lower ten bits, and the number of artworks in the upper six, so that an entry takes no further eight bytes.
        private var flagsAndCount: UInt16 = 0
        var type: ContentTypes = .unknown
        /// Further bits of the hash of the description: with 32 alone, a million texts have equal hashes by chance.
        var descriptionRest: UInt16 = 0

        var flags: Flags {
            get { Flags(rawValue: flagsAndCount & 0x3ff) }
            set { flagsAndCount = flagsAndCount & ~0x3ff | newValue.rawValue }
        }

        static let mostArtworks = 63

        /// Number of its artworks in `artworkHashes`, at most `mostArtworks`.
        var artworkCount: Int {
            get { Int(flagsAndCount >> 10) }
            set { flagsAndCount = flagsAndCount & 0x3ff | UInt16(min(newValue, Self.mostArtworks)) << 10 }
        }

        /// The start of a sporting event in seconds since 1970; 0: unknown, or to be decided. Events have no number of an episode.
        var eventStart: UInt32 { type == .sportingEvent ? episodeNumber : 0 }

        /// Hash of the title of a movie or a show, as links have it (`LinkSlug`); 0: none, and for other items. Movies and shows have no
        /// numbers of seasons and episodes, whose place it takes.
        var slug: UInt64 {
            get { type == .movie || type == .show ? UInt64(seasonNumber) << 32 | UInt64(episodeNumber) : 0 }
            set {
                guard type == .movie || type == .show else { return }
                seasonNumber = UInt32(truncatingIfNeeded: newValue >> 32)
                episodeNumber = UInt32(truncatingIfNeeded: newValue)
            }
        }

        /// The running time in seconds; 0: unknown.
        var seconds: UInt32 { type == .show || type == .sportingEvent ? 0 : duration }

        /// The endDate of a show, in days since 1970; nil: none. Shows have no duration.
        var endDay: Int? { type == .show && duration > 0 ? Int(duration) : nil }

        /// A hash of the description in the feed's locale; 0: none.
        var descriptionKey: UInt64 {
            description == 0 ? 0 : UInt64(descriptionRest) << 32 | UInt64(description)
        }
    }

    /// A `relatedItem`, or a further related work of an extra.
    struct Relation {
        enum Kind: UInt8 { case relatedContentID, extraOf, sequelOf, duplicateOf, other }
        var entry: UInt32
        var target: Symbol
        var kind: Kind
        /// Number among the elements of the same name, from 1.
        var place: UInt16
    }

    /// An `externalId` by the hash of its system and value.
    struct ExternalID {
        var entry: UInt32
        /// Number among the elements of its item, from 1.
        var place: UInt16
        var hash: UInt64
    }

    /// A title of a show or a season, or the part of an episode's title before a colon or dash.
    struct SeriesTitle {
        var entry: UInt32
        var locale: Symbol
        var title: Symbol
        /// Number among the titles of its item, from 1.
        var place: UInt16
    }

    /// A league or a team of a sporting event, by hashes of its sport and name, and of its abbreviation.
    struct Abbreviation {
        var entry: UInt32
        var name: UInt64
        var hash: UInt64
        /// The abbreviation with those of the league and the sport; 0 for a league.
        var ofLeague: UInt64 = 0
        /// A hash of the last word of the name.
        var lastWord: UInt64 = 0
        var isLeague: Bool
    }

    /// A part of an artwork's URL that does not contain the id of its item: another item's id, perhaps.
    struct ArtworkPart {
        var entry: UInt32
        /// Number of the artwork among those of its item, from 1.
        var place: UInt16
        var hash: UInt64
    }

    /// A description, or the title of an episode, in another locale than the feed's, by 48 bits of a hash of locale and text.
    struct LocalText {
        var entry: UInt32
        private let highHash: UInt32
        private let lowHash: UInt16
        /// The number of the text in the upper bits, and whether it is a title in the lowest.
        private let number: UInt16

        init(entry: UInt32, place: UInt16, isTitle: Bool, hash: UInt64) {
            self.entry = entry
            highHash = UInt32(truncatingIfNeeded: hash >> 16)
            lowHash = UInt16(truncatingIfNeeded: hash)
            number = min(place, UInt16.max >> 1) << 1 | (isTitle ? 1 : 0)
        }

        /// Number among the titles or descriptions of its item, from 1.
        var place: UInt16 { number >> 1 }
        var isTitle: Bool { number & 1 == 1 }
        var hash: UInt64 { UInt64(highHash) << 16 | UInt64(lowHash) }
    }

    /// A title with apostrophes or accents.
    struct MarkedTitle {
        var entry: UInt32
        var title: Symbol
        var key: UInt64
    }

    let file: String
    let head: FeedHead
    let texts: TextTable
    /// Symbol of the catalogId.
    let symbol: Symbol
    /// In document order.
    let entries: ChunkedArray<Entry>
    let relations: ContiguousArray<Relation>
    let seriesTitles: ContiguousArray<SeriesTitle>
    let externalIDs: ContiguousArray<ExternalID>
    let markedTitles: ContiguousArray<MarkedTitle>
    let abbreviations: ContiguousArray<Abbreviation>
    let artworkParts: ContiguousArray<ArtworkPart>
    /// The servers of the artwork.
    let servers: ContiguousArray<LinkServer>
    /// Hashes of the artworks' URLs, in document order.
    let artworkHashes: ChunkedArray<ShortHash>
    let series: SeriesFacts
    let eventNames: ContiguousArray<EventName>
    let exchanges: ContiguousArray<ExchangedText>
    let localTexts: ContiguousArray<LocalText>
    /// Content hash of each entry; empty unless builds are compared.
    let contentHashes: ChunkedArray<UInt64>
    /// What is compared with the previous build, of each entry; empty unless builds are compared.
    let facts: ContiguousArray<WorkFacts>
    /// Number of items with a release date, and of those whose release date is the day of their pubDate.
    let dated: (all: Int, onPubDate: Int)
    let lastBuildDate: Double?
    let rootPosition: SourcePosition
    /// Whether the feed was read to its end. Nothing can be reported as missing from an incomplete feed.
    let isComplete: Bool

    private let lookup: EntryLookup

    init(
        file: String, head: FeedHead, texts: TextTable, entries: ChunkedArray<Entry>, side: CatalogSideTables,
        document: (lastBuildDate: Double?, root: SourcePosition, isComplete: Bool)
    ) {
        self.file = file
        self.head = head
        self.texts = texts
        symbol = texts.intern(head.catalogID)
        self.entries = entries
        relations = side.relations
        seriesTitles = side.seriesTitles
        externalIDs = side.externalIDs
        markedTitles = side.markedTitles
        abbreviations = side.abbreviations
        artworkParts = side.artworkParts
        servers = side.servers
        artworkHashes = side.artworkHashes
        contentHashes = side.contentHashes
        facts = side.facts
        dated = side.dated
        series = side.series
        eventNames = side.eventNames
        exchanges = side.exchanges
        localTexts = side.localTexts
        lastBuildDate = document.lastBuildDate
        rootPosition = document.root
        isComplete = document.isComplete
        lookup = EntryLookup(entries.count) { entries[$0].id }
    }

    /// Returns the first item with this id.
    func find(_ id: Symbol) -> Int? { lookup.find(id) { entries[$0].id } }

    /// Returns the first item with this id and one of these content types.
    func find(_ id: Symbol, _ types: ContentTypes) -> Int? {
        guard let first = find(id) else { return nil }
        if types.contains(entries[first].type) { return first }
        guard !duplicates.isEmpty else { return nil }
        return duplicates.first { entries[$0].id == id && types.contains(entries[$0].type) }
    }

    /// Items whose id an earlier item has.
    var duplicates: ContiguousArray<Int> { lookup.duplicates }

    func id(_ entry: Int) -> String { texts[entries[entry].id] }

    func position(_ entry: Int) -> SourcePosition {
        SourcePosition(line: Int(entries[entry].line), column: Int(entries[entry].column))
    }

    func xpath(_ entry: Int, _ path: String = "") -> String {
        "/\(head.root)\(head.isLegacy ? "/channel" : "")/item[\(entry + 1)]" + (path.isEmpty ? "" : "/\(path)")
    }

    /// Memory use in bytes, without the text table that feeds share.
    var memory: Int {
        entries.memory + lookup.memory + contentHashes.memory + artworkHashes.memory + relations.capacity
            * MemoryLayout<Relation>.stride
            + seriesTitles.capacity * MemoryLayout<SeriesTitle>.stride
            + externalIDs.capacity * MemoryLayout<ExternalID>.stride
            + markedTitles.capacity * MemoryLayout<MarkedTitle>.stride
            + abbreviations.capacity * MemoryLayout<Abbreviation>.stride
            + artworkParts.capacity * MemoryLayout<ArtworkPart>.stride + series.memory
            + eventNames.capacity * MemoryLayout<EventName>.stride
            + localTexts.capacity * MemoryLayout<LocalText>.stride
    }
}

/// 48 bits of a hash: among ten million values, two are equal by chance in one of six feeds.
struct ShortHash {
    private let high: UInt16
    private let middle: UInt16
    private let low: UInt16

    init(_ hash: UInt64) {
        high = UInt16(truncatingIfNeeded: hash >> 32)
        middle = UInt16(truncatingIfNeeded: hash >> 16)
        low = UInt16(truncatingIfNeeded: hash)
    }

    var value: UInt64 { UInt64(high) << 32 | UInt64(middle) << 16 | UInt64(low) }
}

/// Facts that only some items of a catalog have.
struct CatalogSideTables: Sendable {
    var relations: ContiguousArray<CatalogIndex.Relation> = []
    var seriesTitles: ContiguousArray<CatalogIndex.SeriesTitle> = []
    var externalIDs: ContiguousArray<CatalogIndex.ExternalID> = []
    var markedTitles: ContiguousArray<CatalogIndex.MarkedTitle> = []
    var abbreviations: ContiguousArray<CatalogIndex.Abbreviation> = []
    var artworkParts: ContiguousArray<CatalogIndex.ArtworkPart> = []
    var servers: ContiguousArray<LinkServer> = []
    var artworkHashes = ChunkedArray<ShortHash>()
    var contentHashes = ChunkedArray<UInt64>()
    var facts: ContiguousArray<WorkFacts> = []
    var dated = (all: 0, onPubDate: 0)
    var series = SeriesFacts()
    var eventNames: ContiguousArray<EventName> = []
    var exchanges: ContiguousArray<ExchangedText> = []
    var localTexts: ContiguousArray<CatalogIndex.LocalText> = []
}

/// Finds the first entry with a given id.
struct EntryLookup {
    private var slots: SlotTable
    /// Entries whose id an earlier entry has, in order.
    private(set) var duplicates: ContiguousArray<Int> = []

    /// - Parameter id: returns the id of an entry; 0: none.
    init(_ count: Int, id: (Int) -> TextTable.Symbol) {
        slots = SlotTable(minimumCapacity: count)
        for entry in 0..<count {
            let symbol = id(entry)
            guard symbol != 0 else { continue }
            if slots.find(UInt64(symbol), where: { id($0) == symbol }) != nil {
                duplicates.append(entry)
            } else {
                slots.insert(entry, UInt64(symbol)) { UInt64(id($0)) }
            }
        }
    }

    var memory: Int { slots.memory + duplicates.capacity * MemoryLayout<Int>.stride }

    @inline(__always)
    func find(_ symbol: TextTable.Symbol, id: (Int) -> TextTable.Symbol) -> Int? {
        symbol == 0 ? nil : slots.find(UInt64(symbol)) { id($0) == symbol }
    }
}
