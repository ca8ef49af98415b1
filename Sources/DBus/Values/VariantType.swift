/// The type of a `Variant`, written in D-Bus and GVariant as a string such as "a{sv}".
public indirect enum VariantType: Sendable, Hashable {
    case boolean, byte, int16, uint16, int32, uint32, int64, uint64, double
    case string, objectPath, signature, handle
    /// A value together with its type.
    case variant
    case array(VariantType)
    /// An optional value. GVariant supports it; D-Bus messages do not.
    case maybe(VariantType)
    case tuple([VariantType])
    /// An entry of a dictionary, which is an array of entries. The key has a basic type.
    case dictionaryEntry(key: VariantType, value: VariantType)

    /// The usual dictionary of named values: "a{sv}".
    public static let dictionary = VariantType.array(.dictionaryEntry(key: .string, value: .variant))

    /// Parses exactly one complete type.
    /// - Throws: `VariantTypeError` with the offset and the reason.
    public init(_ text: String) throws(VariantTypeError) {
        var parser = VariantTypeParser(text)
        self = try parser.completeType()
    }

    /// The type string: "a{sv}".
    public var string: String {
        switch self {
        case .boolean: "b"
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .handle: "h"
        case .variant: "v"
        case .array(let element): "a" + element.string
        case .maybe(let element): "m" + element.string
        case .tuple(let elements): "(" + elements.map(\.string).joined() + ")"
        case .dictionaryEntry(let key, let value): "{" + key.string + value.string + "}"
        }
    }

    /// Whether the type is a number, a Boolean or text: the types permitted for dictionary keys.
    public var isBasic: Bool {
        switch self {
        case .variant, .array, .maybe, .tuple, .dictionaryEntry: false
        default: true
        }
    }

    /// The maximum nesting depth of containers.
    var depth: Int {
        switch self {
        case .array(let element), .maybe(let element): 1 + element.depth
        case .tuple(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .dictionaryEntry(_, let value): 1 + value.depth
        default: 0
        }
    }

    /// Whether a D-Bus message can carry values of the type: it contains no `maybe`, and dictionary entries only inside arrays.
    public var isCarriedByMessages: Bool {
        switch self {
        case .maybe, .dictionaryEntry: false
        case .array(.dictionaryEntry(_, let value)): value.isCarriedByMessages
        case .array(let element): element.isCarriedByMessages
        case .tuple(let elements): !elements.isEmpty && elements.allSatisfy(\.isCarriedByMessages)
        default: true
        }
    }
}

/// The reason why a string is not a valid type, with the position of the error.
public struct VariantTypeError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        case empty
        case unknownCharacter(Character)
        /// The string ends inside a type.
        case endsEarly
        /// There are characters after the type.
        case textAfterType
        /// The key of a dictionary entry is a container.
        case keyIsNotBasic
        /// A dictionary entry has more than a key and a value.
        case entryIsNotClosed
        /// More than `VariantTypeError.maximumDepth` containers are nested.
        case tooDeep
        /// The string has more than `VariantTypeError.maximumLength` bytes.
        case tooLong
    }

    /// The maximum nesting depth that D-Bus permits.
    public static let maximumDepth = 64
    /// The maximum length of a signature that D-Bus permits, in bytes.
    public static let maximumLength = 255

    public let text: String
    /// The offset of the error in bytes.
    public let offset: Int
    public let reason: Reason

    public var description: String {
        let sentence =
            switch reason {
            case .empty: "it is empty"
            case .unknownCharacter(let character): "'\(character)' at offset \(offset) is not a type"
            case .endsEarly: "it ends at offset \(offset), inside a type"
            case .textAfterType: "there is more text after the type, at offset \(offset)"
            case .keyIsNotBasic: "the key of a dictionary at offset \(offset) is a container; use a basic type"
            case .entryIsNotClosed: "the dictionary entry has no '}' after its value, at offset \(offset)"
            case .tooDeep: "more than \(Self.maximumDepth) containers are nested, at offset \(offset)"
            case .tooLong: "it is longer than \(Self.maximumLength) bytes"
            }
        return "'\(text)' is not a D-Bus type: \(sentence)."
    }
}
