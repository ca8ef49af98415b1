package import DBus
import NowPlayingModel

/// The reason why a command with its arguments is rejected.
package struct RemoteCommandError: Error, Sendable, Hashable {
    package let message: String
}

extension RemoteCommandCall {
    /// Reads the arguments of `org.openavkit.NowPlaying1.Perform`. Unknown arguments are ignored.
    package init(command: String, arguments: Variant) throws(RemoteCommandError) {
        guard let name = RemoteCommandName(rawValue: command) else {
            let known = RemoteCommandName.allCases.map(\.rawValue).sorted().joined(separator: ", ")
            throw RemoteCommandError(
                message: "There is no command '\(Self.shown(command))'. The commands are \(known).")
        }
        let reader = ArgumentReader(command: name, arguments: arguments)
        switch name {
        case .play: self = .play
        case .pause: self = .pause
        case .stop: self = .stop
        case .togglePlayPause: self = .togglePlayPause
        case .nextTrack: self = .nextTrack
        case .previousTrack: self = .previousTrack
        case .seekForward, .seekBackward:
            let type = try reader.text("type") ?? "begin"
            guard type == "begin" || type == "end" else { throw reader.wrong("type", "'begin' or 'end'") }
            self = .seek(isForward: name == .seekForward, begins: type == "begin")
        case .skipForward, .skipBackward:
            let interval = try reader.number("interval")
            if let interval, interval <= 0 { throw reader.wrong("interval", "a number of seconds above 0") }
            self = .skip(isForward: name == .skipForward, interval: interval)
        case .changePlaybackPosition:
            let time = try reader.needed("positionTime", reader.number("positionTime"))
            guard time >= 0 else { throw reader.wrong("positionTime", "a number of seconds of at least 0") }
            self = .changePosition(time)
        case .changePlaybackRate:
            let rate = try reader.needed("playbackRate", reader.number("playbackRate"))
            guard abs(rate) <= 100 else { throw reader.wrong("playbackRate", "a rate of at most 100") }
            self = .changeRate(rate)
        case .changeRepeatMode:
            self = .changeRepeat(
                try reader.choice("repeatType", [("off", .off), ("one", .one), ("all", .all)]))
        case .changeShuffleMode:
            self = .changeShuffle(
                try reader.choice("shuffleType", [("off", .off), ("items", .items), ("collections", .collections)]))
        case .enableLanguageOption, .disableLanguageOption:
            let request = LanguageRequest(
                tag: try reader.text("languageTag"), identifier: try reader.text("identifier"),
                type: try reader.optionalChoice("type", [("audible", .audible), ("legible", .legible)]))
            guard name == .disableLanguageOption || request.tag != nil || request.identifier != nil else {
                throw reader.wrong("languageTag", "a BCP 47 tag, unless an 'identifier' is given")
            }
            self = .changeLanguage(request, isEnabled: name == .enableLanguageOption)
        case .rating: self = .rate(try reader.needed("rating", reader.number("rating")))
        case .like: self = .feedback(.like, isNegative: try reader.flag("isNegative"))
        case .dislike: self = .feedback(.dislike, isNegative: try reader.flag("isNegative"))
        case .bookmark: self = .feedback(.bookmark, isNegative: try reader.flag("isNegative"))
        }
    }

    /// Returns text of a caller for a message: it may be long.
    fileprivate static func shown(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}

private struct ArgumentReader {
    let command: RemoteCommandName
    let arguments: Variant

    func wrong(_ name: String, _ expected: String) -> RemoteCommandError {
        RemoteCommandError(message: "The argument '\(name)' of '\(command.rawValue)' must be \(expected).")
    }

    func needed<Value>(_ name: String, _ value: Value?) throws(RemoteCommandError) -> Value {
        guard let value else {
            throw RemoteCommandError(message: "The command '\(command.rawValue)' needs the argument '\(name)'.")
        }
        return value
    }

    func number(_ name: String) throws(RemoteCommandError) -> Double? {
        guard let value = arguments[name] else { return nil }
        guard let number = value.doubleValue, number.isFinite, abs(number) < 1e12 else {
            throw wrong(name, "a finite number")
        }
        return number
    }

    func text(_ name: String) throws(RemoteCommandError) -> String? {
        guard let value = arguments[name] else { return nil }
        guard case .string(let text) = value, text.utf8.count <= 256 else {
            throw wrong(name, "a string of at most 256 bytes")
        }
        return text
    }

    func flag(_ name: String) throws(RemoteCommandError) -> Bool {
        guard let value = arguments[name] else { return false }
        guard let flag = value.boolValue else { throw wrong(name, "a Boolean") }
        return flag
    }

    /// Returns the value of a name, or of its index.
    func choice<Value>(_ name: String, _ choices: [(String, Value)]) throws(RemoteCommandError) -> Value {
        try needed(name, try optionalChoice(name, choices))
    }

    func optionalChoice<Value>(_ name: String, _ choices: [(String, Value)]) throws(RemoteCommandError) -> Value? {
        guard let value = arguments[name] else { return nil }
        if let index = value.integerValue, choices.indices.contains(index) { return choices[index].1 }
        if let text = value.stringValue, let choice = choices.first(where: { $0.0 == text }) { return choice.1 }
        throw wrong(name, "one of " + choices.map(\.0).joined(separator: ", "))
    }
}
