/// A variant that adaptation may choose: what it costs and what it shows.
///
/// Rungs stand in an array in rising order of quality; decisions name them by their index in it.
public struct AdaptationRung: Sendable, Equatable {
    /// Peak bits per second, all of the variant's own media together (BANDWIDTH).
    public var bandwidth: Double
    /// Mean bits per second (AVERAGE-BANDWIDTH), where the playlist says it.
    public var averageBandwidth: Double?
    /// The picture's width in pixels, where it is known.
    public var width: Int?
    /// The picture's height in pixels, where it is known.
    public var height: Int?
    /// Pictures per second, where it is known.
    public var frameRate: Double?
    /// Whether there is no picture at all: chosen only when nothing else can be carried.
    public var isAudioOnly: Bool

    public init(
        bandwidth: Double, averageBandwidth: Double? = nil, width: Int? = nil, height: Int? = nil,
        frameRate: Double? = nil, isAudioOnly: Bool = false
    ) {
        self.bandwidth = bandwidth
        self.averageBandwidth = averageBandwidth
        self.width = width
        self.height = height
        self.frameRate = frameRate
        self.isAudioOnly = isAudioOnly
    }

    /// Bits per second that a typical segment takes: the mean where it is told and believable, else the peak.
    public var expectedBandwidth: Double {
        guard let averageBandwidth, averageBandwidth > 0, averageBandwidth <= bandwidth || bandwidth <= 0 else {
            return max(bandwidth, 1)
        }
        return averageBandwidth
    }
}

/// A segment that is still to be loaded, as far as the playlists tell about it.
public struct AdaptationSegment: Sendable, Equatable {
    /// Seconds of media.
    public var duration: Double
    /// Bytes of this segment in each rung, by the rung's index; nil where nothing is known (EXT-X-BITRATE, byte
    /// ranges and the sizes of a sidx are sources). May be shorter than the list of rungs.
    public var byteCounts: [Int?]

    public init(duration: Double, byteCounts: [Int?] = []) {
        self.duration = duration
        self.byteCounts = byteCounts
    }
}
