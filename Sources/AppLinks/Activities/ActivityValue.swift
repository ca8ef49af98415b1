package import DBus
package import Foundation

/// A value in an activity's `userInfo`: of a type that can be stored and sent.
package indirect enum ActivityValue: Codable, Sendable, Hashable {
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case data(Data)
    case date(Date)
    case url(URL)
    case uuid(UUID)
    case list([ActivityValue])
    case table([String: ActivityValue])

    /// The deepest accepted nesting.
    static let maximumDepth = 16

    /// - Returns: nil for a value of a type that activities do not carry.
    package init?(_ value: Any, depth: Int = 0) {
        guard depth <= Self.maximumDepth else { return nil }
        switch value {
        case let value as Bool: self = .boolean(value)
        case let value as any BinaryInteger: self = .integer(Int64(clamping: value))
        case let value as Double: self = .number(value)
        case let value as Float: self = .number(Double(value))
        case let value as String: self = .text(value)
        case let value as Data: self = .data(value)
        case let value as Date: self = .date(value)
        case let value as URL: self = .url(value)
        case let value as UUID: self = .uuid(value)
        case let value as NSNumber: self = .number(value.doubleValue)
        case let value as [Any]: self = .list(value.compactMap { ActivityValue($0, depth: depth + 1) })
        case let value as Set<AnyHashable>:
            self = .list(value.compactMap { ActivityValue($0.base, depth: depth + 1) })
        case let value as [AnyHashable: Any]: self = .table(Self.table(value, depth: depth + 1))
        default: return nil
        }
    }

    /// The entries of a dictionary whose keys are texts and whose values can be carried.
    package static func table(_ values: [AnyHashable: Any], depth: Int = 0) -> [String: ActivityValue] {
        var table: [String: ActivityValue] = [:]
        for (key, value) in values {
            guard let name = key.base as? String else { continue }
            table[name] = ActivityValue((value as? AnyHashable)?.base ?? value, depth: depth)
        }
        return table
    }

    package var any: Any {
        switch self {
        case .boolean(let value): value
        case .integer(let value): Int(value)
        case .number(let value): value
        case .text(let value): value
        case .data(let value): value
        case .date(let value): value
        case .url(let value): value
        case .uuid(let value): value
        case .list(let values): values.map(\.any)
        case .table(let values): values.mapValues(\.any)
        }
    }

    // MARK: On the bus

    /// Dates, URLs and UUIDs have no type of their own on the bus: they are tuples of a mark and a text.
    package var variant: Variant {
        switch self {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .int64(value)
        case .number(let value): .double(value)
        case .text(let value): .string(value.replacing("\u{0}", with: ""))
        case .data(let value): .array(of: .byte, value.map(Variant.byte))
        case .date(let value): .tuple([.string("date"), .string("\(value.timeIntervalSince1970)")])
        case .url(let value): .tuple([.string("url"), .string(value.absoluteString)])
        case .uuid(let value): .tuple([.string("uuid"), .string(value.uuidString)])
        case .list(let values): .array(of: .variant, values.map { .variant($0.variant) })
        case .table(let values):
            .dictionary(
                Dictionary(
                    values.map { ($0.key.replacing("\u{0}", with: ""), $0.value.variant) }, uniquingKeysWith: { $1 }))
        }
    }

    /// - Returns: nil for a value that no activity sends.
    package init?(_ variant: Variant, depth: Int = 0) {
        guard depth <= Self.maximumDepth else { return nil }
        switch variant.unwrapped {
        case .boolean(let value): self = .boolean(value)
        case .double(let value): self = .number(value)
        case .string(let value): self = .text(value)
        case .array(.byte, let bytes):
            self = .data(Data(bytes.compactMap { $0.integerValue.map(UInt8.init(truncatingIfNeeded:)) }))
        case .array(.dictionaryEntry, _): self = .table(Self.table(variant, depth: depth + 1))
        case .array(_, let elements): self = .list(elements.compactMap { ActivityValue($0, depth: depth + 1) })
        case .tuple(let parts) where parts.count == 2:
            guard let text = parts[1].stringValue else { return nil }
            switch parts[0].stringValue {
            case "date":
                guard let seconds = Double(text), seconds.isFinite else { return nil }
                self = .date(Date(timeIntervalSince1970: seconds))
            case "url":
                guard let url = URL(string: text) else { return nil }
                self = .url(url)
            case "uuid":
                guard let uuid = UUID(uuidString: text) else { return nil }
                self = .uuid(uuid)
            default: return nil
            }
        default:
            guard let value = variant.integerValue else { return nil }
            self = .integer(Int64(value))
        }
    }

    /// The entries of a dictionary on the bus.
    package static func table(_ variant: Variant, depth: Int = 0) -> [String: ActivityValue] {
        var table: [String: ActivityValue] = [:]
        for element in variant.unwrapped.elements ?? [] {
            guard case .dictionaryEntry(.string(let name), let value) = element else { continue }
            table[name] = ActivityValue(value, depth: depth)
        }
        return table
    }
}
