/// A key of the Now Playing information. The raw value is the key's name in `org.openavkit.NowPlaying1.Info`: the constant's name without
/// its prefix.
package enum NowPlayingKey: String, Sendable, Hashable, CaseIterable {
    // Keys that begin with MPNowPlayingInfo.
    case elapsedPlaybackTime, playbackRate, defaultPlaybackRate
    case externalContentIdentifier, externalUserProfileIdentifier, serviceIdentifier
    case playbackProgress, isLiveStream, currentPlaybackDate, creditsStartTime
    case playbackQueueIndex, playbackQueueCount, chapterNumber, chapterCount
    case collectionIdentifier, mediaType, assetURL
    case excludeFromSuggestions, internationalStandardRecordingCode

    // Keys that begin with MPMediaItemProperty.
    case title, artist, playbackDuration, albumTitle, albumArtist, genre, composer
    case albumTrackNumber, albumTrackCount, discNumber, discCount
    case persistentID, releaseDate, podcastTitle
    case rating, playCount, skipCount, lastPlayedDate, comments, beatsPerMinute, lyrics, isExplicit
    case bookmarkTime, dateAdded, playbackStoreID, isCloudItem, hasProtectedAsset, isCompilation, userGrouping
    case isPreorder

    /// The kind of value that a client writes for the key.
    package var kind: NowPlayingValue.Kind {
        switch self {
        case .elapsedPlaybackTime, .playbackRate, .defaultPlaybackRate, .playbackProgress, .playbackDuration,
            .creditsStartTime, .bookmarkTime, .rating:
            .double
        case .isLiveStream, .excludeFromSuggestions, .isExplicit, .isCloudItem, .hasProtectedAsset, .isCompilation,
            .isPreorder:
            .boolean
        case .currentPlaybackDate, .releaseDate, .lastPlayedDate, .dateAdded: .date
        case .mediaType: .unsigned
        case .playbackQueueIndex, .playbackQueueCount, .chapterNumber, .chapterCount, .albumTrackNumber,
            .albumTrackCount, .discNumber, .discCount, .playCount, .skipCount, .beatsPerMinute, .persistentID:
            .integer
        case .assetURL: .url
        case .externalContentIdentifier, .externalUserProfileIdentifier, .serviceIdentifier, .collectionIdentifier,
            .internationalStandardRecordingCode, .title, .artist, .albumTitle, .albumArtist, .genre, .composer,
            .podcastTitle, .comments, .lyrics, .playbackStoreID, .userGrouping:
            .text
        }
    }

    /// The strings that name the key in a client's dictionary. An asset's URL and the media type have two; the first takes precedence.
    package var constants: [String] {
        let capitalized = rawValue.prefix(1).uppercased() + rawValue.dropFirst()
        switch self {
        case .assetURL: return ["MPNowPlayingInfoPropertyAssetURL", rawValue]
        case .collectionIdentifier: return ["MPNowPlayingInfoCollectionIdentifier"]
        case .mediaType, .elapsedPlaybackTime, .playbackRate, .defaultPlaybackRate, .externalContentIdentifier,
            .externalUserProfileIdentifier, .serviceIdentifier, .playbackProgress, .isLiveStream, .currentPlaybackDate,
            .creditsStartTime, .playbackQueueIndex, .playbackQueueCount, .chapterNumber, .chapterCount,
            .excludeFromSuggestions, .internationalStandardRecordingCode:
            return ["MPNowPlayingInfoProperty" + capitalized]
        default: return [rawValue]
        }
    }
}
