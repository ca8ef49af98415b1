// The keys of `MPNowPlayingInfoCenter.nowPlayingInfo` that describe playback.

/// The position in seconds, without advertisements: a number. The system extrapolates it with the rate, so that it is written only when playback starts, pauses, resumes or jumps.
public let MPNowPlayingInfoPropertyElapsedPlaybackTime = "MPNowPlayingInfoPropertyElapsedPlaybackTime"
/// The rate: a number. 0: paused; absent: 1.
public let MPNowPlayingInfoPropertyPlaybackRate = "MPNowPlayingInfoPropertyPlaybackRate"
/// The rate that the app plays at unless the viewer chooses another one: a number. Absent: 1.
public let MPNowPlayingInfoPropertyDefaultPlaybackRate = "MPNowPlayingInfoPropertyDefaultPlaybackRate"
/// The identifier of the content in the service's feed, letter case included: a String.
public let MPNowPlayingInfoPropertyExternalContentIdentifier = "MPNowPlayingInfoPropertyExternalContentIdentifier"
/// The identifier of the viewer's profile in the app: a String.
public let MPNowPlayingInfoPropertyExternalUserProfileIdentifier =
    "MPNowPlayingInfoPropertyExternalUserProfileIdentifier"
/// The identifier of the live service in the service's feed: a String.
public let MPNowPlayingInfoPropertyServiceIdentifier = "MPNowPlayingInfoPropertyServiceIdentifier"
/// How much has been watched, from 0 to 1: a number. 1: up to the credits. Left out when the start of the credits is unknown.
public let MPNowPlayingInfoPropertyPlaybackProgress = "MPNowPlayingInfoPropertyPlaybackProgress"
/// Whether the item is a live stream: a Bool, or 0 or 1.
public let MPNowPlayingInfoPropertyIsLiveStream = "MPNowPlayingInfoPropertyIsLiveStream"
/// The date of the current position of a live stream: a Date. The system extrapolates it.
public let MPNowPlayingInfoPropertyCurrentPlaybackDate = "MPNowPlayingInfoPropertyCurrentPlaybackDate"
/// The place of the item in the queue, from 0: an integer.
public let MPNowPlayingInfoPropertyPlaybackQueueIndex = "MPNowPlayingInfoPropertyPlaybackQueueIndex"
/// The number of items in the queue: an integer.
public let MPNowPlayingInfoPropertyPlaybackQueueCount = "MPNowPlayingInfoPropertyPlaybackQueueCount"
/// The current chapter, from 0: an integer.
public let MPNowPlayingInfoPropertyChapterNumber = "MPNowPlayingInfoPropertyChapterNumber"
/// The number of chapters: an integer.
public let MPNowPlayingInfoPropertyChapterCount = "MPNowPlayingInfoPropertyChapterCount"
/// The languages that the viewer can choose: an array of `MPNowPlayingInfoLanguageOptionGroup`.
public let MPNowPlayingInfoPropertyAvailableLanguageOptions = "MPNowPlayingInfoPropertyAvailableLanguageOptions"
/// The languages in use: an array of `MPNowPlayingInfoLanguageOption`.
public let MPNowPlayingInfoPropertyCurrentLanguageOptions = "MPNowPlayingInfoPropertyCurrentLanguageOptions"
/// The kind of media: the raw value of an `MPNowPlayingInfoMediaType`.
public let MPNowPlayingInfoPropertyMediaType = "MPNowPlayingInfoPropertyMediaType"
/// The media's URL: a URL.
public let MPNowPlayingInfoPropertyAssetURL = "MPNowPlayingInfoPropertyAssetURL"
/// The advertisements within the item: an array of `MPAdTimeRange`.
public let MPNowPlayingInfoPropertyAdTimeRanges = "MPNowPlayingInfoPropertyAdTimeRanges"
/// The start of the end credits in seconds, without advertisements: a number.
public let MPNowPlayingInfoPropertyCreditsStartTime = "MPNowPlayingInfoPropertyCreditsStartTime"
/// Whether the system may not suggest the item: a Bool.
public let MPNowPlayingInfoPropertyExcludeFromSuggestions = "MPNowPlayingInfoPropertyExcludeFromSuggestions"
/// The ISRC of a recording: a String.
public let MPNowPlayingInfoPropertyInternationalStandardRecordingCode =
    "MPNowPlayingInfoPropertyInternationalStandardRecordingCode"
/// The identifier of the album or list that the item belongs to: a String.
public let MPNowPlayingInfoCollectionIdentifier = "MPNowPlayingInfoCollectionIdentifier"
