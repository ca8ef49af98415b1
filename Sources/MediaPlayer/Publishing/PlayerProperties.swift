import DBus
import NowPlayingModel

extension Variant {
    /// Returns text as a string that D-Bus can carry.
    static func text(_ text: String) -> Variant { .string(NowPlayingValue.clean(text)) }

    /// Returns seconds as microseconds, as MPRIS counts; 0 for times that do not fit.
    static func microseconds(_ seconds: Double) -> Variant {
        .int64(Int64(exactly: (seconds * 1_000_000).rounded()) ?? 0)
    }

    /// Returns a value of the Now Playing information.
    init(_ value: NowPlayingValue) {
        self =
            switch value {
            case .double(let value): .double(value)
            case .boolean(let value): .boolean(value)
            case .integer(let value): .int64(value)
            case .unsigned(let value): .uint32(value)
            case .text(let value), .url(let value): .text(value)
            case .date(let value): .string(NowPlayingValue.text(of: value))
            }
    }
}

/// The properties of a player as MPRIS and `org.openavkit.NowPlaying1` define them.
extension PlayerContent {
    /// The properties of `org.mpris.MediaPlayer2` that change.
    var rootProperties: [String: Variant] {
        ["Fullscreen": .boolean(isFullScreen ?? false), "CanSetFullscreen": .boolean(isFullScreen != nil)]
    }

    /// The properties of `org.mpris.MediaPlayer2.Player` that are reported when they change.
    var playerProperties: [String: Variant] {
        let canSeek =
            commands.has(.changePlaybackPosition) || commands.has(.skipForward) && commands.has(.skipBackward)
        return [
            "PlaybackStatus": .string(playbackStatus),
            "LoopStatus": .string(loopStatus),
            "Rate": .double(shownRate),
            "MinimumRate": .double(commands.rateRange.lowerBound),
            "MaximumRate": .double(commands.rateRange.upperBound),
            "Shuffle": .boolean(commands.shuffles != .off),
            "Metadata": .dictionary(metadata),
            "Volume": .double(volume ?? 1),
            "CanGoNext": .boolean(commands.has(.nextTrack)),
            "CanGoPrevious": .boolean(commands.has(.previousTrack)),
            "CanPlay": .boolean(commands.has(.play) || commands.has(.togglePlayPause)),
            "CanPause": .boolean(commands.has(.pause) || commands.has(.togglePlayPause)),
            "CanSeek": .boolean(canSeek),
        ]
    }

    /// The properties of `org.openavkit.NowPlaying1` that change.
    var extendedProperties: [String: Variant] {
        [
            "Info": .dictionary(infoValues),
            "PlaybackState": .string(shownState.rawValue),
            "Commands": .strings(commands.names.map(\.rawValue).sorted()),
            "Campaign": .text(campaign ?? ""),
            "Languages": (info?.languages ?? LanguageOptions()).variant,
            "CurrentLanguages": (info?.languages ?? LanguageOptions()).currentVariant,
            "Chapters": chapters,
            "Feedback": feedback,
        ]
    }

    /// The maximum number of chapters on the bus.
    private static let maximumChapters = 1000

    /// The chapters: start in seconds, ascending, and title.
    private var chapters: Variant {
        let rows = (info?.chapters ?? []).filter(\.start.isFinite).sorted { $0.start < $1.start }
            .prefix(Self.maximumChapters)
        return .array(
            of: .tuple([.double, .string]), rows.map { .tuple([.double($0.start), .text($0.title ?? "")]) })
    }

    /// The available feedback commands: command, whether the feedback has been given, title and short title.
    private var feedback: Variant {
        .array(
            of: .tuple([.string, .boolean, .string, .string]),
            commands.feedback.map {
                .tuple([.string($0.name.rawValue), .boolean($0.isActive), .text($0.title), .text($0.shortTitle)])
            })
    }

    var shownState: NowPlayingState { NowPlayingState(set: state, record: info?.record) }

    private var playbackStatus: String {
        switch shownState {
        case .playing: "Playing"
        case .paused, .interrupted: "Paused"
        case .stopped, .unknown: "Stopped"
        }
    }

