import VideoFrames

/// A compressed sample as the playback machine sees it: its times and its dependencies. Times are session times.
protocol TimedSample: Sendable {
    var trackIndex: Int { get }
    /// The presentation time; the decode time if the container does not state it.
    var time: Nanoseconds { get }
    var decodeTime: Nanoseconds { get }
    var duration: Nanoseconds { get }
    /// Whether the container states the presentation time; if not, `time` can be too early.
    var isTimeKnown: Bool { get }
    /// Whether the container states the decode time; if not, `decodeTime` is estimated and can be too late.
    var isDecodeTimeKnown: Bool { get }
    var isKey: Bool { get }
    /// Whether the sample is only decoded for later samples, because its frame was displayed from another variant.
    var isLeadIn: Bool { get }
    /// The variant of a stream that a video sample was loaded from; nil for other samples.
    var variant: Int? { get }
    /// The memory that the sample takes, in bytes.
    var footprint: Int { get }
}

/// A decoded frame as the playback machine sees it.
protocol TimedFrame: AnyObject, Sendable {
    var time: Nanoseconds { get }
    var duration: Nanoseconds { get }
    /// The epoch of the decoder pipeline that decoded it.
    var epoch: Int { get }
    /// The display size in square pixels, after rotation.
    var displaySize: DisplaySize { get }
}

extension TimedFrame {
    var end: Nanoseconds { time &+ duration }
}
