/// A compressed sample for the playback machine: its times and its dependencies. Times are session times.
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
    /// Whether the sample is decoded only for later samples, since its frame was displayed from another variant.
    var isLeadIn: Bool { get }
    /// The variant of a stream that a video sample was loaded from; nil for other samples.
    var rung: Int? { get }
    /// Bytes that buffering takes.
    var footprint: Int { get }
}

/// A decoded frame for the playback machine.
protocol TimedFrame: AnyObject, Sendable {
    var time: Nanoseconds { get }
    var duration: Nanoseconds { get }
    /// The epoch of the decoder pipeline that decoded it.
    var epoch: Int { get }
    /// The display size in square pixels, after rotation.
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
