// The identifiers of ID3 tags, in the raw strings that Apple publishes.

extension AVMetadataIdentifier {
    public static let id3MetadataAlbumSortOrder = AVMetadataIdentifier(rawValue: "id3/TSOA")
    public static let id3MetadataAlbumTitle = AVMetadataIdentifier(rawValue: "id3/TALB")
    public static let id3MetadataAttachedPicture = AVMetadataIdentifier(rawValue: "id3/APIC")
    public static let id3MetadataAudioEncryption = AVMetadataIdentifier(rawValue: "id3/AENC")
    public static let id3MetadataAudioSeekPointIndex = AVMetadataIdentifier(rawValue: "id3/ASPI")
    public static let id3MetadataBand = AVMetadataIdentifier(rawValue: "id3/TPE2")
    public static let id3MetadataBeatsPerMinute = AVMetadataIdentifier(rawValue: "id3/TBPM")
    public static let id3MetadataComments = AVMetadataIdentifier(rawValue: "id3/COMM")
    public static let id3MetadataCommercial = AVMetadataIdentifier(rawValue: "id3/COMR")
    public static let id3MetadataCommercialInformation = AVMetadataIdentifier(rawValue: "id3/WCOM")
    public static let id3MetadataCommerical = AVMetadataIdentifier(rawValue: "id3/COMR")
    public static let id3MetadataComposer = AVMetadataIdentifier(rawValue: "id3/TCOM")
    public static let id3MetadataConductor = AVMetadataIdentifier(rawValue: "id3/TPE3")
    public static let id3MetadataContentGroupDescription = AVMetadataIdentifier(rawValue: "id3/TIT1")
    public static let id3MetadataContentType = AVMetadataIdentifier(rawValue: "id3/TCON")
    public static let id3MetadataCopyright = AVMetadataIdentifier(rawValue: "id3/TCOP")
    public static let id3MetadataCopyrightInformation = AVMetadataIdentifier(rawValue: "id3/WCOP")
    public static let id3MetadataDate = AVMetadataIdentifier(rawValue: "id3/TDAT")
    public static let id3MetadataEncodedBy = AVMetadataIdentifier(rawValue: "id3/TENC")
    public static let id3MetadataEncodedWith = AVMetadataIdentifier(rawValue: "id3/TSSE")
    public static let id3MetadataEncodingTime = AVMetadataIdentifier(rawValue: "id3/TDEN")
    public static let id3MetadataEncryption = AVMetadataIdentifier(rawValue: "id3/ENCR")
    public static let id3MetadataEqualization = AVMetadataIdentifier(rawValue: "id3/EQUA")
    public static let id3MetadataEqualization2 = AVMetadataIdentifier(rawValue: "id3/EQU2")
    public static let id3MetadataEventTimingCodes = AVMetadataIdentifier(rawValue: "id3/ETCO")
    public static let id3MetadataFileOwner = AVMetadataIdentifier(rawValue: "id3/TOWN")
    public static let id3MetadataFileType = AVMetadataIdentifier(rawValue: "id3/TFLT")
    public static let id3MetadataGeneralEncapsulatedObject = AVMetadataIdentifier(rawValue: "id3/GEOB")
    public static let id3MetadataGroupIdentifier = AVMetadataIdentifier(rawValue: "id3/GRID")
    public static let id3MetadataInitialKey = AVMetadataIdentifier(rawValue: "id3/TKEY")
    public static let id3MetadataInternationalStandardRecordingCode = AVMetadataIdentifier(rawValue: "id3/TSRC")
    public static let id3MetadataInternetRadioStationName = AVMetadataIdentifier(rawValue: "id3/TRSN")
    public static let id3MetadataInternetRadioStationOwner = AVMetadataIdentifier(rawValue: "id3/TRSO")
    public static let id3MetadataInvolvedPeopleList_v23 = AVMetadataIdentifier(rawValue: "id3/IPLS")
    public static let id3MetadataInvolvedPeopleList_v24 = AVMetadataIdentifier(rawValue: "id3/TIPL")
    public static let id3MetadataLanguage = AVMetadataIdentifier(rawValue: "id3/TLAN")
    public static let id3MetadataLeadPerformer = AVMetadataIdentifier(rawValue: "id3/TPE1")
    public static let id3MetadataLength = AVMetadataIdentifier(rawValue: "id3/TLEN")
    public static let id3MetadataLink = AVMetadataIdentifier(rawValue: "id3/LINK")
    public static let id3MetadataLyricist = AVMetadataIdentifier(rawValue: "id3/TEXT")
    public static let id3MetadataMPEGLocationLookupTable = AVMetadataIdentifier(rawValue: "id3/MLLT")
    public static let id3MetadataMediaType = AVMetadataIdentifier(rawValue: "id3/TMED")
    public static let id3MetadataModifiedBy = AVMetadataIdentifier(rawValue: "id3/TPE4")
    public static let id3MetadataMood = AVMetadataIdentifier(rawValue: "id3/TMOO")
    public static let id3MetadataMusicCDIdentifier = AVMetadataIdentifier(rawValue: "id3/MCDI")
    public static let id3MetadataMusicianCreditsList = AVMetadataIdentifier(rawValue: "id3/TMCL")
    public static let id3MetadataOfficialArtistWebpage = AVMetadataIdentifier(rawValue: "id3/WOAR")
    public static let id3MetadataOfficialAudioFileWebpage = AVMetadataIdentifier(rawValue: "id3/WOAF")
    public static let id3MetadataOfficialAudioSourceWebpage = AVMetadataIdentifier(rawValue: "id3/WOAS")
    public static let id3MetadataOfficialInternetRadioStationHomepage = AVMetadataIdentifier(rawValue: "id3/WORS")
    public static let id3MetadataOfficialPublisherWebpage = AVMetadataIdentifier(rawValue: "id3/WPUB")
    public static let id3MetadataOriginalAlbumTitle = AVMetadataIdentifier(rawValue: "id3/TOAL")
    public static let id3MetadataOriginalArtist = AVMetadataIdentifier(rawValue: "id3/TOPE")
    public static let id3MetadataOriginalFilename = AVMetadataIdentifier(rawValue: "id3/TOFN")
    public static let id3MetadataOriginalLyricist = AVMetadataIdentifier(rawValue: "id3/TOLY")
    public static let id3MetadataOriginalReleaseTime = AVMetadataIdentifier(rawValue: "id3/TDOR")
    public static let id3MetadataOriginalReleaseYear = AVMetadataIdentifier(rawValue: "id3/TORY")
    public static let id3MetadataOwnership = AVMetadataIdentifier(rawValue: "id3/OWNE")
    public static let id3MetadataPartOfASet = AVMetadataIdentifier(rawValue: "id3/TPOS")
    public static let id3MetadataPayment = AVMetadataIdentifier(rawValue: "id3/WPAY")
    public static let id3MetadataPerformerSortOrder = AVMetadataIdentifier(rawValue: "id3/TSOP")
    public static let id3MetadataPlayCounter = AVMetadataIdentifier(rawValue: "id3/PCNT")
    public static let id3MetadataPlaylistDelay = AVMetadataIdentifier(rawValue: "id3/TDLY")
    public static let id3MetadataPopularimeter = AVMetadataIdentifier(rawValue: "id3/POPM")
    public static let id3MetadataPositionSynchronization = AVMetadataIdentifier(rawValue: "id3/POSS")
    public static let id3MetadataPrivate = AVMetadataIdentifier(rawValue: "id3/PRIV")
    public static let id3MetadataProducedNotice = AVMetadataIdentifier(rawValue: "id3/TPRO")
    public static let id3MetadataPublisher = AVMetadataIdentifier(rawValue: "id3/TPUB")
    public static let id3MetadataRecommendedBufferSize = AVMetadataIdentifier(rawValue: "id3/RBUF")
    public static let id3MetadataRecordingDates = AVMetadataIdentifier(rawValue: "id3/TRDA")
    public static let id3MetadataRecordingTime = AVMetadataIdentifier(rawValue: "id3/TDRC")
    public static let id3MetadataRelativeVolumeAdjustment = AVMetadataIdentifier(rawValue: "id3/RVAD")
    public static let id3MetadataRelativeVolumeAdjustment2 = AVMetadataIdentifier(rawValue: "id3/RVA2")
    public static let id3MetadataReleaseTime = AVMetadataIdentifier(rawValue: "id3/TDRL")
    public static let id3MetadataReverb = AVMetadataIdentifier(rawValue: "id3/RVRB")
    public static let id3MetadataSeek = AVMetadataIdentifier(rawValue: "id3/SEEK")
    public static let id3MetadataSetSubtitle = AVMetadataIdentifier(rawValue: "id3/TSST")
    public static let id3MetadataSignature = AVMetadataIdentifier(rawValue: "id3/SIGN")
    public static let id3MetadataSize = AVMetadataIdentifier(rawValue: "id3/TSIZ")
    public static let id3MetadataSubTitle = AVMetadataIdentifier(rawValue: "id3/TIT3")
    public static let id3MetadataSynchronizedLyric = AVMetadataIdentifier(rawValue: "id3/SYLT")
    public static let id3MetadataSynchronizedTempoCodes = AVMetadataIdentifier(rawValue: "id3/SYTC")
    public static let id3MetadataTaggingTime = AVMetadataIdentifier(rawValue: "id3/TDTG")
    public static let id3MetadataTermsOfUse = AVMetadataIdentifier(rawValue: "id3/USER")
    public static let id3MetadataTime = AVMetadataIdentifier(rawValue: "id3/TIME")
    public static let id3MetadataTitleDescription = AVMetadataIdentifier(rawValue: "id3/TIT2")
    public static let id3MetadataTitleSortOrder = AVMetadataIdentifier(rawValue: "id3/TSOT")
    public static let id3MetadataTrackNumber = AVMetadataIdentifier(rawValue: "id3/TRCK")
    public static let id3MetadataUniqueFileIdentifier = AVMetadataIdentifier(rawValue: "id3/UFID")
    public static let id3MetadataUnsynchronizedLyric = AVMetadataIdentifier(rawValue: "id3/USLT")
    public static let id3MetadataUserText = AVMetadataIdentifier(rawValue: "id3/TXXX")
    public static let id3MetadataUserURL = AVMetadataIdentifier(rawValue: "id3/WXXX")
    public static let id3MetadataYear = AVMetadataIdentifier(rawValue: "id3/TYER")
}

