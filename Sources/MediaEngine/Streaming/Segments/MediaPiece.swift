import CoreMedia
import Foundation
import HLS

/// What one request for media brings: a segment, or a part of one; and where it lies on the presentation's time line.
struct MediaPiece {
    var url: URL
    var byteRange: ByteRange?
    var sequenceNumber: UInt64
    /// The playlist's numbering that the number is of.
    var numbering = 0
    /// Which part of the segment; nil: the whole.
    var part: Int?
    var discontinuity: StreamTimeline.Discontinuity
    var start: Nanoseconds
    var duration: Nanoseconds
    /// Has no media and must not be asked for.
    var isGap: Bool
    var keys: [EncryptionKey]
    var initialization: InitializationSection?
    var bitsPerSecond: Int?
    /// Announced, not there yet: the server answers when it is.
    var isHint = false
    /// Where a range begins whose end the server has not said yet; the playlist will, with the part.
    var openStart: Int64?

    var end: Nanoseconds { start &+ duration }

    /// Whether both are the same announcement.
    func isSameHint(as other: MediaPiece?) -> Bool {
        other.map { $0.url == url && $0.byteRange == byteRange && $0.openStart == openStart } ?? false
    }
}

extension MediaPiece {
    /// - Parameter windowStart: where the playlist's first segment starts.
    init?(_ segment: MediaSegment, in playlist: MediaPlaylist, windowStart: Nanoseconds, era: Int) {
        guard let url = playlist.url(for: segment.uri) else { return nil }
        self.url = url
        byteRange = segment.byteRange
        sequenceNumber = segment.sequenceNumber
        discontinuity = .init(era: era, number: segment.discontinuitySequence)
        start = windowStart &+ (Nanoseconds(segment.start) ?? 0)
        duration = Nanoseconds(segment.duration) ?? 0
        isGap = segment.isGap
        keys = segment.keys
        initialization = segment.initialization
        bitsPerSecond = segment.bitsPerSecond
    }
}

extension MediaPiece {
    /// A part of a segment.
    /// - Parameters:
    ///   - start: on the presentation's time line.
    ///   - discontinuity: of its segment.
    init?(
        _ part: PartialSegment, index: Int, of number: UInt64, in playlist: MediaPlaylist, start: Nanoseconds,
        discontinuity: StreamTimeline.Discontinuity
    ) {
        guard let url = playlist.url(for: part.uri) else { return nil }
        self.url = url
        byteRange = part.byteRange
        sequenceNumber = number
        self.part = index
        self.discontinuity = discontinuity
        self.start = start
        duration = Nanoseconds(part.duration) ?? 0
        isGap = part.isGap
        keys = part.keys
        initialization = part.initialization
    }
}

extension ByteRange {
    /// As requests take it; nil where it is empty or beyond what can be counted.
    var requestRange: Range<Int64>? {
        guard let start = Int64(exactly: offset), let end = Int64(exactly: end), start < end else { return nil }
        return start..<end
    }
}
