/// The bytes that an `ItemScanner` reads, with searches for the ends of names, values and texts.
struct MarkupBytes {
    let start: UnsafePointer<UInt8>
    let count: Int
    private let kinds: UnsafePointer<UInt8>

    /// - Parameter bytes: not empty.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // Safe: an empty buffer is never scanned.
        start = bytes.baseAddress!
        count = bytes.count
        kinds = Self.kinds
    }

    @inline(__always) subscript(index: Int) -> UInt8 { start[index] }

    /// Returns the byte at an index, or throws `.incomplete` at the end of the bytes.
    @inline(__always) func byte(_ index: Int) throws(ItemScanner.Stop) -> UInt8 {
        guard index < count else { throw .incomplete }
        return start[index]
    }

    @inline(__always) func text(_ first: Int, _ end: Int) -> FeedText {
        FeedText(bytes: UnsafeBufferPointer(start: start + first, count: end - first))
    }

    func hasPrefix(_ prefix: StaticString, at index: Int) throws(ItemScanner.Stop) -> Bool {
        var offset = 0
        while offset < prefix.utf8CodeUnitCount {
            guard try byte(index + offset) == prefix.utf8Start[offset] else { return false }
            offset += 1
        }
        return true
    }

    // MARK: Searches

    private static let lows: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Marks the lowest of eight bytes that equals `byte`; higher bytes may be marked wrongly.
    @inline(__always) private static func marks(_ word: UInt64, _ byte: UInt8) -> UInt64 {
        let rest = word ^ (lows &* UInt64(byte))
        return (rest &- lows) & ~rest
    }

    /// Marks the lowest of eight bytes that is a control character or not ASCII; higher bytes may be marked wrongly.
    @inline(__always) private static func marksOfOthers(_ word: UInt64) -> UInt64 {
        (word &- lows &* 32) & ~word | word
    }

    @inline(__always) private func word(_ index: Int) -> UInt64 {
        UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
    }

    /// Returns the index of the next byte that is not plain text: `<`, `&`, `]`, a control character, or not ASCII.
    @inline(__always) func plainTextEnd(_ first: Int) -> Int {
        var index = first
        while index + 8 <= count {
            let word = word(index)
            let found =
                (Self.marksOfOthers(word) | Self.marks(word, UInt8(ascii: "<")) | Self.marks(word, UInt8(ascii: "&"))
                    | Self.marks(word, UInt8(ascii: "]"))) & Self.highs
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < count, isPlain(start[index]), start[index] != UInt8(ascii: "]") { index += 1 }
        return index
    }

    /// Returns the index of the next byte of an attribute's value that is the quotation mark, `<`, `&`, a control character, or not ASCII.
    @inline(__always) func plainValueEnd(_ first: Int, _ quote: UInt8) -> Int {
        var index = first
        while index + 8 <= count {
            let word = word(index)
            let found =
                (Self.marksOfOthers(word) | Self.marks(word, UInt8(ascii: "<")) | Self.marks(word, UInt8(ascii: "&"))
                    | Self.marks(word, quote)) & Self.highs
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < count, isPlain(start[index]), start[index] != quote { index += 1 }
        return index
    }

    /// Returns the index of the next `mark` in a comment or a CDATA section, after valid characters.
    func rawEnd(_ first: Int, _ mark: UInt8) throws(ItemScanner.Stop) -> Int {
        var index = first
        while true {
            let byte = try byte(index)
            if byte == mark { return index }
            if byte >= 0x80 {
                index = try characterEnd(index)
            } else {
                guard byte >= 32 || byte == 9 || byte == 10 else { throw .unusual }
                index += 1
            }
        }
    }

    /// Returns the index after the white space that begins at `first`. A carriage return counts only before a line feed.
    @inline(__always) func blankEnd(_ first: Int) -> Int {
        var index = first
        while index < count {
            let byte = start[index]
            guard byte == 32 || byte == 10 || byte == 9 || byte == 13 && index + 1 < count && start[index + 1] == 10
            else { break }
            index += 1
        }
        return index
    }

    /// Returns the index after the tab, line feed, or carriage return with its line feed, at `index`.
    func lineEnd(_ index: Int) throws(ItemScanner.Stop) -> Int {
        guard start[index] == 13 else { return index + 1 }
        guard try byte(index + 1) == 10 else { throw .unusual }
        return index + 2
    }

    @inline(__always) func nameEnd(_ first: Int) -> Int {
        var index = first
        while index < count, kinds[Int(start[index])] & 1 != 0 { index += 1 }
        return index
    }

    // MARK: Characters

    /// For each byte, as bits: 1: it may be in a name; 2: it may begin a name; 4: it is neither a control character nor markup.
    ///
    /// Safe: it is filled once and never changed.
    nonisolated(unsafe) private static let kinds: UnsafePointer<UInt8> = {
        var kinds = [UInt8](repeating: 0, count: 256)
        for byte in UInt8(32)..<128 where byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&") {
            kinds[Int(byte)] = 4
        }
        for byte in UInt8(32)..<128 {
            let begins = isLetter(byte) || byte == UInt8(ascii: "_")
            if begins { kinds[Int(byte)] |= 3 }
            if isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") { kinds[Int(byte)] |= 1 }
        }
        // Safe: the table has 256 bytes, and is never freed.
        return UnsafeBufferPointer<UInt8>.forever(kinds).baseAddress!
    }()

    @inline(__always) func isNameStart(_ byte: UInt8) -> Bool { kinds[Int(byte)] & 2 != 0 }
    @inline(__always) private func isPlain(_ byte: UInt8) -> Bool { kinds[Int(byte)] & 4 != 0 }

    /// Returns the index after the character beyond ASCII at `index`; throws `.unusual` if XML or UTF-8 does not allow its bytes.
    @inline(__always) func characterEnd(_ index: Int) throws(ItemScanner.Stop) -> Int {
        let first = start[index]
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard first >= 0xC2, first < 0xF5 else { throw .unusual }
        guard index + length <= count else { throw .incomplete }
        let second = start[index + 1]
        guard second & 0xC0 == 0x80 else { throw .unusual }
        if length > 2 {
            let third = start[index + 2]
            guard third & 0xC0 == 0x80 else { throw .unusual }
            switch first {
            case 0xE0: guard second >= 0xA0 else { throw .unusual }
            // Surrogates.
            case 0xED: guard second < 0xA0 else { throw .unusual }
            // U+FFFE and U+FFFF.
            case 0xEF: guard second != 0xBF || third < 0xBE else { throw .unusual }
            case 0xF0: guard second >= 0x90 else { throw .unusual }
            case 0xF4: guard second < 0x90 else { throw .unusual }
            default: break
            }
        }
        guard length < 4 || start[index + 3] & 0xC0 == 0x80 else { throw .unusual }
        return index + length
    }

    /// Returns the character that a reference stands for; nil if XML does not allow it or it is not predefined.
    /// - Parameter reference: the text between `&` and `;`.
    static func character(_ reference: FeedText) -> Unicode.Scalar? {
        guard reference.count > 1 else { return nil }
        if reference[0] != UInt8(ascii: "#") {
            return reference == "amp"
                ? "&"
                : reference == "lt"
                    ? "<" : reference == "gt" ? ">" : reference == "quot" ? "\"" : reference == "apos" ? "'" : nil
        }
        let isHexadecimal = reference[1] == UInt8(ascii: "x")
        let digits = reference[(isHexadecimal ? 2 : 1)..<reference.count]
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in digits.bytes {
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f") where isHexadecimal: digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F") where isHexadecimal: digit = byte - UInt8(ascii: "A") + 10
            default: return nil
            }
            value = value * (isHexadecimal ? 16 : 10) + UInt32(digit)
            guard value <= 0x10FFFF else { return nil }
        }
        guard value >= 32 || value == 9 || value == 10 || value == 13, value != 0xFFFE, value != 0xFFFF else {
            return nil
        }
        return Unicode.Scalar(value)
    }
}

/// The names of elements and attributes, found by their bytes.
enum FeedNames {
    static let elements = WordTable(ElementName.allCases.filter { $0 != .unknown }.map { ($0.rawValue, $0) })
    static let attributes = WordTable(AttributeName.allCases.filter { $0 != .unknown }.map { ($0.rawValue, $0) })
}

extension FeedTree {
    /// Appends bytes of the feed.
    @inline(__always) mutating func append(_ bytes: MarkupBytes, _ first: Int, _ end: Int) {
        guard end > first else { return }
        self.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes.start + first, count: end - first))
    }

    /// Replaces a verbatim text by a copy in the bytes of the tree, to which more text can be appended.
    mutating func copyVerbatimText(of node: Int, _ bytes: MarkupBytes) {
        guard nodes[node].textStart & Self.verbatimMark != 0 else { return }
        let start = Int(nodes[node].textStart & ~Self.verbatimMark)
        nodes[node].textStart = UInt32(self.bytes.count)
        append(bytes, start, start + Int(nodes[node].textCount))
    }
}
