// The identifiers of ISO and 3GPP user data, and of internet radio, in the raw strings that Apple publishes.

extension AVMetadataIdentifier {
    public static let identifier3GPUserDataAlbumAndTrack = AVMetadataIdentifier(rawValue: "uiso/albm")
    public static let identifier3GPUserDataAuthor = AVMetadataIdentifier(rawValue: "uiso/auth")
    public static let identifier3GPUserDataCollection = AVMetadataIdentifier(rawValue: "uiso/coll")
    public static let identifier3GPUserDataCopyright = AVMetadataIdentifier(rawValue: "uiso/cprt")
    public static let identifier3GPUserDataDescription = AVMetadataIdentifier(rawValue: "uiso/dscp")
    public static let identifier3GPUserDataGenre = AVMetadataIdentifier(rawValue: "uiso/gnre")
    public static let identifier3GPUserDataKeywordList = AVMetadataIdentifier(rawValue: "uiso/kywd")
    public static let identifier3GPUserDataLocation = AVMetadataIdentifier(rawValue: "uiso/loci")
    public static let identifier3GPUserDataMediaClassification = AVMetadataIdentifier(rawValue: "uiso/clsf")
    public static let identifier3GPUserDataMediaRating = AVMetadataIdentifier(rawValue: "uiso/rtng")
    public static let identifier3GPUserDataPerformer = AVMetadataIdentifier(rawValue: "uiso/perf")
    public static let identifier3GPUserDataRecordingYear = AVMetadataIdentifier(rawValue: "uiso/yrrc")
    public static let identifier3GPUserDataThumbnail = AVMetadataIdentifier(rawValue: "uiso/thmb")
    public static let identifier3GPUserDataTitle = AVMetadataIdentifier(rawValue: "uiso/titl")
    public static let identifier3GPUserDataUserRating = AVMetadataIdentifier(rawValue: "uiso/urat")
    public static let isoUserDataAccessibilityDescription = AVMetadataIdentifier(rawValue: "uiso/ades")
    public static let isoUserDataCopyright = AVMetadataIdentifier(rawValue: "uiso/cprt")
    public static let isoUserDataDate = AVMetadataIdentifier(rawValue: "uiso/date")
    public static let isoUserDataTaggedCharacteristic = AVMetadataIdentifier(rawValue: "uiso/tagc")
    public static let icyMetadataStreamTitle = AVMetadataIdentifier(rawValue: "icy/StreamTitle")
    public static let icyMetadataStreamURL = AVMetadataIdentifier(rawValue: "icy/StreamUrl")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMetadataIdentifier3GPUserDataAlbumAndTrack = AVMetadataIdentifier.identifier3GPUserDataAlbumAndTrack
public let AVMetadataIdentifier3GPUserDataAuthor = AVMetadataIdentifier.identifier3GPUserDataAuthor
public let AVMetadataIdentifier3GPUserDataCollection = AVMetadataIdentifier.identifier3GPUserDataCollection
public let AVMetadataIdentifier3GPUserDataCopyright = AVMetadataIdentifier.identifier3GPUserDataCopyright
public let AVMetadataIdentifier3GPUserDataDescription = AVMetadataIdentifier.identifier3GPUserDataDescription
public let AVMetadataIdentifier3GPUserDataGenre = AVMetadataIdentifier.identifier3GPUserDataGenre
public let AVMetadataIdentifier3GPUserDataKeywordList = AVMetadataIdentifier.identifier3GPUserDataKeywordList
public let AVMetadataIdentifier3GPUserDataLocation = AVMetadataIdentifier.identifier3GPUserDataLocation
public let AVMetadataIdentifier3GPUserDataMediaClassification = AVMetadataIdentifier
    .identifier3GPUserDataMediaClassification
public let AVMetadataIdentifier3GPUserDataMediaRating = AVMetadataIdentifier.identifier3GPUserDataMediaRating
public let AVMetadataIdentifier3GPUserDataPerformer = AVMetadataIdentifier.identifier3GPUserDataPerformer
public let AVMetadataIdentifier3GPUserDataRecordingYear = AVMetadataIdentifier.identifier3GPUserDataRecordingYear
public let AVMetadataIdentifier3GPUserDataThumbnail = AVMetadataIdentifier.identifier3GPUserDataThumbnail
public let AVMetadataIdentifier3GPUserDataTitle = AVMetadataIdentifier.identifier3GPUserDataTitle
public let AVMetadataIdentifier3GPUserDataUserRating = AVMetadataIdentifier.identifier3GPUserDataUserRating
public let AVMetadataIdentifierISOUserDataAccessibilityDescription = AVMetadataIdentifier
    .isoUserDataAccessibilityDescription
public let AVMetadataIdentifierISOUserDataCopyright = AVMetadataIdentifier.isoUserDataCopyright
public let AVMetadataIdentifierISOUserDataDate = AVMetadataIdentifier.isoUserDataDate
public let AVMetadataIdentifierISOUserDataTaggedCharacteristic = AVMetadataIdentifier.isoUserDataTaggedCharacteristic
public let AVMetadataIdentifierIcyMetadataStreamTitle = AVMetadataIdentifier.icyMetadataStreamTitle
public let AVMetadataIdentifierIcyMetadataStreamURL = AVMetadataIdentifier.icyMetadataStreamURL
