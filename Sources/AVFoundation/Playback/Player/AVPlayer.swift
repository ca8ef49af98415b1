public import Foundation
public import KeyValueObserving
import MediaEngine

/// Plays one item at a time.
///
/// Any thread may use it. Key-value observers of a change that a call makes are called within the call, on its thread, after the change;
/// observers of changes by playback, and notifications, are called later, on the main queue. Releasing the last reference stops playback.
@preconcurrency @MainActor
open class AVPlayer: NSObject, KeyValueObservable {
    nonisolated let core: PlayerCore
    public nonisolated let keyValueObservers: KeyValueObservers

    nonisolated init(core: PlayerCore, items: [AVPlayerItem] = []) {
        self.core = core
        keyValueObservers = core.observers
        super.init()
        core.player = self
        core.observeAudioSession()
        for item in items { core.insert(item, after: nil) }
        core.update(.client) { $0.life.initialized() }
    }

    public nonisolated override convenience init() {
        self.init(core: PlayerCore(endAction: .pause, environment: .system))
    }

    /// Creates a player with an item for the URL.
    public nonisolated convenience init(url URL: URL) {
        self.init(playerItem: AVPlayerItem(url: URL))
    }

    /// - Parameter item: must not be in another player.
    public nonisolated convenience init(playerItem item: AVPlayerItem?) {
        self.init(playerItem: item, environment: .system)
    }

    /// For tests: creates a player with its own environment.
    nonisolated convenience init(playerItem item: AVPlayerItem?, environment: PlaybackEnvironment) {
        self.init(
            core: PlayerCore(endAction: .pause, environment: environment), items: item.map { [$0] } ?? [])
    }

    deinit { core.close() }

    // MARK: Observing by strings

    /// Called by `addObserver(_:forKeyPath:options:context:using:)`, to which `openavkit-port` converts calls of it.
    open nonisolated func addObserver(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
        context: UnsafeMutableRawPointer?
    ) {
        _addObserver(observer, forKeyPath: keyPath, options: options, context: context)
    }

    public nonisolated func _observe(
        _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
    ) {
        addObserver(observer, forKeyPath: keyPath, options: options, context: context)
    }

