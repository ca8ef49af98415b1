/// A key of the Now Playing dictionary that the rules concern, under its name in the log and on the bus.
public enum NowPlayingKey: String, Sendable, Hashable, CaseIterable {
    case playbackDuration, elapsedPlaybackTime, playbackRate, currentPlaybackDate
    case externalContentIdentifier, serviceIdentifier, isLiveStream, playbackProgress
    case defaultPlaybackRate, creditsStartTime, externalUserProfileIdentifier, title

    /// The constant of Apple's API.
    public var constant: String {
        switch self {
        case .playbackDuration: "MPMediaItemPropertyPlaybackDuration"
        case .elapsedPlaybackTime: "MPNowPlayingInfoPropertyElapsedPlaybackTime"
        case .playbackRate: "MPNowPlayingInfoPropertyPlaybackRate"
        case .currentPlaybackDate: "MPNowPlayingInfoPropertyCurrentPlaybackDate"
        case .externalContentIdentifier: "MPNowPlayingInfoPropertyExternalContentIdentifier"
        case .serviceIdentifier: "MPNowPlayingInfoPropertyServiceIdentifier"
        case .isLiveStream: "MPNowPlayingInfoPropertyIsLiveStream"
        case .playbackProgress: "MPNowPlayingInfoPropertyPlaybackProgress"
        case .defaultPlaybackRate: "MPNowPlayingInfoPropertyDefaultPlaybackRate"
        case .creditsStartTime: "MPNowPlayingInfoPropertyCreditsStartTime"
        case .externalUserProfileIdentifier: "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
        case .title: "MPMediaItemPropertyTitle"
        }
    }

    /// The type of the key's values.
    public enum ValueType: String, Sendable { case number, text, boolean, date }

    public var type: ValueType {
        switch self {
        case .playbackDuration, .elapsedPlaybackTime, .playbackRate, .playbackProgress, .defaultPlaybackRate,
            .creditsStartTime:
            .number
        case .externalContentIdentifier, .serviceIdentifier, .externalUserProfileIdentifier, .title: .text
        case .isLiveStream: .boolean
        case .currentPlaybackDate: .date
        }
    }
}
