/// A JSON value with ordered object members.
package enum JSONText: CustomStringConvertible, Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([JSONText])
    case object([(String, JSONText)])

    package init(_ text: String?) { self = text.map(JSONText.text) ?? .null }
    package init(_ number: Int?) { self = number.map(JSONText.integer) ?? .null }
    /// NaN and infinities become null, since JSON has no notation for them.
    package init(_ number: Double?) { self = number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null }

    /// Creates an object without the members whose value is null.
    package static func compact(_ members: [(String, JSONText)]) -> JSONText {
        .object(members.filter { if case .null = $0.1 { false } else { true } })
    }

    /// Creates an object of numbers, sorted by name.
    package init(_ counts: [String: Int]) {
        self = .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })
    }

    /// Whether two values have the same JSON text.
    package static func == (left: JSONText, right: JSONText) -> Bool { left.description == right.description }

    package var description: String {
        var result = ""
        write(to: &result)
        return result
    }

    package func write(to result: inout String) {
        switch self {
        case .null: result += "null"
        case .boolean(let value): result += value ? "true" : "false"
        case .integer(let value): result += "\(value)"
        case .number(let value): result += Self.decimal(value)
        case .text(let value): Self.quote(value, to: &result)
        case .list(let values):
            result += "["
            for (index, value) in values.enumerated() {
                if index > 0 { result += "," }
                value.write(to: &result)
            }
            result += "]"
        case .object(let members):
            result += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { result += "," }
                Self.quote(member.0, to: &result)
                result += ":"
                member.1.write(to: &result)
            }
            result += "}"
        }
    }

    /// Formats a number to six decimals. NaN and infinities become null, since JSON has no notation for them.
    private static func decimal(_ value: Double) -> String {
        guard value.isFinite else { return "null" }
        let rounded = (value * 1e6).rounded() / 1e6
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }

    /// Escapes control characters and direction marks in JSON from an encoder, where they occur in strings only.
    package static func escaped(_ document: String) -> String {
        func steers(_ scalar: Unicode.Scalar) -> Bool { scalar.isUnsafeToShow && scalar != "\n" && scalar != "\t" }
        guard document.unicodeScalars.contains(where: steers) else { return document }
        return document.unicodeScalars.reduce(into: "") { result, scalar in
            result += steers(scalar) ? escape(scalar) : String(scalar)
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func quote(_ text: String, to result: inout String) {
        result += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // U+2028 and U+2029 end a line in JavaScript, control characters may control a terminal, and direction marks turn the text
            // around them.
            case _ where scalar.isUnsafeToShow: result += escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        result += "\""
    }
}
