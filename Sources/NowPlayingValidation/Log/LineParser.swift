import Foundation

/// A parser of one line of JSON, strict and within limits.
struct LineParser {
    private let bytes: ArraySlice<UInt8>
    private let limits: LogLimits
    private var place: Int
    private var values = 0

    struct Fault: Error {
        /// From 1, in bytes.
        var column: Int
        var message: String
    }

    private init(_ bytes: ArraySlice<UInt8>, _ limits: LogLimits) {
        self.bytes = bytes
        self.limits = limits
        place = bytes.startIndex
    }

    /// Parses a line that is one JSON object.
    static func object(_ bytes: ArraySlice<UInt8>, _ limits: LogLimits) throws(Fault) -> [String: NowPlayingValue] {
        var parser = LineParser(bytes, limits)
        parser.skipSpace()
        guard parser.peek == UInt8(ascii: "{") else { throw parser.fault("a JSON object was expected") }
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.peek == nil else { throw parser.fault("there is text after the object") }
        guard case .object(let members) = value else { throw parser.fault("a JSON object was expected") }
        return members
    }

    private var peek: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

    private func fault(_ message: String) -> Fault {
        Fault(column: place - bytes.startIndex + 1, message: place < bytes.endIndex ? message : "the line ends early")
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { place += 1 }
    }

    private mutating func value(depth: Int) throws(Fault) -> NowPlayingValue {
        guard depth <= limits.depth else { throw fault("more than \(limits.depth) levels are nested") }
        values += 1
        guard values <= limits.values else { throw fault("the line has more than \(limits.values) values") }
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case .some(let byte) where byte == UInt8(ascii: "-") || Self.isDigit(byte): return .number(try number())
        default: throw fault("a value was expected")
        }
    }

    private mutating func object(depth: Int) throws(Fault) -> NowPlayingValue {
        var members: [String: NowPlayingValue] = [:]
        place += 1
        skipSpace()
        guard peek != UInt8(ascii: "}") else { return close(.object(members)) }
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw fault("the name of a member was expected") }
            let start = place
            let name = try text()
            skipSpace()
            guard peek == UInt8(ascii: ":") else { throw fault("':' was expected") }
            place += 1
            let value = try value(depth: depth + 1)
            guard members.updateValue(value, forKey: name) == nil else {
                place = start
                throw fault("the member '\(name.prefix(40))' occurs twice")
            }
            skipSpace()
            if peek == UInt8(ascii: "}") { return close(.object(members)) }
            guard peek == UInt8(ascii: ",") else { throw fault("',' or '}' was expected") }
            place += 1
        }
    }

    private mutating func list(depth: Int) throws(Fault) -> NowPlayingValue {
        var elements: [NowPlayingValue] = []
        place += 1
        skipSpace()
        guard peek != UInt8(ascii: "]") else { return close(.list(elements)) }
        while true {
            elements.append(try value(depth: depth + 1))
            skipSpace()
            if peek == UInt8(ascii: "]") { return close(.list(elements)) }
            guard peek == UInt8(ascii: ",") else { throw fault("',' or ']' was expected") }
            place += 1
        }
    }

    private mutating func close(_ value: NowPlayingValue) -> NowPlayingValue {
        place += 1
        return value
    }

    private mutating func word(_ word: StaticString, _ value: NowPlayingValue) throws(Fault) -> NowPlayingValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard peek == word.utf8Start[index] else { throw fault("'\(word)' was expected") }
            place += 1
        }
        return value
    }

    private mutating func number() throws(Fault) -> Double {
        let start = place
        if peek == UInt8(ascii: "-") { place += 1 }
        let isZero = peek == UInt8(ascii: "0")
        let whole = digits()
        var isValid = whole > 0 && !(isZero && whole > 1)
        if peek == UInt8(ascii: ".") {
            place += 1
            if digits() == 0 { isValid = false }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            place += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { place += 1 }
            if digits() == 0 { isValid = false }
        }
        let length = place - start
        guard isValid, length <= 64, let value = Double(String(decoding: bytes[start..<place], as: UTF8.self)),
            value.isFinite
        else {
            if place < bytes.endIndex { place = start }
            throw fault("this is not a number that can be used")
        }
        return value
    }

    private mutating func digits() -> Int {
        let start = place
        while let byte = peek, Self.isDigit(byte) { place += 1 }
        return place - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private mutating func text() throws(Fault) -> String {
        let start = place
        place += 1
        var result: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                guard let text = String(validating: result, as: UTF8.self) else {
                    place = start
                    throw fault("the text is not valid UTF-8")
                }
                return text
            case UInt8(ascii: "\\"):
                place += 1
                try escape(into: &result)
            case 0..<0x20: throw fault("a text contains a control character")
            default:
                result.append(byte)
                place += 1
            }
            guard result.count <= limits.textBytes else {
                throw fault("a text is longer than \(limits.textBytes) bytes")
            }
        }
        throw fault("a text has no end")
    }

    private mutating func escape(into result: inout [UInt8]) throws(Fault) {
        guard let byte = peek else { throw fault("a text has no end") }
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code) {
                guard peek == UInt8(ascii: "\\") else { throw fault("half of a surrogate pair is missing") }
                place += 1
                guard peek == UInt8(ascii: "u") else { throw fault("half of a surrogate pair is missing") }
                place += 1
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw fault("half of a surrogate pair is missing") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw fault("half of a surrogate pair is missing") }
            result.append(contentsOf: String(Character(scalar)).utf8)
        default: throw fault("this escape does not exist")
        }
    }

    private mutating func hexadecimal() throws(Fault) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault("four hexadecimal digits were expected")
            }
            code = code << 4 | UInt32(digit)
            place += 1
        }
        return code
    }
}
