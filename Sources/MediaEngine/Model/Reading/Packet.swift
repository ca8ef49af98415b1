import CFFmpeg

/// One compressed sample with its times on the session's time line. Immutable once made.
final class Packet: TimedSample, @unchecked Sendable {
    // The AVPacket is written before the object is shared and only read (and referenced) afterwards.
    let raw: UnsafeMutablePointer<AVPacket>
    let trackIndex: Int
    let format: StreamFormat
    /// Presentation time; decode time where the container gives no other.
    let time: Nanoseconds
    let decodeTime: Nanoseconds
    /// Whether the container gives the presentation time; else `time` can be too early.
    let isTimeKnown: Bool
    /// Whether the container gives the decode time; else `decodeTime` is estimated and can be too late.
    let isDecodeTimeKnown: Bool
    let duration: Nanoseconds
    let isKey: Bool
    /// Whether the packet is decoded only for later packets, since its frame was displayed from another variant.
    let isLeadIn: Bool
    /// The variant of a stream that a video packet was loaded from; nil for other packets.
    let rung: Int?
    let byteCount: Int
    /// Bytes that buffering takes: audio packets of a low bit rate are smaller than their bookkeeping.
    var footprint: Int { byteCount + Self.bookkeeping }

    /// Bytes of this object, FFmpeg's packet and buffer, their padding, and the heap's overhead for each.
    static let bookkeeping = 512

    /// Takes ownership of `raw`.
    init(
        taking raw: UnsafeMutablePointer<AVPacket>, trackIndex: Int, format: StreamFormat, time: Nanoseconds,
        decodeTime: Nanoseconds,
        isDecodeTimeKnown: Bool, duration: Nanoseconds, isLeadIn: Bool = false, rung: Int? = nil
    ) {
        self.raw = raw
        self.trackIndex = trackIndex
        self.format = format
        self.time = time
        self.decodeTime = decodeTime
        self.isDecodeTimeKnown = isDecodeTimeKnown
        self.duration = duration
        self.isLeadIn = isLeadIn
        self.rung = rung
        // A seek must not end at a lead-in.
        isKey = raw.pointee.flags & AV_PKT_FLAG_KEY != 0 && !isLeadIn
        isTimeKnown = raw.pointee.pts != ff_no_pts
        byteCount = Int(raw.pointee.size)
    }

    /// A copy of the payload.
    var bytes: [UInt8] {
        guard let data = raw.pointee.data else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: byteCount))
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&packet)
    }
}
