public import CoreMedia
public import Foundation
public import KeyValueObserving
import MediaEngine
import Synchronization

/// Plays one item at a time.
///
/// Any thread may use it. Key-value observers of a change that a call makes are called within the call, on its thread, after the change;
/// observers of changes by playback, and notifications, are called later, on the main queue. Releasing the last reference stops playback.
@preconcurrency @MainActor
open class AVPlayer: NSObject, KeyValueObservable {
    nonisolated let core: PlayerCore
    private nonisolated let clock = Mutex<CMClock?>(nil)
    public nonisolated let _keyValueObservers: KeyValueObservers

    /// The initializer of every player. All others are designated initializers too, as on Apple's platforms, so that subclasses can call and
    /// override each of them.
    nonisolated init(core: PlayerCore, items: [AVPlayerItem] = []) {
        self.core = core
        _keyValueObservers = core.observers
        super.init()
        begin(with: items)
    }

    public nonisolated override init() {
        core = PlayerCore(endAction: .pause, environment: .system)
        _keyValueObservers = core.observers
        super.init()
        begin(with: [])
    }

    /// Creates a player with an item for the URL.
    public nonisolated init(url URL: URL) {
        core = PlayerCore(endAction: .pause, environment: .system)
        _keyValueObservers = core.observers
        super.init()
        begin(with: [AVPlayerItem(url: URL)])
    }

    /// - Parameter item: must not be in another player.
    public nonisolated init(playerItem item: AVPlayerItem?) {
        core = PlayerCore(endAction: .pause, environment: .system)
        _keyValueObservers = core.observers
        super.init()
        begin(with: item.map { [$0] } ?? [])
    }

    /// For tests: creates a player with its own environment.
    nonisolated convenience init(playerItem item: AVPlayerItem?, environment: PlaybackEnvironment) {
        self.init(
            core: PlayerCore(endAction: .pause, environment: environment), items: item.map { [$0] } ?? [])
    }

