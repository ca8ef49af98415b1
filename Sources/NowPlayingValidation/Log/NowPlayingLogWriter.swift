import Foundation
import ReportText

/// Writes records as lines of the log.
public enum NowPlayingLogWriter {
    /// Returns the line of a record, with its line feed. `NowPlayingLogReader` reads the record from it again.
    public static func line(_ record: NowPlayingRecord) -> String {
        var members: [(String, JSONText)] = [
            ("time", .number(record.time)), ("date", .text(NowPlayingDate.text(record.date))),
            ("player", .text(record.player)), ("event", .text(record.event.rawValue)),
        ]
        if record.isEarlier { members.append(("earlier", .boolean(true))) }
        if record.isPlain { members.append(("plain", .boolean(true))) }
        if record.hasInfo {
            members.append(("info", record.info.map { NowPlayingValue.object($0.values).json } ?? .null))
        }
        if let state = record.state { members.append(("state", .text(state.rawValue))) }
        if let commands = record.commands { members.append(("commands", .list(commands.map(JSONText.text)))) }
        if let command = record.command { members.append(("command", .text(command))) }
        if let arguments = record.arguments { members.append(("arguments", NowPlayingValue.object(arguments).json)) }
        if let status = record.status { members.append(("status", .integer(status))) }
        if let position = record.position { members.append(("position", .number(position))) }
        if let rate = record.rate { members.append(("rate", .number(rate))) }
        return JSONText.object(members).description + "\n"
    }
}
