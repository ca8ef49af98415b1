/// The NAME=value pairs of one tag (bis section 4.2), as ranges in the playlist's bytes. Values are decoded later.
struct AttributeList {
    struct Entry {
        var name: Range<Int>
        /// The value's range, without the quotes.
        var value: Range<Int>
        var isQuoted: Bool
        /// A hash that distinguishes most names without comparing bytes.
        var hash: UInt64
    }

    enum Problem: Equatable {
        case duplicate(String)
        case unterminated(String)
        /// Text between two commas that is not NAME=value; empty for two commas in a row or a trailing comma.
        case malformed(String)
        /// Text between a quoted string and the next comma.
        case noComma(String)
        /// Blanks around `=` or `,`.
        case blanks
        case tooMany(limit: Int)

        /// Whether the playlist must be rejected.
        var isFatal: Bool {
            switch self {
            case .duplicate, .unterminated, .tooMany: true
            case .malformed, .noComma, .blanks: false
            }
        }
    }

    private(set) var entries: [Entry] = []
    private(set) var problems: [Problem] = []

    /// Parses a list, replacing the previous entries and reusing their memory.
    mutating func read(_ bytes: [UInt8], _ range: Range<Int>, limit: Int) {
        entries.removeAll(keepingCapacity: true)
        problems.removeAll(keepingCapacity: true)
        var position = range.lowerBound
        while position < range.upperBound {
            guard entries.count < limit else {
                problems.append(.tooMany(limit: limit))
                return
            }
            let start = position
            var hash: UInt64 = 0xcbf2_9ce4_8422_2325
            while position < range.upperBound, bytes[position].isAttributeName {
                hash = (hash ^ UInt64(bytes[position])) &* 0x100_0000_01b3
                position += 1
            }
            let name = start..<position
            let blankBefore = skipBlanks(bytes, &position, range)
            guard !name.isEmpty, position < range.upperBound, bytes[position] == 0x3d else {
                // A blank after a comma gives an empty name.
                if name.isEmpty, blankBefore {
                    noteBlanks()
                    continue
                }
                let end = bytes.firstIndex(of: 0x2c, in: start..<range.upperBound) ?? range.upperBound
                if end > start || end < range.upperBound || !entries.isEmpty {
                    problems.append(.malformed(bytes.text(start..<min(end, start + 80))))
                }
                position = end + 1
                continue
            }
            position += 1
            let blankAfter = skipBlanks(bytes, &position, range)
            if blankBefore || blankAfter { noteBlanks() }
            var value: Range<Int>
            var isQuoted = false
            if position < range.upperBound, bytes[position] == 0x22 {
                guard let quote = bytes.firstIndex(of: 0x22, in: position + 1..<range.upperBound) else {
                    problems.append(.unterminated(bytes.text(name)))
                    return
                }
                value = position + 1..<quote
                isQuoted = true
                position = quote + 1
                if skipBlanks(bytes, &position, range), position < range.upperBound { noteBlanks() }
                if position < range.upperBound, bytes[position] != 0x2c {
                    let end = bytes.firstIndex(of: 0x2c, in: position..<range.upperBound) ?? range.upperBound
                    problems.append(.noComma(bytes.text(position..<min(end, position + 80))))
                    position = end
                }
            } else {
                let end = bytes.firstIndex(of: 0x2c, in: position..<range.upperBound) ?? range.upperBound
                value = bytes.trimmed(position..<end)
                if value.upperBound < end, end < range.upperBound { noteBlanks() }
                position = end
            }
            // Skip the comma; a trailing comma is malformed.
            if position == range.upperBound - 1 { problems.append(.malformed("")) }
            position += 1
            if entries.contains(where: { $0.hash == hash && bytes[$0.name] == bytes[name] }) {
                problems.append(.duplicate(bytes.text(name)))
                continue
            }
            entries.append(Entry(name: name, value: value, isQuoted: isQuoted, hash: hash))
        }
    }

    private mutating func noteBlanks() {
        if !problems.contains(.blanks) { problems.append(.blanks) }
    }

    private func skipBlanks(_ bytes: [UInt8], _ position: inout Int, _ range: Range<Int>) -> Bool {
        let start = position
        while position < range.upperBound, bytes[position].isBlank { position += 1 }
        return position > start
    }

    func find(_ name: StaticString, in bytes: [UInt8]) -> Entry? {
        for entry in entries where bytes.equals(entry.name, name) { return entry }
        return nil
    }
}

extension UInt8 {
    fileprivate var isAttributeName: Bool { isUppercase || isDigit || self == 0x2d }
}