    var isPlaying: Bool { shownState == .playing }

    private var loopStatus: String {
        switch commands.repeats {
        case .off: "None"
        case .one: "Track"
        case .all: "Playlist"
        }
    }

    /// The rate while playing, and otherwise the one that playback resumes with: MPRIS forbids 0.
    private var shownRate: Double {
        guard let record = info?.record else { return 1 }
        if record.rate != 0 { return record.rate }
        guard let usual = record.number(.defaultPlaybackRate), usual != 0 else { return 1 }
        return usual
    }

    /// The information as the app wrote it, by the keys' names.
    private var infoValues: [String: Variant] {
        guard let info else { return [:] }
        var values: [String: Variant] = [:]
        for (key, value) in info.record.values { values[key.rawValue] = Variant(value) }
        if !info.advertisements.isEmpty {
            values["adTimeRanges"] = .array(
                of: .tuple([.double, .double]),
                info.advertisements.map { .tuple([.double($0.start), .double($0.duration)]) })
        }
        return values
    }

    /// The metadata of the current track.
    private var metadata: [String: Variant] {
        guard let info, let currentTrack else { return ["mpris:trackid": .objectPath(NowPlayingNames.noTrack)] }
        let record = info.record
        var values: [String: Variant] = ["mpris:trackid": .objectPath(currentTrack.path)]
        if let duration = record.duration { values["mpris:length"] = .microseconds(duration) }
        if let artwork { values["mpris:artUrl"] = .string(artwork) }
        for (name, key) in [("xesam:title", NowPlayingKey.title), ("xesam:url", .assetURL), ("xesam:asText", .lyrics)] {
            if let text = record.text(key) { values[name] = .text(text) }
        }
        if let album = record.text(.albumTitle) ?? record.text(.podcastTitle) { values["xesam:album"] = .text(album) }
        let lists: [(String, NowPlayingKey)] = [
            ("xesam:artist", .artist), ("xesam:albumArtist", .albumArtist), ("xesam:genre", .genre),
            ("xesam:composer", .composer), ("xesam:comment", .comments),
        ]
        for (name, key) in lists {
            if let text = record.text(key) { values[name] = .array(of: .string, [.text(text)]) }
        }
        let numbers: [(String, NowPlayingKey)] = [
            ("xesam:trackNumber", .albumTrackNumber), ("xesam:discNumber", .discNumber), ("xesam:useCount", .playCount),
            ("xesam:audioBPM", .beatsPerMinute),
        ]
        for (name, key) in numbers {
            if let number = record[key]?.integerValue, let small = Int32(exactly: number) {
                values[name] = .int32(small)
            }
        }
        for (name, key) in [("xesam:contentCreated", NowPlayingKey.releaseDate), ("xesam:lastUsed", .lastPlayedDate)] {
            if let date = record[key] { values[name] = Variant(date) }
        }
        if let rating = record.number(.rating) { values["xesam:userRating"] = .double(max(0, min(1, rating / 5))) }
        for (name, key) in NowPlayingNames.metadataKeys {
            if let value = record[key] { values[name] = Variant(value) }
        }
        if let campaign, !campaign.isEmpty { values[NowPlayingNames.campaignKey] = .text(campaign) }
        return values
    }

    // MARK: Tracks

    var trackPaths: Variant { .array(of: .objectPath, tracks.map { .objectPath($0.path) }) }

    /// The metadata of tracks; unknown tracks are left out, as MPRIS says.
    func metadata(ofTracks paths: [String]) -> Variant {
        let rows = paths.prefix(Self.maximumRequest).compactMap { path -> Variant? in
            if let currentTrack, currentTrack.path == path { return .dictionary(metadata) }
            guard let track = tracks.first(where: { $0.path == path }) else { return nil }
            var values: [String: Variant] = ["mpris:trackid": .objectPath(track.path)]
            if let title = track.title { values["xesam:title"] = .text(title) }
            if let duration = track.duration { values["mpris:length"] = .microseconds(duration) }
            return .dictionary(values)
        }
        return .array(of: .dictionary, Array(rows))
    }

    /// The maximum number of tracks of one request.
    private static let maximumRequest = 1000
}
