public import CoreMedia

/// A piece of media, opened at most once for what it is asked and handed on to the session that plays it.
///
/// Any thread may call it.
public final class MediaAsset: Sendable {
    public let locator: MediaLocator

    public init(_ locator: MediaLocator) { self.locator = locator }

    /// Opens the media and reads its headers. The answer or error of the first call is that of every later one.
    public func load() async throws -> MediaInfo { fatalError("seam") }

    /// The same for callers that may block.
    public func loadBlocking() throws(MediaError) -> MediaInfo { fatalError("seam") }

    /// Ends a load under way with `MediaError.Code.cancelled`.
    public func cancelLoading() {}
}

/// What plays one `MediaAsset`: opens, decodes ahead, shows and sounds at the wanted rate.
///
/// Every method may be called on any thread, returns at once, and takes effect in the order of calls. Events arrive in order on one
/// thread of the engine, and never before the call that caused them has returned. Times run from 0 at the start of the media.
public final class PlaybackSession: Sendable {
    public struct Options: Sendable {
        public var startTime: CMTime = .zero
        public var hostClock: any HostClock = SystemHostClock()
        /// nil: the default output of the machine, or none where there is no sound server.
        public var makeAudioOutput: (@Sendable () -> any AudioOutput)?
        public var volume: Float = 1
        public var isMuted = false
        public var playsVideo = true
        public var playsAudio = true
        /// Seconds to read ahead; 0: as the engine thinks best.
        public var forwardBufferSeconds: Double = 0
        public init() {}
    }

    public enum PitchAlgorithm: Sendable { case keepsPitch, varispeed }

    public let asset: MediaAsset
    /// What the picture is taken from; valid for the session's whole life.
    public let video: VideoOutput

    public init(asset: MediaAsset, options: Options = Options(), events: @escaping @Sendable (SessionEvent) -> Void) {
        self.asset = asset
        self.video = VideoOutput()
    }

    /// Starts opening and decoding up to the first picture, at rate 0. Once.
    public func prepare() {}

    /// Media time now, from the clock that is in charge. Zero before ready.
    public var currentTime: CMTime { .zero }

    /// The rate at which `currentTime` moves now: 0 while paused, waiting, seeking or ended.
    public var effectiveRate: Double { 0 }

    /// Wanted rate; 0 pauses. 0.5 to 2 are heard, others are mute. Negative rates play backwards where the media is seekable.
    public func setRate(_ rate: Double) {}

    /// Goes to a time inside [time − before, time + after]; invalid tolerances count as unlimited.
    /// A later seek ends an earlier one that has not landed: its completion gets false.
    /// - Parameter completion: called on the engine's thread when the new picture is ready; the time is where it landed.
    public func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completion: @escaping @Sendable (_ finished: Bool, _ landed: CMTime) -> Void
    ) {}
    public func cancelPendingSeeks() {}

    /// Shows the picture `count` frames on (or back, where negative). Only at rate 0.
    public func step(by count: Int, completion: @escaping @Sendable (_ finished: Bool) -> Void) {}

    /// 0 to 1; changes ramp over some milliseconds so that nothing clicks.
    public func setVolume(_ volume: Float) {}
    public func setMuted(_ muted: Bool) {}
    public func setPitchAlgorithm(_ algorithm: PitchAlgorithm) {}

    /// Ends playing forward at this time instead of the media's end; invalid means the end.
    public func setForwardEndTime(_ time: CMTime) {}
    public func setForwardBufferSeconds(_ seconds: Double) {}

    /// Plays this track of the kind from now on, without a pause; nil plays none. Indexes are `TrackInfo.index`.
    public func select(_ kind: TrackInfo.Kind, trackIndex: Int?) {}
    public func selectedTrack(_ kind: TrackInfo.Kind) -> Int? { nil }

    public var loadedRanges: [CMTimeRange] { [] }
    public var seekableRanges: [CMTimeRange] { [] }
    public var statistics: SessionStatistics { SessionStatistics() }

    /// Stops sound and picture and frees everything; idempotent. No event follows. Threads are gone within 100 ms.
    public func close() {}
}

public enum SessionEvent: Sendable {
    /// Opened: tracks, duration and geometry are known, playing can be asked for. Once.
    case ready(MediaInfo)
    /// The first picture after the start can be shown.
    case firstPicture
    /// Size of the picture for showing has become known or has changed.
    case presentationSizeChanged(width: Int, height: Int)
    case loadedRangesChanged
    case bufferStateChanged(BufferState)
    /// `effectiveRate` has become this.
    case effectiveRateChanged(Double)
    /// The position moved other than by playing: a seek landed, or playing began.
    case timeJumped(CMTime)
    case selectionChanged(TrackInfo.Kind, trackIndex: Int?)
    /// The last frame has been seen and the last sample heard; time stands at the end (or start, at negative rates).
    case ended
    /// Playing ran dry and waits for data; `bufferStateChanged` tells when it goes on.
    case stalled
    /// A caption to show for a while.
    case timedText(TimedText)
    case audioDeviceChanged(String)
    /// Something was lost but playing goes on: for the error log.
    case warning(MediaError)
    /// Nothing more will play.
    case failed(MediaError)
}

public struct BufferState: Sendable, Hashable {
    public var isEmpty: Bool
    public var isLikelyToKeepUp: Bool
    public var isFull: Bool
    public init(isEmpty: Bool, isLikelyToKeepUp: Bool, isFull: Bool) {
        self.isEmpty = isEmpty
        self.isLikelyToKeepUp = isLikelyToKeepUp
        self.isFull = isFull
    }
}

/// One caption: plain text with the time during which it shows.
public struct TimedText: Sendable, Hashable {
    public var range: CMTimeRange
    public var text: String
    public var trackIndex: Int
    public init(range: CMTimeRange, text: String, trackIndex: Int) {
        self.range = range
        self.text = text
        self.trackIndex = trackIndex
    }
}

public struct SessionStatistics: Sendable, Hashable {
    public var decodedFrames = 0
    public var shownFrames = 0
    /// Frames whose time passed before they could be shown.
    public var droppedFrames = 0
    public var bytesRead: Int64 = 0
    public var requests = 0
    public var stalls = 0
    public var decoder = ""
    public var audioDevice = ""
    public var secondsToFirstPicture: Double?
    public init() {}
}
