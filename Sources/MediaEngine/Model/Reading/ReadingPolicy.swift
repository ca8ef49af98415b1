/// The limits of buffering and of the rate, and the selection of tracks to read.
struct ReadingPolicy: Sendable, Hashable {
    /// The usual `sufficientAhead`.
    static let usualAhead: Nanoseconds = 2 * .second

    /// The maximum number of bytes buffered ahead of the play head, regardless of their duration.
    var maximumBytes: Int
    /// The duration of media ahead of the play head at which reading pauses; nil: only `maximumBytes` applies.
    var bufferGoal: Nanoseconds?
    /// The number of bytes buffered ahead of the play head before `bufferGoal` applies.
    var minimumBytes = 0
    /// Whether reading that has reached the goal pauses until a quarter of the goal was played, so that several packets are read at once.
    var readsInBursts = false
    /// The maximum number of bytes retained before the play head, for seeks without reading.
    var maximumBytesBehind = 24 << 20
    /// The duration of media ahead of the play head from which playback is expected to continue without a stall.
    var sufficientAhead = Self.usualAhead
    /// The fastest rate, forwards and backwards, at which every frame is read; at faster rates single frames are displayed.
    var fastestContinuousRate: Double
    /// Whether media before the buffer is read again for reverse playback of every frame.
    var readsBackwards: Bool
    /// Whether the reader reports missing media itself. If not, an end before the declared duration means that the file is truncated.
    var reportsMissingMedia: Bool
    /// Whether unselected tracks cost requests, so that they are not read in advance.
    var readsSelectedTracksOnly: Bool

    /// The policy for files on servers. The rate is what a processor can decode of common video.
    static let file = Self(
        maximumBytes: ForwardMemory.usual, fastestContinuousRate: 8, readsBackwards: true, reportsMissingMedia: false,
        readsSelectedTracksOnly: false)

    /// The policy for files on this machine: reading again costs little, so little is buffered.
    static let localFile: Self = {
        var policy = file
        policy.bufferGoal = 8 * .second
        policy.minimumBytes = 1 << 20
        policy.readsInBursts = true
        policy.maximumBytesBehind = 1 << 20
        return policy
    }()

    /// The policy for streams.
    ///
    /// A network is not expected to have much more throughput than playback at rate 1 needs. In reverse playback, I-frame playlists cost
    /// less than reloading segments.
    static func stream(
        maximumBytes: Int, bufferGoal: Nanoseconds, sufficientAhead: Nanoseconds
    ) -> Self {
        Self(
            maximumBytes: maximumBytes, bufferGoal: bufferGoal, sufficientAhead: sufficientAhead,
            fastestContinuousRate: 2, readsBackwards: false, reportsMissingMedia: true, readsSelectedTracksOnly: true)
    }
}
