import Foundation

/// The two values of a change as reports show them: cut around their difference, and with characters escaped that would look the same.
struct ChangedValues {
    let old: String?
    let new: String?

    /// - Parameter maximum: the number of characters of a value that are shown at most.
    init(_ old: String?, _ new: String?, maximum: Int) {
        guard let old, let new else {
            self.old = old.map { Self.part($0, from: 0, maximum) }
            self.new = new.map { Self.part($0, from: 0, maximum) }
            return
        }
        let isLong = old.count > maximum || new.count > maximum
        let common = isLong ? zip(old, new).prefix { Self.isSame($0, $1) }.count : 0
        // Some text before the difference shows where it is.
        let start = common > maximum / 2 ? common - maximum / 3 : 0
        let (before, after) = (Self.part(old, from: start, maximum), Self.part(new, from: start, maximum))
        let isAlike = Self.folded(before) == Self.folded(after)
        self.old = isAlike ? Self.escaped(before) : before
        self.new = isAlike ? Self.escaped(after) : after
    }

    private static func isSame(_ left: Character, _ right: Character) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    private static func part(_ text: String, from start: Int, _ maximum: Int) -> String {
        var part = text.dropFirst(start)
        let isCut = part.count > maximum
        if isCut { part = part.prefix(maximum - 1) }
        return (start > 0 ? "…" : "") + part + (isCut ? "…" : "")
    }

    /// The text that readers see: without invisible characters, with single spaces.
    private static func folded(_ text: String) -> String {
        let visible = text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
        return String(String.UnicodeScalarView(visible)).split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Writes invisible and combining characters, unusual spaces, and spaces after spaces as `\u{…}`.
    private static func escaped(_ text: String) -> String {
        var result = ""
        var last: Unicode.Scalar = "a"
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            let isSpace = properties.isWhitespace && (scalar != " " || last == " ")
            if isSpace || properties.isDefaultIgnorableCodePoint || properties.generalCategory == .nonspacingMark {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
            last = scalar
        }
        return result
    }
}
