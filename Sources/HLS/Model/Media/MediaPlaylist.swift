public import CoreMedia
import Foundation

/// A media playlist as loaded at one moment (bis section 4.4.3). Each reload of a live playlist gives another value.
public struct MediaPlaylist: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Segments are only appended.
        case event = "EVENT"
        /// The playlist never changes.
        case videoOnDemand = "VOD"
    }

    /// The URL after redirects. nil for text without a URL, whose URIs must be absolute.
    public var baseURL: URL?
    public var version = 1
    /// The variables that EXT-X-DEFINE defines in this playlist.
    public var variables: [String: String] = [:]
    public var hasIndependentSegments = false
    public var start: StartPoint?
    /// EXT-X-TARGETDURATION. nil only in a playlist without segments.
    public var targetDuration: CMTime?
    public var mediaSequence: UInt64 = 0
    public var discontinuitySequence: UInt64 = 0
    public var kind: Kind?
    /// EXT-X-ENDLIST: no segments will be added.
    public var hasEnded = false
    /// Each segment is one I-frame.
    public var isIFramesOnly = false
    /// Each segment is a thumbnail sheet or a single image (EXT-X-IMAGES-ONLY; spec/hls.md section 8).
    public var isImagesOnly = false
    public var partTargetDuration: CMTime?
    public var serverControl: ServerControl?
    public var segments = SegmentList()
    /// Parts of the last, incomplete segment.
    public var parts: [PartialSegment] = []
    /// The number of EXT-X-DISCONTINUITY tags between the last segment and those parts.
    public var discontinuityCountBeforeParts: UInt32 = 0
    public var partsProgramDateTime: Date?
    public var dateRanges: [DateRange] = []
    public var preloadHints: [PreloadHint] = []
    public var renditionReports: [RenditionReport] = []
    /// Set for a delta update, which `apply(_:)` or `merge(_:_:)` turns into a full playlist.
    public var skip: SkippedSegments?

    /// The sequence number of the first segment that is not listed yet.
    public var nextSequenceNumber: UInt64 {
        mediaSequence &+ (skip?.count ?? 0) &+ UInt64(segments.count)
    }

    /// The distance from the end to keep when parts are not used: HOLD-BACK, or three target durations.
    public var holdBack: CMTime? {
        serverControl?.holdBack ?? targetDuration.map { CMTime(value: $0.value * 3, timescale: $0.timescale) }
    }

    /// Returns the absolute URL of one of its URIs; nil where it is invalid.
    public func url(for uri: String) -> URL? { PlaylistURL.resolve(uri, against: baseURL) }
}
