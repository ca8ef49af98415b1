/// Finds words by their bytes, without making strings. Its words are known when it is made.
struct WordTable<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var start: Int32
        var count: Int32
        var value: Value
    }

    private var bytes: ContiguousArray<UInt8> = []
    private var entries: ContiguousArray<Entry> = []
    private var slots: ContiguousArray<Int16>
    private let mask: Int
    /// As they are spelt, in the order of the table.
    let words: [String]

    init(_ words: [(String, Value)]) {
        self.words = words.map(\.0)
        var size = 16
        while size < words.count * 3 { size *= 2 }
        mask = size - 1
        slots = ContiguousArray(repeating: -1, count: size)
        for (word, value) in words {
            let spelling = Array(word.utf8)
            var slot = spelling.withUnsafeBufferPointer { Self.hash($0) } & mask
            while slots[slot] >= 0 { slot = (slot + 1) & mask }
            slots[slot] = Int16(entries.count)
            entries.append(Entry(start: Int32(bytes.count), count: Int32(spelling.count), value: value))
            bytes.append(contentsOf: spelling)
        }
    }

    subscript(text: FeedText) -> Value? { find(text, ignoringCase: false) }

    /// In any case of ASCII letters.
    func ignoringCase(_ text: FeedText) -> Value? { find(text, ignoringCase: true) }

    private func find(_ text: FeedText, ignoringCase: Bool) -> Value? {
        guard text.count > 0, text.count < 256 else { return nil }
        var slot = Self.hash(text.bytes) & mask
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if Int(entry.count) == text.count, matches(text, Int(entry.start), ignoringCase) { return entry.value }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private func matches(_ text: FeedText, _ start: Int, _ ignoringCase: Bool) -> Bool {
        for index in 0..<text.count {
            let (left, right) = (text[index], bytes[start + index])
            if left != right, !ignoringCase || lowercased(left) != lowercased(right) { return false }
        }
        return true
    }

    private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var result: UInt32 = 0x811C_9DC5
        for byte in bytes { result = (result ^ UInt32(lowercased(byte))) &* 0x0100_0193 }
        return Int(result ^ result >> 15)
    }

    /// The word of the table that a word was probably meant to be.
    func nearest(to word: String) -> String? { Spelling.nearest(to: word, among: words) }
}

extension WordTable where Value == Bool {
    init(_ words: [String]) { self.init(words.map { ($0, true) }) }

    func contains(_ text: FeedText) -> Bool { self[text] != nil }
}

/// Guesses what was meant.
enum Spelling {
    /// - Returns: the candidate that differs least, where that is little.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let folded = fold(word)
        guard !folded.isEmpty, folded.count <= 40 else { return nil }
        var best: (word: String, distance: Int)?
        for candidate in candidates {
            let distance = distance(folded, fold(candidate))
            if distance <= max(1, folded.count / 4), distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.word
    }

    private static func fold(_ word: String) -> [UInt8] {
        word.lowercased().utf8.filter { isLetter($0) || isDigit($0) || $0 >= 0x80 }
    }

    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (i, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let next = byte == other ? diagonal : 1 + Swift.min(diagonal, row[j], row[j + 1])
                diagonal = row[j + 1]
                row[j + 1] = next
            }
        }
        return row[right.count]
    }
}