    private nonisolated func begin(with items: [AVPlayerItem]) {
        core.player = self
        core.observeAudioSession()
        for item in items { core.insert(item, after: nil) }
        core.update(.client) { $0.life.initialized() }
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

    open nonisolated var status: Status { observed("status") { core.read { $0.life.status } } }

    /// The error of a failed player, which cannot be used again.
    open nonisolated var error: (any Error)? { core.read { $0.life.error } }

    /// The requested rate: 0 pauses, 1 is normal speed. A rate that is not supported is replaced by the nearest supported one.
    open nonisolated var rate: Float {
        get { observed("rate") { core.read { $0.transport.rate } } }
        set { core.setRate(newValue) }
    }

    /// The rate of `play()`. Setting it does not start playback.
    open nonisolated var defaultRate: Float {
        get { observed("defaultRate") { core.read { $0.transport.defaultRate } } }
        set {
            guard newValue.isFinite else { return }
            core.update(.client, setting: "defaultRate") { $0.transport.defaultRate = newValue }
        }
    }

    open nonisolated var timeControlStatus: TimeControlStatus {
        observed("timeControlStatus") { core.read { TimeControlStatus($0.transport.status) } }
    }

    /// Not nil exactly while `timeControlStatus` is `waitingToPlayAtSpecifiedRate`.
    open nonisolated var reasonForWaitingToPlay: WaitingReason? {
        observed("reasonForWaitingToPlay") { core.read { $0.transport.reason.map(WaitingReason.init) } }
    }

    /// Whether the player delays playback until it is likely to continue without a stall. Otherwise playback starts
    /// with the buffered media, and a stall pauses it.
    open nonisolated var automaticallyWaitsToMinimizeStalling: Bool {
        get { observed("automaticallyWaitsToMinimizeStalling") { core.read { $0.transport.automaticallyWaits } } }
        set {
            core.update(.client, setting: "automaticallyWaitsToMinimizeStalling") { state in
                core.perform(state.transport.setAutomaticallyWaits(newValue), &state)
            }
        }
    }

    /// The clock that the player follows; nil, the default, for the player's choice. There is one clock here, the host clock, which the player
    /// follows in both cases.
    open nonisolated var sourceClock: CMClock? {
        get { clock.withLock { $0 } }
        set { clock.withLock { $0 = newValue } }
    }

    /// The former name of `sourceClock`.
    open nonisolated var masterClock: CMClock? {
        get { sourceClock }
        set { sourceClock = newValue }
    }

    // MARK: Playing

    /// The same as setting `rate` to `defaultRate`, also where a subclass overrides the property.
    open nonisolated func play() { rate = defaultRate }

    /// The same as setting `rate` to 0, also where a subclass overrides the property.
    open nonisolated func pause() { rate = 0 }

    /// Continues playback that an interruption of the audio session has paused, unless the client has set a rate since.
    package nonisolated func resumeAfterInterruption() { core.resumeAfterInterruption() }

    /// Starts at once with the buffered media; a stall may follow.
    open nonisolated func playImmediately(atRate rate: Float) { core.setRate(rate, immediately: true) }

    /// Plays so that the item's time is `itemTime` when the host clock is at `hostClockTime`, to synchronize several players.
    ///
    /// For a host time in the past, playback starts at the position that the item would have reached. Here: where a seek is needed, the
    /// start may be late; pause and seek first.
    /// - Parameters:
    ///   - itemTime: invalid: the current time of the item.
    ///   - hostClockTime: a time of `CMClock.hostTimeClock`; invalid: now.
    /// - Precondition: `automaticallyWaitsToMinimizeStalling` is false.
    open nonisolated func setRate(_ rate: Float, time itemTime: CMTime, atHostTime hostClockTime: CMTime) {
        precondition(
            !automaticallyWaitsToMinimizeStalling,
            "Turn automaticallyWaitsToMinimizeStalling off before setRate(_:time:atHostTime:).")
        core.setRate(rate, time: itemTime, atHostTime: hostClockTime)
    }

    /// Prepares the player to start at once. The handler receives false where the player is not ready or not paused, or where its rate or
    /// time is changed meanwhile.
    open nonisolated func preroll(atRate rate: Float, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
        core.preroll(completionHandler ?? { _ in })
    }

    open nonisolated func preroll(atRate rate: Float) async -> Bool {
        await withCheckedContinuation { continuation in
            preroll(atRate: rate) { continuation.resume(returning: $0) }
        }
    }

    open nonisolated func cancelPendingPrerolls() { core.update(.client) { core.endPreroll(false, &$0) } }

    // MARK: Items

    open nonisolated var currentItem: AVPlayerItem? {
        observed("currentItem") { core.read { $0.queue.current } }
    }

    /// Replaces the current item, or removes it, and keeps the rate. Passing the current item has no effect.
    /// - Parameter item: must not be in another player. An item that waits in this player's queue leaves its place there.
    open nonisolated func replaceCurrentItem(with item: AVPlayerItem?) { core.replaceCurrent(with: item) }

    /// The action when the current item has played to its end. `advance` is for queue players only.
    open nonisolated var actionAtItemEnd: ActionAtItemEnd {
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
    open nonisolated var volume: Float {
        get { observed("volume") { core.read { $0.sound.volume } } }
        set { core.changeAudioSettings("volume") { $0.setVolume(newValue) } }
    }

    /// The factor by which the user interface reduces the audio, such as while the viewer drags the player away; 0 to 1. `volume` keeps
    /// its value.
    package nonisolated var interfaceGain: Float {
        get { core.read { $0.sound.interfaceGain } }
        set { core.changeAudioSettings(nil) { $0.setInterfaceGain(newValue) } }
    }

    open nonisolated var isMuted: Bool {
        get { observed("isMuted") { core.read { $0.sound.isMuted } } }
        set { core.changeAudioSettings("isMuted") { $0.isMuted = newValue } }
    }

    /// The audio device of this player: the name of the audio server's sink, or the `uid` of a port in `AVAudioSession.currentRoute`. Nil, the
    /// initial value, is the output of the audio session.
    ///
    /// A change takes effect during playback. The selection of a route (`AVRoutePickerView`) does not move a player that has a device of its
    /// own. Of a port, the sink is chosen. If the server has no such device, the player uses the output of the audio session, or stays on the
    /// one that it uses; when a device disappears, the server chooses another one.
    open nonisolated var audioOutputDeviceUniqueID: String? {
        get { observed("audioOutputDeviceUniqueID") { core.read { $0.sound.deviceID } } }
        set { core.changeAudioSettings("audioOutputDeviceUniqueID") { $0.deviceID = newValue } }
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

    // MARK: Options of a player other than those of the transport

    /// The options that do not affect the transport's decisions.
    struct Options: Sendable {
        var selectsAutomatically = true
        var allowsExternalPlayback = true
        var usesExternalPlaybackWithScreen = false
        var externalGravity = AVLayerVideoGravity.resizeAspect
        /// Whether an external screen displays the video.
        var isExternalPlaybackActive = false
        var preventsDisplaySleep = true
        var backgroundPolicy = AVPlayerAudiovisualBackgroundPlaybackPolicy.automatic
    }

    /// Whether audio and captions are selected automatically by the viewer's languages and the criteria of `setMediaSelectionCriteria`.
    open nonisolated var appliesMediaSelectionCriteriaAutomatically: Bool {
        get { core.read { $0.options.selectsAutomatically } }
        set {
            core.update(.client) { state in
                state.options.selectsAutomatically = newValue
                core.criteriaChanged(state)
            }
        }
    }

    /// Sets the criteria for automatic selection; nil restores the viewer's preferences.
    open nonisolated func setMediaSelectionCriteria(
        _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) {
        core.update(.client) { state in
            state.criteria[mediaCharacteristic] = criteria
            core.criteriaChanged(state)
        }
    }

    open nonisolated func mediaSelectionCriteria(
        forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
    ) -> AVPlayerMediaSelectionCriteria? {
        core.read { $0.criteria[mediaCharacteristic] }
    }

    /// The viewer's preferences, which apply to groups without criteria. Changes apply to loaded items at once.
    package nonisolated var selectionPreferences: SelectionPreferences {
        get { core.read { $0.selectionPreferences } }
        set {
            core.update(.client) { state in
                guard newValue != state.selectionPreferences else { return }
                state.selectionPreferences = newValue
                core.criteriaChanged(state)
            }
        }
    }

    /// Whether video may be sent to an external screen. True by default.
    open nonisolated var allowsExternalPlayback: Bool {
        get { core.read { $0.options.allowsExternalPlayback } }
        set { setExternalOption { $0.allowsExternalPlayback = newValue } }
    }

    /// Whether an external screen displays the video. Observable.
    open nonisolated var isExternalPlaybackActive: Bool {
        observed("isExternalPlaybackActive") { core.read { $0.options.isExternalPlaybackActive } }
    }

    /// Whether the video moves to an external screen while there is one. False by default; has no effect where `allowsExternalPlayback` is
    /// off.
    ///
    /// Apple: any layer of the player. Here: the player of a visible `AVPlayerViewController`.
    open nonisolated var usesExternalPlaybackWhileExternalScreenIsActive: Bool {
        get { core.read { $0.options.usesExternalPlaybackWithScreen } }
        set { setExternalOption { $0.usesExternalPlaybackWithScreen = newValue } }
    }

    /// The scaling of the video on an external screen.
    open nonisolated var externalPlaybackVideoGravity: AVLayerVideoGravity {
        get { core.read { $0.options.externalGravity } }
        set { setExternalOption { $0.externalGravity = newValue } }
    }

    private nonisolated func setExternalOption(_ body: @Sendable (inout Options) -> Void) {
        core.update(.client) { body(&$0.options) }
        NotificationCenter.default.post(name: Self.externalOptionsDidChangeNotification, object: self)
    }

    /// Posted when an option of external playback was set, on the thread of the client.
    package nonisolated static let externalOptionsDidChangeNotification = Notification.Name(
        "AVPlayerExternalOptionsDidChange")

    /// Called by the view that displays the video on an external screen.
    package nonisolated func setExternalPlaybackActive(_ isActive: Bool) {
        core.update(.client) { $0.options.isExternalPlaybackActive = isActive }
    }

    /// Here: always false, because no output is ever obscured.
    open nonisolated var outputObscuredDueToInsufficientExternalProtection: Bool {
        observed("outputObscuredDueToInsufficientExternalProtection") { false }
    }

    /// Whether the display is kept awake while an `AVPlayerViewController`, or an `AVPlayerLayer` in a visible window, plays video. True by
    /// default.
    open nonisolated var preventsDisplaySleepDuringVideoPlayback: Bool {
        get { observed("preventsDisplaySleepDuringVideoPlayback") { core.read { $0.options.preventsDisplaySleep } } }
        set { core.update(.client) { $0.options.preventsDisplaySleep = newValue } }
    }

    open nonisolated var audiovisualBackgroundPlaybackPolicy: AVPlayerAudiovisualBackgroundPlaybackPolicy {
        get { core.read { $0.options.backgroundPolicy } }
        set { core.update(.client) { $0.options.backgroundPolicy = newValue } }
    }

    /// Here: always empty, because high-dynamic-range video is tone-mapped to standard dynamic range.
    open nonisolated class var availableHDRModes: HDRMode { [] }

    /// Here: false, see `availableHDRModes`.
    open nonisolated class var eligibleForHDRPlayback: Bool { false }

    public struct HDRMode: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static let hlg = HDRMode(rawValue: 1)
        public static let hdr10 = HDRMode(rawValue: 2)
        public static let dolbyVision = HDRMode(rawValue: 4)
    }

    // MARK: Notifications

    /// Posted on the main queue whenever `rate` changes, or a requested rate was rejected.
    public nonisolated static let rateDidChangeNotification = Notification.Name("AVPlayerRateDidChangeNotification")
    /// The user info key of a `RateDidChangeReason`. Absent where playback stopped by itself, at an end or a stall.
    public nonisolated static let rateDidChangeReasonKey = "AVPlayerRateDidChangeReasonKey"
    public nonisolated static let rateDidChangeOriginatingParticipantKey =
        "AVPlayerRateDidChangeOriginatingParticipantKey"
    public nonisolated static let eligibleForHDRPlaybackDidChangeNotification = Notification.Name(
        "AVPlayerEligibleForHDRPlaybackDidChangeNotification")

    public struct RateDidChangeReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let setRateCalled = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateCalled")
        public static let setRateFailed = RateDidChangeReason(rawValue: "AVPlayerRateDidChangeReasonSetRateFailed")
        public static let audioSessionInterrupted = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAudioSessionInterrupted")
        public static let appBackgrounded = RateDidChangeReason(
            rawValue: "AVPlayerRateDidChangeReasonAppBackgrounded")

        init(_ reason: TransportState.RateReason) {
            switch reason {
            case .setRateCalled: self = .setRateCalled
            case .setRateFailed: self = .setRateFailed
            case .audioSessionInterrupted: self = .audioSessionInterrupted
            case .appBackgrounded: self = .appBackgrounded
            }
        }
    }

    // MARK: The current time, seeking and time observers

    /// The time of the current item; zero without one.
    open nonisolated func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

    /// Seeks to the position near a time that can be reached fastest.
    open nonisolated func seek(to time: CMTime) {
        seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity) { _ in }
    }

