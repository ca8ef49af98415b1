import CoreMedia
import Synchronization

/// Names a client's seek, whose completion the session core keeps.
struct SeekID: Hashable, Sendable {
    private static let counter = Atomic(0)
    private let number = Self.counter.wrappingAdd(1, ordering: .relaxed).newValue
}

/// A seek as it was requested.
struct SeekRequest: Sendable {
    enum Origin: Sendable, Hashable {
        /// A client's, which gets one completion.
        case client(SeekID)
        /// The first frame after opening.
        case start
        /// The engine's own, for instance to read a variant again.
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
    /// How much before the target decoding begins: 0 at first, more where the frames from the nearest key frame on do not reach it.
    var preroll: Nanoseconds = 0
    /// Whether the media is read again even where it is buffered.
    var readsAgain = false
    /// Whether a live stream's distance from its edge is kept, rather than taken from where the seek ends.
    var keepsLiveDistance = false
    /// Whether the item time stays the same, so that no jump is reported.
    var isSilent = false

    /// - Parameters: tolerances that are not numeric count as unlimited.
    init(to time: Nanoseconds, toleranceBefore: CMTime, toleranceAfter: CMTime, origin: Origin) {
        self.origin = origin
        target = max(0, time)
        earliest = Nanoseconds(toleranceBefore).map { max(0, time) &- max(0, $0) } ?? -Nanoseconds.never
        latest = Nanoseconds(toleranceAfter).map { max(0, time) &+ max(0, $0) } ?? .never
    }

    /// The engine's own exact seek.
    static func exact(_ time: Nanoseconds, origin: Origin = .engine) -> SeekRequest {
        SeekRequest(to: time, toleranceBefore: .zero, toleranceAfter: .zero, origin: origin)
    }

    /// An exact seek to the present time.
    static func silent(_ time: Nanoseconds) -> SeekRequest {
        var request = exact(time)
        request.isSilent = true
        return request
    }

    /// To the live edge.
    static var liveEdge: SeekRequest {
        var request = SeekRequest(
            to: .never, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity, origin: .engine)
        request.keepsLiveDistance = true
        return request
    }
}

/// A seek that has not finished, and what follows it.
struct PendingSeek<VideoFrame: TimedFrame>: Sendable {
    enum Stage: Sendable {
        /// The reader has not carried it out yet.
        case requested
        /// The packets are coming, and the target's frame is not decoded yet.
        case awaitingFrame(SeekTarget<VideoFrame>)
    }

    enum Next: Sendable, Hashable {
        /// Playback continues at the wanted rate.
        case resume
        /// The session stays at an end that was reached and reported.
        case end(Ending)
    }

    var request: SeekRequest
    var stage = Stage.requested
    var next = Next.resume
    /// The time at which playback was before the first seek that has not finished.
    var origin: Nanoseconds

    var target: SeekTarget<VideoFrame>? {
        if case .awaitingFrame(let target) = stage { target } else { nil }
    }
    var isRequested: Bool {
        if case .requested = stage { true } else { false }
    }
}

/// How playback ended.
struct Ending: Sendable, Hashable {
    /// Whether the media's own end could not be reached.
    var isEarly: Bool
}

/// The frame that a seek (or the start) waits for.
struct SeekTarget<VideoFrame: TimedFrame>: Sendable {
    /// The frame wanted is the last one at or before this time.
    var time: Nanoseconds
    /// The latest presentation time at or before `time` among the packets seen: that packet's frame, or a later one, is the target.
    private(set) var cover: Nanoseconds?
    /// Whether every packet that could hold the frame has been seen.
    var isCoverFinal = false
    /// The best frame so far.
    var candidate: VideoFrame?
    /// Whether the target still moves to the first key frame that is read, as the tolerance allows.
    var takesKeyFrame = false
    /// Packets seen with presentation times after the target.
    private var laterPackets = 0
    /// Whether a packet was seen whose presentation time is unknown: it may hold the frame.
    private var hasUnknownTimes = false

    init(_ time: Nanoseconds, takesKeyFrame: Bool = false) {
        self.time = time
        self.takesKeyFrame = takesKeyFrame
    }

    /// Whether the frame of `cover` is the wanted one; otherwise the decoder has to return the one after it first.
    var isCoverCertain: Bool { isCoverFinal && !hasUnknownTimes }

    /// Takes the next packet of the video track, in decoding order.
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