// The names of the Objective-C constants and of early Swift versions.

public let AVMetadataIdentifierID3MetadataAlbumSortOrder = AVMetadataIdentifier.id3MetadataAlbumSortOrder
public let AVMetadataIdentifierID3MetadataAlbumTitle = AVMetadataIdentifier.id3MetadataAlbumTitle
public let AVMetadataIdentifierID3MetadataAttachedPicture = AVMetadataIdentifier.id3MetadataAttachedPicture
public let AVMetadataIdentifierID3MetadataAudioEncryption = AVMetadataIdentifier.id3MetadataAudioEncryption
public let AVMetadataIdentifierID3MetadataAudioSeekPointIndex = AVMetadataIdentifier.id3MetadataAudioSeekPointIndex
public let AVMetadataIdentifierID3MetadataBand = AVMetadataIdentifier.id3MetadataBand
public let AVMetadataIdentifierID3MetadataBeatsPerMinute = AVMetadataIdentifier.id3MetadataBeatsPerMinute
public let AVMetadataIdentifierID3MetadataComments = AVMetadataIdentifier.id3MetadataComments
public let AVMetadataIdentifierID3MetadataCommercial = AVMetadataIdentifier.id3MetadataCommercial
public let AVMetadataIdentifierID3MetadataCommercialInformation = AVMetadataIdentifier.id3MetadataCommercialInformation
public let AVMetadataIdentifierID3MetadataCommerical = AVMetadataIdentifier.id3MetadataCommerical
public let AVMetadataIdentifierID3MetadataComposer = AVMetadataIdentifier.id3MetadataComposer
public let AVMetadataIdentifierID3MetadataConductor = AVMetadataIdentifier.id3MetadataConductor
public let AVMetadataIdentifierID3MetadataContentGroupDescription = AVMetadataIdentifier
    .id3MetadataContentGroupDescription
