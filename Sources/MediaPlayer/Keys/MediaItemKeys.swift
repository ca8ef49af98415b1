// The keys of `MPNowPlayingInfoCenter.nowPlayingInfo` that describe the item.

/// The title: a String.
public let MPMediaItemPropertyTitle = "title"
/// The duration in seconds, without advertisements: a number. Left out for live streams.
public let MPMediaItemPropertyPlaybackDuration = "playbackDuration"
/// The picture: an `MPMediaItemArtwork`.
public let MPMediaItemPropertyArtwork = "artwork"
/// The artist: a String.
public let MPMediaItemPropertyArtist = "artist"
/// The album, or the series: a String.
public let MPMediaItemPropertyAlbumTitle = "albumTitle"
/// The artist of the album: a String.
public let MPMediaItemPropertyAlbumArtist = "albumArtist"
/// The genre: a String.
public let MPMediaItemPropertyGenre = "genre"
/// The composer: a String.
public let MPMediaItemPropertyComposer = "composer"
/// The number of the track on the album: an integer.
public let MPMediaItemPropertyAlbumTrackNumber = "albumTrackNumber"
/// The number of tracks of the album: an integer.
public let MPMediaItemPropertyAlbumTrackCount = "albumTrackCount"
/// The number of the disc: an integer.
public let MPMediaItemPropertyDiscNumber = "discNumber"
/// The number of discs of the album: an integer.
public let MPMediaItemPropertyDiscCount = "discCount"
/// The item's identifier in a library: an integer.
public let MPMediaItemPropertyPersistentID = "persistentID"
/// The kind of item in a library; not published.
public let MPMediaItemPropertyMediaType = "mediaType"
/// The date of the release: a Date.
public let MPMediaItemPropertyReleaseDate = "releaseDate"
/// The media's URL: a URL.
public let MPMediaItemPropertyAssetURL = "assetURL"
/// The title of the podcast: a String.
public let MPMediaItemPropertyPodcastTitle = "podcastTitle"
/// The viewer's rating, 0 to 5: a number.
public let MPMediaItemPropertyRating = "rating"
/// How often the item was played: an integer.
public let MPMediaItemPropertyPlayCount = "playCount"
/// How often the item was skipped: an integer.
public let MPMediaItemPropertySkipCount = "skipCount"
/// When the item was last played: a Date.
public let MPMediaItemPropertyLastPlayedDate = "lastPlayedDate"
/// Comments: a String.
public let MPMediaItemPropertyComments = "comments"
/// Beats per minute: an integer.
public let MPMediaItemPropertyBeatsPerMinute = "beatsPerMinute"
/// The lyrics: a String.
public let MPMediaItemPropertyLyrics = "lyrics"
/// Whether the item has explicit content: a Bool.
public let MPMediaItemPropertyIsExplicit = "isExplicit"
/// The position to resume from, in seconds: a number.
public let MPMediaItemPropertyBookmarkTime = "bookmarkTime"
/// When the item came into the library: a Date.
public let MPMediaItemPropertyDateAdded = "dateAdded"
/// The item's identifier in a store: a String.
public let MPMediaItemPropertyPlaybackStoreID = "playbackStoreID"
/// Whether the item is stored remotely: a Bool.
public let MPMediaItemPropertyIsCloudItem = "isCloudItem"
/// Whether the item is protected: a Bool.
public let MPMediaItemPropertyHasProtectedAsset = "hasProtectedAsset"
/// Whether the item belongs to a compilation: a Bool.
public let MPMediaItemPropertyIsCompilation = "isCompilation"
/// The viewer's grouping: a String.
public let MPMediaItemPropertyUserGrouping = "userGrouping"
/// Whether the item has been ordered in advance: a Bool.
public let MPMediaItemPropertyIsPreorder = "isPreorder"
