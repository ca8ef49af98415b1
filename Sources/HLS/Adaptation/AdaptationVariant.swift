/// A variant stream as adaptation sees it: its bit rate and its quality.
///
/// The variants are an array in rising order of quality, and decisions name a variant by its index there.
public struct AdaptationVariant: Sendable, Equatable {
    /// Peak bits per second of all media of the variant together (BANDWIDTH).
    public var bandwidth: Double
    /// Mean bits per second (AVERAGE-BANDWIDTH), where the playlist declares it.
    public var averageBandwidth: Double?
    /// Video width in pixels, where known.
    public var width: Int?
    /// Video height in pixels, where known.
    public var height: Int?
    /// Frames per second, where known.
    public var frameRate: Double?
    /// Whether the variant has no video: chosen only when the network carries no other.
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

    /// Bits per second of a typical segment: the declared mean where it is plausible, else the peak.
    public var expectedBandwidth: Double {
        guard let averageBandwidth, averageBandwidth > 0, averageBandwidth <= bandwidth || bandwidth <= 0 else {
            return max(bandwidth, 1)
        }
        return averageBandwidth
    }
}

/// A segment that has not been loaded yet, as described by the playlists.
public struct AdaptationSegment: Sendable, Equatable {
    /// Seconds of media.
    public var duration: Double
    /// Bytes of this segment in each variant, by the variant's index; nil where unknown. Sources are EXT-X-BITRATE, byte ranges and the
    /// sizes in a sidx box. May be shorter than the list of variants.
    public var byteCounts: [Int?]

    public init(duration: Double, byteCounts: [Int?] = []) {
        self.duration = duration
        self.byteCounts = byteCounts
    }
}
