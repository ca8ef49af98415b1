public import Foundation
public import KeyValueObserving
import MediaEngine

/// Plays one item at a time: its rate, its position, its sound.
///
/// Any thread may use it. Key-value observers of a change that a call makes are called within the call, on its thread, after the change;
/// observers of what playback changes, and notifications, are called later, on the main queue. Releasing the last reference stops the sound.
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
        core.update(.client) { $0.life.made() }
    }

    public nonisolated override convenience init() {
        self.init(core: PlayerCore(endAction: .pause, environment: .system))
    }

    /// Makes an item for the URL and plays that.
    public nonisolated convenience init(url URL: URL) {
        self.init(playerItem: AVPlayerItem(url: URL))
    }

    /// - Parameter item: must not be in another player.
    public nonisolated convenience init(playerItem item: AVPlayerItem?) {
        self.init(playerItem: item, environment: .system)
    }

    /// For tests: a player in a world of its own.
    nonisolated convenience init(playerItem item: AVPlayerItem?, environment: PlaybackEnvironment) {
        self.init(
            core: PlayerCore(endAction: .pause, environment: environment), items: item.map { [$0] } ?? [])
    }

    deinit { core.close() }

    // MARK: State

    public nonisolated var status: Status { observed("status") { core.read { $0.life.status } } }

    /// Why the player has failed; it cannot be used again.
    public nonisolated var error: (any Error)? { core.read { $0.life.error } }

    /// The wanted rate: 0 pauses, 1 is natural. What cannot be played becomes the nearest rate that can.
    public nonisolated var rate: Float {
        get { observed("rate") { core.read { $0.transport.rate } } }
        set { core.setRate(newValue) }
    }

    /// The rate of `play()`. Setting it starts nothing.
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

    /// Not nil exactly while `timeControlStatus` is waiting.
    public nonisolated var reasonForWaitingToPlay: WaitingReason? {
        observed("reasonForWaitingToPlay") { core.read { $0.transport.reason.map(WaitingReason.init) } }
    }

    /// Whether playing may be put off until it can go on without a stall. Off: starts with what is there, and a stall pauses.
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

    /// Plays what is buffered at once, though it may not last.
    public nonisolated func playImmediately(atRate rate: Float) { core.setRate(rate, immediately: true) }

    /// Plays so that the item's time is `itemTime` when the host's clock is at `hostClockTime`: several players in step.
    ///
    /// A host time that has passed starts where the item would be by now. Here: a seek that is needed may make it late; pause and seek first.
    /// - Parameters:
    ///   - itemTime: invalid: where the item is.
    ///   - hostClockTime: of `CMClock.hostTimeClock`; invalid: now.
    /// - Precondition: `automaticallyWaitsToMinimizeStalling` is off.
    public nonisolated func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        precondition(
            !automaticallyWaitsToMinimizeStalling,
            "Turn automaticallyWaitsToMinimizeStalling off before setRate(_:time:atHostTime:).")
        core.setRate(rate, time: itemTime, atHostTime: hostClockTime)
    }

    /// Gets ready to play at once. Answers false where the player is not ready, not paused, or asked for another rate or time meanwhile.
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

    /// Plays another item, or none, at the present rate. The same item: nothing happens.
    /// - Parameter item: must not be in another player.
    public nonisolated func replaceCurrentItem(with item: AVPlayerItem?) { core.replaceCurrent(with: item) }

    /// What happens when the current item has played to its end. `advance` is for queue players.
    public nonisolated var actionAtItemEnd: ActionAtItemEnd {
        get { observed("actionAtItemEnd") { core.read { ActionAtItemEnd($0.transport.endAction) } } }
        set {
            precondition(
                newValue != .advance || self is AVQueuePlayer,
                "AVPlayer.ActionAtItemEnd.advance is for AVQueuePlayer; use pause or none.")
            setEndAction(newValue)
        }
    }

    nonisolated func setEndAction(_ action: ActionAtItemEnd) {
        core.update(.client, setting: "actionAtItemEnd") { state in
            core.perform(state.transport.setEndAction(action.transportAction), &state)
        }
    }

    // MARK: Sound

    /// 0 to 1, for this player alone.
    public nonisolated var volume: Float {
        get { observed("volume") { core.read { $0.sound.volume } } }
        set { core.changeSound("volume") { $0.setVolume(newValue) } }
    }

    public nonisolated var isMuted: Bool {
        get { observed("isMuted") { core.read { $0.sound.isMuted } } }
        set { core.changeSound("isMuted") { $0.isMuted = newValue } }
    }

    // MARK: Kinds of state

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
