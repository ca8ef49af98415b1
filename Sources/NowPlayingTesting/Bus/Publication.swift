import DBus
import NowPlayingValidation

/// What a player publishes at one time.
struct Publication: Equatable {
    var info: NowPlayingInfo?
    var state: NowPlayingRecord.PlaybackState?
    var commands: [String] = []

    init() {}

    /// Reads the properties of `org.openavkit.NowPlaying1`. Values of wrong types are ignored.
    mutating func merge(_ properties: [String: Variant]) {
        if let value = properties["Info"], value.type == .dictionary {
            let entries = value.entries
            info = entries.isEmpty ? nil : NowPlayingInfo(entries.mapValues { NowPlayingValue($0) })
        }
        if let name = properties["PlaybackState"]?.stringValue {
            state = NowPlayingRecord.PlaybackState(rawValue: name) ?? state
        }
        if let names = properties["Commands"]?.texts { commands = Array(names.prefix(256)) }
    }
}

/// A player that publishes MPRIS properties alone, such as VLC or mpv, in the terms of Now Playing.
struct PlainPublication {
    /// The properties of `org.mpris.MediaPlayer2.Player`, without `Position`.
    var properties: [String: Variant] = [:]

    /// The properties whose changes are recorded. Others, such as the volume, are no part of Now Playing.
    static let names: Set<String> = [
        "Metadata", "PlaybackStatus", "Rate", "CanControl", "CanPlay", "CanPause", "CanSeek", "CanGoNext",
        "CanGoPrevious",
    ]

    mutating func merge(_ changed: [String: Variant]) {
        for (name, value) in changed where Self.names.contains(name) { properties[name] = value }
    }

    /// - Parameter position: the position in microseconds; nil: not known.
    func publication(position: Int?) -> Publication {
        var result = Publication()
        let status = properties["PlaybackStatus"]?.stringValue
        switch status {
        case "Playing": result.state = .playing
        case "Paused": result.state = .paused
        case "Stopped": result.state = .stopped
        default: result.state = nil
        }
        result.commands = commands
        let metadata = properties["Metadata"]?.entries ?? [:]
        guard status == "Playing" || status == "Paused", !metadata.isEmpty else { return result }
        var info = NowPlayingInfo()
        if let title = metadata["xesam:title"]?.stringValue, !title.isEmpty { info[.title] = .text(title) }
        if let artists = metadata["xesam:artist"]?.texts, !artists.isEmpty {
            info.values["artist"] = .text(artists.joined(separator: ", "))
        }
        if let length = metadata["mpris:length"]?.integerValue, length > 0 {
            info[.playbackDuration] = .number(Double(length) / 1e6)
        }
        if let url = metadata["xesam:url"]?.stringValue { info.values["assetURL"] = .text(url) }
        for (name, key) in Self.extensions {
            if let value = metadata["openavkit:\(name)"] { info[key] = NowPlayingValue(value) }
        }
        info[.playbackRate] = .number(status == "Playing" ? properties["Rate"]?.doubleValue ?? 1 : 0)
        if let position { info[.elapsedPlaybackTime] = .number(Double(position) / 1e6) }
        result.info = info
        return result
    }

    /// Keys of OpenAVKit in MPRIS metadata.
    private static let extensions: [(String, NowPlayingKey)] = [
        ("contentIdentifier", .externalContentIdentifier), ("serviceIdentifier", .serviceIdentifier),
        ("isLiveStream", .isLiveStream), ("playbackProgress", .playbackProgress),
        ("userProfileIdentifier", .externalUserProfileIdentifier),
    ]

    private var commands: [String] {
        func can(_ name: String) -> Bool { properties[name]?.boolValue ?? false }
        guard properties["CanControl"]?.boolValue ?? true else { return [] }
        var names: Set<String> = []
        if can("CanPlay") { names.formUnion(["play", "stop"]) }
        if can("CanPause") { names.insert("pause") }
        if can("CanPlay") || can("CanPause") { names.insert("togglePlayPause") }
        if can("CanSeek") { names.formUnion(["changePlaybackPosition", "skipForward", "skipBackward"]) }
        if can("CanGoNext") { names.insert("nextTrack") }
        if can("CanGoPrevious") { names.insert("previousTrack") }
        return names.sorted()
    }
}