public let AVMetadataIdentifierID3MetadataContentType = AVMetadataIdentifier.id3MetadataContentType
public let AVMetadataIdentifierID3MetadataCopyright = AVMetadataIdentifier.id3MetadataCopyright
public let AVMetadataIdentifierID3MetadataCopyrightInformation = AVMetadataIdentifier.id3MetadataCopyrightInformation
public let AVMetadataIdentifierID3MetadataDate = AVMetadataIdentifier.id3MetadataDate
public let AVMetadataIdentifierID3MetadataEncodedBy = AVMetadataIdentifier.id3MetadataEncodedBy
public let AVMetadataIdentifierID3MetadataEncodedWith = AVMetadataIdentifier.id3MetadataEncodedWith
public let AVMetadataIdentifierID3MetadataEncodingTime = AVMetadataIdentifier.id3MetadataEncodingTime
public let AVMetadataIdentifierID3MetadataEncryption = AVMetadataIdentifier.id3MetadataEncryption
public let AVMetadataIdentifierID3MetadataEqualization = AVMetadataIdentifier.id3MetadataEqualization
public let AVMetadataIdentifierID3MetadataEqualization2 = AVMetadataIdentifier.id3MetadataEqualization2
public let AVMetadataIdentifierID3MetadataEventTimingCodes = AVMetadataIdentifier.id3MetadataEventTimingCodes
public let AVMetadataIdentifierID3MetadataFileOwner = AVMetadataIdentifier.id3MetadataFileOwner
public let AVMetadataIdentifierID3MetadataFileType = AVMetadataIdentifier.id3MetadataFileType
public let AVMetadataIdentifierID3MetadataGeneralEncapsulatedObject = AVMetadataIdentifier
    .id3MetadataGeneralEncapsulatedObject
