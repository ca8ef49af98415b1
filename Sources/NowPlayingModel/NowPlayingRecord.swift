import Foundation

/// The Now Playing information of one player as typed values. A key that the client did not write is absent.
package struct NowPlayingRecord: Sendable, Hashable {
    package var values: [NowPlayingKey: NowPlayingValue]

    package init(_ values: [NowPlayingKey: NowPlayingValue] = [:]) { self.values = values }

    /// A value of a client's dictionary that has the wrong type.
    package struct Problem: Sendable, Hashable, CustomStringConvertible {
        package let constant: String
        package let expected: String
        package let type: String

        package init(constant: String, expected: String, type: String) {
            self.constant = constant
            self.expected = expected
            self.type = type
        }

        package var description: String {
            "The value of '\(constant)' has the type \(type) and is not published. Write \(expected)."
        }
    }

    /// Reads a client's dictionary. Unknown keys are left out; values of wrong types are left out and reported.
    package init(_ dictionary: [String: Any], problems: inout [Problem]) {
        values = [:]
        for key in NowPlayingKey.allCases {
            guard let constant = key.constants.first(where: { dictionary[$0] != nil }), let any = dictionary[constant]
            else { continue }
            if let value = NowPlayingValue(any, as: key.kind) {
                values[key] = value
            } else {
                problems.append(
                    Problem(constant: constant, expected: key.kind.name, type: String(describing: type(of: any))))
            }
        }
    }

    package subscript(key: NowPlayingKey) -> NowPlayingValue? {
        get { values[key] }
        set { values[key] = newValue }
    }

    package func text(_ key: NowPlayingKey) -> String? {
        guard let text = values[key]?.textValue, !text.isEmpty else { return nil }
        return text
    }
    package func number(_ key: NowPlayingKey) -> Double? { values[key]?.doubleValue }

    /// The playback rate; an absent rate means 1.
    package var rate: Double { number(.playbackRate) ?? 1 }
    /// The duration in seconds; nil if it is unknown.
    package var duration: Double? {
        guard let duration = number(.playbackDuration), duration > 0, values[.isLiveStream]?.boolValue != true else {
            return nil
        }
        return duration
    }

    /// The facts that identify the current item: when they change, another item plays.
    package var identity: NowPlayingIdentity {
        if let content = text(.externalContentIdentifier) { return .content(content) }
        if let service = text(.serviceIdentifier) { return .service(service) }
        return .description([.title, .artist, .albumTitle, .assetURL, .persistentID].map { values[$0] })
    }
}

/// The identity of an item for programs that follow a player.
package enum NowPlayingIdentity: Sendable, Hashable {
    case content(String)
    case service(String)
    case description([NowPlayingValue?])
    /// An item of a player, whatever its description is.
    case item(ObjectIdentifier)
}
