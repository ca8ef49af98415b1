import CFFmpeg

/// A compressed sample, with times on the presentation timeline. Immutable after creation.
final class Packet: TimedSample, @unchecked Sendable {
    // Sendable because the AVPacket is written before the object is shared, and only read (and referenced) afterwards.
    let raw: UnsafeMutablePointer<AVPacket>
    let trackIndex: Int
    let format: StreamFormat
    /// The presentation time; the decode time if the container does not state it.
    let time: Nanoseconds
    let decodeTime: Nanoseconds
    /// Whether the container states the presentation time; if not, `time` can be too early.
    let isTimeKnown: Bool
    /// Whether the container states the decode time; if not, `decodeTime` is estimated and can be too late.
    let isDecodeTimeKnown: Bool
    let duration: Nanoseconds
    let isKey: Bool
    /// Whether the packet is only decoded for later packets, because its frame was displayed from another variant.
    let isLeadIn: Bool
    /// The variant of a stream that a video packet was loaded from; nil for other packets.
    let variant: Int?
    let byteCount: Int
    /// The memory that the packet takes, in bytes: audio packets of a low bit rate are smaller than their overhead.
    var footprint: Int { byteCount + Self.bookkeeping }

    /// The overhead in bytes: this object, FFmpeg's packet and buffer, padding, and the heap's overhead.
    static let bookkeeping = 512

    /// Takes ownership of `raw`.
    init(
        taking raw: UnsafeMutablePointer<AVPacket>, trackIndex: Int, format: StreamFormat, time: Nanoseconds,
        decodeTime: Nanoseconds,
        isDecodeTimeKnown: Bool, duration: Nanoseconds, isLeadIn: Bool = false, variant: Int? = nil
    ) {
        self.raw = raw
        self.trackIndex = trackIndex
        self.format = format
        self.time = time
        self.decodeTime = decodeTime
        self.isDecodeTimeKnown = isDecodeTimeKnown
        self.duration = duration
        self.isLeadIn = isLeadIn
        self.variant = variant
        // A seek must not end at a lead-in packet.
        isKey = raw.pointee.flags & AV_PKT_FLAG_KEY != 0 && !isLeadIn
        isTimeKnown = raw.pointee.pts != ff_no_pts
        byteCount = Int(raw.pointee.size)
    }

    /// Returns a copy of the payload.
    var bytes: [UInt8] {
        guard let data = raw.pointee.data else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: byteCount))
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&packet)
    }
}
