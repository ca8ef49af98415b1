/// A compressed sample as the playback machine sees it: its times and its place among the others. Times are session times.
protocol TimedSample: Sendable {
    var trackIndex: Int { get }
    /// Presentation time; decode time where the container gives no other.
    var time: Nanoseconds { get }
    var decodeTime: Nanoseconds { get }
    var duration: Nanoseconds { get }
    /// Whether the container gives the presentation time; else `time` can be too early.
    var isTimeKnown: Bool { get }
    /// Whether the container gives the decode time; else `decodeTime` is estimated and can be too late.
    var isDecodeTimeKnown: Bool { get }
    var isKey: Bool { get }
    /// Whether it is decoded for later samples only: its frame was shown from another variant.
    var isLeadIn: Bool { get }
    /// The variant of a stream that it was loaded from; nil for everything else.
    var rung: Int? { get }
    /// Bytes that buffering it takes.
    var footprint: Int { get }
}

/// A decoded frame as the playback machine sees it.
protocol TimedFrame: AnyObject, Sendable {
    var time: Nanoseconds { get }
    var duration: Nanoseconds { get }
    /// The epoch of the decoder pipeline that decoded it.
    var epoch: Int { get }
    /// For showing, in square pixels, upright.
    var displaySize: FrameSize { get }
}

extension TimedFrame {
    var end: Nanoseconds { time &+ duration }
}

struct FrameSize: Hashable, Sendable {
    var width: Int
    var height: Int
    static let zero = FrameSize(width: 0, height: 0)
}
