import DBus
import Foundation

/// What a player publishes at one moment. Values of other programs are not trusted: wrong types read as absent, and texts are shortened.
package struct PublishedPlayer: Sendable {
    package enum Status: String, Sendable {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    /// An option of audio or captions.
    struct Language: Sendable, Hashable {
        var kind: Kind
        /// BCP 47; empty if unknown.
        var tag: String
        /// The app's name of the option; nil where it has none.
        var identifier: String?

        enum Kind: String, Sendable { case audible, legible }
    }

    struct Chapter: Sendable, Hashable {
        var start: Double
        var title: String
    }

    /// The bus name.
    package let name: String
    /// The values of `org.mpris.MediaPlayer2`, `….Player` and `org.openavkit.NowPlaying1`; the last is nil for players without it.
    let root: Variant
    let player: Variant
    let nowPlaying: Variant?

    static let maximumTextLength = 120
    static let maximumListLength = 200

    package var hasNowPlaying: Bool { nowPlaying != nil }

    package var identity: String {
        text(root["Identity"]) ?? String(name.dropFirst(PlayerName.prefix.count))
    }

    package var status: Status { player["PlaybackStatus"]?.stringValue.flatMap(Status.init) ?? .stopped }

    /// Seconds; nil where the player does not publish them.
    var position: Double? { player["Position"]?.integerValue.map { Double($0) / 1e6 } }
    var rate: Double { player["Rate"]?.doubleValue ?? 1 }

    /// The rates that `Rate` may be set to.
    var rates: ClosedRange<Double>? {
        guard can("Control"), let lowest = player["MinimumRate"]?.doubleValue,
            let highest = player["MaximumRate"]?.doubleValue,
            lowest < highest
        else { return nil }
        return lowest...highest
    }

    /// Whether the player permits an action: "Seek", "GoNext". Absent means yes, as the specification has it for control.
    func can(_ action: String) -> Bool { player["Can\(action)"]?.boolValue ?? (action == "Control") }

    var metadata: Variant? { player["Metadata"] }
    var trackIdentifier: String? { metadata?["mpris:trackid"]?.stringValue }

    /// The Now Playing dictionary of the app, under the names of OpenAVKit's interface.
    var info: Variant? { nowPlaying?["Info"] }

    var title: String? { text(info?["title"]) ?? text(metadata?["xesam:title"]) }

    /// The people of the item, without duplicates.
    var people: [String] {
        let listed = (metadata?["xesam:artist"]?.elements ?? []).prefix(Self.maximumListLength).compactMap(text)
        let names = listed.isEmpty ? [text(info?["artist"])].compactMap(\.self) : listed
        return names.reduce(into: []) { result, name in
            if !result.contains(name) { result.append(name) }
        }
    }

    /// Seconds; nil for a stream without an end and for an unknown duration.
    var duration: Double? {
        guard !isLive else { return nil }
        let seconds =
            info?["playbackDuration"]?.doubleValue ?? metadata?["mpris:length"]?.integerValue.map { Double($0) / 1e6 }
        return seconds.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }

    var isLive: Bool { info?["isLiveStream"]?.boolValue ?? metadata?["openavkit:isLiveStream"]?.boolValue ?? false }

    var contentIdentifier: String? {
        identifier(info?["externalContentIdentifier"]) ?? identifier(metadata?["openavkit:contentIdentifier"])
    }

    var application: String? { identifier(nowPlaying?["Application"]) }

    /// The remote commands that the app handles.
    var commands: Set<String> {
        Set((nowPlaying?["Commands"]?.elements ?? []).prefix(Self.maximumListLength).compactMap(\.stringValue))
    }

    var languages: [Language] { Self.languages(nowPlaying?["Languages"]) }
    /// The selected options; nil where the player does not publish them.
    var selectedLanguages: [Language]? { nowPlaying?["CurrentLanguages"].map { Self.languages($0) } }

    var chapters: [Chapter] {
        (nowPlaying?["Chapters"]?.elements ?? []).prefix(Self.maximumListLength).compactMap { chapter in
            guard let fields = chapter.elements, fields.count >= 2, let start = fields[0].doubleValue, start.isFinite
            else { return nil }
            return Chapter(start: max(0, start), title: text(fields[1]) ?? "")
        }.sorted { $0.start < $1.start }
    }

    private static func languages(_ value: Variant?) -> [Language] {
        (value?.elements ?? []).prefix(maximumListLength).compactMap { option in
            guard let fields = option.elements, fields.count >= 2,
                let kind = fields[0].stringValue.flatMap(Language.Kind.init),
                let tag = fields[1].stringValue, tag.utf8.count <= maximumTextLength
            else { return nil }
            let identifier = fields.count > 2 ? fields[2].elements?.first?.stringValue : nil
            return Language(kind: kind, tag: tag, identifier: identifier.flatMap { $0.isEmpty ? nil : $0 })
        }
    }

    /// A text for the viewer, in one line; nil if it is empty or no text.
    private func text(_ value: Variant?) -> String? { value?.stringValue.flatMap(Self.line) }

    static func line(_ text: String) -> String? {
        let words = text.prefix(4 * maximumTextLength).split { $0.isWhitespace || $0.isNewline }
        let line = words.joined(separator: " ")
        guard !line.isEmpty else { return nil }
        return line.count <= maximumTextLength ? line : line.prefix(maximumTextLength - 1) + "\u{2026}"
    }

    /// An identifier, which is compared with others and therefore never shortened.
    private func identifier(_ value: Variant?) -> String? {
        value?.stringValue.flatMap { $0.isEmpty || $0.utf8.count > 1_000 ? nil : $0 }
    }
}
