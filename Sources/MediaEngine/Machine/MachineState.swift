import HLS
import VideoFrames

/// The client's requested playback state.
struct Transport: Sendable {
    /// 0 pauses.
    var rate = 0.0
    /// The end of forward playback, if before the end of the media.
    var endTime: Nanoseconds?
    /// The item time when playback last started to move, or when the end time was set.
    var movesFrom: Nanoseconds = 0
    /// The duration of media to buffer ahead; 0: as the reader prefers.
    var forwardBuffer: Nanoseconds = 0
    var streaming = StreamingPreferences()
    /// The requested time of the first frame.
    var startTime: Nanoseconds = 0
    /// Whether a seek requested while opening is cancelled where its target lies outside the media.
    var cancelsSeeksOutside = false
    var playsVideo = true
    var playsAudio = true

    /// The end of forward playback, if before the end of the media. If playback started after the end time, the start, so that time does
    /// not move backwards.
    var forwardEnd: Nanoseconds? { endTime.map { max($0, movesFrom) } }
}

/// The reader's properties; refreshed before each input that depends on them.
struct SourceFacts: Sendable {
    var policy = ReadingPolicy.file
    var bytesRead: Int64 = 0
    /// The live stream's state; nil for other media.
    var live: LiveFacts?
}

/// The current state of a live stream.
struct LiveFacts: Sendable {
    var target: LiveTarget
    /// The position where playback joined the stream.
    var startPosition: Nanoseconds = 0
    /// The seekable window.
    var window: ClosedRange<Nanoseconds>?
}

/// The selections of tracks that were requested from the reader, and those that the reader has applied.
///
/// A selection is passed to the reader outside the lock of the machine. Until then, and while an earlier read is in progress, the reader
/// reports the end and the packets of the tracks selected before.
struct ReaderSelections: Sendable {
    /// The number of the last requested selection.
    private(set) var requested = 0
    /// The number of the last selection that the reader has applied.
    private(set) var applied = 0
    /// The last selection that has begun an audio track anew.
    private var beganAudio = 0
    /// Whether the reader has nothing more to read before it applies the requested selection.
    private(set) var isAwaited = false

    mutating func request() { requested += 1 }

    /// Marks the requested selection as one whose audio track is read from the play head.
    mutating func beginAudio() { beganAudio = requested }

    mutating func apply() {
        applied += 1
        if applied == requested { isAwaited = false }
    }

    enum EndMeaning: Sendable { case selectedTracks, earlierTracks }

    /// Handles the end that a read has reported.
    /// - Parameter selection: the selection that was applied when the read began.
    mutating func end(of selection: Int) -> EndMeaning {
        guard selection != requested else { return .selectedTracks }
        isAwaited = applied != requested
        return .earlierTracks
    }

    /// Whether audio of the selected track was read before the track was begun anew.
    func isOutdatedAudio(of selection: Int) -> Bool { selection < beganAudio }
}

/// The opened media and the selected tracks.
struct SourceState: Sendable {
    enum Readiness: Sendable { case none, videoOnly, complete }

    var info: MediaInfo?
    var facts = SourceFacts()
    /// A stream's video may be available before its audio: the state is then `videoOnly`, and time does not move.
    var readiness = Readiness.none
    var duration: Nanoseconds?
    var selected: [TrackInfo.Kind: Int] = [:]
    var selections = ReaderSelections()
    var videoTrack: TrackInfo?
    var audioTrack: TrackInfo?
    /// The selected audio track that replaces the current one as soon as enough of it is buffered.
    var pendingAudioTrack: TrackInfo?
    /// Audio tracks that failed to load; an explicit selection tries them again.
    var lostAudioTracks: Set<Int> = []
    /// Tracks of timed metadata, which are reported and not buffered.
    var metadataTracks: Set<Int> = []
    /// Tracks with their own packets; closed captions may be embedded in video packets instead.
    var packetTracks: Set<Int> = []
    var readFailure: MediaError?
    /// Whether the reader's position is not the end of the buffer, so that only a seek lets it continue.
    var needsSeekToRead = false
    /// Whether the file ended long before the duration in its header.
    var isTruncated = false

    var isComplete: Bool { readiness == .complete }
    var playableTracks: [TrackInfo] { [videoTrack, audioTrack].compactMap { $0 } }
    var playableIndexes: [Int] { playableTracks.map(\.index) }
    /// Whether the next media has left the live window.
    var isBehindWindow: Bool { readFailure?.code == .behindLiveWindow }
}

/// Decoded frames and the decoder pipelines.
struct VideoState<VideoFrame: TimedFrame>: Sendable {
    /// In presentation order, ahead of the displayed one.
    var frames: [VideoFrame] = []
    /// Whether frames are decoded until the queue is full.
    var isFilling = true
    var displayed: VideoFrame?
    var pipelines = DecoderPipelines<VideoFrame>()
    /// Whether the decoder has returned all remaining frames.
    var isDrained = false
    /// The reason why video is no longer decoded.
    var failure: MediaError?
    /// Whether damage after successfully decoded frames has been reported.
    var isCorruptionReported = false
    /// Whether the decoder keeps up with the current variant.
    var load = DecoderLoad()
}

/// The audio pipeline up to the device.
struct AudioState: Sendable {
    enum Device: Sendable { case unopened, opening, ready, unavailable }

    var device = Device.unopened
    var isOutputPaused = true
    /// Incremented when audio in the pipeline becomes outdated.
    var serial = 0
    /// The serial whose last sample has been played.
    var finishedSerial: Int?
    /// Samples before this media time are dropped.
    var start: Nanoseconds = 0
    var rate = 1.0
    var keepsPitch = true
    /// Whether the samples after the former end of playback have been requested again.
    var isCutOutdated = false
    /// The time by which the device must have played all samples, after it has received the last one.
    var playOutDeadline: HostTime?

    static func isAudible(_ rate: Double) -> Bool { PlaybackLimits.audibleRates.contains(rate) }
}

/// The distance of playback to the live edge.
struct LiveState: Sendable {
    var pace = LivePace()
    /// The cause of the last interruption of playback, until it continues.
    var interruption: LivePace.Interruption? = .start
    /// When the distance was last evaluated.
    var pacedAt = HostTime.zero
    var frozenVideo = FrozenVideoDetector()
    var watchedAt = HostTime.zero
}

/// The captions that are displayed.
struct CaptionState: Sendable {
    /// The search for closed captions: the track whose packets carry them, and the next packet.
    struct ClosedCaptions: Sendable {
        var source: Int
        var cursor: Int
    }
    var source: DisplayedCaptions?
    var closed: ClosedCaptions?
}

/// The values reported last, so that only changes are reported.
struct ReportedState: Sendable {
    var rate = 0.0
    var buffer: BufferState?
    var loadedEnd: Nanoseconds = 0
    var presentationSize = DisplaySize.zero
}

/// The state until a viewer has drawn the first frame.
struct StartState: Sendable {
    var startedAt = HostTime.zero
    var hasFirstFrame = false
    /// Whether reading and decoding run at full speed.
    var isOver = false
    /// Whether anything displays the frames.
    var hasViewers = false
}