    open nonisolated func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
        _removeObserver(observer, forKeyPath: keyPath)
    }

    open nonisolated func removeObserver(
        _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
    ) {
        _removeObserver(observer, forKeyPath: keyPath, context: context)
    }

    // MARK: State

    public nonisolated var status: Status { observed("status") { core.read { $0.life.status } } }

    /// The error of a failed player, which cannot be used again.
    public nonisolated var error: (any Error)? { core.read { $0.life.error } }

    /// The requested rate: 0 pauses, 1 is normal speed. A rate that is not supported is replaced by the nearest supported one.
    public nonisolated var rate: Float {
        get { observed("rate") { core.read { $0.transport.rate } } }
        set { core.setRate(newValue) }
    }

    /// The rate of `play()`. Setting it does not start playback.
    public nonisolated var defaultRate: Float {
        get { observed("defaultRate") { core.read { $0.transport.defaultRate } } }
        set {
            guard newValue.isFinite else { return }
            core.update(.client, setting: "defaultRate") { $0.transport.defaultRate = newValue }
        }
    }

    public nonisolated var timeControlStatus: TimeControlStatus {
        observed("timeControlStatus") { core.read { TimeControlStatus($0.transport.status) } }
    }

    /// Not nil exactly while `timeControlStatus` is `waitingToPlayAtSpecifiedRate`.
    public nonisolated var reasonForWaitingToPlay: WaitingReason? {
        observed("reasonForWaitingToPlay") { core.read { $0.transport.reason.map(WaitingReason.init) } }
    }

    /// Whether the player delays playback until it is likely to continue without a stall. Otherwise playback starts
    /// with the buffered media, and a stall pauses it.
    public nonisolated var automaticallyWaitsToMinimizeStalling: Bool {
        get { observed("automaticallyWaitsToMinimizeStalling") { core.read { $0.transport.automaticallyWaits } } }
        set {
            core.update(.client, setting: "automaticallyWaitsToMinimizeStalling") { state in
                core.perform(state.transport.setAutomaticallyWaits(newValue), &state)
            }
        }
    }

    // MARK: Playing

    public nonisolated func play() { core.setRate(defaultRate) }

    public nonisolated func pause() { core.setRate(0) }

    /// Continues playback that an interruption of the audio session has paused, unless the client has set a rate since.
    package nonisolated func resumeAfterInterruption() { core.resumeAfterInterruption() }

    /// Starts at once with the buffered media; a stall may follow.
    public nonisolated func playImmediately(atRate rate: Float) { core.setRate(rate, immediately: true) }

    /// Plays so that the item's time is `itemTime` when the host clock is at `hostClockTime`, to synchronize several players.
    ///
    /// For a host time in the past, playback starts at the position that the item would have reached. Here: where a seek is needed, the
    /// start may be late; pause and seek first.
    /// - Parameters:
    ///   - itemTime: invalid: the current time of the item.
    ///   - hostClockTime: a time of `CMClock.hostTimeClock`; invalid: now.
    /// - Precondition: `automaticallyWaitsToMinimizeStalling` is false.
    public nonisolated func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        precondition(
            !automaticallyWaitsToMinimizeStalling,
            "Turn automaticallyWaitsToMinimizeStalling off before setRate(_:time:atHostTime:).")
        core.setRate(rate, time: itemTime, atHostTime: hostClockTime)
    }

    /// Prepares the player to start at once. The handler receives false where the player is not ready or not paused, or where its rate or
    /// time is changed meanwhile.
    public nonisolated func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        core.preroll(completionHandler ?? { _ in })
    }

    public nonisolated func preroll(atRate rate: Float) async -> Bool {
        await withCheckedContinuation { continuation in
            preroll(atRate: rate) { continuation.resume(returning: $0) }
        }
    }

    public nonisolated func cancelPendingPrerolls() { core.update(.client) { core.endPreroll(false, &$0) } }

    // MARK: Items

    public nonisolated var currentItem: AVPlayerItem? {
        observed("currentItem") { core.read { $0.queue.current } }
    }

    /// Replaces the current item, or removes it, and keeps the rate. Passing the current item has no effect.
    /// - Parameter item: must not be in another player.
    public nonisolated func replaceCurrentItem(with item: AVPlayerItem?) { core.replaceCurrent(with: item) }

    /// The action when the current item has played to its end. `advance` is for queue players only.
    public nonisolated var actionAtItemEnd: ActionAtItemEnd {
        get { observed("actionAtItemEnd") { core.read { ActionAtItemEnd($0.transport.endAction) } } }
        set {
            precondition(
                newValue != .advance || self is AVQueuePlayer,
                "AVPlayer.ActionAtItemEnd.advance is for AVQueuePlayer; use pause or none.")
            core.setEndAction(newValue.transportAction)
        }
    }

    // MARK: Audio

    /// The volume of this player, from 0 to 1.
    public nonisolated var volume: Float {
        get { observed("volume") { core.read { $0.sound.volume } } }
        set { core.changeAudioSettings("volume") { $0.setVolume(newValue) } }
    }

    /// The factor by which the user interface reduces the audio, such as while the viewer drags the player away; 0 to 1. `volume` keeps
    /// its value.
    package nonisolated var interfaceGain: Float {
        get { core.read { $0.sound.interfaceGain } }
        set { core.changeAudioSettings(nil) { $0.setInterfaceGain(newValue) } }
    }

    public nonisolated var isMuted: Bool {
        get { observed("isMuted") { core.read { $0.sound.isMuted } } }
        set { core.changeAudioSettings("isMuted") { $0.isMuted = newValue } }
    }

    // MARK: Types

    public enum Status: Int, Sendable { case unknown, readyToPlay, failed }

    public enum TimeControlStatus: Int, Sendable { case paused, waitingToPlayAtSpecifiedRate, playing }

    public enum ActionAtItemEnd: Int, Sendable { case advance, pause, none }

    public struct WaitingReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let toMinimizeStalls = WaitingReason(rawValue: "AVPlayerWaitingToMinimizeStallsReason")
        public static let evaluatingBufferingRate = WaitingReason(
            rawValue: "AVPlayerWaitingWhileEvaluatingBufferingRateReason")
        public static let noItemToPlay = WaitingReason(rawValue: "AVPlayerWaitingWithNoItemToPlayReason")
        public static let waitingForCoordinatedPlayback = WaitingReason(
            rawValue: "AVPlayerWaitingForCoordinatedPlaybackReason")
        public static let interstitialEvent = WaitingReason(rawValue: "AVPlayerWaitingDuringInterstitialEventReason")
    }
}

extension AVPlayer.TimeControlStatus {
    init(_ status: TransportState.Status) {
        switch status {
        case .paused: self = .paused
        case .waiting: self = .waitingToPlayAtSpecifiedRate
        case .playing: self = .playing
        }
    }
}

extension AVPlayer.WaitingReason {
    init(_ reason: TransportState.Reason) {
        switch reason {
        case .toMinimizeStalls: self = .toMinimizeStalls
        case .evaluatingBufferingRate: self = .evaluatingBufferingRate
        case .noItemToPlay: self = .noItemToPlay
        case .interstitialEvent: self = .interstitialEvent
        }
    }
}

extension AVPlayer.ActionAtItemEnd {
    init(_ action: TransportState.EndAction) {
        switch action {
        case .advance: self = .advance
        case .pause: self = .pause
        case .none: self = .none
        }
    }

    var transportAction: TransportState.EndAction {
        switch self {
        case .advance: .advance
        case .pause: .pause
        case .none: .none
        }
    }
}
