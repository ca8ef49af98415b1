/// The mapping of the identifiers of all formats to those of the common key space.
enum CommonIdentifiers {
    static func commonIdentifier(of identifier: AVMetadataIdentifier) -> AVMetadataIdentifier? {
        if identifier.rawValue.hasPrefix(prefix) { return identifier }
        return table[identifier]
    }

    static func commonKey(of identifier: AVMetadataIdentifier) -> AVMetadataKey? {
        commonIdentifier(of: identifier).map { AVMetadataKey(rawValue: String($0.rawValue.dropFirst(prefix.count))) }
    }

    private static let prefix = "common/"

    /// The short description of iTunes, for which Apple defines no constant.
    static let iTunesShortDescription = AVMetadataIdentifier(rawValue: "itsk/desc")

    private static let table: [AVMetadataIdentifier: AVMetadataIdentifier] = {
        let meanings: [(AVMetadataIdentifier, [AVMetadataIdentifier])] = [
            (
                .commonIdentifierTitle,
                [
                    .iTunesMetadataSongName, .quickTimeMetadataTitle, .quickTimeMetadataDisplayName,
                    .quickTimeUserDataFullName,
                    .quickTimeUserDataTrackName, .identifier3GPUserDataTitle, .id3MetadataTitleDescription,
                    .icyMetadataStreamTitle,
                ]
            ),
            (
                .commonIdentifierArtist,
                [
                    .iTunesMetadataArtist, .quickTimeMetadataArtist, .quickTimeUserDataArtist,
                    .identifier3GPUserDataPerformer,
                    .id3MetadataLeadPerformer,
                ]
            ),
            (
                .commonIdentifierAlbumName,
                [
                    .iTunesMetadataAlbum, .quickTimeMetadataAlbum, .quickTimeUserDataAlbum,
                    .identifier3GPUserDataAlbumAndTrack,
                    .id3MetadataAlbumTitle,
                ]
            ),
            (
                .commonIdentifierArtwork,
                [.iTunesMetadataCoverArt, .quickTimeMetadataArtwork, .id3MetadataAttachedPicture]
            ),
            (
                .commonIdentifierDescription,
                [
                    .iTunesMetadataDescription, iTunesShortDescription, .quickTimeMetadataDescription,
                    .quickTimeUserDataDescription,
                    .identifier3GPUserDataDescription,
                ]
            ),
            (
                .commonIdentifierCreator,
                [
                    .iTunesMetadataComposer, .quickTimeMetadataComposer, .quickTimeUserDataComposer,
                    .id3MetadataComposer,
                ]
            ),
            (
                .commonIdentifierAuthor,
                [
                    .iTunesMetadataAuthor, .quickTimeMetadataAuthor, .quickTimeUserDataAuthor,
                    .identifier3GPUserDataAuthor,
                ]
            ),
            (
                .commonIdentifierPublisher,
                [
                    .iTunesMetadataPublisher, .quickTimeMetadataPublisher, .quickTimeUserDataPublisher,
                    .id3MetadataPublisher,
                ]
            ),
            (
                .commonIdentifierCreationDate,
                [
                    .iTunesMetadataReleaseDate, .quickTimeMetadataCreationDate, .quickTimeMetadataYear,
                    .quickTimeUserDataCreationDate,
                    .identifier3GPUserDataRecordingYear, .isoUserDataDate, .id3MetadataRecordingTime, .id3MetadataYear,
                ]
            ),
            (
                .commonIdentifierCopyrights,
                [
                    .iTunesMetadataCopyright, .quickTimeMetadataCopyright, .quickTimeUserDataCopyright,
                    .isoUserDataCopyright,
                    .id3MetadataCopyright,
                ]
            ),
            (
                .commonIdentifierType,
                [
                    .iTunesMetadataUserGenre, .iTunesMetadataPredefinedGenre, .quickTimeMetadataGenre,
                    .quickTimeUserDataGenre,
                    .identifier3GPUserDataGenre, .id3MetadataContentType,
                ]
            ),
            (.commonIdentifierLanguage, [.id3MetadataLanguage]),
            (
                .commonIdentifierSubject,
                [.quickTimeMetadataKeywords, .quickTimeUserDataKeywords, .identifier3GPUserDataKeywordList]
            ),
            (
                .commonIdentifierSoftware,
                [
                    .iTunesMetadataEncodingTool, .quickTimeMetadataSoftware, .quickTimeUserDataSoftware,
                    .id3MetadataEncodedWith,
                ]
            ),
            (.commonIdentifierMake, [.quickTimeMetadataMake, .quickTimeUserDataMake]),
            (.commonIdentifierModel, [.quickTimeMetadataModel, .quickTimeUserDataModel]),
            (
                .commonIdentifierLocation,
                [.quickTimeMetadataLocationISO6709, .quickTimeUserDataLocationISO6709, .identifier3GPUserDataLocation]
            ),
            (
                .commonIdentifierAccessibilityDescription,
                [
                    .quickTimeMetadataAccessibilityDescription, .quickTimeUserDataAccessibilityDescription,
                    .isoUserDataAccessibilityDescription,
                ]
            ),
        ]
        var table: [AVMetadataIdentifier: AVMetadataIdentifier] = [:]
        for (common, identifiers) in meanings {
            for identifier in identifiers { table[identifier] = common }
        }
        return table
    }()
}
