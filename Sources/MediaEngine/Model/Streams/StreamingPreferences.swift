public import HLS

/// The client's requirements for variants and renditions of a stream. May change during playback.
public struct StreamingPreferences: Sendable, Hashable {
    /// What can be decoded and displayed, the size of the view, and the client's limits with and without an expensive network.
    public var environment = VariantEnvironment.ofThisMachine
    /// The audio rendition that plays unless the client selects a track.
    public var audio = RenditionPreferences()

    /// Seconds from the end of a live stream at which to play; nil: the stream's HOLD-BACK.
    public var liveDistance: Double?

    /// Whether playback returns to its distance from a live stream's end after a stall or a pause.
    public var keepsLiveDistance = false

    /// Whether playback begins with the first permitted variant of the playlist, whatever the throughput of the network.
    public var startsOnFirstEligible = false

    public init() {}
}
