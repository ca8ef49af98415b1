import CoreMedia
import Synchronization

/// Identifies a client's seek, whose completion the session core stores.
struct SeekID: Hashable, Sendable {
    private static let counter = Atomic(0)
    private let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
}

/// A requested seek.
struct SeekRequest: Sendable {
    enum Origin: Sendable, Hashable {
        /// Requested by a client, whose completion is called once.
        case client(SeekID)
        /// The first frame after opening.
        case start
        /// Requested by the engine, for instance to read another variant.
        case engine
    }

    private static let counter = Atomic(0)
    /// Distinguishes requests for the same time.
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
    var origin: Origin
    var target: Nanoseconds
    /// The tolerated range.
    var earliest: Nanoseconds
    var latest: Nanoseconds
    /// How far before the target decoding starts: 0 at first, more if decoding from the nearest key frame does not reach the target.
    var preroll: Nanoseconds = 0
    /// Whether the media is read again even if it is buffered.
    var readsAgain = false
    /// Whether the maintained distance to the live edge stays, instead of being taken from the end position of the seek.
    var keepsLiveDistance = false
    /// Whether the item time does not change, so that no jump is reported.
    var isSilent = false

    /// Creates a seek to a time within tolerances. Non-numeric tolerances are unlimited.
    init(to time: Nanoseconds, toleranceBefore: CMTime, toleranceAfter: CMTime, origin: Origin) {
        self.origin = origin
        target = max(0, time)
        earliest = Nanoseconds(toleranceBefore).map { max(0, time) &- max(0, $0) } ?? -Nanoseconds.never
        latest = Nanoseconds(toleranceAfter).map { max(0, time) &+ max(0, $0) } ?? .never
    }

    /// Returns an exact seek of the engine.
    static func exact(_ time: Nanoseconds, origin: Origin = .engine) -> SeekRequest {
        SeekRequest(to: time, toleranceBefore: .zero, toleranceAfter: .zero, origin: origin)
    }

    /// Returns an exact seek to the current time.
    static func silent(_ time: Nanoseconds) -> SeekRequest {
        var request = exact(time)
        request.isSilent = true
        return request
    }

    /// A seek to the live edge.
    static var liveEdge: SeekRequest {
        var request = SeekRequest(
            to: .never, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity, origin: .engine)
        request.keepsLiveDistance = true
        return request
    }
}

/// A seek that has not finished, and the state that follows it.
struct PendingSeek<VideoFrame: TimedFrame>: Sendable {
    enum Stage: Sendable {
        /// The reader has not carried it out yet.
        case requested
        /// Packets are being read, and the target's frame is not decoded yet.
        case awaitingFrame(SeekTarget<VideoFrame>)
    }

    enum Next: Sendable, Hashable {
        /// Playback continues at the requested rate.
        case resume
        /// The session remains at an end that was reached and reported.
        case end(Ending)
    }

    var request: SeekRequest
    var stage = Stage.requested
    var next = Next.resume
    /// The playback position before the first seek that has not finished.
    var origin: Nanoseconds

    var target: SeekTarget<VideoFrame>? {
        if case .awaitingFrame(let target) = stage { target } else { nil }
    }
    var isRequested: Bool {
        if case .requested = stage { true } else { false }
    }
}

/// The way in which playback ended.
struct Ending: Sendable, Hashable {
    /// Whether playback ended before the end of the media.
    var isEarly: Bool
}

/// The frame that a seek, or the start, waits for.
struct SeekTarget<VideoFrame: TimedFrame>: Sendable {
    /// The target frame is the last one at or before this time.
    var time: Nanoseconds
    /// The latest presentation time at or before `time` among the packets read: the frame of that packet, or a later one, is the target.
    private(set) var cover: Nanoseconds?
    /// Whether every packet that could contain the frame has been read.
    var isCoverFinal = false
    /// The best frame so far.
    var candidate: VideoFrame?
    /// Whether the target still moves to the first key frame that is read, within the tolerance.
    var takesKeyFrame = false
    /// The number of packets with presentation times after the target.
    private var laterPackets = 0
    /// Whether a packet with an unknown presentation time was read, which may contain the frame.
    private var hasUnknownTimes = false

    init(_ time: Nanoseconds, takesKeyFrame: Bool = false) {
        self.time = time
        self.takesKeyFrame = takesKeyFrame
    }

    /// Whether the frame of `cover` is the target; if not, the decoder must return the next frame first.
    var isCoverCertain: Bool { isCoverFinal && !hasUnknownTimes }

    /// Considers the next packet of the video track, in decode order.
    mutating func consider(_ sample: some TimedSample, for request: SeekRequest) {
        if takesKeyFrame, sample.isKey {
            takesKeyFrame = false
            let isTolerated = sample.time >= request.earliest && sample.time <= request.latest
            if isTolerated, request.origin != .start { time = sample.time }
        }
        if !sample.isTimeKnown { hasUnknownTimes = true }
        if sample.time <= time {
            cover = max(cover ?? sample.time, sample.time)
        } else {
            laterPackets += 1
        }
        if sample.isDecodeTimeKnown ? sample.decodeTime > time : laterPackets > PlaybackLimits.deepestReordering {
            isCoverFinal = true
        }
    }
}
