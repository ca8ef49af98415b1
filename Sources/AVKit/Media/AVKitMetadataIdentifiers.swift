// The identifiers of metadata that the system uses, for `AVPlayerItem.externalMetadata`. Clients write `AVMetadataIdentifier(rawValue:)`.

/// The service's identifier of the content; a string.
public let AVKitMetadataIdentifierExternalContentIdentifier = "avkt/externalContentIdentifier"
/// The service's identifier of the viewer's profile; a string.
public let AVKitMetadataIdentifierExternalUserProfileIdentifier = "avkt/externalUserProfileIdentifier"
/// The part of the content that the viewer has watched, 0 to 1; a number.
public let AVKitMetadataIdentifierPlaybackProgress = "avkt/playbackProgress"
/// The identifier of a live service, such as a channel; a string.
public let AVKitMetadataIdentifierServiceIdentifier = "avkt/serviceIdentifier"

/// The start of a live programme; a date, or its ISO 8601 text. The time line starts there and shows the clock time.
public let AVKitMetadataIdentifierExactStartDate = "avkt/exactStartDate"
/// The approximate start of a live programme; a date, or its ISO 8601 text. The time line starts there, without a clock time.
public let AVKitMetadataIdentifierApproximateStartDate = "avkt/approximateStartDate"
/// The end of a live programme; a date, or its ISO 8601 text. The time line ends there and shows the clock time.
public let AVKitMetadataIdentifierExactEndDate = "avkt/exactEndDate"
/// The approximate end of a live programme; a date, or its ISO 8601 text. The time line ends there, without a clock time.
public let AVKitMetadataIdentifierApproximateEndDate = "avkt/approximateEndDate"
