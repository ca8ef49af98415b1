import UniversalMediaCatalog

/// The index entries of one batch, made on the thread that checks the batch. Ids are numbers of the fragment's own text list.
struct IndexFragment: Sendable {
    struct Text {
        var start: UInt32
        var count: UInt32
        var hash: UInt64
    }

    /// Whether to record content hashes, for a comparison with an earlier build.
    let remembersContent: Bool
    private(set) var bytes: ContiguousArray<UInt8> = []
    private(set) var texts: ContiguousArray<Text> = []
    /// Numbers of recent texts, by hash: ids of shows, locales and tiers repeat often.
    private var recent = ContiguousArray<UInt32>(repeating: 0, count: 64)

    var catalogEntries: ContiguousArray<CatalogIndex.Entry> = []
    var catalogSide = CatalogSideTables()
    /// The last texts that share no word with the other locales of their items.
    var oddTexts: [OddText] = []
    /// The last titles of items in several locales.
    var recentTitles: [RecentTitles] = []
    /// The last descriptions of items in several locales.
    var recentTexts: [RecentText] = []
    /// Number of items one of whose artworks contains the item's id in its URL.
    var artworksWithOwnID = 0
    var availabilityEntries: ContiguousArray<AvailabilityIndex.Entry> = []
    var availabilitySide = AvailabilitySideTables()

    init(remembersContent: Bool = false) { self.remembersContent = remembersContent }

    /// Returns a number for a text; 0 for the empty text.
    mutating func number(_ text: FeedText) -> UInt32 {
        guard !text.isEmpty else { return 0 }
        let hash = text.quickHash
        let slot = Int(hash & 63)
        let candidate = recent[slot]
        if candidate > 0, texts[Int(candidate) - 1].hash == hash, isEqual(texts[Int(candidate) - 1], text) {
            return candidate
        }
        texts.append(Text(start: UInt32(clamping: bytes.count), count: UInt32(clamping: text.count), hash: hash))
        bytes.append(contentsOf: text.bytes)
        let number = UInt32(texts.count)
        recent[slot] = number
        return number
    }

    private func isEqual(_ known: Text, _ text: FeedText) -> Bool {
        guard Int(known.count) == text.count else { return false }
        return bytes.withUnsafeBufferPointer {
            UnsafeBufferPointer(rebasing: $0[Int(known.start)..<Int(known.start) + text.count])
                .elementsEqual(text.bytes)
        }
    }

    /// Parses a date-time into seconds since 1970. Returns 0 for an invalid date or one before 1970.
    static func seconds(_ text: FeedText) -> UInt32 {
        guard let time = FeedTime(text.trimmed) else { return 0 }
        return UInt32(min(max(time.seconds, 0), Double(UInt32.max - 1)))
    }
}
