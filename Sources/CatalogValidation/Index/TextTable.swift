import UniversalMediaCatalog

/// An interning table of ids, locales and other short texts that items share: equal texts have equal numbers.
///
/// Not thread-safe. Number 0 is the empty text.
final class TextTable {
    /// A number in this table.
    typealias Symbol = UInt32

    private struct Text {
        /// Where its length begins, which has two bytes; the text follows.
        var start: UInt32
        var hash: UInt32
    }

    /// Maximum number of stored bytes of a text. Ids have at most 255 characters; longer texts are distinguished only by their hash.
    static let maximumCount = 1_024
    private static let chunkShift = 18
    private static let chunkSize = 1 << chunkShift
    private static let lengthSize = 2

    private var chunks: ContiguousArray<ContiguousArray<UInt8>> = []
    private var texts = ChunkedArray<Text>()
    private var slots = SlotTable()

    init() { texts.append(Text(start: 0, hash: 0)) }

    var count: Int { texts.count }

    /// Memory use, in bytes.
    var memory: Int { chunks.reduce(0) { $0 + $1.capacity } + texts.memory + slots.memory }

    /// - Parameter hash: `FeedText.quickHash` of the text.
    /// - Returns: the symbol; 0 for an empty text, or when the table has reached its limit of 4 GiB.
    func intern(_ text: FeedText, hash: UInt64) -> Symbol {
        guard !text.isEmpty else { return 0 }
        let short = UInt32(truncatingIfNeeded: hash)
        if let known = find(text, short) { return known }
        let count = min(text.count, Self.maximumCount)
        if chunks.last.map({ $0.count + Self.lengthSize + count > Self.chunkSize }) ?? true {
            guard chunks.count < 1 << (32 - Self.chunkShift) else { return 0 }
            var chunk = ContiguousArray<UInt8>()
            if !chunks.isEmpty { chunk.reserveCapacity(Self.chunkSize) }
            chunks.append(chunk)
        }
        let last = chunks.count - 1
        let start = last << Self.chunkShift + chunks[last].count
        chunks[last].append(UInt8(count & 0xff))
        chunks[last].append(UInt8(count >> 8))
        chunks[last].append(contentsOf: text.bytes[..<count])
        let number = texts.count
        texts.append(Text(start: UInt32(start), hash: short))
        slots.insert(number, UInt64(short)) { UInt64(texts[$0].hash) }
        return Symbol(number)
    }

    func intern(_ text: String) -> Symbol {
        var text = text
        return text.withUTF8 {
            let view = FeedText(bytes: $0)
            return intern(view, hash: view.quickHash)
        }
    }

    /// Returns the symbol of a text; 0 when the table does not contain it.
    func find(_ text: String) -> Symbol {
        var text = text
        return text.withUTF8 {
            let view = FeedText(bytes: $0)
            return find(view, UInt32(truncatingIfNeeded: view.quickHash)) ?? 0
        }
    }

    private func find(_ text: FeedText, _ hash: UInt32) -> Symbol? {
        let prefix = text.count > Self.maximumCount ? text[0..<Self.maximumCount] : text
        return slots.find(UInt64(hash)) { number in
            let candidate = texts[number]
            guard candidate.hash == hash else { return false }
            return withBytes(candidate) { $0.count == prefix.count && $0.elementsEqual(prefix.bytes) }
        }.map { Symbol($0) }
    }

    private func withBytes<Result>(_ text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = Int(text.start) & (Self.chunkSize - 1)
        return chunks[Int(text.start) >> Self.chunkShift].withUnsafeBufferPointer {
            let count = Int($0[start]) | Int($0[start + 1]) << 8
            let first = start + Self.lengthSize
            return body(UnsafeBufferPointer(rebasing: $0[first..<first + count]))
        }
    }

    /// Calls `body` with a text, which is valid during the call.
    func withText<Result>(_ symbol: Symbol, _ body: (FeedText) -> Result) -> Result {
        withBytes(texts[Int(symbol) < texts.count ? Int(symbol) : 0]) { body(FeedText(bytes: $0)) }
    }

    /// Returns the hash of a text (`FeedText.quickHash`).
    /// - Parameter ignoresCase: whether texts that differ only in the case of ASCII letters have equal hashes.
    func hash(_ symbol: Symbol, ignoresCase: Bool = false) -> UInt64 {
        guard symbol != 0, Int(symbol) < texts.count else { return 0 }
        return withBytes(texts[Int(symbol)]) { bytes in
            guard ignoresCase else { return FeedText(bytes: bytes).quickHash }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count) { folded in
                for index in bytes.indices { folded[index] = lowercased(bytes[index]) }
                return FeedText(bytes: UnsafeBufferPointer(folded)).quickHash
            }
        }
    }

    subscript(symbol: Symbol) -> String {
        guard symbol != 0, Int(symbol) < texts.count else { return "" }
        return withBytes(texts[Int(symbol)]) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the text for a message: in backticks, cut to 80 characters, with control characters replaced.
    func quoted(_ symbol: Symbol) -> String { self[symbol].quotedForMessage }
}

extension String {
    /// Between backquotes, cut to 80 characters, control characters replaced.
    var quotedForMessage: String {
        let shown = String(
            String.UnicodeScalarView(
                unicodeScalars.prefix(80).map { $0.value < 32 || (127..<160).contains($0.value) ? "\u{FFFD}" : $0 }))
        return unicodeScalars.count > 80 ? "`\(shown)…`" : "`\(shown)`"
    }
}
