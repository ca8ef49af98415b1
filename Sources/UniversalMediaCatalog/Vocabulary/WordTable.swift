/// Finds words by their bytes, without allocating strings. The words are fixed, and the table lives as long as the process.
@usableFromInline package struct WordTable<Value: Sendable>: @unchecked Sendable {
    // Safe: the buffers are filled in init and never changed.
    @usableFromInline struct Entry {
        @usableFromInline var start: Int32
        @usableFromInline var count: Int32
        @usableFromInline var value: Value
    }

    @usableFromInline let bytes: UnsafeBufferPointer<UInt8>
    @usableFromInline let entries: UnsafeBufferPointer<Entry>
    @usableFromInline let slots: UnsafeBufferPointer<Int16>
    /// The words as spelt, in the order of the table.
    package let words: [String]

    package init(_ words: [(String, Value)]) {
        self.words = words.map(\.0)
        var size = 16
        while size < words.count * 3 { size *= 2 }
        var slots = [Int16](repeating: -1, count: size)
        var entries: [Entry] = []
        var bytes: [UInt8] = []
        for (word, value) in words {
            let spelling = Array(word.utf8)
            var slot = spelling.withUnsafeBufferPointer { Self.hash($0) } & (size - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int16(entries.count)
            entries.append(Entry(start: Int32(bytes.count), count: Int32(spelling.count), value: value))
            bytes += spelling
        }
        self.bytes = .forever(bytes)
        self.entries = .forever(entries)
        self.slots = .forever(slots)
    }

    @inlinable package subscript(text: FeedText) -> Value? { find(text, ignoringCase: false) }

    /// Finds a word in any case of ASCII letters.
    @inlinable package func ignoringCase(_ text: FeedText) -> Value? { find(text, ignoringCase: true) }

    @inlinable func find(_ text: FeedText, ignoringCase: Bool) -> Value? {
        guard text.count > 0, text.count < 256 else { return nil }
        let mask = slots.count - 1
        var slot = Self.hash(text.bytes) & mask
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if Int(entry.count) == text.count, matches(text, Int(entry.start), ignoringCase) { return entry.value }
            slot = (slot + 1) & mask
        }
        return nil
    }

    @inlinable @inline(__always) func matches(_ text: FeedText, _ start: Int, _ ignoringCase: Bool) -> Bool {
        // Safe: neither is empty.
        guard ignoringCase else { return Self.isEqual(text.bytes.baseAddress!, bytes.baseAddress! + start, text.count) }
        for index in 0..<text.count where lowercased(text[index]) != lowercased(bytes[start + index]) { return false }
        return true
    }

    /// Compares two texts of equal length, up to eight bytes at a time. The last comparison may overlap the one before.
    /// - Parameter count: at least 1.
    @inlinable @inline(__always)
    static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
        if count >= 8 {
            var offset = 0
            while offset + 8 < count {
                guard isEqual(left, right, offset, as: UInt64.self) else { return false }
                offset += 8
            }
            return isEqual(left, right, count - 8, as: UInt64.self)
        }
        if count >= 4 {
            return isEqual(left, right, 0, as: UInt32.self) && isEqual(left, right, count - 4, as: UInt32.self)
        }
        return isEqual(left, right, 0, as: UInt8.self) && isEqual(left, right, count / 2, as: UInt8.self)
            && isEqual(left, right, count - 1, as: UInt8.self)
    }

    @inlinable @inline(__always)
    static func isEqual<Word: FixedWidthInteger & BitwiseCopyable>(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ offset: Int, as type: Word.Type
    ) -> Bool {
        left.loadUnaligned(fromByteOffset: offset, as: type) == right.loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Returns a hash of the first and the last eight bytes that ignores the case of ASCII letters.
    @inlinable @inline(__always) package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let count = bytes.count
        let raw = UnsafeRawBufferPointer(bytes)
        let lower: UInt64 = 0x2020_2020_2020_2020
        var first: UInt64 = 0
        var last: UInt64 = 0
        if count >= 8 {
            first = raw.loadUnaligned(as: UInt64.self)
            last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else if count >= 4 {
            first = UInt64(raw.loadUnaligned(as: UInt32.self))
            last = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
        } else if count > 0 {
            first = UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8
            last = UInt64(bytes[count - 1])
        }
        var mixed = UInt64(truncatingIfNeeded: count) ^ (first | lower) ^ (last | lower) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 32) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 33)
    }

    /// Returns the table's word with the smallest edit distance from `word`; nil if none is similar enough.
    package func nearest(to word: String) -> String? { Spelling.nearest(to: word, among: words) }
}

extension WordTable where Value == Bool {
    package init(_ words: [String]) { self.init(words.map { ($0, true) }) }

    @inlinable package func contains(_ text: FeedText) -> Bool { self[text] != nil }
}

/// Finds the intended spelling of a misspelt word.
package enum Spelling {
    /// - Returns: The candidate with the smallest distance, if that is small enough.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let folded = fold(word)
        guard !folded.isEmpty, folded.count <= 40 else { return nil }
        var best: (word: String, distance: Int)?
        let most = max(1, folded.count / 4)
        for candidate in candidates {
            let other = fold(candidate)
            // The lengths differ by at most the distance.
            guard abs(other.count - folded.count) <= most else { continue }
            let distance = distance(folded, other)
            if distance <= most, distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    private static func fold(_ word: String) -> [UInt8] {
        word.lowercased().utf8.filter { isLetter($0) || isDigit($0) || $0 >= 0x80 }
    }

    /// Returns the edit distance; two exchanged neighbours count as one edit.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var row = Array(0...right.count)
        for (i, byte) in left.enumerated() {
            var next = [i + 1]
            for (j, other) in right.enumerated() {
                var edits = byte == other ? row[j] : 1 + Swift.min(row[j], next[j], row[j + 1])
                if i > 0, j > 0, byte == right[j - 1], left[i - 1] == other {
                    edits = Swift.min(edits, before[j - 1] + 1)
                }
                next.append(edits)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
