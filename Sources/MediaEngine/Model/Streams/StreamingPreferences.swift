public import HLS

/// The client's requirements for variants and renditions of a stream. They may change during playback.
public struct StreamingPreferences: Sendable, Hashable {
    /// The supported codecs and display properties, the size of the view, and the client's limits with and without an expensive network.
    public var environment = VariantEnvironment.ofThisMachine
    /// The audio rendition that plays unless the client selects a track.
    public var audio = RenditionPreferences()

    /// The client's distance from the live edge in seconds; nil: the stream's HOLD-BACK.
    public var liveDistance: Double?

    /// Whether playback restores its distance from the live edge after a stall or a pause.
    public var keepsLiveDistance = false

    /// Whether the window of a live stream is kept up to date while playback is paused. If false, a paused live stream requests nothing once
    /// enough is buffered to resume playback.
    public var usesNetworkWhilePaused = false

    /// Whether playback starts with the first eligible variant of the playlist, regardless of the throughput of the network.
    public var startsOnFirstEligible = false

    public init() {}
}
