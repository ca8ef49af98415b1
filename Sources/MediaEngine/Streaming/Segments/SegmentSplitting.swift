import CFFmpeg
import Foundation

/// Demuxes chunks into packets; one instance per pipeline. Thread-safe.
///
/// `SegmentSplitter` uses FFmpeg's demuxers; tests use other implementations.
protocol SegmentSplitting: AnyObject, Sendable {
    func split(_ content: SegmentContent) throws(MediaError) -> SegmentSplit

    /// Splits a segment while it arrives; blocks while no bytes arrive.
    /// - Parameter give: receives samples before the end, and returns whether more are needed; nil: all samples are in the result.
    func split(
        _ arriving: ArrivingSegment, deliver: ((SegmentSplit) -> Bool)?
    ) throws(MediaError) -> ArrivingSplit
}

/// A segment that is still arriving, with the resources needed to demux it.
struct ArrivingSegment {
    struct Cipher {
        var key: [UInt8]
        var vector: [UInt8]
    }

    var body: ArrivingBody
    /// Decrypted; empty if there is none.
    var initSection: [UInt8]
    /// Nil if the segment is not encrypted.
    var cipher: Cipher?
    var chunk: MediaChunk
    /// Whether the whole segment is scanned for captions if its first frames contain any.
    var surveysCaptions = false
}

enum ArrivingSplit {
    /// The samples that were not delivered early.
    case split(SegmentSplit)
    /// The chunk was abandoned: no more samples are needed.
    case unwanted
    /// The segment must be demuxed as a whole; its body still has every byte.
    case unsuitable
}

struct SegmentSplit {
    /// In container order. Samples that are not used must be freed with `free`.
    var samples: [SegmentSample]
    /// The first track of each kind, as described by the container.
    var tracks: [TrackInfo.Kind: TrackInfo]
    var container: String
    /// Whether the times are those of the stream's clock. Packed audio starts at 0 unless an ID3 tag contains a timestamp.
    var hasClock = true
    /// The error if only a part of the chunk could be read; the samples are those before the error.
    var corruption: MediaError?
    /// The reason to assume that the chunk is incomplete. It is requested once more, but the variant is not changed.
    var doubt: MediaError?
    /// Timed metadata in the segment.
    var metadata: [SegmentMetadata] = []
}

/// Timed metadata, with times in nanoseconds of the stream's own clock.
struct SegmentMetadata {
    var time: Nanoseconds
    /// Nil if unknown.
    var duration: Nanoseconds?
    var content: TimedMetadata.Content
}

/// A packet with times in nanoseconds of the stream's own clock.
struct SegmentSample {
    var kind: TrackInfo.Kind
    var raw: UnsafeMutablePointer<AVPacket>
    var format: StreamFormat
    var time: Nanoseconds
    var decodeTime: Nanoseconds
    var duration: Nanoseconds

    func free() {
        var freed: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&freed)
    }

    var isKey: Bool { raw.pointee.flags & AV_PKT_FLAG_KEY != 0 }

    /// Converts the sample to a packet on the presentation timeline; transfers ownership of the sample.
    /// - Parameter isLeadIn: whether the frame is decoded but not displayed.
    func packet(track: Int, offset: Nanoseconds, isLeadIn: Bool = false, variant: Int? = nil) -> Packet {
        if isLeadIn { raw.pointee.flags |= AV_PKT_FLAG_DISCARD }
        if raw.pointee.pts != ff_no_pts { raw.pointee.pts &+= offset }
        if raw.pointee.dts != ff_no_pts { raw.pointee.dts &+= offset }
        return Packet(
            taking: raw, trackIndex: track, format: format, time: time &+ offset, decodeTime: decodeTime &+ offset,
            isDecodeTimeKnown: true, duration: duration, isLeadIn: isLeadIn, variant: variant)
    }
}