public let AVMetadataIdentifierID3MetadataGroupIdentifier = AVMetadataIdentifier.id3MetadataGroupIdentifier
public let AVMetadataIdentifierID3MetadataInitialKey = AVMetadataIdentifier.id3MetadataInitialKey
public let AVMetadataIdentifierID3MetadataInternationalStandardRecordingCode = AVMetadataIdentifier
    .id3MetadataInternationalStandardRecordingCode
public let AVMetadataIdentifierID3MetadataInternetRadioStationName = AVMetadataIdentifier
    .id3MetadataInternetRadioStationName
public let AVMetadataIdentifierID3MetadataInternetRadioStationOwner = AVMetadataIdentifier
    .id3MetadataInternetRadioStationOwner
public let AVMetadataIdentifierID3MetadataInvolvedPeopleList_v23 = AVMetadataIdentifier
    .id3MetadataInvolvedPeopleList_v23
public let AVMetadataIdentifierID3MetadataInvolvedPeopleList_v24 = AVMetadataIdentifier
    .id3MetadataInvolvedPeopleList_v24
public let AVMetadataIdentifierID3MetadataLanguage = AVMetadataIdentifier.id3MetadataLanguage
public let AVMetadataIdentifierID3MetadataLeadPerformer = AVMetadataIdentifier.id3MetadataLeadPerformer
public let AVMetadataIdentifierID3MetadataLength = AVMetadataIdentifier.id3MetadataLength
public let AVMetadataIdentifierID3MetadataLink = AVMetadataIdentifier.id3MetadataLink
public let AVMetadataIdentifierID3MetadataLyricist = AVMetadataIdentifier.id3MetadataLyricist
public let AVMetadataIdentifierID3MetadataMPEGLocationLookupTable = AVMetadataIdentifier
    .id3MetadataMPEGLocationLookupTable
public let AVMetadataIdentifierID3MetadataMediaType = AVMetadataIdentifier.id3MetadataMediaType
public let AVMetadataIdentifierID3MetadataModifiedBy = AVMetadataIdentifier.id3MetadataModifiedBy
public let AVMetadataIdentifierID3MetadataMood = AVMetadataIdentifier.id3MetadataMood
public let AVMetadataIdentifierID3MetadataMusicCDIdentifier = AVMetadataIdentifier.id3MetadataMusicCDIdentifier
public let AVMetadataIdentifierID3MetadataMusicianCreditsList = AVMetadataIdentifier.id3MetadataMusicianCreditsList
public let AVMetadataIdentifierID3MetadataOfficialArtistWebpage = AVMetadataIdentifier.id3MetadataOfficialArtistWebpage
public let AVMetadataIdentifierID3MetadataOfficialAudioFileWebpage = AVMetadataIdentifier
    .id3MetadataOfficialAudioFileWebpage
public let AVMetadataIdentifierID3MetadataOfficialAudioSourceWebpage = AVMetadataIdentifier
    .id3MetadataOfficialAudioSourceWebpage
public let AVMetadataIdentifierID3MetadataOfficialInternetRadioStationHomepage = AVMetadataIdentifier
    .id3MetadataOfficialInternetRadioStationHomepage
public let AVMetadataIdentifierID3MetadataOfficialPublisherWebpage = AVMetadataIdentifier
    .id3MetadataOfficialPublisherWebpage
