package import Foundation

/// A parser of property lists in Apple's XML format.
///
/// Files beside an executable are untrusted: size, depth and number of values are limited, entities cannot be declared, and an error has
/// the line.
package struct PropertyListParser {
    package static let maximumBytes = 256 << 10
    package static let maximumDepth = 32
    package static let maximumValues = 10_000

    private let bytes: [UInt8]
    private var offset = 0
    private var values = 0

    /// Parses a property list.
    package static func parse(_ data: Data) throws(PropertyListError) -> PropertyListValue {
        guard data.count <= maximumBytes else { throw PropertyListError(reason: .tooLarge, line: 0) }
        guard String(data: data, encoding: .utf8) != nil else {
            let isBinary = data.starts(with: Array("bplist".utf8))
            throw PropertyListError(reason: isBinary ? .notXML : .notText, line: 0)
        }
        var parser = PropertyListParser(data)
        return try parser.document()
    }

    private init(_ data: Data) {
        bytes = Array(data)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    // MARK: Document

    private mutating func document() throws(PropertyListError) -> PropertyListValue {
        try skipMisc()
        guard peek() == UInt8(ascii: "<") else { throw error(.notXML) }
        let root = try openTag()
        guard root.name == "plist" else { throw error(.notXML) }
        guard !root.isEmpty else { throw error(.endsEarly) }
        try skipMisc()
        let value = try value(try openTag(), depth: 0)
        try skipMisc()
        try closeTag("plist")
        try skipMisc()
        guard offset == bytes.count else { throw error(.unexpected(excerpt())) }
        return value
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyListValue {
        guard depth < Self.maximumDepth else { throw error(.tooDeep) }
        values += 1
        guard values <= Self.maximumValues else { throw error(.tooManyValues) }
        switch tag.name {
        case "dict": return .dictionary(tag.isEmpty ? [:] : try dictionary(depth))
        case "array": return .array(tag.isEmpty ? [] : try array(depth))
        case "true", "false":
            if !tag.isEmpty { try closeTag(tag.name) }
            return .boolean(tag.name == "true")
        case "string": return .string(try text(of: tag))
        case "integer", "real", "date", "data":
            let text = try text(of: tag)
            guard let value = Self.value(tag.name, text) else {
                throw error(.badValue(element: tag.name, text: String(text.prefix(40))))
            }
            return value
        default: throw error(.unexpected("<\(tag.name.prefix(40))>"))
        }
    }

    private mutating func dictionary(_ depth: Int) throws(PropertyListError) -> [String: PropertyListValue] {
        var entries: [String: PropertyListValue] = [:]
        while true {
            try skipMisc()
            if isAtCloseTag { break }
            let tag = try openTag()
            guard tag.name == "key" else { throw error(.unexpected("<\(tag.name.prefix(40))>")) }
            let key = try text(of: tag)
            guard entries[key] == nil else { throw error(.keyTwice(String(key.prefix(80)))) }
            try skipMisc()
            entries[key] = try value(try openTag(), depth: depth + 1)
        }
        try closeTag("dict")
        return entries
    }

    private mutating func array(_ depth: Int) throws(PropertyListError) -> [PropertyListValue] {
        var elements: [PropertyListValue] = []
        while true {
            try skipMisc()
            if isAtCloseTag { break }
            elements.append(try value(try openTag(), depth: depth + 1))
        }
        try closeTag("array")
        return elements
    }

    private static func value(_ element: String, _ text: String) -> PropertyListValue? {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        switch element {
        case "integer":
            let isHexadecimal = trimmed.lowercased().hasPrefix("0x")
            return (isHexadecimal ? Int64(trimmed.dropFirst(2), radix: 16) : Int64(trimmed)).map { .integer($0) }
        case "real": return Double(trimmed).flatMap { $0.isFinite ? .real($0) : nil }
        case "date": return (try? Date(trimmed, strategy: .iso8601)).map { .date($0) }
        case "data":
            let digits = text.filter { !$0.isWhitespace }
            return Data(base64Encoded: digits).map { .data($0) }
        default: return nil
        }
    }

    // MARK: Markup

    private struct Tag {
        var name: String
        var isEmpty: Bool
    }

    private mutating func openTag() throws(PropertyListError) -> Tag {
        guard peek() == UInt8(ascii: "<"), !isAtCloseTag else { throw error(.unexpected(excerpt())) }
        offset += 1
        let name = name()
        guard !name.isEmpty else { throw error(.unexpected(excerpt())) }
        // Attributes, such as the version of <plist>, have no effect.
        var quote: UInt8?
        while let byte = peek() {
            offset += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return Tag(name: name, isEmpty: bytes[offset - 2] == UInt8(ascii: "/"))
            } else if byte == UInt8(ascii: "<") {
                break
            }
        }
        throw error(.endsEarly)
    }

    private var isAtCloseTag: Bool { starts(with: "</") }

    private mutating func closeTag(_ expected: String) throws(PropertyListError) {
        guard offset < bytes.count else { throw error(.endsEarly) }
        guard isAtCloseTag else { throw error(.unexpected(excerpt())) }
        offset += 2
        let name = name()
        guard name == expected else { throw error(.unexpected("</\(name.prefix(40))>")) }
        skipSpace()
        guard let end = peek() else { throw error(.endsEarly) }
        guard end == UInt8(ascii: ">") else { throw error(.unexpected(excerpt())) }
        offset += 1
    }

    private mutating func name() -> String {
        let start = offset
        while let byte = peek(), Self.isNameByte(byte) { offset += 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }

    /// Reads the text of an element up to its end tag, with references and CDATA sections replaced.
    private mutating func text(of tag: Tag) throws(PropertyListError) -> String {
        guard !tag.isEmpty else { return "" }
        var text: [UInt8] = []
        while let byte = peek() {
            if byte == UInt8(ascii: "&") {
                text += try reference().utf8
            } else if byte != UInt8(ascii: "<") {
                text.append(byte)
                offset += 1
            } else if isAtCloseTag {
                try closeTag(tag.name)
                return String(decoding: text, as: UTF8.self)
            } else if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<![CDATA[") {
                let start = offset + 9
                try skip(past: "]]>")
                text += bytes[min(start, offset - 3)..<(offset - 3)]
            } else {
                throw error(.unexpected(excerpt()))
            }
        }
        throw error(.endsEarly)
    }

    private mutating func reference() throws(PropertyListError) -> String {
        let start = offset + 1
        guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw error(bytes.count - start < 12 ? .endsEarly : .badReference(excerpt()))
        }
        let name = String(decoding: bytes[start..<end], as: UTF8.self)
        offset = end + 1
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default:
            let isHexadecimal = name.hasPrefix("#x")
            guard name.hasPrefix("#"),
                let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                number != 0, let scalar = Unicode.Scalar(number)
            else { throw error(.badReference(name)) }
            return String(scalar)
        }
    }

    /// Skips white space, comments, processing instructions and the document type.
    private mutating func skipMisc() throws(PropertyListError) {
        while true {
            skipSpace()
            if starts(with: "<!--") {
                try skip(past: "-->")
            } else if starts(with: "<?") {
                try skip(past: "?>")
            } else if starts(with: "<!DOCTYPE") {
                let start = offset
                try skip(past: ">")
                guard !bytes[start..<offset].contains(UInt8(ascii: "[")) else { throw error(.unsupportedDeclaration) }
            } else {
                return
            }
        }
    }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    }

    private mutating func skip(past end: String) throws(PropertyListError) {
        let end = Array(end.utf8)
        while offset + end.count <= bytes.count {
            if bytes[offset..<(offset + end.count)].elementsEqual(end) {
                offset += end.count
                return
            }
            offset += 1
        }
        throw error(.endsEarly)
    }

    // MARK: Bytes

    private func peek() -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func starts(with text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

    private func excerpt() -> String { String(decoding: bytes[offset...].prefix(20), as: UTF8.self) }

    private func error(_ reason: PropertyListError.Reason) -> PropertyListError {
        let isAtEnd = offset >= bytes.count
        let line = 1 + bytes[..<min(offset, bytes.count)].count(where: { $0 == 0x0A })
        if case .unexpected = reason, isAtEnd { return PropertyListError(reason: .endsEarly, line: line) }
        return PropertyListError(reason: reason, line: line)
    }
}
