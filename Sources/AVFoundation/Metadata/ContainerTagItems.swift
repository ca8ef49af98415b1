import CoreMedia
import Foundation
import MediaEngine

extension AVMetadataKeySpace {
    /// The key space of iTunes's freeform items, whose keys are a domain and a name. Apple reports it, but declares no constant.
    static let iTunesFreeform = AVMetadataKeySpace(rawValue: "itlk")
}

/// The metadata items of a container, with their own key spaces, types and languages.
extension MetadataFormats {
    /// Returns the items in the order of the file.
    /// - Parameter entries: FFmpeg's metadata, which contains the titles that an internet radio station sends.
    func items(tags: [ContainerTag], entries: [MetadataEntry]) -> [AVMetadataItem] {
        let radio = entries.filter { Self.radioKeys.contains($0.key.lowercased()) }
        return tags.compactMap(item) + items(entries: radio, covers: [])
    }

    private static let radioKeys: Set<String> = ["streamtitle", "streamurl"]

    private func item(_ tag: ContainerTag) -> AVMetadataItem? {
        guard let identifier = identifier(of: tag) else { return nil }
        let value: NSObject =
            switch tag.value {
            case .text(let text): NSString(string: text)
            case .integer(let number): NSNumber(value: number)
            case .number(let number): NSNumber(value: number)
            case .data(let data): NSData(data: data)
            }
        var fields = MetadataFields(
            identifier: identifier, value: value, dataType: tag.dataType, extendedLanguageTag: tag.language)
        var attributes: [AVMetadataExtraAttributeKey: Any] = [:]
        attributes[.info] = tag.info
        // The name of the field is lost where it is mapped to a known identifier.
        if tag.keySpace == .fieldName { attributes[.fieldName] = tag.key }
        if !attributes.isEmpty { fields.extraAttributes = attributes }
        return AVMetadataItem(fields)
    }

    private func identifier(of tag: ContainerTag) -> AVMetadataIdentifier? {
        let keySpace: AVMetadataKeySpace
        switch tag.keySpace {
        case .quickTimeMetadata: keySpace = .quickTimeMetadata
        case .iTunes: keySpace = .iTunes
        case .iTunesFreeform: keySpace = .iTunesFreeform
        case .quickTimeUserData: keySpace = .quickTimeUserData
        case .isoUserData: keySpace = .isoUserData
        case .id3: keySpace = .id3
        case .fieldName: return named(tag.key)
        }
        return AVMetadataItem.identifier(forKey: NSString(string: tag.key), keySpace: keySpace)
    }

    /// Maps the name of a Vorbis comment or a Matroska tag. Apple names no format for these containers: see `init(container:)`.
    private func named(_ name: String) -> AVMetadataIdentifier? {
        let upper = name.uppercased()
        if upper == "METADATA_BLOCK_PICTURE" || upper == "COVERART" { return .quickTimeMetadataArtwork }
        return identifier(forKey: Self.fieldNames[upper] ?? name)
    }

    /// Names of fields that differ from FFmpeg's keys.
    private static let fieldNames = [
        "ALBUMARTIST": "album_artist", "TRACKNUMBER": "track", "PART_NUMBER": "track", "DISCNUMBER": "disc",
        "LEAD_PERFORMER": "performer", "ORGANIZATION": "publisher", "DATE_RECORDED": "date", "SYNOPSIS": "synopsis",
        "ENCODED-BY": "encoded_by",
    ]
}

extension AVMetadataExtraAttributeKey {
    /// The name of the field in a Vorbis comment or Matroska tag.
    static let fieldName = AVMetadataExtraAttributeKey(rawValue: "fieldName")
}

extension AVMetadataItem {
    /// Creates the item of a chapter's picture. A picture in the file is read when its value is first requested.
    convenience init(_ picture: ChapterPicture, of locator: MediaLocator) {
        var fields = MetadataFields(
            identifier: .commonIdentifierArtwork, dataType: kCMMetadataBaseDataType_RawData, time: picture.range.start,
            duration: picture.range.duration)
        if case .bytes(let data) = picture.content {
            fields.value = NSData(data: data)
            fields.dataType = picture.dataType
            self.init(fields)
            return
        }
        self.init(propertiesOf: AVMetadataItem(fields)) { request in
            picture.load(from: locator) { result in
                switch result {
                case .success(let data): request.respond(value: data)
                case .failure(let error): request.respond(error: error.publicError)
                }
            }
        }
    }
}
