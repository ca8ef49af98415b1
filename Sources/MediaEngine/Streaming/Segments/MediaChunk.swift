import CoreMedia
import Foundation
import HLS

/// A unit of media that is requested at once: a segment or a part of one, with its position on the presentation timeline.
struct MediaChunk {
    var url: URL
    var byteRange: ByteRange?
    var sequenceNumber: UInt64
    /// The playlist's numbering that the sequence number belongs to.
    var numbering = 0
    /// The index of the part in its segment; nil: the whole segment.
    var part: Int?
    var discontinuity: StreamTimeline.Discontinuity
    var start: Nanoseconds
    var duration: Nanoseconds
    /// Whether the chunk has no media and must not be requested.
    var isGap: Bool
    var keys: [EncryptionKey]
    var initialization: InitializationSection?
    var bitsPerSecond: Int?
    /// Whether the chunk is announced by a preload hint: the server responds when it exists.
    var isHint = false
    /// The start of a byte range whose length is not known yet; the playlist states it when it lists the part.
    var openStart: Int64?

    var end: Nanoseconds { start &+ duration }

    /// Whether both chunks are from the same preload hint.
    func isSameHint(as other: MediaChunk?) -> Bool {
        other.map { $0.url == url && $0.byteRange == byteRange && $0.openStart == openStart } ?? false
    }
}

extension MediaChunk {
    /// - Parameter windowStart: the start time of the playlist's first segment.
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

extension MediaChunk {
    /// Creates the chunk of a part of a segment.
    /// - Parameters:
    ///   - start: the start on the presentation timeline.
    ///   - discontinuity: the discontinuity of its segment.
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
    /// The range for a request; nil if it is empty or exceeds Int64.
    var requestRange: Range<Int64>? {
        guard let start = Int64(exactly: offset), let end = Int64(exactly: end), start < end else { return nil }
        return start..<end
    }
}
