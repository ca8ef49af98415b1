package import NowPlayingModel

/// A remote command with its arguments, checked.
package enum RemoteCommandCall: Sendable, Hashable {
    package enum Feedback: Sendable, Hashable { case like, dislike, bookmark }

    case play, pause, stop, togglePlayPause, nextTrack, previousTrack
    case seek(isForward: Bool, begins: Bool)
    /// nil: the command's preferred interval.
    case skip(isForward: Bool, interval: Double?)
    case changePosition(Double)
    case changeRate(Double)
    case changeRepeat(MPRepeatType)
    case changeShuffle(MPShuffleType)
    case changeLanguage(LanguageRequest, isEnabled: Bool)
    case rate(Double)
    case feedback(Feedback, isNegative: Bool)

    package var name: RemoteCommandName {
        switch self {
        case .play: .play
        case .pause: .pause
        case .stop: .stop
        case .togglePlayPause: .togglePlayPause
        case .nextTrack: .nextTrack
        case .previousTrack: .previousTrack
        case .seek(let isForward, _): isForward ? .seekForward : .seekBackward
        case .skip(let isForward, _): isForward ? .skipForward : .skipBackward
        case .changePosition: .changePlaybackPosition
        case .changeRate: .changePlaybackRate
        case .changeRepeat: .changeRepeatMode
        case .changeShuffle: .changeShuffleMode
        case .changeLanguage(_, let isEnabled): isEnabled ? .enableLanguageOption : .disableLanguageOption
        case .rate: .rating
        case .feedback(.like, _): .like
        case .feedback(.dislike, _): .dislike
        case .feedback(.bookmark, _): .bookmark
        }
    }
}
