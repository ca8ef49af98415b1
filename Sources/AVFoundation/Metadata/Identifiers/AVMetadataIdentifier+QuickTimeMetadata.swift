// The identifiers of QuickTime metadata, in the raw strings that Apple publishes.

extension AVMetadataIdentifier {
    public static let quickTimeMetadataAccessibilityDescription = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.accessibility.description")
    public static let quickTimeMetadataAlbum = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.album")
    public static let quickTimeMetadataArranger = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.arranger")
    public static let quickTimeMetadataArtist = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.artist")
    public static let quickTimeMetadataArtwork = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.artwork")
    public static let quickTimeMetadataAuthor = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.author")
    public static let quickTimeMetadataAutoLivePhoto = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.live-photo.auto")
    public static let quickTimeMetadataCameraFrameReadoutTime = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.camera.framereadouttimeinmicroseconds")
    public static let quickTimeMetadataCameraIdentifier = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.camera.identifier")
    public static let quickTimeMetadataCollectionUser = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.collection.user")
    public static let quickTimeMetadataComment = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.comment")
    public static let quickTimeMetadataComposer = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.composer")
    public static let quickTimeMetadataContentIdentifier = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.content.identifier")
    public static let quickTimeMetadataCopyright = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.copyright")
    public static let quickTimeMetadataCreationDate = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.creationdate")
    public static let quickTimeMetadataCredits = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.credits")
    public static let quickTimeMetadataDescription = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.description")
    public static let quickTimeMetadataDetectedCatBody = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.detected-cat-body")
    public static let quickTimeMetadataDetectedDogBody = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.detected-dog-body")
    public static let quickTimeMetadataDetectedFace = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.detected-face")
    public static let quickTimeMetadataDetectedHumanBody = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.detected-human-body")
    public static let quickTimeMetadataDetectedSalientObject = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.detected-salient-object")
    public static let quickTimeMetadataDirectionFacing = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.direction.facing")
    public static let quickTimeMetadataDirectionMotion = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.direction.motion")
    public static let quickTimeMetadataDirector = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.director")
    public static let quickTimeMetadataDisplayName = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.displayname")
    public static let quickTimeMetadataEncodedBy = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.encodedby")
    public static let quickTimeMetadataGenre = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.genre")
    public static let quickTimeMetadataInformation = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.information")
    public static let quickTimeMetadataIsMontage = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.is-montage")
    public static let quickTimeMetadataKeywords = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.keywords")
    public static let quickTimeMetadataLivePhotoVitalityScore = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.live-photo.vitality-score")
    public static let quickTimeMetadataLivePhotoVitalityScoringVersion = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.live-photo.vitality-scoring-version")
    public static let quickTimeMetadataLocationBody = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.location.body")
    public static let quickTimeMetadataLocationDate = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.location.date")
    public static let quickTimeMetadataLocationHorizontalAccuracyInMeters = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.location.accuracy.horizontal")
    public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.location.ISO6709")
    public static let quickTimeMetadataLocationName = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.location.name")
    public static let quickTimeMetadataLocationNote = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.location.note")
    public static let quickTimeMetadataLocationRole = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.location.role")
    public static let quickTimeMetadataMake = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.make")
    public static let quickTimeMetadataModel = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.model")
    public static let quickTimeMetadataOriginalArtist = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.originalartist")
    public static let quickTimeMetadataPerformer = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.performer")
    public static let quickTimeMetadataPhonogramRights = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.phonogramrights")
    public static let quickTimeMetadataPreferredAffineTransform = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.preferred-affine-transform")
    public static let quickTimeMetadataProducer = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.producer")
    public static let quickTimeMetadataPublisher = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.publisher")
    public static let quickTimeMetadataRatingUser = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.rating.user")
    public static let quickTimeMetadataSoftware = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.software")
    public static let quickTimeMetadataSpatialOverCaptureQualityScore = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.spatial-overcapture.quality-score")
    public static let quickTimeMetadataSpatialOverCaptureQualityScoringVersion = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.spatial-overcapture.quality-scoring-version")
    public static let quickTimeMetadataTitle = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.title")
    public static let quickTimeMetadataVideoOrientation = AVMetadataIdentifier(
        rawValue: "mdta/com.apple.quicktime.video-orientation")
    public static let quickTimeMetadataYear = AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime.year")
    public static let quickTimeMetadataiXML = AVMetadataIdentifier(rawValue: "mdta/info.ixml.xml")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMetadataIdentifierQuickTimeMetadataAccessibilityDescription = AVMetadataIdentifier
    .quickTimeMetadataAccessibilityDescription
public let AVMetadataIdentifierQuickTimeMetadataAlbum = AVMetadataIdentifier.quickTimeMetadataAlbum
public let AVMetadataIdentifierQuickTimeMetadataArranger = AVMetadataIdentifier.quickTimeMetadataArranger
public let AVMetadataIdentifierQuickTimeMetadataArtist = AVMetadataIdentifier.quickTimeMetadataArtist
public let AVMetadataIdentifierQuickTimeMetadataArtwork = AVMetadataIdentifier.quickTimeMetadataArtwork
public let AVMetadataIdentifierQuickTimeMetadataAuthor = AVMetadataIdentifier.quickTimeMetadataAuthor
public let AVMetadataIdentifierQuickTimeMetadataAutoLivePhoto = AVMetadataIdentifier.quickTimeMetadataAutoLivePhoto
public let AVMetadataIdentifierQuickTimeMetadataCameraFrameReadoutTime = AVMetadataIdentifier
    .quickTimeMetadataCameraFrameReadoutTime
public let AVMetadataIdentifierQuickTimeMetadataCameraIdentifier = AVMetadataIdentifier
    .quickTimeMetadataCameraIdentifier
public let AVMetadataIdentifierQuickTimeMetadataCollectionUser = AVMetadataIdentifier.quickTimeMetadataCollectionUser
public let AVMetadataIdentifierQuickTimeMetadataComment = AVMetadataIdentifier.quickTimeMetadataComment
public let AVMetadataIdentifierQuickTimeMetadataComposer = AVMetadataIdentifier.quickTimeMetadataComposer
public let AVMetadataIdentifierQuickTimeMetadataContentIdentifier = AVMetadataIdentifier
    .quickTimeMetadataContentIdentifier
public let AVMetadataIdentifierQuickTimeMetadataCopyright = AVMetadataIdentifier.quickTimeMetadataCopyright
public let AVMetadataIdentifierQuickTimeMetadataCreationDate = AVMetadataIdentifier.quickTimeMetadataCreationDate
public let AVMetadataIdentifierQuickTimeMetadataCredits = AVMetadataIdentifier.quickTimeMetadataCredits
public let AVMetadataIdentifierQuickTimeMetadataDescription = AVMetadataIdentifier.quickTimeMetadataDescription
public let AVMetadataIdentifierQuickTimeMetadataDetectedCatBody = AVMetadataIdentifier.quickTimeMetadataDetectedCatBody
public let AVMetadataIdentifierQuickTimeMetadataDetectedDogBody = AVMetadataIdentifier.quickTimeMetadataDetectedDogBody
public let AVMetadataIdentifierQuickTimeMetadataDetectedFace = AVMetadataIdentifier.quickTimeMetadataDetectedFace
public let AVMetadataIdentifierQuickTimeMetadataDetectedHumanBody = AVMetadataIdentifier
    .quickTimeMetadataDetectedHumanBody
public let AVMetadataIdentifierQuickTimeMetadataDetectedSalientObject = AVMetadataIdentifier
    .quickTimeMetadataDetectedSalientObject
public let AVMetadataIdentifierQuickTimeMetadataDirectionFacing = AVMetadataIdentifier.quickTimeMetadataDirectionFacing
public let AVMetadataIdentifierQuickTimeMetadataDirectionMotion = AVMetadataIdentifier.quickTimeMetadataDirectionMotion
public let AVMetadataIdentifierQuickTimeMetadataDirector = AVMetadataIdentifier.quickTimeMetadataDirector
public let AVMetadataIdentifierQuickTimeMetadataDisplayName = AVMetadataIdentifier.quickTimeMetadataDisplayName
public let AVMetadataIdentifierQuickTimeMetadataEncodedBy = AVMetadataIdentifier.quickTimeMetadataEncodedBy
public let AVMetadataIdentifierQuickTimeMetadataGenre = AVMetadataIdentifier.quickTimeMetadataGenre
public let AVMetadataIdentifierQuickTimeMetadataInformation = AVMetadataIdentifier.quickTimeMetadataInformation
public let AVMetadataIdentifierQuickTimeMetadataIsMontage = AVMetadataIdentifier.quickTimeMetadataIsMontage
public let AVMetadataIdentifierQuickTimeMetadataKeywords = AVMetadataIdentifier.quickTimeMetadataKeywords
public let AVMetadataIdentifierQuickTimeMetadataLivePhotoVitalityScore = AVMetadataIdentifier
    .quickTimeMetadataLivePhotoVitalityScore
public let AVMetadataIdentifierQuickTimeMetadataLivePhotoVitalityScoringVersion = AVMetadataIdentifier
    .quickTimeMetadataLivePhotoVitalityScoringVersion
public let AVMetadataIdentifierQuickTimeMetadataLocationBody = AVMetadataIdentifier.quickTimeMetadataLocationBody
public let AVMetadataIdentifierQuickTimeMetadataLocationDate = AVMetadataIdentifier.quickTimeMetadataLocationDate
public let AVMetadataIdentifierQuickTimeMetadataLocationHorizontalAccuracyInMeters = AVMetadataIdentifier
    .quickTimeMetadataLocationHorizontalAccuracyInMeters
public let AVMetadataIdentifierQuickTimeMetadataLocationISO6709 = AVMetadataIdentifier.quickTimeMetadataLocationISO6709
public let AVMetadataIdentifierQuickTimeMetadataLocationName = AVMetadataIdentifier.quickTimeMetadataLocationName
public let AVMetadataIdentifierQuickTimeMetadataLocationNote = AVMetadataIdentifier.quickTimeMetadataLocationNote
public let AVMetadataIdentifierQuickTimeMetadataLocationRole = AVMetadataIdentifier.quickTimeMetadataLocationRole
public let AVMetadataIdentifierQuickTimeMetadataMake = AVMetadataIdentifier.quickTimeMetadataMake
public let AVMetadataIdentifierQuickTimeMetadataModel = AVMetadataIdentifier.quickTimeMetadataModel
public let AVMetadataIdentifierQuickTimeMetadataOriginalArtist = AVMetadataIdentifier.quickTimeMetadataOriginalArtist
public let AVMetadataIdentifierQuickTimeMetadataPerformer = AVMetadataIdentifier.quickTimeMetadataPerformer
public let AVMetadataIdentifierQuickTimeMetadataPhonogramRights = AVMetadataIdentifier.quickTimeMetadataPhonogramRights
public let AVMetadataIdentifierQuickTimeMetadataPreferredAffineTransform = AVMetadataIdentifier
    .quickTimeMetadataPreferredAffineTransform
public let AVMetadataIdentifierQuickTimeMetadataProducer = AVMetadataIdentifier.quickTimeMetadataProducer
public let AVMetadataIdentifierQuickTimeMetadataPublisher = AVMetadataIdentifier.quickTimeMetadataPublisher
public let AVMetadataIdentifierQuickTimeMetadataRatingUser = AVMetadataIdentifier.quickTimeMetadataRatingUser
public let AVMetadataIdentifierQuickTimeMetadataSoftware = AVMetadataIdentifier.quickTimeMetadataSoftware
public let AVMetadataIdentifierQuickTimeMetadataSpatialOverCaptureQualityScore = AVMetadataIdentifier
    .quickTimeMetadataSpatialOverCaptureQualityScore
public let AVMetadataIdentifierQuickTimeMetadataSpatialOverCaptureQualityScoringVersion = AVMetadataIdentifier
    .quickTimeMetadataSpatialOverCaptureQualityScoringVersion
public let AVMetadataIdentifierQuickTimeMetadataTitle = AVMetadataIdentifier.quickTimeMetadataTitle
public let AVMetadataIdentifierQuickTimeMetadataVideoOrientation = AVMetadataIdentifier
    .quickTimeMetadataVideoOrientation
public let AVMetadataIdentifierQuickTimeMetadataYear = AVMetadataIdentifier.quickTimeMetadataYear
public let AVMetadataIdentifierQuickTimeMetadataiXML = AVMetadataIdentifier.quickTimeMetadataiXML
