import UniversalMediaCatalog

/// Phrases with which a text may begin. Their first four bytes reject nearly all other texts.
struct Beginnings: Sendable {
    /// The phrases, and the first four bytes of each.
    private let phrases: ContiguousArray<StaticString>
    private let heads: ContiguousArray<UInt32>
    /// One bit for the hash of each head, and for another hash: with one alone, two of five texts pass the filter of a long list.
    private let filter: UInt64
    private let otherFilter: UInt64
    /// Bits that tell capitals from small letters, if the case is ignored.
    private let caseBits: UInt32

    /// - Parameter phrases: at least four bytes each.
    init(_ phrases: [StaticString]) { self.init(phrases, caseBits: 0) }

    /// Creates a set of phrases that are found in any case of ASCII letters.
    /// - Parameter phrases: in lower case, at least four bytes each.
    init(ignoringCase phrases: [StaticString]) { self.init(phrases, caseBits: 0x2020_2020) }

    private init(_ phrases: [StaticString], caseBits: UInt32) {
        self.phrases = ContiguousArray(phrases)
        self.caseBits = caseBits
        heads = ContiguousArray(
            phrases.map { phrase in
                assert(phrase.utf8CodeUnitCount >= 4, "\(phrase) is too short")
                return phrase.withUTF8Buffer { Self.head(FeedText(bytes: $0)) | caseBits }
            })
        filter = heads.reduce(0) { $0 | Self.mark($1) }
        otherFilter = heads.reduce(0) { $0 | Self.otherMark($1) }
    }

    /// Returns whether a text begins with one of the phrases.
    @inline(__always) func begin(_ text: FeedText) -> Bool { place(in: text) != nil }

    /// Returns whether the beginning of a text does not exclude all phrases.
    @inline(__always) func mayBegin(_ text: FeedText) -> Bool {
        guard text.count >= 4 else { return false }
        let head = Self.head(text) | caseBits
        return filter & Self.mark(head) != 0 && otherFilter & Self.otherMark(head) != 0
    }

    /// Returns the place of the phrase with which a text begins.
    @inline(__always) func place(in text: FeedText) -> Int? {
        mayBegin(text) ? find(text) : nil
    }

    /// Returns the number of bytes of the phrase at a place.
    func length(_ place: Int) -> Int { phrases[place].utf8CodeUnitCount }

    private func find(_ text: FeedText) -> Int? {
        let head = Self.head(text) | caseBits
        for place in heads.indices where heads[place] == head {
            let phrase = phrases[place]
            let count = phrase.utf8CodeUnitCount
            guard text.count >= count else { continue }
            if caseBits == 0 ? text[0..<count] == phrase : text[0..<count].isIgnoringCase(phrase) { return place }
        }
        return nil
    }

    /// - Parameter text: at least four bytes.
    @inline(__always) private static func head(_ text: FeedText) -> UInt32 {
        UnsafeRawBufferPointer(text.bytes).loadUnaligned(as: UInt32.self)
    }

    @inline(__always) private static func mark(_ head: UInt32) -> UInt64 { 1 << UInt64((head &* 0x9E37_79B1) >> 26) }
    @inline(__always) private static func otherMark(_ head: UInt32) -> UInt64 {
        1 << UInt64((head &* 0x9E37_79B1) >> 20 & 63)
    }
}
