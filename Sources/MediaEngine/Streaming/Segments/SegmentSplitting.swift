import CFFmpeg
import Foundation

/// Makes packets of a piece of media: one for each pipeline. Any thread.
///
/// `SegmentSplitter` reads what FFmpeg's demuxers read; tests have others.
protocol SegmentSplitting: AnyObject, Sendable {
    func split(_ content: SegmentContent) throws(MediaError) -> SegmentSplit

    /// Splits a segment while it arrives; blocks while nothing comes.
    /// - Parameter give: takes samples before the end, and returns whether more are wanted; nil: all come with the result.
    func split(
        _ arriving: ArrivingSegment, give: ((SegmentSplit) -> Bool)?
    ) throws(MediaError) -> ArrivingSplit
}

/// A segment on its way, with everything that its bytes are read with.
struct ArrivingSegment {
    struct Cipher {
        var key: [UInt8]
        var vector: [UInt8]
    }

    var body: ArrivingBody
    /// Decrypted; empty where there is none.
    var initSection: [UInt8]
    /// nil: the segment is not encrypted.
    var cipher: Cipher?
    var piece: MediaPiece
    /// Whether the whole segment is searched for captions, where its first pictures carry any.
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
    /// In the order of the file; what is not taken must be given back by `free`.
    var samples: [SegmentSample]
    /// The first track of each kind, as the container describes it.
    var tracks: [TrackInfo.Kind: TrackInfo]
    var container: String
    /// Whether the times are those of the stream's clock: packed audio counts from 0 unless a tag says where it begins.
    var hasClock = true
    /// What is wrong with the piece where only a part of it could be read; its samples are those in front of the fault.
    var damage: MediaError?
    /// What makes one doubt that all of it came: it is worth another try, and no other variant.
    var doubt: MediaError?
    /// What the segment says of moments of it.
    var metadata: [SegmentMetadata] = []
}

/// Times are nanoseconds of the stream's own clock.
struct SegmentMetadata {
    var time: Nanoseconds
    /// nil: nobody knows.
    var duration: Nanoseconds?
    var content: TimedMetadata.Content
}

/// A packet whose times are nanoseconds of the stream's own clock.
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

    /// The packet on the session's time line; takes the sample over.
    /// - Parameter isLeadIn: its picture is decoded and not given out.
    func packet(track: Int, offset: Nanoseconds, isLeadIn: Bool = false, rung: Int? = nil) -> Packet {
        if isLeadIn { raw.pointee.flags |= AV_PKT_FLAG_DISCARD }
        if raw.pointee.pts != ff_no_pts { raw.pointee.pts &+= offset }
        if raw.pointee.dts != ff_no_pts { raw.pointee.dts &+= offset }
        return Packet(
            taking: raw, trackIndex: track, format: format, time: time &+ offset, decodeTime: decodeTime &+ offset,
            isDecodeTimeKnown: true, duration: duration, isLeadIn: isLeadIn, rung: rung)
    }
}
