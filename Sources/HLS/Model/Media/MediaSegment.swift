public import CoreMedia
import Foundation

/// One segment of a media playlist, with the effect of all tags before it.
public struct MediaSegment: Sendable, Hashable {
    public var uri: String
    public var sequenceNumber: UInt64
    public var discontinuitySequence: UInt64
    /// Time from the start of the playlist's first segment: the sum of the durations before this one.
    public var start: CMTime
    public var duration: CMTime
    public var title: String?
    public var byteRange: ByteRange?
    /// In a delta update: whether the range starts where that of the last skipped segment ends, which only the previous playlist contains.
    /// `offset` is then relative to that end.
    public var continuesSkippedRange = false
    /// Whether EXT-X-DISCONTINUITY precedes it.
    public var isDiscontinuity: Bool
    /// Whether it has no media and must not be requested (EXT-X-GAP).
    public var isGap: Bool
    /// Set only where the tag is present; `ProgramDateMap` has the dates of the other segments.
    public var programDateTime: Date?
    /// At most one per KEYFORMAT; empty where the segment is not encrypted.
    public var keys: [EncryptionKey]
    public var initialization: InitializationSection?
    /// EXT-X-BITRATE in force, in bits per second. nil for byte ranges, whose size is known.
    public var bitsPerSecond: Int?
    public var parts: [PartialSegment]
    /// Set only for thumbnail sheets (EXT-X-TILES in force).
    public var tiles: ImageTiles?
    /// The line of the URI in the load that first listed the segment.
    public var line: Int

    public var end: CMTime { start + duration }
}