    @preconcurrency
    open nonisolated func seek(to time: CMTime, completionHandler: @escaping @Sendable (Bool) -> Void) {
        seek(
            to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity,
            completionHandler: completionHandler)
    }

    open nonisolated func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) {
        seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) { _ in }
    }

    /// Seeks to a time in [time − before, time + after].
    /// - Parameter completionHandler: called once. Without a current item: within the call, with false. Otherwise: on
    ///   the main queue, with true when the frame at the target is shown, and with false if another seek or a change of
    ///   the item interrupted the seek, or if the time is not seekable.
    @preconcurrency
    open nonisolated func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(
            to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter,
            completionHandler: completionHandler)
    }

    @discardableResult
    open nonisolated func seek(to time: CMTime) async -> Bool {
        await seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
    }

    @discardableResult
    open nonisolated func seek(to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime) async -> Bool {
        await withCheckedContinuation { continuation in
            seek(to: time, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Seeks to the time of a date. Has no effect on media without dates.
    open nonisolated func seek(to date: Date) { seek(to: date) { _ in } }

    @preconcurrency
    open nonisolated func seek(to date: Date, completionHandler: @escaping @Sendable (Bool) -> Void) {
        guard let item = currentItem else { return completionHandler(false) }
        item.seek(to: date, completionHandler: completionHandler)
    }

    // MARK: Observers

    /// Calls `block` at each multiple of an interval of item time during playback, and at each jump, start and stop.
    /// - Parameters:
    ///   - interval: positive. Calls closer together than 1/120 s are coalesced.
    ///   - queue: a serial queue; nil is the main queue.
    /// - Returns: a token for `removeTimeObserver(_:)`.
    @preconcurrency @discardableResult
    open nonisolated func addPeriodicTimeObserver(
        forInterval interval: CMTime, queue: DispatchQueue? = nil, using block: @escaping @Sendable (CMTime) -> Void
    ) -> Any {
        precondition(
            interval.isNumeric && interval > .zero, "A periodic time observer needs a positive, numeric interval.")
        return core.hub.add(
            PeriodicSchedule(interval: interval.seconds), place: queue.map { .queue($0) } ?? .main,
            callsInitially: true,
            block: block)
    }

    /// Calls `block` whenever playback crosses one of the times, never for a jump.
    /// - Parameters:
    ///   - times: CMTimes in NSValues.
    ///   - queue: a serial queue; nil is the main queue.
    /// - Returns: a token for `removeTimeObserver(_:)`.
    @preconcurrency @discardableResult
    open nonisolated func addBoundaryTimeObserver(
        forTimes times: [NSValue], queue: DispatchQueue? = nil, using block: @escaping @Sendable () -> Void
    ) -> Any {
        let seconds = times.map(\.timeValue).filter(\.isNumeric).map(\.seconds)
        return core.hub.add(
            BoundarySchedule(times: seconds), place: queue.map { .queue($0) } ?? .main, block: { _ in block() })
    }

    /// Removes an observer: no call of its block begins after this method has returned. Must be called once for each token of this player.
    open nonisolated func removeTimeObserver(_ observer: Any) {
        let removal = (observer as? TimeObserverToken).map(core.hub.remove)
        precondition(removal == .removed, "A time observer can be removed once, by the player that it was added to.")
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
