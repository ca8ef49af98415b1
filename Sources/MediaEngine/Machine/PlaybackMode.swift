extension PlaybackMachine {
    /// The state of a session. Each case owns the data that only this state needs.
    enum Mode: Sendable {
        /// Nothing has been opened. A seek sets the start position.
        case idle(SeekRequest?)
        /// The media is being opened; a seek requested meanwhile is carried out afterwards.
        case opening(SeekRequest?)
        /// Ready, at rate 0.
        /// - isAfterStall: whether the buffer ran empty and has not recovered, so that playback starts with waiting.
        case paused(isAfterStall: Bool)
        /// The rate is not 0, but time does not move.
        case waiting(WaitReason)
        /// Time runs forwards and every frame is displayed.
        case playing(Playing)
        /// A seek, or the start, waits for its frame.
        case seeking(PendingSeek<VideoFrame>)
        /// Time runs too fast to read every frame: single frames are displayed.
        case scanning(Scan)
        /// Time runs backwards, and every frame that is decoded in time is displayed.
        case reversing(ReverseRun<VideoFrame>)
        /// Playback has ended, and the end has been reported.
        case ended(Ending)
        /// Nothing more will play.
        case failed(MediaError)
        case closed
    }

    enum WaitReason: Sendable, Hashable {
        /// The buffer is empty.
        case buffering
        /// A stream's video is available, but its audio tracks are not known yet.
        case audioTracks
    }

    struct Playing: Sendable {
        /// The time until which the clock waits for the audio device to start; nil: the clock runs.
        var audioStartDeadline: HostTime?
    }
}

/// Playback at a rate at which single frames are displayed.
struct Scan: Sendable {
    /// The number of the scan; frames of an earlier scan are discarded.
    let number: Int
    /// The earliest time of the next frame request.
    var nextAt: HostTime
    /// Whether a frame is being decoded; only one is decoded at a time.
    var isDecoding = false
    /// The time of the last frame that this scan displayed.
    var displayed: Nanoseconds?
}

/// Reverse playback: GOPs are decoded forwards, some of their frames are retained and displayed in reverse order.
struct ReverseRun<VideoFrame: TimedFrame>: Sendable {
    enum Stage: Sendable, Hashable {
        /// Frames are displayed from `frames`.
        case displaying
        /// The decoder is filling `frames`.
        case collecting
        /// Earlier media is needed: the reader must seek back to this time.
        case readingBack(to: Nanoseconds)
        /// The reader has seeked back, and has not reached `before` yet.
        case filling
    }

    /// Frames before this time are needed.
    var before: Nanoseconds
    /// In presentation order; the last one is displayed next.
    var frames: [VideoFrame] = []
    var stage = Stage.displaying
    /// Whether there are no frames before `frames`.
    var isAtStart = false
    /// The value of `before` for which the reader last seeked back.
    private(set) var lastReadBack: Nanoseconds?

    init(before: Nanoseconds) { self.before = before }

    /// Whether the reader already seeked back for this time, so that repeating it would be useless.
    func hasReadBack(for before: Nanoseconds) -> Bool { lastReadBack.map { before >= $0 } ?? false }

    mutating func readBack(to start: Nanoseconds) {
        stage = .readingBack(to: start)
        lastReadBack = before
    }

    var isCollecting: Bool { stage == .collecting }
}