public let AVMetadataIdentifierID3MetadataOriginalAlbumTitle = AVMetadataIdentifier.id3MetadataOriginalAlbumTitle
public let AVMetadataIdentifierID3MetadataOriginalArtist = AVMetadataIdentifier.id3MetadataOriginalArtist
public let AVMetadataIdentifierID3MetadataOriginalFilename = AVMetadataIdentifier.id3MetadataOriginalFilename
public let AVMetadataIdentifierID3MetadataOriginalLyricist = AVMetadataIdentifier.id3MetadataOriginalLyricist
public let AVMetadataIdentifierID3MetadataOriginalReleaseTime = AVMetadataIdentifier.id3MetadataOriginalReleaseTime
public let AVMetadataIdentifierID3MetadataOriginalReleaseYear = AVMetadataIdentifier.id3MetadataOriginalReleaseYear
public let AVMetadataIdentifierID3MetadataOwnership = AVMetadataIdentifier.id3MetadataOwnership
public let AVMetadataIdentifierID3MetadataPartOfASet = AVMetadataIdentifier.id3MetadataPartOfASet
public let AVMetadataIdentifierID3MetadataPayment = AVMetadataIdentifier.id3MetadataPayment
public let AVMetadataIdentifierID3MetadataPerformerSortOrder = AVMetadataIdentifier.id3MetadataPerformerSortOrder
public let AVMetadataIdentifierID3MetadataPlayCounter = AVMetadataIdentifier.id3MetadataPlayCounter
public let AVMetadataIdentifierID3MetadataPlaylistDelay = AVMetadataIdentifier.id3MetadataPlaylistDelay
public let AVMetadataIdentifierID3MetadataPopularimeter = AVMetadataIdentifier.id3MetadataPopularimeter
public let AVMetadataIdentifierID3MetadataPositionSynchronization = AVMetadataIdentifier
    .id3MetadataPositionSynchronization
public let AVMetadataIdentifierID3MetadataPrivate = AVMetadataIdentifier.id3MetadataPrivate
public let AVMetadataIdentifierID3MetadataProducedNotice = AVMetadataIdentifier.id3MetadataProducedNotice
public let AVMetadataIdentifierID3MetadataPublisher = AVMetadataIdentifier.id3MetadataPublisher
public let AVMetadataIdentifierID3MetadataRecommendedBufferSize = AVMetadataIdentifier.id3MetadataRecommendedBufferSize
public let AVMetadataIdentifierID3MetadataRecordingDates = AVMetadataIdentifier.id3MetadataRecordingDates
public let AVMetadataIdentifierID3MetadataRecordingTime = AVMetadataIdentifier.id3MetadataRecordingTime
public let AVMetadataIdentifierID3MetadataRelativeVolumeAdjustment = AVMetadataIdentifier
    .id3MetadataRelativeVolumeAdjustment
public let AVMetadataIdentifierID3MetadataRelativeVolumeAdjustment2 = AVMetadataIdentifier
    .id3MetadataRelativeVolumeAdjustment2
public let AVMetadataIdentifierID3MetadataReleaseTime = AVMetadataIdentifier.id3MetadataReleaseTime
public let AVMetadataIdentifierID3MetadataReverb = AVMetadataIdentifier.id3MetadataReverb
public let AVMetadataIdentifierID3MetadataSeek = AVMetadataIdentifier.id3MetadataSeek
public let AVMetadataIdentifierID3MetadataSetSubtitle = AVMetadataIdentifier.id3MetadataSetSubtitle
public let AVMetadataIdentifierID3MetadataSignature = AVMetadataIdentifier.id3MetadataSignature
public let AVMetadataIdentifierID3MetadataSize = AVMetadataIdentifier.id3MetadataSize
public let AVMetadataIdentifierID3MetadataSubTitle = AVMetadataIdentifier.id3MetadataSubTitle
public let AVMetadataIdentifierID3MetadataSynchronizedLyric = AVMetadataIdentifier.id3MetadataSynchronizedLyric
public let AVMetadataIdentifierID3MetadataSynchronizedTempoCodes = AVMetadataIdentifier
    .id3MetadataSynchronizedTempoCodes
public let AVMetadataIdentifierID3MetadataTaggingTime = AVMetadataIdentifier.id3MetadataTaggingTime
public let AVMetadataIdentifierID3MetadataTermsOfUse = AVMetadataIdentifier.id3MetadataTermsOfUse
public let AVMetadataIdentifierID3MetadataTime = AVMetadataIdentifier.id3MetadataTime
public let AVMetadataIdentifierID3MetadataTitleDescription = AVMetadataIdentifier.id3MetadataTitleDescription
public let AVMetadataIdentifierID3MetadataTitleSortOrder = AVMetadataIdentifier.id3MetadataTitleSortOrder
public let AVMetadataIdentifierID3MetadataTrackNumber = AVMetadataIdentifier.id3MetadataTrackNumber
public let AVMetadataIdentifierID3MetadataUniqueFileIdentifier = AVMetadataIdentifier.id3MetadataUniqueFileIdentifier
public let AVMetadataIdentifierID3MetadataUnsynchronizedLyric = AVMetadataIdentifier.id3MetadataUnsynchronizedLyric
public let AVMetadataIdentifierID3MetadataUserText = AVMetadataIdentifier.id3MetadataUserText
public let AVMetadataIdentifierID3MetadataUserURL = AVMetadataIdentifier.id3MetadataUserURL
public let AVMetadataIdentifierID3MetadataYear = AVMetadataIdentifier.id3MetadataYear
