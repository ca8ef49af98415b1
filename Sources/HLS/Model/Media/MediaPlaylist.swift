public import CoreMedia
import Foundation

/// A list of segments, at one moment (bis section 4.4.3). Live ones are loaded again and again; each load is a value of its own.
public struct MediaPlaylist: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Grows at its end only.
        case event = "EVENT"
        /// Never changes.
        case videoOnDemand = "VOD"
    }

    /// After redirects. nil for text without an address, whose URIs must be absolute.
    public var baseURL: URL?
    public var version = 1
    /// What EXT-X-DEFINE has set in this playlist.
    public var variables: [String: String] = [:]
    public var hasIndependentSegments = false
    public var start: StartPoint?
    /// EXT-X-TARGETDURATION. nil only in a playlist without segments.
    public var targetDuration: CMTime?
    public var mediaSequence: UInt64 = 0
    public var discontinuitySequence: UInt64 = 0
    public var kind: Kind?
    /// EXT-X-ENDLIST: nothing will be added.
    public var hasEnded = false
    /// Each segment is one I-frame.
    public var isIFramesOnly = false
    /// Each segment is a sheet of small pictures, or one picture (EXT-X-IMAGES-ONLY; spec/hls.md section 8).
    public var isImagesOnly = false
    public var partTargetDuration: CMTime?
    public var serverControl: ServerControl?
    public var segments = SegmentList()
    /// Parts of the segment that is not there yet.
    public var parts: [PartialSegment] = []
    /// The EXT-X-DISCONTINUITY tags between the last segment and those parts; a date stands before them.
    public var discontinuityCountBeforeParts: UInt32 = 0
    public var partsProgramDateTime: Date?
    public var dateRanges: [DateRange] = []
    public var preloadHints: [PreloadHint] = []
    public var renditionReports: [RenditionReport] = []
    /// This is a delta update: `merged(into:)` makes a whole playlist of it.
    public var skip: SkippedSegments?

    /// The number of the first segment that is not in the list yet.
    public var nextSequenceNumber: UInt64 {
        mediaSequence &+ (skip?.count ?? 0) &+ UInt64(segments.count)
    }

    /// How far from the end to stay without parts: HOLD-BACK, or three target durations.
    public var holdBack: CMTime? {
        serverControl?.holdBack ?? targetDuration.map { CMTime(value: $0.value * 3, timescale: $0.timescale) }
    }

    /// The absolute address of one of its URIs; nil where it is none.
    public func url(for uri: String) -> URL? { PlaylistAddress.resolve(uri, against: baseURL) }
}
