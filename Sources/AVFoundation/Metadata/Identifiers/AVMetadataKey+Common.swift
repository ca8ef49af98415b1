// The keys of the common key space, in the raw strings that Apple publishes.

extension AVMetadataKey {
    public static let commonKeyAccessibilityDescription = AVMetadataKey(rawValue: "accessibilityDescription")
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
    public static let commonKeyAuthor = AVMetadataKey(rawValue: "author")
    public static let commonKeyContributor = AVMetadataKey(rawValue: "contributor")
    public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
    public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
    public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
    public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
    public static let commonKeyFormat = AVMetadataKey(rawValue: "format")
    public static let commonKeyIdentifier = AVMetadataKey(rawValue: "identifier")
    public static let commonKeyLanguage = AVMetadataKey(rawValue: "language")
    public static let commonKeyLastModifiedDate = AVMetadataKey(rawValue: "lastModifiedDate")
    public static let commonKeyLocation = AVMetadataKey(rawValue: "location")
    public static let commonKeyMake = AVMetadataKey(rawValue: "make")
    public static let commonKeyModel = AVMetadataKey(rawValue: "model")
    public static let commonKeyPublisher = AVMetadataKey(rawValue: "publisher")
    public static let commonKeyRelation = AVMetadataKey(rawValue: "relation")
    public static let commonKeySoftware = AVMetadataKey(rawValue: "software")
    public static let commonKeySource = AVMetadataKey(rawValue: "source")
    public static let commonKeySubject = AVMetadataKey(rawValue: "subject")
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    public static let commonKeyType = AVMetadataKey(rawValue: "type")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMetadataCommonKeyAccessibilityDescription = AVMetadataKey.commonKeyAccessibilityDescription
public let AVMetadataCommonKeyAlbumName = AVMetadataKey.commonKeyAlbumName
public let AVMetadataCommonKeyArtist = AVMetadataKey.commonKeyArtist
public let AVMetadataCommonKeyArtwork = AVMetadataKey.commonKeyArtwork
public let AVMetadataCommonKeyAuthor = AVMetadataKey.commonKeyAuthor
public let AVMetadataCommonKeyContributor = AVMetadataKey.commonKeyContributor
public let AVMetadataCommonKeyCopyrights = AVMetadataKey.commonKeyCopyrights
public let AVMetadataCommonKeyCreationDate = AVMetadataKey.commonKeyCreationDate
public let AVMetadataCommonKeyCreator = AVMetadataKey.commonKeyCreator
public let AVMetadataCommonKeyDescription = AVMetadataKey.commonKeyDescription
public let AVMetadataCommonKeyFormat = AVMetadataKey.commonKeyFormat
public let AVMetadataCommonKeyIdentifier = AVMetadataKey.commonKeyIdentifier
public let AVMetadataCommonKeyLanguage = AVMetadataKey.commonKeyLanguage
public let AVMetadataCommonKeyLastModifiedDate = AVMetadataKey.commonKeyLastModifiedDate
public let AVMetadataCommonKeyLocation = AVMetadataKey.commonKeyLocation
public let AVMetadataCommonKeyMake = AVMetadataKey.commonKeyMake
public let AVMetadataCommonKeyModel = AVMetadataKey.commonKeyModel
public let AVMetadataCommonKeyPublisher = AVMetadataKey.commonKeyPublisher
public let AVMetadataCommonKeyRelation = AVMetadataKey.commonKeyRelation
public let AVMetadataCommonKeySoftware = AVMetadataKey.commonKeySoftware
public let AVMetadataCommonKeySource = AVMetadataKey.commonKeySource
public let AVMetadataCommonKeySubject = AVMetadataKey.commonKeySubject
public let AVMetadataCommonKeyTitle = AVMetadataKey.commonKeyTitle
public let AVMetadataCommonKeyType = AVMetadataKey.commonKeyType
