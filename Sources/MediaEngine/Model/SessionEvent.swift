public import CoreMedia
public import HLS

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
    /// A sound that was chosen cannot be had; another one is played instead, or none.
    case soundLost(trackIndex: Int, instead: Int?)
    /// The last frame has been seen and the last sample heard; time stands at the end (or start, at negative rates).
    case ended
    /// Playing ran dry and waits for data; `bufferStateChanged` tells when it goes on.
    case stalled
    /// A caption to show for a while. One that comes again with another end ends then (`TimedText.continues`).
    case timedText(TimedText)
    /// The media say something of a moment, which is still to come as a rule. The same may be told again after a seek.
    case timedMetadata(TimedMetadata)
    /// What a stream says of stretches of its dates: all of it, whenever something is other than before.
    case dateRangesChanged([DateRange])
    /// What a stream wants played in between: all of it, whenever something is other than before. Right after `ready` where it has some.
    case interstitialsChanged(StreamInterstitials)
    case audioDeviceChanged(String)
    /// Something was lost but playing goes on: for the error log.
    case warning(MediaError)
    /// A stream lost something, or had to take it from elsewhere: for the error log. Playing goes on.
    case streamFault(StreamFault)
    /// The end cannot be reached, or a place not be sought: time stands still. Other places can still be sought; playing on tries once more.
    case brokeOff(MediaError)
    /// An attempt to get something of a stream has ended: for the access log.
    case transfer(StreamTransfer)
    /// A stream's segments are loaded of this variant from now on.
    case variant(StreamVariant)
    /// How far from its end a live stream plays without stalls, as it seems now; nil where it is not live.
    case recommendedLiveDistanceChanged(CMTime?)
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
