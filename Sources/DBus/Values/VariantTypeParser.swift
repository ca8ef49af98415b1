/// A parser of type strings.
struct VariantTypeParser {
    private let text: String
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// Parses one type, which must be the whole string.
    mutating func completeType() throws(VariantTypeError) -> VariantType {
        guard !bytes.isEmpty else { throw error(.empty) }
        guard bytes.count <= VariantTypeError.maximumLength else { throw error(.tooLong) }
        let type = try type(depth: 0)
        guard offset == bytes.count else { throw error(.textAfterType) }
        return type
    }

    private static let basicTypes: [UInt8: VariantType] = [
        UInt8(ascii: "b"): .boolean, UInt8(ascii: "y"): .byte, UInt8(ascii: "n"): .int16, UInt8(ascii: "q"): .uint16,
        UInt8(ascii: "i"): .int32, UInt8(ascii: "u"): .uint32, UInt8(ascii: "x"): .int64, UInt8(ascii: "t"): .uint64,
        UInt8(ascii: "d"): .double, UInt8(ascii: "s"): .string, UInt8(ascii: "o"): .objectPath,
        UInt8(ascii: "g"): .signature, UInt8(ascii: "h"): .handle, UInt8(ascii: "v"): .variant,
    ]

    private mutating func type(depth: Int) throws(VariantTypeError) -> VariantType {
        guard depth <= VariantTypeError.maximumDepth else { throw error(.tooDeep) }
        let byte = try next()
        if let basic = Self.basicTypes[byte] { return basic }
        switch byte {
        case UInt8(ascii: "a"): return .array(try type(depth: depth + 1))
        case UInt8(ascii: "m"): return .maybe(try type(depth: depth + 1))
        case UInt8(ascii: "("):
            var elements: [VariantType] = []
            while try peek() != UInt8(ascii: ")") { elements.append(try type(depth: depth + 1)) }
            offset += 1
            return .tuple(elements)
        case UInt8(ascii: "{"):
            let start = offset
            let key = try type(depth: depth + 1)
            guard key.isBasic else { throw error(.keyIsNotBasic, at: start) }
            let value = try type(depth: depth + 1)
            guard try peek() == UInt8(ascii: "}") else { throw error(.entryIsNotClosed) }
            offset += 1
            return .dictionaryEntry(key: key, value: value)
        default:
            offset -= 1
            throw error(.unknownCharacter(character(at: offset)))
        }
    }

    private func peek() throws(VariantTypeError) -> UInt8 {
        guard offset < bytes.count else { throw error(.endsEarly) }
        return bytes[offset]
    }

    private mutating func next() throws(VariantTypeError) -> UInt8 {
        let byte = try peek()
        offset += 1
        return byte
    }

    /// Returns the character that starts at a byte; all bytes before it have been read as ASCII.
    private func character(at offset: Int) -> Character {
        let index = text.utf8.index(text.utf8.startIndex, offsetBy: offset)
        return text[index...].first ?? "?"
    }

    private func error(_ reason: VariantTypeError.Reason, at place: Int? = nil) -> VariantTypeError {
        VariantTypeError(text: text, offset: place ?? offset, reason: reason)
    }
}
