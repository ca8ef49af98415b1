public import CoreMedia
public import HLS

/// What a `PlaybackSession` reports to its client.
public enum SessionEvent: Sendable {
    /// The media is open: tracks, duration and geometry are known. Sent once.
    case ready(MediaInfo)
    /// The first video frame can be displayed.
    case firstFrame
    /// The display size of the video has become known or has changed.
    case presentationSizeChanged(width: Int, height: Int)
    case loadedRangesChanged
    case bufferStateChanged(BufferState)
    /// The new value of `effectiveRate`.
    case effectiveRateChanged(Double)
    /// The position changed other than by playback: a seek completed, or playback started.
    case timeJumped(CMTime)
    case selectionChanged(TrackInfo.Kind, trackIndex: Int?)
    /// The selected audio track failed. The track `instead` plays from now on, or no audio if nil.
    case audioTrackFailed(trackIndex: Int, instead: Int?)
    /// The last frame has been displayed and the last audio sample played; time is at the end, or at the start at negative rates.
    case ended
    /// Playback waits for media; `bufferStateChanged` reports when it can resume.
    case stalled
    /// The captions that were sent before are obsolete: those of another track follow, or none.
    case captionsReplaced
    /// A caption to display. A caption that is sent again with another end time replaces the earlier one (`TimedText.continues`).
    case timedText(TimedText)
    /// Timed metadata, usually ahead of the play head. May be sent again after a seek.
    case timedMetadata(TimedMetadata)
    /// All date ranges of a stream, after each change.
    case dateRangesChanged([DateRange])
    /// All interstitials of a stream, after each change. The first ones are sent right after `ready`.
    case interstitialsChanged(StreamInterstitials)
    case audioDeviceChanged(String)
    /// An error after which playback continues, for the error log.
    case warning(MediaError)
    /// A part of a stream failed or was loaded from another source, for the error log. Playback continues.
    case streamFault(StreamFault)
    /// Playback ended early, or a seek failed. Other times remain seekable; resuming playback retries.
    case endedEarly(MediaError)
    /// A request of a stream has ended, for the access log.
    case transfer(StreamTransfer)
    /// Segments of a stream are requested from this variant from now on.
    case variant(StreamVariant)
    /// The estimated distance from the live edge at which playback does not stall; nil if the stream is not live.
    case recommendedLiveDistanceChanged(CMTime?)
    /// Playback has failed permanently.
    case failed(MediaError)
}

/// Whether the buffer is sufficient for playback.
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

/// Counters of a session since its start.
public struct SessionStatistics: Sendable, Hashable {
    public var decodedFrames = 0
    public var shownFrames = 0
    /// Frames that were decoded too late to be displayed.
    public var droppedFrames = 0
    public var bytesRead: Int64 = 0
    public var requests = 0
    public var stalls = 0
    public var decoder = ""
    public var audioDevice = ""
    public var secondsToFirstFrame: Double?
    public init() {}
}
