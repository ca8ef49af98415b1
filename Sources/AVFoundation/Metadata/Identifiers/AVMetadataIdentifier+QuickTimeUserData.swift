// The identifiers of QuickTime user data, in the raw strings that Apple publishes.

extension AVMetadataIdentifier {
    public static let quickTimeUserDataAccessibilityDescription = AVMetadataIdentifier(rawValue: "udta/%A9ade")
    public static let quickTimeUserDataAlbum = AVMetadataIdentifier(rawValue: "udta/%A9alb")
    public static let quickTimeUserDataArranger = AVMetadataIdentifier(rawValue: "udta/%A9arg")
    public static let quickTimeUserDataArtist = AVMetadataIdentifier(rawValue: "udta/%A9ART")
    public static let quickTimeUserDataAuthor = AVMetadataIdentifier(rawValue: "udta/%A9aut")
    public static let quickTimeUserDataChapter = AVMetadataIdentifier(rawValue: "udta/%A9chp")
    public static let quickTimeUserDataComment = AVMetadataIdentifier(rawValue: "udta/%A9cmt")
    public static let quickTimeUserDataComposer = AVMetadataIdentifier(rawValue: "udta/%A9com")
    public static let quickTimeUserDataCopyright = AVMetadataIdentifier(rawValue: "udta/%A9cpy")
    public static let quickTimeUserDataCreationDate = AVMetadataIdentifier(rawValue: "udta/%A9day")
    public static let quickTimeUserDataCredits = AVMetadataIdentifier(rawValue: "udta/%A9src")
    public static let quickTimeUserDataDescription = AVMetadataIdentifier(rawValue: "udta/%A9des")
    public static let quickTimeUserDataDirector = AVMetadataIdentifier(rawValue: "udta/%A9dir")
    public static let quickTimeUserDataDisclaimer = AVMetadataIdentifier(rawValue: "udta/%A9dis")
    public static let quickTimeUserDataEncodedBy = AVMetadataIdentifier(rawValue: "udta/%A9enc")
    public static let quickTimeUserDataFullName = AVMetadataIdentifier(rawValue: "udta/%A9nam")
    public static let quickTimeUserDataGenre = AVMetadataIdentifier(rawValue: "udta/%A9gen")
    public static let quickTimeUserDataHostComputer = AVMetadataIdentifier(rawValue: "udta/%A9hst")
    public static let quickTimeUserDataInformation = AVMetadataIdentifier(rawValue: "udta/%A9inf")
    public static let quickTimeUserDataKeywords = AVMetadataIdentifier(rawValue: "udta/%A9key")
    public static let quickTimeUserDataLocationISO6709 = AVMetadataIdentifier(rawValue: "udta/%A9xyz")
    public static let quickTimeUserDataMake = AVMetadataIdentifier(rawValue: "udta/%A9mak")
    public static let quickTimeUserDataModel = AVMetadataIdentifier(rawValue: "udta/%A9mod")
    public static let quickTimeUserDataOriginalArtist = AVMetadataIdentifier(rawValue: "udta/%A9ope")
    public static let quickTimeUserDataOriginalFormat = AVMetadataIdentifier(rawValue: "udta/%A9fmt")
    public static let quickTimeUserDataOriginalSource = AVMetadataIdentifier(rawValue: "udta/%A9src")
    public static let quickTimeUserDataPerformers = AVMetadataIdentifier(rawValue: "udta/%A9prf")
    public static let quickTimeUserDataPhonogramRights = AVMetadataIdentifier(rawValue: "udta/%A9phg")
    public static let quickTimeUserDataProducer = AVMetadataIdentifier(rawValue: "udta/%A9prd")
    public static let quickTimeUserDataProduct = AVMetadataIdentifier(rawValue: "udta/%A9PRD")
    public static let quickTimeUserDataPublisher = AVMetadataIdentifier(rawValue: "udta/%A9pub")
    public static let quickTimeUserDataSoftware = AVMetadataIdentifier(rawValue: "udta/%A9swr")
    public static let quickTimeUserDataSpecialPlaybackRequirements = AVMetadataIdentifier(rawValue: "udta/%A9req")
    public static let quickTimeUserDataTaggedCharacteristic = AVMetadataIdentifier(rawValue: "udta/tagc")
    public static let quickTimeUserDataTrack = AVMetadataIdentifier(rawValue: "udta/%A9trk")
    public static let quickTimeUserDataTrackName = AVMetadataIdentifier(rawValue: "udta/tnam")
    public static let quickTimeUserDataURLLink = AVMetadataIdentifier(rawValue: "udta/%A9url")
    public static let quickTimeUserDataWarning = AVMetadataIdentifier(rawValue: "udta/%A9wrn")
    public static let quickTimeUserDataWriter = AVMetadataIdentifier(rawValue: "udta/%A9wrt")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMetadataIdentifierQuickTimeUserDataAccessibilityDescription = AVMetadataIdentifier
    .quickTimeUserDataAccessibilityDescription
public let AVMetadataIdentifierQuickTimeUserDataAlbum = AVMetadataIdentifier.quickTimeUserDataAlbum
public let AVMetadataIdentifierQuickTimeUserDataArranger = AVMetadataIdentifier.quickTimeUserDataArranger
public let AVMetadataIdentifierQuickTimeUserDataArtist = AVMetadataIdentifier.quickTimeUserDataArtist
public let AVMetadataIdentifierQuickTimeUserDataAuthor = AVMetadataIdentifier.quickTimeUserDataAuthor
public let AVMetadataIdentifierQuickTimeUserDataChapter = AVMetadataIdentifier.quickTimeUserDataChapter
public let AVMetadataIdentifierQuickTimeUserDataComment = AVMetadataIdentifier.quickTimeUserDataComment
public let AVMetadataIdentifierQuickTimeUserDataComposer = AVMetadataIdentifier.quickTimeUserDataComposer
public let AVMetadataIdentifierQuickTimeUserDataCopyright = AVMetadataIdentifier.quickTimeUserDataCopyright
public let AVMetadataIdentifierQuickTimeUserDataCreationDate = AVMetadataIdentifier.quickTimeUserDataCreationDate
public let AVMetadataIdentifierQuickTimeUserDataCredits = AVMetadataIdentifier.quickTimeUserDataCredits
public let AVMetadataIdentifierQuickTimeUserDataDescription = AVMetadataIdentifier.quickTimeUserDataDescription
public let AVMetadataIdentifierQuickTimeUserDataDirector = AVMetadataIdentifier.quickTimeUserDataDirector
public let AVMetadataIdentifierQuickTimeUserDataDisclaimer = AVMetadataIdentifier.quickTimeUserDataDisclaimer
public let AVMetadataIdentifierQuickTimeUserDataEncodedBy = AVMetadataIdentifier.quickTimeUserDataEncodedBy
public let AVMetadataIdentifierQuickTimeUserDataFullName = AVMetadataIdentifier.quickTimeUserDataFullName
public let AVMetadataIdentifierQuickTimeUserDataGenre = AVMetadataIdentifier.quickTimeUserDataGenre
public let AVMetadataIdentifierQuickTimeUserDataHostComputer = AVMetadataIdentifier.quickTimeUserDataHostComputer
public let AVMetadataIdentifierQuickTimeUserDataInformation = AVMetadataIdentifier.quickTimeUserDataInformation
public let AVMetadataIdentifierQuickTimeUserDataKeywords = AVMetadataIdentifier.quickTimeUserDataKeywords
public let AVMetadataIdentifierQuickTimeUserDataLocationISO6709 = AVMetadataIdentifier.quickTimeUserDataLocationISO6709
public let AVMetadataIdentifierQuickTimeUserDataMake = AVMetadataIdentifier.quickTimeUserDataMake
public let AVMetadataIdentifierQuickTimeUserDataModel = AVMetadataIdentifier.quickTimeUserDataModel
public let AVMetadataIdentifierQuickTimeUserDataOriginalArtist = AVMetadataIdentifier.quickTimeUserDataOriginalArtist
public let AVMetadataIdentifierQuickTimeUserDataOriginalFormat = AVMetadataIdentifier.quickTimeUserDataOriginalFormat
public let AVMetadataIdentifierQuickTimeUserDataOriginalSource = AVMetadataIdentifier.quickTimeUserDataOriginalSource
public let AVMetadataIdentifierQuickTimeUserDataPerformers = AVMetadataIdentifier.quickTimeUserDataPerformers
public let AVMetadataIdentifierQuickTimeUserDataPhonogramRights = AVMetadataIdentifier.quickTimeUserDataPhonogramRights
public let AVMetadataIdentifierQuickTimeUserDataProducer = AVMetadataIdentifier.quickTimeUserDataProducer
public let AVMetadataIdentifierQuickTimeUserDataProduct = AVMetadataIdentifier.quickTimeUserDataProduct
public let AVMetadataIdentifierQuickTimeUserDataPublisher = AVMetadataIdentifier.quickTimeUserDataPublisher
public let AVMetadataIdentifierQuickTimeUserDataSoftware = AVMetadataIdentifier.quickTimeUserDataSoftware
public let AVMetadataIdentifierQuickTimeUserDataSpecialPlaybackRequirements = AVMetadataIdentifier
    .quickTimeUserDataSpecialPlaybackRequirements
public let AVMetadataIdentifierQuickTimeUserDataTaggedCharacteristic = AVMetadataIdentifier
    .quickTimeUserDataTaggedCharacteristic
public let AVMetadataIdentifierQuickTimeUserDataTrack = AVMetadataIdentifier.quickTimeUserDataTrack
public let AVMetadataIdentifierQuickTimeUserDataTrackName = AVMetadataIdentifier.quickTimeUserDataTrackName
public let AVMetadataIdentifierQuickTimeUserDataURLLink = AVMetadataIdentifier.quickTimeUserDataURLLink
public let AVMetadataIdentifierQuickTimeUserDataWarning = AVMetadataIdentifier.quickTimeUserDataWarning
public let AVMetadataIdentifierQuickTimeUserDataWriter = AVMetadataIdentifier.quickTimeUserDataWriter
