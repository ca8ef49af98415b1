package import ReportText

/// A value of a Now Playing dictionary, as the log carries it.
public enum NowPlayingValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([NowPlayingValue])
    case object([String: NowPlayingValue])

    /// The number; nil for values of other types.
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    /// The text; nil for values of other types.
    public var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The Boolean, also from the numbers 0 and 1; nil for other values.
    public var boolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .number(0): false
        case .number(1): true
        default: nil
        }
    }

    package var json: JSONText {
        switch self {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let value): .number(value)
        case .text(let value): .text(value)
        case .list(let values): .list(values.map(\.json))
        case .object(let members): .object(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
        }
    }

    /// The value in a message: texts in quotation marks, cut to 100 characters.
    package var shown: String {
        if case .text(let text) = self { return "'\(DisplayText.id(text))'" }
        return DisplayText.id(json.description)
    }
}

extension NowPlayingValue: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(integerLiteral value: Int) { self = .number(Double(value)) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
