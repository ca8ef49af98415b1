import Foundation

/// One line of `--control`, understood.
struct ControlCommand: Equatable {
    enum Action: Equatable {
        case play
        case pause
        case quit
        /// Seconds; a tolerance of nil is unlimited.
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

    /// As it came, so that the answer carries the same.
    var id: JSONText
    var action: Action

    struct Fault: Error {
        var id: JSONText
        var message: String
    }

    init(_ line: String) throws(Fault) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
            throw Fault(id: .null, message: "a command is a JSON object on one line")
        }
        id = Self.identifier(object["id"])
        guard let name = object["command"] as? String else {
            throw Fault(id: id, message: "the command has no name: say \"command\": \"play\"")
        }
        switch name {
        case "play": action = .play
        case "pause": action = .pause
        case "quit": action = .quit
        case "seek":
            guard let to = Self.number(object["to"]) else {
                throw Fault(id: id, message: "seek needs \"to\" in seconds")
            }
            action = .seek(to: to, before: Self.number(object["before"]), after: Self.number(object["after"]))
        case "rate":
            guard let value = Self.number(object["value"]) else { throw Fault(id: id, message: "rate needs \"value\"") }
            action = .rate(value)
        case "step":
            let count = Self.number(object["count"]) ?? 1
            guard abs(count) <= 100_000 else { throw Fault(id: id, message: "step takes at most 100000 frames") }
            action = .step(Int(count))
        case "select":
            guard let group = object["group"] as? String, ["audible", "legible", "visual"].contains(group) else {
                throw Fault(id: id, message: "select needs \"group\": audible, legible or visual")
            }
            action = .select(group: group, option: Self.choice(object["option"]))
        case "screenshot":
            guard let file = object["file"] as? String, !file.isEmpty else {
                throw Fault(id: id, message: "screenshot needs \"file\"")
            }
            action = .screenshot(file: file)
        default: throw Fault(id: id, message: "there is no command '\(name)'")
        }
    }

    private static func identifier(_ value: Any?) -> JSONText {
        switch value {
        case let text as String: .text(text)
        case let number as NSNumber: JSONText(number.doubleValue)
        default: .null
        }
    }

    private static func number(_ value: Any?) -> Double? {
        guard let number = (value as? NSNumber)?.doubleValue, number.isFinite else { return nil }
        return number
    }

    private static func choice(_ value: Any?) -> Choice {
        switch value {
        case let language as String: .language(language)
        case let number as NSNumber: .index(Int(min(max(number.doubleValue, -1), 1e6)))
        default: .nothing
        }
    }
}
