import CoreMedia
import Foundation
import MediaEngine

/// Maps FFmpeg's container-independent metadata keys to the identifiers of the container's own format.
struct MetadataFormats: Sendable {
    /// The format to which the keys are mapped.
    let format: AVMetadataFormat

    /// - Parameter container: FFmpeg's name of the container.
    init(container: String) {
        switch container {
        case let name where name.hasPrefix("mov"): format = .iTunesMetadata
        case "mp3", "aac", "aiff", "wav", "dsf", "tta": format = .id3Metadata
        // Apple names no format for the other containers; their keys are mapped to QuickTime metadata, which allows any key name.
        default: format = .quickTimeMetadata
        }
    }

    static func format(of item: AVMetadataItem) -> AVMetadataFormat {
        switch item.keySpace {
        case AVMetadataKeySpace.iTunes?, AVMetadataKeySpace.iTunesFreeform?: .iTunesMetadata
        case AVMetadataKeySpace.quickTimeMetadata?: .quickTimeMetadata
        case AVMetadataKeySpace.quickTimeUserData?: .quickTimeUserData
        case AVMetadataKeySpace.isoUserData?: .isoUserData
        case AVMetadataKeySpace.id3?: .id3Metadata
        case AVMetadataKeySpace.hlsDateRange?: .hlsMetadata
        default: .unknown
        }
    }

    /// Returns the items in the order of the file, followed by the cover images.
    func items(entries: [MetadataEntry], covers: [MediaInfo.Cover]) -> [AVMetadataItem] {
        let spoken = Set(entries.filter { $0.language != nil }.map { "\($0.key)\u{0}\($0.value)" })
        var items = entries.compactMap { entry -> AVMetadataItem? in
            guard let identifier = identifier(forKey: entry.key) else { return nil }
            // FFmpeg repeats an entry without its language; the repetition is not in the file.
            if entry.language == nil, spoken.contains("\(entry.key)\u{0}\(entry.value)") { return nil }
            return AVMetadataItem(
                MetadataFields(
                    identifier: identifier, value: Self.value(entry.value, of: identifier),
                    dataType: kCMMetadataBaseDataType_UTF8, extendedLanguageTag: entry.language))
        }
        items += covers.map { cover in
            AVMetadataItem(
                MetadataFields(
                    identifier: artworkIdentifier, value: NSData(data: cover.data),
                    dataType: Self.dataType(ofMIMEType: cover.mimeType)))
        }
        return items
    }

    private var artworkIdentifier: AVMetadataIdentifier {
        switch format {
        case .iTunesMetadata: .iTunesMetadataCoverArt
        case .id3Metadata: .id3MetadataAttachedPicture
        default: .quickTimeMetadataArtwork
        }
    }

    /// Returns the identifier of a key; nil for technical properties of the container, which are not metadata.
    func identifier(forKey key: String) -> AVMetadataIdentifier? {
        let lower = key.lowercased()
        if Self.containerFacts.contains(lower) { return nil }
        if key.hasPrefix("com.apple.quicktime.") { return AVMetadataIdentifier(rawValue: "mdta/" + key) }
        switch lower {
        case "streamtitle": return .icyMetadataStreamTitle
        case "streamurl": return .icyMetadataStreamURL
        default: break
        }
        if let row = Self.rows[lower] {
            switch format {
            case .iTunesMetadata: if let key = row.iTunes { return AVMetadataIdentifier(rawValue: "itsk/" + key) }
            case .id3Metadata: if let key = row.id3 { return AVMetadataIdentifier(rawValue: "id3/" + key) }
            default:
                if let key = row.quickTime { return AVMetadataIdentifier(rawValue: "mdta/com.apple.quicktime." + key) }
            }
        }
        switch format {
        case .id3Metadata:
            let isFrame = key.count == 4 && key.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
            return isFrame ? AVMetadataIdentifier(rawValue: "id3/" + key) : .id3MetadataUserText
        default:
            return AVMetadataItem.identifier(forKey: key, keySpace: .quickTimeMetadata)
        }
    }

    private static let containerFacts: Set<String> = [
        "major_brand", "minor_version", "compatible_brands", "creation_time", "language", "handler_name", "vendor_id",
        "duration", "_statistics_writing_app", "_statistics_writing_date_utc", "_statistics_tags", "bps",
        "number_of_frames",
        "number_of_bytes",
    ]

