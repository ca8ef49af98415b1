/// A pattern of an association file: text with `*` (any characters), `?` (one character) and `$(name)` (one of the variable's values).
///
/// Matching runs over all positions at once and stops at a limit of steps, so that no pattern takes longer than a moment.
struct LinkPattern: Sendable, Hashable {
    indirect enum Part: Sendable, Hashable {
        case character(UInt8)
        case anyCharacter
        case anyText
        /// One character of a class, such as `$(digit)`.
        case characterClass(CharacterClass)
        /// One of several values.
        case values([[Part]])
    }

    enum CharacterClass: String, Sendable, Hashable {
        case alpha, upper, lower, alnum, digit, xdigit

        func contains(_ byte: UInt8) -> Bool {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            return switch self {
            case .alpha: isUpper || isLower
            case .upper: isUpper
            case .lower: isLower
            case .alnum: isUpper || isLower || isDigit
            case .digit: isDigit
            case .xdigit: isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
            }
        }
    }

    let parts: [Part]
    private let isCaseSensitive: Bool

    /// - Parameter variables: the values of the file's own variables. A variable that is neither there nor a standard one is text.
    init(_ text: String, variables: [String: [String]], isCaseSensitive: Bool) {
        self.isCaseSensitive = isCaseSensitive
        parts = Self.parts(isCaseSensitive ? text : text.lowercased(), variables, isCaseSensitive: isCaseSensitive)
    }

    private static func parts(
        _ text: String, _ variables: [String: [String]], isCaseSensitive: Bool
    ) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let first = rest.first {
            if first == "$", rest.dropFirst().first == "(", let end = rest.firstIndex(of: ")") {
                let name = String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])
                if let part = variable(name, variables, isCaseSensitive: isCaseSensitive) {
                    parts.append(part)
                    rest = rest[rest.index(after: end)...]
                    continue
                }
            }
            rest = rest.dropFirst()
            switch first {
            case "*": if parts.last != .anyText { parts.append(.anyText) }
            case "?": parts.append(.anyCharacter)
            default: parts += String(first).utf8.map(Part.character)
            }
        }
        return parts
    }

    private static func variable(
        _ name: String, _ variables: [String: [String]], isCaseSensitive: Bool
    ) -> Part? {
        if let own = variables[name]
            ?? variables.first(where: { $0.key.lowercased() == name && !isCaseSensitive })?.value
        {
            // Variables do not contain variables.
            return .values(
                own.map { parts(isCaseSensitive ? $0 : $0.lowercased(), [:], isCaseSensitive: isCaseSensitive) })
        }
        if let characters = CharacterClass(rawValue: name) { return .characterClass(characters) }
        let letters = Part.characterClass(.alpha)
        return name == "lang" || name == "region" ? .values([[letters, letters]]) : nil
    }

    /// - Parameter steps: the steps that are left; reduced by those taken.
    /// - Returns: nil when no steps are left.
    func matches(_ text: String, steps: inout Int) -> Bool? {
        let bytes = Array((isCaseSensitive ? text : text.lowercased()).utf8)
        guard let ends = Self.ends(parts[...], bytes, [0], steps: &steps) else { return nil }
        return ends.contains(bytes.count)
    }

    /// Returns the positions in the text, in ascending order, at which a match of the parts can end that begins at one of the positions.
    private static func ends(
        _ parts: ArraySlice<Part>, _ text: [UInt8], _ starts: [Int], steps: inout Int
    ) -> [Int]? {
        var positions = starts
        for part in parts {
            steps -= positions.count + 1
            guard steps > 0 else { return nil }
            switch part {
            case .character(let wanted):
                positions = positions.filter { $0 < text.count && text[$0] == wanted }.map { $0 + 1 }
            case .characterClass(let wanted):
                positions = positions.filter { $0 < text.count && wanted.contains(text[$0]) }.map { $0 + 1 }
            case .anyCharacter:
                positions = positions.filter { $0 < text.count }.map { $0 + characterLength(text, at: $0) }
                positions = Array(Set(positions)).sorted()
            case .anyText:
                guard let first = positions.first else { return [] }
                positions = Array(first...text.count)
            case .values(let values):
                var all: Set<Int> = []
                for value in values {
                    guard let found = ends(value[...], text, positions, steps: &steps) else { return nil }
                    all.formUnion(found)
                }
                positions = all.sorted()
            }
            if positions.isEmpty { return [] }
        }
        return positions
    }

    /// The bytes of the UTF-8 character at a position.
    private static func characterLength(_ text: [UInt8], at position: Int) -> Int {
        var end = position + 1
        while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
        return end - position
    }
}
