package import Foundation

/// A typed value of the Now Playing information.
package enum NowPlayingValue: Sendable, Hashable {
    case double(Double)
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt32)
    case text(String)
    case date(Date)
    case url(String)

    package enum Kind: String, Sendable, Hashable {
        case double, boolean, integer, unsigned, text, date, url

        /// What a client has to write, for messages.
        package var name: String {
            switch self {
            case .double: "a finite number"
            case .boolean: "a Bool, or 0 or 1"
            case .integer: "an integer"
            case .unsigned: "an integer that is not negative"
            case .text: "a String"
            case .date: "a Date"
            case .url: "a URL"
            }
        }
    }

    package var doubleValue: Double? {
        switch self {
        case .double(let value): value
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        default: nil
        }
    }
    package var boolValue: Bool? { if case .boolean(let value) = self { value } else { nil } }
    package var integerValue: Int64? {
        switch self {
        case .integer(let value): value
        case .unsigned(let value): Int64(value)
        default: nil
        }
    }
    package var textValue: String? {
        switch self {
        case .text(let value), .url(let value): value
        case .date(let value): Self.text(of: value)
        default: nil
        }
    }
    package var dateValue: Date? { if case .date(let value) = self { value } else { nil } }

    /// Returns the form of a date on the bus: ISO 8601 with milliseconds, in UTC.
    package static func text(of date: Date) -> String { date.formatted(style) }

    /// Returns the date of that form; nil for other text.
    package static func date(of text: String) -> Date? { try? style.parse(text) }

    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Converts a value of a client's dictionary; nil for a value of another type. Text is cut to `maximumTextLength`.
    package init?(_ any: Any, as kind: Kind) {
        switch kind {
        case .double:
            guard let number = Self.number(any), number.isFinite else { return nil }
            self = .double(number)
        case .boolean:
            if let flag = any as? Bool {
                self = .boolean(flag)
            } else if let number = Self.number(any), number == 0 || number == 1 {
                self = .boolean(number == 1)
            } else {
                return nil
            }
        case .integer:
            guard let number = Self.integer(any) else { return nil }
            self = .integer(number)
        case .unsigned:
            guard let number = Self.integer(any), let small = UInt32(exactly: number) else { return nil }
            self = .unsigned(small)
        case .text:
            guard let text = any as? String else { return nil }
            self = .text(Self.clean(text))
        case .date:
            guard let date = any as? Date, date.timeIntervalSince1970.magnitude < Self.latestDate else { return nil }
            self = .date(date)
        case .url:
            guard let url = any as? URL else { return nil }
            self = .url(Self.clean(url.absoluteString))
        }
    }

    /// The maximum length of a text on the bus, in bytes: lyrics and comments can be long.
    package static let maximumTextLength = 64 * 1024
    /// The year 9999, in seconds.
    private static let latestDate = 253_402_300_800.0

    /// Removes the character U+0000, which D-Bus forbids, and cuts the text.
    package static func clean(_ text: String) -> String {
        var text = text
        if text.utf8.contains(0) { text = text.replacingOccurrences(of: "\u{0}", with: "") }
        guard text.utf8.count > maximumTextLength else { return text }
        var bytes = 0
        return String(
            text.unicodeScalars.prefix { scalar in
                bytes += UTF8.width(scalar)
                return bytes <= maximumTextLength
            })
    }

    private static func number(_ any: Any) -> Double? {
        switch any {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as Bool: value ? 1 : 0
        case let value as any BinaryInteger: Double(value)
        case let value as any BinaryFloatingPoint: Double(value)
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    private static func integer(_ any: Any) -> Int64? {
        // A cast would take a number 0 or 1 for a Bool.
        guard type(of: any) != Bool.self else { return nil }
        if let value = any as? any BinaryInteger { return Int64(exactly: value) }
        guard let number = number(any), number.isFinite else { return nil }
        return Int64(exactly: number)
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { UTF8.encode(scalar)?.count ?? 4 }
}
