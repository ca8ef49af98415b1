/// The supported tags (bis section 4.4), without their `#`.
enum Tag: UInt8, CaseIterable {
    case header, version, independentSegments, start, define
    case targetDuration, mediaSequence, discontinuitySequence, endList, playlistType, iFramesOnly, partInformation,
        serverControl
    case segmentDuration, byteRange, discontinuity, key, map, programDateTime, gap, bitrate, part
    case dateRange, skip, preloadHint, renditionReport
    /// Thumbnail sheets: not in the specification, but written by many packagers.
    case imageStreamInformation, imagesOnly, tiles
    case media, streamInformation, iFrameStreamInformation, sessionData, sessionKey, contentSteering

    var name: StaticString {
        switch self {
        case .header: "EXTM3U"
        case .version: "EXT-X-VERSION"
        case .independentSegments: "EXT-X-INDEPENDENT-SEGMENTS"
        case .start: "EXT-X-START"
        case .define: "EXT-X-DEFINE"
        case .targetDuration: "EXT-X-TARGETDURATION"
        case .mediaSequence: "EXT-X-MEDIA-SEQUENCE"
        case .discontinuitySequence: "EXT-X-DISCONTINUITY-SEQUENCE"
        case .endList: "EXT-X-ENDLIST"
        case .playlistType: "EXT-X-PLAYLIST-TYPE"
        case .iFramesOnly: "EXT-X-I-FRAMES-ONLY"
        case .partInformation: "EXT-X-PART-INF"
        case .serverControl: "EXT-X-SERVER-CONTROL"
        case .segmentDuration: "EXTINF"
        case .byteRange: "EXT-X-BYTERANGE"
        case .discontinuity: "EXT-X-DISCONTINUITY"
        case .key: "EXT-X-KEY"
        case .map: "EXT-X-MAP"
        case .programDateTime: "EXT-X-PROGRAM-DATE-TIME"
        case .gap: "EXT-X-GAP"
        case .bitrate: "EXT-X-BITRATE"
        case .part: "EXT-X-PART"
        case .dateRange: "EXT-X-DATERANGE"
        case .skip: "EXT-X-SKIP"
        case .preloadHint: "EXT-X-PRELOAD-HINT"
        case .renditionReport: "EXT-X-RENDITION-REPORT"
        case .media: "EXT-X-MEDIA"
        case .streamInformation: "EXT-X-STREAM-INF"
        case .iFrameStreamInformation: "EXT-X-I-FRAME-STREAM-INF"
        case .sessionData: "EXT-X-SESSION-DATA"
        case .sessionKey: "EXT-X-SESSION-KEY"
        case .contentSteering: "EXT-X-CONTENT-STEERING"
        case .imageStreamInformation: "EXT-X-IMAGE-STREAM-INF"
        case .imagesOnly: "EXT-X-IMAGES-ONLY"
        case .tiles: "EXT-X-TILES"
        }
    }

    enum Shape { case nothing, value, attributes }

    /// The form of the text after the tag's name.
    var shape: Shape {
        switch self {
        case .header, .independentSegments, .endList, .iFramesOnly, .imagesOnly, .discontinuity, .gap: .nothing
        case .version, .targetDuration, .mediaSequence, .discontinuitySequence, .playlistType, .segmentDuration,
            .byteRange,
            .programDateTime, .bitrate:
            .value
        default: .attributes
        }
    }

    /// The kind of playlist that may contain the tag; nil for tags allowed in both kinds.
    var kind: PlaylistKind? {
        switch self {
        case .header, .version, .independentSegments, .start, .define: nil
        case .media, .streamInformation, .iFrameStreamInformation, .imageStreamInformation, .sessionData, .sessionKey,
            .contentSteering:
            .multivariant
        default: .media
        }
    }

    /// Returns the tag with a name.
    static func named(_ bytes: [UInt8], _ range: Range<Int>) -> Tag? {
        guard range.count < byLength.count else { return nil }
        for tag in byLength[range.count] where bytes.starts(range, with: tag.name) { return tag }
        return nil
    }

    private static let byLength: [[Tag]] = {
        var result: [[Tag]] = []
        for tag in allCases {
            let length = tag.name.utf8CodeUnitCount
            while result.count <= length { result.append([]) }
            result[length].append(tag)
        }
        return result
    }()
}

/// The kind of a playlist: it lists variants and renditions, or segments.
public enum PlaylistKind: String, Sendable, Hashable, Codable {
    case multivariant, media
}
