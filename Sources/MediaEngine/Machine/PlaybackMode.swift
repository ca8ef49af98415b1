extension PlaybackMachine {
    /// What a session is doing. Each case owns the data that only it needs.
    enum Mode: Sendable {
        /// Nothing has been opened. A seek sets where playback will begin.
        case idle(SeekRequest?)
        /// The media is being opened; a seek that comes meanwhile is carried out afterwards.
        case opening(SeekRequest?)
        /// Ready, at rate 0.
        /// - isAfterStall: the buffer ran dry and has not recovered since, so that playing begins with waiting.
        case paused(isAfterStall: Bool)
        /// The rate is not 0 and time stands.
        case waiting(WaitReason)
        /// Time runs forwards and every frame is displayed.
        case playing(Playing)
        /// A seek, or the start, has not reached its frame.
        case seeking(PendingSeek<VideoFrame>)
        /// Time runs faster than every frame can be read: single frames are displayed.
        case scanning(Scan)
        /// Time runs backwards, and every frame that is in time is displayed.
        case reversing(ReverseRun<VideoFrame>)
        /// Time stands at an end that has been reported.
        case ended(Ending)
        /// Nothing more will play.
        case failed(MediaError)
        case closed
    }

    enum WaitReason: Sendable, Hashable {
        /// The buffer ran dry.
        case buffering
        /// A stream's video is here and its audio tracks are not known yet.
        case audioTracks
    }

    struct Playing: Sendable {
        /// The clock stands until the audio device begins, at the latest until this moment; nil: it runs.
        var audioStartDeadline: HostTime?
    }
}

/// Playback at a rate at which single frames are displayed.
struct Scan: Sendable {
    /// Frames of an earlier run are void.
    let number: Int
    /// When the next frame may be requested.
    var nextAt: HostTime
    /// Whether a frame is being decoded: there is one at a time.
    var isDecoding = false
    /// The time of the frame that this run has displayed last.
    var displayed: Nanoseconds?
}

/// Playback backwards: groups of pictures are decoded forwards, some frames kept, and displayed from the last to the first.
struct ReverseRun<VideoFrame: TimedFrame>: Sendable {
    enum Stage: Sendable, Hashable {
        /// Frames are displayed from `frames`.
        case displaying
        /// The decoder is filling `frames`.
        case collecting
        /// Earlier media is wanted: the reader is to go back to this time.
        case readingBack(to: Nanoseconds)
        /// The reader has gone back, and has not come to `before` yet.
        case filling
    }

    /// Frames before this time are wanted.
    var before: Nanoseconds
    /// In presentation order; the last one is displayed next.
    var frames: [VideoFrame] = []
    var stage = Stage.displaying
    /// Whether there is nothing before the frames.
    var isAtStart = false
    /// The `before` for which the reader went back last.
    private(set) var lastReadBack: Nanoseconds?

    init(before: Nanoseconds) { self.before = before }

    /// Whether the reader already went back for this, so that doing it again would bring nothing.
    func hasReadBack(for before: Nanoseconds) -> Bool { lastReadBack.map { before >= $0 } ?? false }

    mutating func readBack(to start: Nanoseconds) {
        stage = .readingBack(to: start)
        lastReadBack = before
    }

    var isCollecting: Bool { stage == .collecting }
}
