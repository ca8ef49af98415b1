// The identifiers of the common key space, in the raw strings that Apple publishes.

extension AVMetadataIdentifier {
    public static let commonIdentifierAccessibilityDescription = AVMetadataIdentifier(
        rawValue: "common/accessibilityDescription")
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(rawValue: "common/albumName")
    public static let commonIdentifierArtist = AVMetadataIdentifier(rawValue: "common/artist")
    public static let commonIdentifierArtwork = AVMetadataIdentifier(rawValue: "common/artwork")
    public static let commonIdentifierAssetIdentifier = AVMetadataIdentifier(rawValue: "common/identifier")
    public static let commonIdentifierAuthor = AVMetadataIdentifier(rawValue: "common/author")
    public static let commonIdentifierContributor = AVMetadataIdentifier(rawValue: "common/contributor")
    public static let commonIdentifierCopyrights = AVMetadataIdentifier(rawValue: "common/copyrights")
    public static let commonIdentifierCreationDate = AVMetadataIdentifier(rawValue: "common/creationDate")
    public static let commonIdentifierCreator = AVMetadataIdentifier(rawValue: "common/creator")
    public static let commonIdentifierDescription = AVMetadataIdentifier(rawValue: "common/description")
    public static let commonIdentifierFormat = AVMetadataIdentifier(rawValue: "common/format")
    public static let commonIdentifierLanguage = AVMetadataIdentifier(rawValue: "common/language")
    public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier(rawValue: "common/lastModifiedDate")
    public static let commonIdentifierLocation = AVMetadataIdentifier(rawValue: "common/location")
    public static let commonIdentifierMake = AVMetadataIdentifier(rawValue: "common/make")
    public static let commonIdentifierModel = AVMetadataIdentifier(rawValue: "common/model")
    public static let commonIdentifierPublisher = AVMetadataIdentifier(rawValue: "common/publisher")
    public static let commonIdentifierRelation = AVMetadataIdentifier(rawValue: "common/relation")
    public static let commonIdentifierSoftware = AVMetadataIdentifier(rawValue: "common/software")
    public static let commonIdentifierSource = AVMetadataIdentifier(rawValue: "common/source")
    public static let commonIdentifierSubject = AVMetadataIdentifier(rawValue: "common/subject")
    public static let commonIdentifierTitle = AVMetadataIdentifier(rawValue: "common/title")
    public static let commonIdentifierType = AVMetadataIdentifier(rawValue: "common/type")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMetadataCommonIdentifierAccessibilityDescription = AVMetadataIdentifier
    .commonIdentifierAccessibilityDescription
public let AVMetadataCommonIdentifierAlbumName = AVMetadataIdentifier.commonIdentifierAlbumName
public let AVMetadataCommonIdentifierArtist = AVMetadataIdentifier.commonIdentifierArtist
public let AVMetadataCommonIdentifierArtwork = AVMetadataIdentifier.commonIdentifierArtwork
public let AVMetadataCommonIdentifierAssetIdentifier = AVMetadataIdentifier.commonIdentifierAssetIdentifier
public let AVMetadataCommonIdentifierAuthor = AVMetadataIdentifier.commonIdentifierAuthor
public let AVMetadataCommonIdentifierContributor = AVMetadataIdentifier.commonIdentifierContributor
public let AVMetadataCommonIdentifierCopyrights = AVMetadataIdentifier.commonIdentifierCopyrights
public let AVMetadataCommonIdentifierCreationDate = AVMetadataIdentifier.commonIdentifierCreationDate
public let AVMetadataCommonIdentifierCreator = AVMetadataIdentifier.commonIdentifierCreator
public let AVMetadataCommonIdentifierDescription = AVMetadataIdentifier.commonIdentifierDescription
public let AVMetadataCommonIdentifierFormat = AVMetadataIdentifier.commonIdentifierFormat
public let AVMetadataCommonIdentifierLanguage = AVMetadataIdentifier.commonIdentifierLanguage
public let AVMetadataCommonIdentifierLastModifiedDate = AVMetadataIdentifier.commonIdentifierLastModifiedDate
public let AVMetadataCommonIdentifierLocation = AVMetadataIdentifier.commonIdentifierLocation
public let AVMetadataCommonIdentifierMake = AVMetadataIdentifier.commonIdentifierMake
public let AVMetadataCommonIdentifierModel = AVMetadataIdentifier.commonIdentifierModel
public let AVMetadataCommonIdentifierPublisher = AVMetadataIdentifier.commonIdentifierPublisher
public let AVMetadataCommonIdentifierRelation = AVMetadataIdentifier.commonIdentifierRelation
public let AVMetadataCommonIdentifierSoftware = AVMetadataIdentifier.commonIdentifierSoftware
public let AVMetadataCommonIdentifierSource = AVMetadataIdentifier.commonIdentifierSource
public let AVMetadataCommonIdentifierSubject = AVMetadataIdentifier.commonIdentifierSubject
public let AVMetadataCommonIdentifierTitle = AVMetadataIdentifier.commonIdentifierTitle
public let AVMetadataCommonIdentifierType = AVMetadataIdentifier.commonIdentifierType