    private struct Row {
        var iTunes: String?
        var id3: String?
        var quickTime: String?
    }

    /// By FFmpeg's key: the key in iTunes metadata, in ID3 and in QuickTime metadata.
    private static let rows: [String: Row] = {
        func row(_ iTunes: String?, _ id3: String?, _ quickTime: String?) -> Row {
            Row(iTunes: iTunes, id3: id3, quickTime: quickTime)
        }
        return [
            "title": row("%A9nam", "TIT2", "title"),
            "artist": row("%A9ART", "TPE1", "artist"),
            "album": row("%A9alb", "TALB", "album"),
            "album_artist": row("aART", "TPE2", nil),
            "composer": row("%A9wrt", "TCOM", "composer"),
            "author": row("%A9aut", nil, "author"),
            "director": row("%A9dir", nil, "director"),
            "producer": row("%A9prd", nil, "producer"),
            "performer": row("%A9prf", "TPE3", "performer"),
            "conductor": row("%A9con", "TPE3", nil),
            "publisher": row("%A9pub", "TPUB", "publisher"),
            "date": row("%A9day", "TDRC", "creationdate"),
            "date_released": row("%A9day", "TDRL", "creationdate"),
            "year": row("%A9day", "TYER", "year"),
            "comment": row("%A9cmt", "COMM", "comment"),
            "description": row("desc", nil, "description"),
            "synopsis": row("ldes", nil, "information"),
            "summary": row("ldes", nil, "description"),
            "subtitle": row("%A9st3", "TIT3", nil),
            "genre": row("%A9gen", "TCON", "genre"),
            "copyright": row("cprt", "TCOP", "copyright"),
            "keywords": row("keyw", nil, "keywords"),
            "lyrics": row("%A9lyr", "USLT", nil),
            "grouping": row("%A9grp", "TIT1", nil),
            "encoder": row("%A9too", "TSSE", "software"),
            "encoded_by": row("%A9enc", "TENC", "encodedby"),
            "track": row("trkn", "TRCK", nil),
            "disc": row("disk", "TPOS", nil),
            "compilation": row("cpil", "TCMP", nil),
            "language": row(nil, "TLAN", nil),
            "show": row("tvsh", nil, nil),
            "episode_id": row("tven", nil, nil),
            "episode_sort": row("tves", nil, nil),
            "season_number": row("tvsn", nil, nil),
            "network": row("tvnn", nil, nil),
            "media_type": row("stik", nil, nil),
            "hd_video": row("hdvd", nil, nil),
            "gapless_playback": row("pgap", nil, nil),
            "rating": row("rtng", nil, "rating.user"),
            "account_id": row("apID", nil, nil),
            "account_type": row("akID", nil, nil),
            "original_artist": row("%A9ope", "TOPE", "originalartist"),
            "make": row("%A9mak", nil, "make"),
            "model": row("%A9mod", nil, "model"),
            "location": row("%A9xyz", nil, "location.ISO6709"),
            "sort_name": row("sonm", "TSOT", nil),
            "sort_artist": row("soar", "TSOP", nil),
            "sort_album": row("soal", "TSOA", nil),
        ]
    }()

    /// Returns the value as a number where the format defines numbers, else as text.
    private static func value(_ text: String, of identifier: AVMetadataIdentifier) -> NSObject {
        if numeric.contains(identifier.rawValue), let number = Int64(text) { return NSNumber(value: number) }
        return NSString(string: text)
    }

    private static let numeric: Set<String> = [
        "itsk/tves", "itsk/tvsn", "itsk/hdvd", "itsk/pgap", "itsk/cpil", "itsk/stik", "itsk/akID", "itsk/tmpo",
    ]

    private static func dataType(ofMIMEType type: String) -> String {
        switch type {
        case "image/jpeg": kCMMetadataBaseDataType_JPEG
        case "image/png": kCMMetadataBaseDataType_PNG
        case "image/gif": kCMMetadataBaseDataType_GIF
        case "image/bmp": kCMMetadataBaseDataType_BMP
        default: kCMMetadataBaseDataType_RawData
        }
    }
}
