public import CoreMedia
import Foundation

/// One segment of a media playlist, with everything that tags before it have set.
public struct MediaSegment: Sendable, Hashable {
    public var uri: String
    public var sequenceNumber: UInt64
    public var discontinuitySequence: UInt64
    /// From the beginning of the playlist's first segment: the sum of the durations before it.
    public var start: CMTime
    public var duration: CMTime
    public var title: String?
    public var byteRange: ByteRange?
    /// In a delta update: the range begins where that of the last skipped segment ends, which only the playlist before it tells.
    /// Its `offset` counts from there.
    public var continuesSkippedRange = false
    /// EXT-X-DISCONTINUITY stands before it.
    public var isDiscontinuity: Bool
    /// Has no media and must not be asked for.
    public var isGap: Bool
    /// Only where the tag stands; `ProgramDateMap` has the dates of the others.
    public var programDateTime: Date?
    /// One a KEYFORMAT; empty where the segment is clear.
    public var keys: [EncryptionKey]
    public var initialization: InitializationSection?
    /// EXT-X-BITRATE in force, in bits per second. nil for byte ranges, whose size is known.
    public var bitsPerSecond: Int?
    public var parts: [PartialSegment]
    /// Only of sheets of small pictures (EXT-X-TILES in force).
    public var tiles: ImageTiles?
    /// Of the URI, in the load that listed the segment.
    public var line: Int

    public var end: CMTime { start + duration }
}
