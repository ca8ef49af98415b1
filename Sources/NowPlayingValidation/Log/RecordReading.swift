import Foundation

/// The members of a line as a record.
enum RecordReading {
    private static func fault(_ message: String) -> LineParser.Fault { LineParser.Fault(column: 1, message: message) }

    static func record(
        _ members: inout [String: NowPlayingValue], _ limits: LogLimits
    ) throws(LineParser.Fault) -> NowPlayingRecord {
        guard let time = members["time"]?.number, time >= 0, time <= limits.seconds else {
            throw fault("'time' must be a number of seconds from 0 to \(Int(limits.seconds))")
        }
        guard let dateText = members["date"]?.text, let date = NowPlayingDate.parse(dateText) else {
            throw fault("'date' must be a date such as '2026-03-02T18:00:00.000Z'")
        }
        guard let player = members["player"]?.text, !player.isEmpty, player.utf8.count <= 255 else {
            throw fault("'player' must be a bus name of at most 255 bytes")
        }
        guard let eventName = members["event"]?.text, let event = NowPlayingRecord.Event(rawValue: eventName) else {
            let names = NowPlayingRecord.Event.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("'event' must be one of \(names)")
        }
        var record = NowPlayingRecord(time: time, date: date, player: player, event: event)
        switch members["info"] {
        case .none: record.hasInfo = false
        case .null: record.hasInfo = true
        case .object(let values): (record.info, record.hasInfo) = (NowPlayingInfo(values), true)
        default: throw fault("'info' must be an object or null")
        }
        if event == .info, !record.hasInfo { throw fault("an event 'info' must have the member 'info'") }
        record.state = try state(members["state"])
        if event == .state, record.state == nil { throw fault("an event 'state' must have the member 'state'") }
        record.commands = try names(members["commands"])
        if event == .commands, record.commands == nil {
            throw fault("an event 'commands' must have the member 'commands'")
        }
        record.command = try optional(members["command"], "command", "a text") { $0.text }
        if event == .command, record.command == nil { throw fault("an event 'command' must have the member 'command'") }
        record.arguments = try optional(members["arguments"], "arguments", "an object") {
            if case .object(let values) = $0 { values } else { nil }
        }
        record.status = try optional(members["status"], "status", "a whole number") {
            $0.number.flatMap { Int(exactly: $0) }
        }
        record.position = try optional(members["position"], "position", "a number") { $0.number }
        if event == .seeked, record.position == nil {
            throw fault("an event 'seeked' must have the member 'position'")
        }
        record.rate = try optional(members["rate"], "rate", "a number") { $0.number }
        record.isEarlier = try optional(members["earlier"], "earlier", "true or false") { $0.boolean } ?? false
        record.isPlain = try optional(members["plain"], "plain", "true or false") { $0.boolean } ?? false
        return record
    }

    private static func state(
        _ value: NowPlayingValue?
    ) throws(LineParser.Fault) -> NowPlayingRecord.PlaybackState? {
        let names = NowPlayingRecord.PlaybackState.allCases.map(\.rawValue).joined(separator: ", ")
        return try optional(value, "state", "one of \(names)") {
            $0.text.flatMap(NowPlayingRecord.PlaybackState.init(rawValue:))
        }
    }

    private static func names(_ value: NowPlayingValue?) throws(LineParser.Fault) -> [String]? {
        try optional(value, "commands", "a list of names") { value in
            guard case .list(let elements) = value else { return nil }
            let names = elements.compactMap(\.text)
            return names.count == elements.count ? names : nil
        }
    }

    /// Returns the value of a member; nil where it is absent or null.
    private static func optional<Result>(
        _ value: NowPlayingValue?, _ name: String, _ wanted: String, _ read: (NowPlayingValue) -> Result?
    ) throws(LineParser.Fault) -> Result? {
        guard let value, value != .null else { return nil }
        guard let result = read(value) else { throw fault("'\(name)' must be \(wanted)") }
        return result
    }
}
