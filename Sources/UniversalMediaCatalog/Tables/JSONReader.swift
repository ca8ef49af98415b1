/// Reads the JSON of a table (RFC 8259) strictly: what another reader would lose or guess is an error with its line.
struct JSONReader {
    enum Value {
        case null
        /// A text, or a number or Boolean as it is written.
        case text(String)
        case list([Value])
        /// The members in their order, and the line in which the object begins.
        case object([(key: String, value: Value)], line: Int)

        /// The texts of a value and of the elements of arrays; nil for objects.
        var texts: [String]? {
            switch self {
            case .null: return []
            case .text(let text): return [text]
            case .list(let values):
                let texts = values.map(\.texts)
                return texts.contains { $0 == nil } ? nil : texts.flatMap { $0 ?? [] }
            case .object: return nil
            }
        }
    }

    /// Deeper arrays and objects are rejected.
    static let maximumDepth = 100

    private let bytes: [UInt8]
    private let name: String
    private var position = 0
    private var line = 1
    private var depth = 0

    init(_ text: String, name: String) {
        bytes = Array(text.utf8)
        self.name = name
    }

    /// Reads the only value of the document.
    /// - Throws: `TableError` with the line of what is not JSON.
    mutating func document() throws -> Value {
        let value = try value()
        skipBlanks()
        guard position == bytes.count else {
            throw failure("has \(shown) after the end of the table", "remove what follows the last `]`")
        }
        return value
    }

    // MARK: - Values

