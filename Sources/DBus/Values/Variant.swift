import CDesktop

/// A value with a type, as D-Bus messages carry it.
///
/// A dictionary is an array of `dictionaryEntry` values; `dictionary(_:)` creates one of type "a{sv}" and `subscript(_:)` reads a value.
/// An inconsistent value, such as an array of strings that contains a number, is rejected on sending.
public indirect enum Variant: Sendable, Hashable {
    case boolean(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    /// An object path such as "/org/mpris/MediaPlayer2".
    case objectPath(String)
    /// A sequence of complete types: "sa{sv}".
    case signature(String)
    /// An index into a message's file descriptors. The descriptors themselves are not sent.
    case handle(Int32)
    case variant(Variant)
    case array(of: VariantType, [Variant])
    case maybe(of: VariantType, Variant?)
    case tuple([Variant])
    case dictionaryEntry(Variant, Variant)

    /// Returns a dictionary of named values ("a{sv}"), sorted by name.
    public static func dictionary(_ values: [String: Variant]) -> Variant {
        .array(
            of: .dictionaryEntry(key: .string, value: .variant),
            values.sorted { $0.key < $1.key }.map { .dictionaryEntry(.string($0.key), .variant($0.value)) })
    }

    /// Returns an array of strings ("as").
    public static func strings(_ strings: [String]) -> Variant {
        .array(of: .string, strings.map(Variant.string))
    }

    public var type: VariantType {
        switch self {
        case .boolean: .boolean
        case .byte: .byte
        case .int16: .int16
        case .uint16: .uint16
        case .int32: .int32
        case .uint32: .uint32
        case .int64: .int64
        case .uint64: .uint64
        case .double: .double
        case .string: .string
        case .objectPath: .objectPath
        case .signature: .signature
        case .handle: .handle
        case .variant: .variant
        case .array(let element, _): .array(element)
        case .maybe(let element, _): .maybe(element)
        case .tuple(let elements): .tuple(elements.map(\.type))
        case .dictionaryEntry(let key, let value): .dictionaryEntry(key: key.type, value: value.type)
        }
    }

    // MARK: Reading

    /// The value inside any number of `variant`s.
    public var unwrapped: Variant {
        if case .variant(let inner) = self { inner.unwrapped } else { self }
    }

    public var boolValue: Bool? {
        if case .boolean(let value) = unwrapped { value } else { nil }
    }

    /// The text of a string or an object path.
    public var stringValue: String? {
        switch unwrapped {
        case .string(let value), .objectPath(let value): value
        default: nil
        }
    }

    /// The value of any integer type if it fits into `Int`.
    public var integerValue: Int? {
        switch unwrapped {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        default: nil
        }
    }

    public var doubleValue: Double? {
        if case .double(let value) = unwrapped { value } else { integerValue.map(Double.init) }
    }

    /// The elements of an array or a tuple; nil for other values.
    public var elements: [Variant]? {
        switch unwrapped {
        case .array(_, let elements), .tuple(let elements): elements
        default: nil
        }
    }

    /// The value of a dictionary's key, without its `variant`s; nil if there is no such key or the value is not a dictionary.
    public subscript(key: String) -> Variant? {
        for element in elements ?? [] {
            if case .dictionaryEntry(.string(key), let value) = element { return value.unwrapped }
        }
        return nil
    }

    // MARK: Checking

    /// Checks that the value is consistent with its type and that its text is permitted.
    func validate(place: String = "the value", depth: Int = 0) throws(VariantError) {
        guard depth <= VariantTypeError.maximumDepth else { throw VariantError(place: place, reason: .tooDeep) }
        switch self {
        case .string(let text):
            guard !text.utf8.contains(0) else { throw VariantError(place: place, reason: .zeroByte) }
        case .objectPath(let text):
            guard !text.utf8.contains(0), g_variant_is_object_path(text) != 0 else {
                throw VariantError(place: place, reason: .notAnObjectPath(text))
            }
        case .signature(let text):
            guard !text.utf8.contains(0), g_variant_is_signature(text) != 0 else {
                throw VariantError(place: place, reason: .notASignature(text))
            }
        case .variant(let inner): try inner.validate(place: place, depth: depth + 1)
        case .array(let type, let elements):
            try Self.validate(type, place: place, depth: depth)
            for (index, element) in elements.enumerated() {
                try element.validate(as: type, place: "\(place)[\(index)]", depth: depth + 1)
            }
        case .maybe(let type, let element):
            try Self.validate(type, place: place, depth: depth)
            try element?.validate(as: type, place: place, depth: depth + 1)
        case .tuple(let elements):
            for (index, element) in elements.enumerated() {
                try element.validate(place: "\(place).\(index)", depth: depth + 1)
            }
        case .dictionaryEntry(let key, let value):
            guard key.type.isBasic else { throw VariantError(place: place, reason: .keyIsNotBasic(key.type)) }
            try key.validate(place: "\(place).key", depth: depth + 1)
            try value.validate(place: "\(place).value", depth: depth + 1)
        default: break
        }
    }

    private func validate(as type: VariantType, place: String, depth: Int) throws(VariantError) {
        try validate(place: place, depth: depth)
        guard self.type == type else { throw VariantError(place: place, reason: .wrongType(self.type, expected: type)) }
    }

    /// Checks a type that was constructed in code, which may have no valid type string.
    private static func validate(_ type: VariantType, place: String, depth: Int) throws(VariantError) {
        guard depth + type.depth <= VariantTypeError.maximumDepth else {
            throw VariantError(place: place, reason: .tooDeep)
        }
        do { _ = try VariantType(type.string) } catch {
            throw VariantError(place: place, reason: .malformedType(error))
        }
    }
}

/// The reason why a value cannot be sent.
public struct VariantError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        case wrongType(VariantType, expected: VariantType)
        case malformedType(VariantTypeError)
        case keyIsNotBasic(VariantType)
        case notAnObjectPath(String)
        case notASignature(String)
        /// A string contains U+0000, which D-Bus forbids.
        case zeroByte
        case tooDeep
        /// The type exists in GVariant but not in D-Bus messages.
        case notCarriedByMessages(VariantType)
    }

    /// The part of the value that is wrong: "the value[2].key".
    public let place: String
    public let reason: Reason

    public var description: String {
        switch reason {
        case .wrongType(let type, let expected):
            "\(place) is of the type '\(type.string)' where '\(expected.string)' is declared."
        case .malformedType(let error): "\(place): \(error)"
        case .keyIsNotBasic(let type): "\(place) has a key of the type '\(type.string)'; use a basic type."
        case .notAnObjectPath(let text):
            "\(place) is not an object path: '\(text)'. Use '/', or names that each start with '/'."
        case .notASignature(let text): "\(place) is not a signature: '\(text)'."
        case .zeroByte: "\(place) contains the character U+0000, which D-Bus forbids."
        case .tooDeep: "\(place) is nested deeper than \(VariantTypeError.maximumDepth) levels."
        case .notCarriedByMessages(let type): "\(place) is of the type '\(type.string)', which D-Bus does not carry."
        }
    }
}
