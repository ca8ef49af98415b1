import CFFmpeg
import Foundation

/// Makes packets of a piece of media: one for each pipeline, used by the reader's thread alone.
///
/// `SegmentSplitter` reads what FFmpeg's demuxers read; tests have others.
protocol SegmentSplitting: AnyObject {
    func split(_ content: SegmentContent) throws(MediaError) -> SegmentSplit
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
