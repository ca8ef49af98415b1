import Foundation
import ReportText

/// A parsed command line of `--control`.
struct ControlCommand: Equatable {
    enum Action: Equatable {
        case play
        case pause
        case quit
        case status
        /// The time and the tolerances in seconds; a tolerance of nil is unlimited.
        case seek(to: Double, before: Double?, after: Double?)
        case rate(Double)
        case step(Int)
        case select(group: String, option: Choice)
        case screenshot(file: String)
    }

    enum Choice: Equatable {
        case index(Int)
        case language(String)
        case nothing
    }

    /// The client's identifier, returned unchanged in the answer.
    var id: JSONText
    var action: Action

    struct Fault: Error {
        var id: JSONText
        var message: String
    }

    init(_ line: String) throws(Fault) {
        guard let object = try? JSONDecoder().decode([String: Value].self, from: Data(line.utf8)) else {
            throw Fault(id: .null, message: "a command must be a JSON object on one line of at most 1 MB")
        }
        id = Self.identifier(object["id"])
        guard case .text(let name) = object["command"] else {
            throw Fault(id: id, message: "the command has no name: add for example \"command\": \"play\"")
        }
        switch name {
        case "play": action = .play
        case "pause": action = .pause
        case "quit": action = .quit
        case "status": action = .status
        case "seek":
            guard let to = object["to"]?.decimal else {
                throw Fault(id: id, message: "seek needs \"to\" in seconds")
            }
            action = .seek(
                to: to, before: try Self.tolerance("before", object, id), after: try Self.tolerance("after", object, id)
            )
        case "rate":
            guard let value = object["value"]?.decimal, abs(value) <= Self.fastest else {
                throw Fault(id: id, message: "rate needs \"value\", a number from -64 to 64")
            }
            action = .rate(value)
        case "step":
            guard let count = (object["count"] ?? .integer(1)).decimal, abs(count) <= 100_000,
                count == count.rounded(), count != 0
            else {
                throw Fault(id: id, message: "step needs \"count\", a whole number up to 100000, not 0")
            }
            action = .step(Int(count))
        case "select":
            guard case .text(let group) = object["group"], ["audible", "legible", "visual"].contains(group) else {
                throw Fault(id: id, message: "select needs \"group\": audible, legible or visual")
            }
            guard let choice = Self.choice(object["option"]) else {
                throw Fault(id: id, message: "select needs \"option\": an index, a language, or null for none")
            }
            action = .select(group: group, option: choice)
        case "screenshot":
            guard case .text(let file) = object["file"], !file.isEmpty, !file.utf8.contains(0) else {
                throw Fault(id: id, message: "screenshot needs \"file\"")
            }
            action = .screenshot(file: file)
        default: throw Fault(id: id, message: "unknown command '\(name)'; the commands are \(Self.names)")
        }
    }

    private static let names = "play, pause, quit, seek, rate, step, select, screenshot and status"

    /// The maximum absolute rate.
    private static let fastest = 64.0

    private enum Value: Decodable {
        case null
        /// A whole number, which Double would round above 2^53.
        case integer(Int)
        case number(Double)
        case text(String)
        /// A Boolean, array or object, which no field accepts.
        case other

        /// The number; nil for other values.
        var decimal: Double? {
            switch self {
            case .integer(let number): Double(number)
            case .number(let number): number
            default: nil
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let whole = try? container.decode(Int.self) {
                self = .integer(whole)
            } else if let number = try? container.decode(Double.self), number.isFinite {
                self = .number(number)
            } else {
                self = (try? container.decode(String.self)).map(Self.text) ?? .other
            }
        }
    }

    private static func identifier(_ value: Value?) -> JSONText {
        switch value {
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .number(let number): JSONText(number)
        default: .null
        }
    }

    private static func tolerance(_ name: String, _ object: [String: Value], _ id: JSONText) throws(Fault) -> Double? {
        switch object[name] {
        case nil, .null: return nil
        case let value?:
            if let seconds = value.decimal, seconds >= 0 { return seconds }
            throw Fault(id: id, message: "\"\(name)\" must be a number of seconds, 0 or more")
        }
    }

    /// Returns nil for a value that is not an index, a language or null.
    private static func choice(_ value: Value?) -> Choice? {
        switch value {
        case .null: .nothing
        case .text(let language): .language(language)
        case .integer(let index) where index.magnitude < 1_000_000: .index(index)
        case .number(let index) where index == index.rounded() && abs(index) < 1e6: .index(Int(index))
        default: nil
        }
    }
}
