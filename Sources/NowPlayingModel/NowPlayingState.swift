/// What a player does. The raw values are those of `org.openavkit.NowPlaying1.PlaybackState`.
package enum NowPlayingState: String, Sendable, Hashable, CaseIterable {
    case unknown = "Unknown"
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
    case interrupted = "Interrupted"

    /// Returns the state that the client has set, or derives the state from the rate.
    package init(set state: NowPlayingState, record: NowPlayingRecord?) {
        guard state == .unknown else {
            self = state
            return
        }
        guard let record else {
            self = .stopped
            return
        }
        self = record.rate == 0 ? .paused : .playing
    }
}

/// A remote command. The raw values are those of `org.openavkit.NowPlaying1.Commands`.
package enum RemoteCommandName: String, Sendable, Hashable, CaseIterable {
    case play, pause, stop, togglePlayPause
    case seekForward, seekBackward, skipForward, skipBackward
    case changePlaybackPosition, nextTrack, previousTrack
    case changePlaybackRate, changeRepeatMode, changeShuffleMode
    case enableLanguageOption, disableLanguageOption
    case rating, like, dislike, bookmark
}
