public import HLS

/// What an app and its screen want of a stream that has variants and renditions. May change while it plays.
public struct StreamingPreferences: Sendable, Hashable {
    /// What can be decoded and shown, the view's size, and the app's limits with and without an expensive network.
    public var environment = VariantEnvironment.ofThisMachine
    /// Which sound plays where nobody selects a track.
    public var audio = RenditionPreferences()

    /// Seconds from the end of a live stream at which to play; nil: as the stream says (HOLD-BACK).
    public var liveDistance: Double?

    /// Whether playing comes back to its distance from a live stream's end after a stall or a pause.
    public var keepsLiveDistance = false

    /// Begins with the first variant of the list that may be played, whatever the network carries.
    public var startsOnFirstEligible = false

    public init() {}
}
