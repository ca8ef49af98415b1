import DBus
import NowPlayingValidation

extension NowPlayingValue {
    /// Maximum number of values in one dictionary; further ones become null.
    private static let maximumValues = 4_096
    private static let maximumDepth = 8
    /// Maximum length of a text in characters.
    private static let maximumText = 16_384

    /// Converts a value of the bus. What is larger than the limits of a log is cut.
    init(_ variant: Variant) {
        var budget = Self.maximumValues
        self = Self.value(variant, depth: 0, &budget)
    }

    private static func value(_ variant: Variant, depth: Int, _ budget: inout Int) -> NowPlayingValue {
        budget -= 1
        guard budget > 0, depth <= maximumDepth else { return .null }
        let variant = variant.unwrapped
        if let value = variant.boolValue { return .boolean(value) }
        if let value = variant.doubleValue { return value.isFinite ? .number(value) : .null }
        if let value = variant.stringValue {
            return .text(value.utf8.count > maximumText ? String(value.prefix(maximumText)) : value)
        }
        if case .array(of: .dictionaryEntry(key: .string, _), let entries) = variant {
            var members: [String: NowPlayingValue] = [:]
            for case .dictionaryEntry(.string(let key), let member) in entries where budget > 0 {
                members[key] = value(member, depth: depth + 1, &budget)
            }
            return .object(members)
        }
        guard let elements = variant.elements else { return .null }
        var list: [NowPlayingValue] = []
        for element in elements where budget > 0 { list.append(value(element, depth: depth + 1, &budget)) }
        return .list(list)
    }
}

extension Variant {
    /// The entries of a dictionary with texts as keys, without their `variant`s; empty for other values.
    var entries: [String: Variant] {
        var result: [String: Variant] = [:]
        for element in elements ?? [] {
            if case .dictionaryEntry(.string(let key), let value) = element { result[key] = value.unwrapped }
        }
        return result
    }

    /// The texts of an array; nil for other values.
    var texts: [String]? {
        guard case .array(of: .string, let elements) = unwrapped else { return nil }
        return elements.compactMap(\.stringValue)
    }
}
