import NowPlayingModel

/// What an app's player does, as the app reports it.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
    /// Derived from the rate.
    case unknown = 0
    case playing = 1
    case paused = 2
    case stopped = 3
    case interrupted = 4

    var model: NowPlayingState {
        switch self {
        case .unknown: .unknown
        case .playing: .playing
        case .paused: .paused
        case .stopped: .stopped
        case .interrupted: .interrupted
        }
    }
}

/// The kind of media of `MPNowPlayingInfoPropertyMediaType`.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
    case none = 0
    case audio = 1
    case video = 2
}

/// The kind of a language option.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
    case audible = 0
    case legible = 1
}

/// How a queue repeats.
public enum MPRepeatType: Int, Sendable {
    case off = 0
    case one = 1
    case all = 2
}

/// How a queue is shuffled.
public enum MPShuffleType: Int, Sendable {
    case off = 0
    case items = 1
    case collections = 2
}

/// How long a chosen language applies.
public enum MPChangeLanguageOptionSetting: Int, Sendable {
    case none = 0
    case nowPlayingItemOnly = 1
    case permanent = 2
}

/// Whether a seek that a held button performs begins or ends.
public enum MPSeekCommandEventType: UInt, Sendable {
    case beginSeeking = 0
    case endSeeking = 1
}

/// The result of a remote command's handler.
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
    case success = 0
    case noSuchContent = 100
    case noActionableNowPlayingItem = 110
    case deviceNotFound = 120
    case commandFailed = 200
}