    private mutating func value() throws -> Value {
        skipBlanks()
        guard let byte = current else { throw ended("a value is missing") }
        switch byte {
        case UInt8(ascii: "["): return try list()
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "\""): return .text(try text())
        default: return try word()
        }
    }

    private mutating func list() throws -> Value {
        try enter()
        var values: [Value] = []
        while try !isClosed(UInt8(ascii: "]"), isFirst: values.isEmpty) { values.append(try value()) }
        depth -= 1
        return .list(values)
    }

    private mutating func object() throws -> Value {
        let first = line
        try enter()
        var members: [(key: String, value: Value)] = []
        var keys: Set<String> = []
        while try !isClosed(UInt8(ascii: "}"), isFirst: members.isEmpty) {
            skipBlanks()
            guard current == UInt8(ascii: "\"") else {
                if current == nil { throw ended("a key is missing") }
                throw failure("has \(shown) in place of a key", "write each key in quotation marks (\")")
            }
            let place = line
            let key = try text()
            // Other readers keep only one of the values.
            guard keys.insert(key).inserted else {
                throw TableError(
                    message: "line \(place) of \(name) has the key `\(key)` of its object a second time",
                    remedy: "write the values as an array of one key")
            }
            skipBlanks()
            guard current == UInt8(ascii: ":") else {
                if current == nil { throw ended("a colon is missing") }
                throw failure("has \(shown) after the key `\(key.prefix(60))`", "write a colon, then the value")
            }
            position += 1
            members.append((key, try value()))
        }
        depth -= 1
        return .object(members, line: first)
    }

    private mutating func enter() throws {
        position += 1
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw failure(
                "has arrays or objects more than \(Self.maximumDepth) deep (limit maximumDepth)",
                "write an array of objects, one for each item")
        }
    }

    /// Moves to the next element of an array or an object, or behind its end.
    private mutating func isClosed(_ end: UInt8, isFirst: Bool) throws -> Bool {
        skipBlanks()
        let kind = end == UInt8(ascii: "]") ? "array" : "object"
        guard let byte = current else { throw ended("an \(kind) has no end") }
        let sign = Character(UnicodeScalar(end))
        if byte == end {
            position += 1
            return true
        }
        if isFirst {
            guard byte != UInt8(ascii: ",") else {
                throw failure("has a comma before the first element of an \(kind)", "remove the comma")
            }
            return false
        }
        guard byte == UInt8(ascii: ",") else {
            throw failure("has \(shown) where a comma or `\(sign)` belongs", "write a comma between elements")
        }
        let place = line
        position += 1
        skipBlanks()
        if current == end || current == UInt8(ascii: ",") {
            throw TableError(
                message: "line \(place) of \(name) has a comma without an element after it",
                remedy: "remove the comma, or write the missing element")
        }
        return false
    }

    /// Reads a number, a Boolean or null.
    private mutating func word() throws -> Value {
        let start = position
        while let byte = current, isWord(byte) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true", "false": return .text(word)
        case "null": return .null
        case "":
            throw failure("has \(shown) in place of a value", "write a value; texts are in quotation marks (\")")
        default: break
        }
        guard let number = Self.number(word) else {
            throw failure(
                "has `\(word.prefix(60))`, which is no value of JSON", "write texts in quotation marks (\")")
        }
        return .text(number)
    }

    private func isWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte >= 0x80
            || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
    }

    /// Returns a number as it is written, whole ones without a fraction or an exponent; nil for other texts.
    private static func number(_ text: String) -> String? {
        if text.utf8.allSatisfy(isDigit), text.utf8.first != UInt8(ascii: "0") { return text }
        guard let parts = text.wholeMatch(of: /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) else { return nil }
        guard let value = Double(text), value.isFinite else { return nil }
        // Larger numbers have no fraction in a Double.
        if let whole = Int(exactly: value), abs(value) < 9e15 { return "\(whole)" }
        return parts.2 == nil ? text : "\(value)"
    }

    // MARK: - Texts

    private mutating func text() throws -> String {
        let first = line
        position += 1
        var result: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: result, as: UTF8.self)
            case UInt8(ascii: "\\"): result += try escape().utf8
            case 10, 13: throw failure("has a line break within a text", "write \\n, or close the quotation marks")
            case 0..<0x20: throw failure("has a control character within a text", "write tabs as \\t; remove others")
            default:
                result.append(byte)
                position += 1
            }
        }
        throw TableError(
            message: "the text that begins in line \(first) of \(name) has no end", remedy: "close its quotation marks")
    }

    /// Reads a character that begins with a backslash.
    private mutating func escape() throws -> String {
        position += 1
        guard let byte = current else { throw ended("a text has no end") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            var units = [try unit()]
            if units[0] & 0xFC00 == 0xD800, current == UInt8(ascii: "\\"), position + 1 < bytes.count,
                bytes[position + 1] == UInt8(ascii: "u")
            {
                position += 2
                units.append(try unit())
            }
            guard let text = String(validating: units, as: UTF16.self) else {
                throw failure("has half of a surrogate pair (\\u) within a text", "write the character itself")
            }
            return text
        default:
            position -= 1
            throw failure("has \(shown) after a backslash", "write a backslash as \\\\")
        }
    }

    /// Reads the four digits of a UTF-16 code unit.
    private mutating func unit() throws -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
                throw failure("has \\u without four hexadecimal digits", "write the character itself")
            }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    // MARK: - Places

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = current, isXMLSpace(byte) {
            if byte == 10 { line += 1 }
            position += 1
        }
    }

    /// The next character, for messages.
    private var shown: String {
        let rest = String(decoding: bytes[position..<min(bytes.count, position + 4)], as: UTF8.self)
        guard let first = rest.first else { return "its end" }
        if rest.hasPrefix("//") || rest.hasPrefix("/*") { return "a comment, which JSON does not have," }
        return first == "'" ? "a single quotation mark" : "`\(first)`"
    }

    private func failure(_ problem: String, _ remedy: String) -> TableError {
        TableError(message: "line \(line) of \(name) \(problem)", remedy: remedy)
    }

    private func ended(_ problem: String) -> TableError {
        TableError(message: "\(name) ends in line \(line): \(problem)", remedy: "check that the file is complete")
    }
}
