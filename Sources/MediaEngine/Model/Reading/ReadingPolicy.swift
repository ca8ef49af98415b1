/// How far ahead of the play head, at which rates, and which tracks a reader is to be read.
struct ReadingPolicy: Sendable, Hashable {
    /// The usual `sufficientAhead`.
    static let usualAhead: Nanoseconds = 2 * .second

    /// Bytes buffered ahead of the play head at the most, however short a time they last.
    var maximumBytes: Int
    /// Media ahead of the play head at which reading pauses; nil: only `maximumBytes` limits the buffer.
    var bufferGoal: Nanoseconds?
    /// Media ahead of the play head from which playback is expected to continue without a stall.
    var sufficientAhead = Self.usualAhead
    /// The fastest rate, forwards and backwards, at which every frame is read; at faster rates single frames are displayed.
    var fastestContinuousRate: Double
    /// Whether media before the buffer is read again, so that every frame can be displayed backwards.
    var readsBackwards: Bool
    /// Whether the reader reports missing media itself. Otherwise an end before the declared duration means that the file was truncated.
    var reportsMissingMedia: Bool
    /// Whether unselected tracks cost requests, so that they are not read in advance.
    var readsSelectedTracksOnly: Bool

    /// For files. The rate is what a processor decodes of usual video.
    static let file = Self(
        maximumBytes: ForwardMemory.usual, fastestContinuousRate: 8, readsBackwards: true, reportsMissingMedia: false,
        readsSelectedTracksOnly: false)

    /// For streams.
    ///
    /// No network is expected to carry much more than playback at rate 1 needs. Backwards, key frames of I-frame playlists cost less than the
    /// same segments once more.
    static func stream(
        maximumBytes: Int, bufferGoal: Nanoseconds, sufficientAhead: Nanoseconds
    ) -> Self {
        Self(
            maximumBytes: maximumBytes, bufferGoal: bufferGoal, sufficientAhead: sufficientAhead,
            fastestContinuousRate: 2, readsBackwards: false, reportsMissingMedia: true, readsSelectedTracksOnly: true)
    }
}
