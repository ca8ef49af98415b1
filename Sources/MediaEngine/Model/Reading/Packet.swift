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
    /// Whether the container says when this is shown; else `time` can be earlier than the truth.
    let isTimeKnown: Bool
    /// Whether the container says when this is decoded; else `decodeTime` is a guess, which can be later than the truth.
    let isDecodeTimeKnown: Bool
    let duration: Nanoseconds
    let isKey: Bool
    /// Whether it is decoded for those behind it alone: its picture has come from another variant.
    let isLeadIn: Bool
    /// The rung of a stream's ladder that its picture was loaded in; nil for everything else.
    let rung: Int?
    let byteCount: Int
    /// What holding it takes: sound of a low rate is little beside its own bookkeeping.
    var footprint: Int { byteCount + Self.bookkeeping }

    /// Of this object, FFmpeg's packet and buffer, their padding, and the heap for each.
    static let bookkeeping = 512

    /// Takes the packet over.
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
        // Nothing of what a lead-in shows can be landed on.
        isKey = raw.pointee.flags & AV_PKT_FLAG_KEY != 0 && !isLeadIn
        isTimeKnown = raw.pointee.pts != ff_no_pts
        byteCount = Int(raw.pointee.size)
    }

    /// A copy of what is in it.
    var bytes: [UInt8] {
        guard let data = raw.pointee.data else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: byteCount))
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&packet)
    }
}
