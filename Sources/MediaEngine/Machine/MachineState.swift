import HLS

/// What the client wants of playback.
struct Transport: Sendable {
    /// 0 pauses.
    var rate = 0.0
    /// Playback forwards ends here instead of at the media's end.
    var endTime: Nanoseconds?
    /// Where playback last began to move, or was when the end time was set.
    var movesFrom: Nanoseconds = 0
    /// Media to buffer ahead; 0: as the reader prefers.
    var forwardBuffer: Nanoseconds = 0
    var streaming = StreamingPreferences()
    /// Where the first frame is to be.
    var startTime: Nanoseconds = 0
    var playsVideo = true
    var playsAudio = true

    /// Where playback forwards ends before the media does: where it began, if that lies beyond the end time, so that time does not go back.
    var forwardEnd: Nanoseconds? { endTime.map { max($0, movesFrom) } }
}

/// What the reader says of itself; refreshed before each input that depends on it.
struct SourceFacts: Sendable {
    var policy = ReadingPolicy.file
    var bytesRead: Int64 = 0
    /// The live stream's state; nil for everything else.
    var live: LiveFacts?
}

/// What is known of a live stream now.
struct LiveFacts: Sendable {
    var target: LiveTarget
    /// Where the stream was joined.
    var startPosition: Nanoseconds = 0
    /// The seekable window.
    var window: ClosedRange<Nanoseconds>?
}

/// The opened media and the tracks that play.
struct SourceState: Sendable {
    enum Readiness: Sendable { case none, videoOnly, complete }

    var info: MediaInfo?
    var facts = SourceFacts()
    /// A stream's video may be here before its audio: then `videoOnly`, and time stands.
    var readiness = Readiness.none
    var duration: Nanoseconds?
    var selected: [TrackInfo.Kind: Int] = [:]
    var videoTrack: TrackInfo?
    var audioTrack: TrackInfo?
    /// The audio track that was selected and takes over as soon as enough of it is buffered.
    var pendingAudioTrack: TrackInfo?
    /// Audio tracks that failed to load; a selection by hand tries them again.
    var lostAudioTracks: Set<Int> = []
    /// Tracks of timed metadata, which are reported and not buffered.
    var metadataTracks: Set<Int> = []
    /// Tracks that have packets of their own; closed captions may come with the video's instead.
    var packetTracks: Set<Int> = []
    var readFailure: MediaError?
    /// Whether the reader is not where the buffer ends, so that only a seek makes it continue.
    var needsSeekToRead = false
    /// Whether the file ended long before its header said it would.
    var isTruncated = false

    var isComplete: Bool { readiness == .complete }
    var playableTracks: [TrackInfo] { [videoTrack, audioTrack].compactMap { $0 } }
    var playableIndexes: [Int] { playableTracks.map(\.index) }
    /// Whether the next media has left a live stream's window.
    var isBehindWindow: Bool { readFailure?.code == .behindLiveWindow }
}

/// Decoded frames and the decoder pipelines.
struct VideoState<VideoFrame: TimedFrame>: Sendable {
    /// In presentation order, ahead of the displayed one.
    var frames: [VideoFrame] = []
    var displayed: VideoFrame?
    var pipelines = DecoderPipelines<VideoFrame>()
    /// Whether the decoder has returned all that it had to.
    var isDrained = false
    /// Why there is no video any more.
    var failure: MediaError?
    /// Whether frames were decoded before, the rest is damaged, and this has been reported.
    var isDamageReported = false
    /// Whether the decoder keeps up with the variant that plays.
    var load = DecoderLoad()
}

/// The audio that is on its way to the device.
struct AudioState: Sendable {
    enum Device: Sendable { case unopened, opening, ready, unavailable }

    var device = Device.unopened
    var isOutputPaused = true
    /// Grows when the audio under way becomes void.
    var serial = 0
    /// The serial whose last sample has been heard.
    var finishedSerial: Int?
    /// Media time before which no sample is wanted.
    var start: Nanoseconds = 0
    var rate = 1.0
    var keepsPitch = true
    /// When the device, which has been given everything, must have played it.
    var playOutDeadline: HostTime?

    static func isAudible(_ rate: Double) -> Bool { PlaybackLimits.audibleRates.contains(rate) }
}

/// A live stream's distance to its edge.
struct LiveState: Sendable {
    var pace = LivePace()
    /// What playback was interrupted by, until it continues.
    var interruption: LivePace.Interruption? = .start
    /// When the distance was looked at last.
    var pacedAt = HostTime.zero
    var standstill = FrozenVideoDetector()
    var watchedAt = HostTime.zero
}

/// Captions of the selected track.
struct CaptionState: Sendable {
    /// Where closed captions are searched for: the track whose packets carry them and the next packet.
    struct ClosedCaptions: Sendable {
        var source: Int
        var cursor: Int
    }
    var closed: ClosedCaptions?
}

/// What has been reported, so that only changes are.
struct ReportedState: Sendable {
    var rate = 0.0
    var buffer: BufferState?
    var loadedEnd: Nanoseconds = 0
    var presentationSize = FrameSize.zero
}

/// The time until a viewer has seen the first frame.
struct StartState: Sendable {
    var startedAt = HostTime.zero
    var hasFirstFrame = false
    /// Whether reading and decoding run as far as they may.
    var isOver = false
    /// Whether anything displays the frames.
    var hasViewers = false
}
