/// The values of an `AVPlayer`'s observable properties at one moment.
struct PlayerSnapshot: ObservedSnapshot {
    private(set) var currentItem: AVPlayerItem?
    private(set) var status = AVPlayer.Status.unknown
    private(set) var rate: Float = 0
    private(set) var reason: TransportState.Reason?
    private(set) var timeControlStatus = TransportState.Status.paused
    private(set) var defaultRate: Float = 1
    private(set) var automaticallyWaits = true
    private(set) var endAction: TransportState.EndAction
    private(set) var volume: Float = 1
    private(set) var isMuted = false
    private(set) var deviceID: String?
    private(set) var preventsDisplaySleep = true
    private(set) var isExternalPlaybackActive = false

    init(_ state: borrowing PlayerCore.State) {
        currentItem = state.queue.current
        status = state.life.status
        rate = state.transport.rate
        reason = state.transport.reason
        timeControlStatus = state.transport.status
        defaultRate = state.transport.defaultRate
        automaticallyWaits = state.transport.automaticallyWaits
        endAction = state.transport.endAction
        volume = state.sound.volume
        isMuted = state.sound.isMuted
        deviceID = state.sound.deviceID
        preventsDisplaySleep = state.options.preventsDisplaySleep
        isExternalPlaybackActive = state.options.isExternalPlaybackActive
    }

    /// Whether the player's video keeps the display awake.
    var isWakeful: Bool { preventsDisplaySleep && timeControlStatus != .paused }

    init(endAction: TransportState.EndAction) { self.endAction = endAction }

    /// A paused player whose rate is set to 0 once more reports its status once more.
    func dependents(of key: String) -> Set<String> {
        key == "rate" && timeControlStatus == .paused ? ["timeControlStatus"] : []
    }

    /// The order of the properties: the rate, then the reason for waiting, then the status (semantics section 6).
    static let properties: [ObservedProperty<PlayerSnapshot>] = [
        ObservedProperty("currentItem", \.currentItem, isEqual: { $0 === $1 }, as: { $0 }),
        ObservedProperty("status", \.status),
        ObservedProperty("rate", \.rate),
        ObservedProperty("reasonForWaitingToPlay", \.reason) { $0.map(AVPlayer.WaitingReason.init) },
        ObservedProperty("timeControlStatus", \.timeControlStatus) { AVPlayer.TimeControlStatus($0) },
        ObservedProperty("defaultRate", \.defaultRate),
        ObservedProperty("automaticallyWaitsToMinimizeStalling", \.automaticallyWaits),
        ObservedProperty("actionAtItemEnd", \.endAction) { AVPlayer.ActionAtItemEnd($0) },
        ObservedProperty("volume", \.volume),
        ObservedProperty("isMuted", \.isMuted),
        ObservedProperty("audioOutputDeviceUniqueID", \.deviceID),
        ObservedProperty("preventsDisplaySleepDuringVideoPlayback", \.preventsDisplaySleep),
        ObservedProperty("isExternalPlaybackActive", \.isExternalPlaybackActive),
    ]
}
