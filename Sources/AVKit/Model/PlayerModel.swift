import AVFoundation
import Foundation

/// Receives the changes and questions of a `PlayerModel`.
@MainActor
protocol PlayerModelDelegate: AnyObject {
    func modelDidChange(_ change: PlayerModel.Change)
    /// Returns the time to seek to after a navigation by the viewer.
    func modelTarget(from oldTime: CMTime, to newTime: CMTime) -> CMTime
    func modelWillResume(from oldTime: CMTime, to newTime: CMTime)
    func modelDidSelect(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup)
    func modelWillPresent(_ interstitial: AVInterstitialTimeRange)
    func modelDidPresent(_ interstitial: AVInterstitialTimeRange)
}

/// A player as its views display it: state, time, chapters, selection, captions, interstitials, errors and volume. The model itself has no
/// view.
///
/// The model observes the player and its item, executes the viewer's commands and reports changes. Main thread only.
@MainActor
final class PlayerModel {
    enum Change {
        /// The current item has changed; it may be nil.
        case item
        /// Any property has changed; simultaneous changes are reported once.
        case properties
        /// The item's time has changed, reported every `screenInterval` seconds.
        case time
        /// Playback has entered another chapter; reported while time updates are.
        case chapter
        /// The viewer has started a seek to this time of the item.
        case target(Double)
        /// The player has waited for two seconds (true), or has stopped waiting.
        case longWait(Bool)
        /// An intermediate volume during a volume ramp.
        case momentaryVolume(Float)
        case captions([NSAttributedString])
        /// The displayed state of an interstitial has changed.
        case interstitial
        /// The last item has played to its end.
        case ended
        /// The item has recorded an error in its log and continues to play.
        case errorLogged(AVPlayerItem)
        /// Title, cover or chapters have changed.
        case media
        /// The item's time has jumped.
        case jumped
    }

    weak var delegate: (any PlayerModelDelegate)?

    private(set) var item: AVPlayerItem?
    private(set) var state = PlayerState.noItem
    private var playerObservation: PlayerObservation?
    private var itemObservation: ItemObservation?
    private var externalObservers: [any NSObjectProtocol] = []
    private var isUpdatePending = false

    let sound = VolumeControl()
    let captions = CaptionSource()
    let interstitials = InterstitialWatcher()
    var breaks = BreakState()
    var media = MediaState()

    var navigation = NavigationSeries<ContinuousClock.Instant>()
    var scrub: ScrubSession?
    /// Played items of the queue, for going back to previous items.
    var history: [AVPlayerItem] = []
    private(set) var hasEnded = false
    /// The error that stopped the item before its end; nil after playback or a seek has started again.
    private var earlyEnd: (any Error)?
    /// Whether a view displays a frame of the item.
    var isFrameReady = false
    /// Whether the client has disabled skipping, scrubbing and speed changes.
    var requiresLinearPlayback = false
    /// The viewer's preferences of audio and subtitles; nil: those of the desktop.
    var preferences: ViewerSelection? {
        didSet {
            oldValue?.follow(nil)
            preferences?.follow(player)
        }
    }

    /// Interval of time updates for the display, in seconds; nil: no updates.
    var screenInterval: Double? { didSet { followTime() } }
    private var timeInterval: Double?
    /// The index of the chapter of the last time update.
    private var chapter: Int?
    private var waitRule = WaitRule<ContinuousClock.Instant>()
    private let waitTimer = MainTimer()
    let navigationTimer = MainTimer()
    let clock = ContinuousClock()

    init() {
        sound.onChange = { [weak self] in self?.report($0.map(Change.momentaryVolume) ?? .properties) }
        captions.onChange = { [weak self] in self?.report(.captions($0)) }
        interstitials.onChange = { [weak self] in self?.interstitialsDidChange() }
        interstitials.onTick = { [weak self] in self?.interstitialDidTick() }
        func observe(_ name: Notification.Name, _ body: @escaping @MainActor (PlayerModel) -> Void) {
            let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
                [weak self] note in
                let item = note.object as? AVPlayerItem
                Task { @MainActor in if let self, let item, item === self.item { body(self) } }
            }
            externalObservers.append(token)
        }
        observe(AVPlayerItem.externalMetadataDidChange) { $0.describeMedia() }
        observe(AVPlayerItem.navigationMarkersDidChange) { $0.describeMedia() }
        observe(AVPlayerItem.interstitialTimeRangesDidChange) { $0.interstitialsDidChange() }
    }

    isolated deinit {
        media.loading?.cancel()
        for token in externalObservers { NotificationCenter.default.removeObserver(token) }
    }

    func report(_ change: Change) { delegate?.modelDidChange(change) }

    // MARK: Player and item

    var player: AVPlayer? {
        get { playerObservation?.player }
        set {
            guard newValue !== player else { return }
            sound.follow(newValue)
            preferences?.follow(newValue)
            scrub = nil
            history = []
            hasEnded = false
            playerObservation = newValue.map { player in
                PlayerObservation(player) { [weak self] in self?.happened($0) }
            }
            timeInterval = nil
            followItem()
            interstitials.watch(newValue)
            update()
        }
    }

    private func followItem() {
        let item = player?.currentItem
        guard item !== self.item else { return }
        self.item = item
        earlyEnd = nil
        hasEnded = false
        breaks.own = nil
        navigation.abandon()
        itemObservation = item.map { item in ItemObservation(item) { [weak self] in self?.happened($0, to: item) } }
        captions.follow(item)
        report(.item)
        loadMedia()
    }

    private func happened(_ event: PlayerEvent) {
        switch event {
        case .rateChanged(let isPlaying) where isPlaying: earlyEnd = nil
        case .itemChanged: followItem()
        case .rateChanged, .transportChanged, .settingsChanged: break
        }
        scheduleUpdate()
    }

    private func happened(_ event: ItemEvent, to item: AVPlayerItem) {
        guard item === self.item else { return }
        switch event {
        case .playedToEnd: playedToEnd(item)
        case .failedToPlayToEnd(let error): earlyEnd = error ?? AVError(.unknown)
        case .jumped:
            earlyEnd = nil
            report(.jumped)
        case .errorLogged: report(.errorLogged(item))
        case .statusChanged, .propertiesChanged, .seekPendingChanged, .selectionChanged, .stalled: break
        }
        scheduleUpdate()
    }

    private func playedToEnd(_ item: AVPlayerItem) {
        let queued = (player as? AVQueuePlayer)?.items() ?? []
        guard !queued.contains(where: { $0 !== item }) else {
            history.append(item)
            return
        }
        hasEnded = true
        update()
        report(.ended)
    }

    /// Coalesces simultaneous changes into one update.
    private func scheduleUpdate() {
        guard !isUpdatePending else { return }
        isUpdatePending = true
        Task { [weak self] in
            guard let self else { return }
            isUpdatePending = false
            // The item itself is followed when its change is reported: earlier, the end of the item before would be lost.
            update()
        }
    }

    // MARK: State

    private var facts: PlaybackFacts {
        var facts = PlaybackFacts()
        guard let player else { return facts }
        facts.transport = TransportFacts(player)
        facts.hasItem = item != nil
        facts.isSeekPending = item?.isSeekPending ?? false
        facts.hasEnded = hasEnded
        if let item, item.status == .failed {
            facts.fault = PlaybackFault(error: item.error ?? AVError(.unknown), isEarlyEnd: false)
        } else if player.status == .failed {
            facts.fault = PlaybackFault(error: player.error ?? AVError(.unknown), isEarlyEnd: false)
        } else if let earlyEnd {
            facts.fault = PlaybackFault(error: earlyEnd, isEarlyEnd: item?.status == .readyToPlay)
        }
        return facts
    }

    /// Derives the state from the player and reports it.
    func update() {
        if player?.timeControlStatus == .playing { hasEnded = false }
        let facts = facts
        let old = state
        state = PlayerState(facts)
        if old == .paused || old == .ended, isPlaying, scrub == nil {
            perform(navigation.playbackResumed(at: clock.now))
        }
        updateWait(facts)
        followTime()
        report(.properties)
    }

    private func updateWait(_ facts: PlaybackFacts) {
        var isWaiting = facts.isWaiting
        if facts.fault == nil, let player = interstitials.player {
            isWaiting = player.timeControlStatus == .waitingToPlayAtSpecifiedRate
        }
        if let isLong = waitRule.update(isWaiting: isWaiting, at: clock.now) { report(.longWait(isLong)) }
        guard let deadline = waitRule.deadline else { return waitTimer.cancel() }
        waitTimer.fire(after: clock.now.duration(to: deadline)) { [weak self] in self?.update() }
    }

    /// Whether playback is requested; also true while the player waits, and during a drag that began while it played.
    var isPlaying: Bool {
        if let scrub { return scrub.rate != 0 }
        return player.map { $0.timeControlStatus != .paused } ?? false
    }

    /// Resets the ended state.
    func leaveEnd() { hasEnded = false }

    // MARK: Time

    /// Interval in seconds for detecting the client's interstitial ranges while no view displays the time.
    private static let rangeInterval = 0.2

    private func followTime() {
        let hasRanges = isPlaying && item?.ownInterstitialTimeRanges.isEmpty == false
        let interval = screenInterval ?? (hasRanges ? Self.rangeInterval : nil)
        guard interval != timeInterval else { return }
        timeInterval = interval
        guard let interval else {
            playerObservation?.stopTime()
            return
        }
        playerObservation?.startTime(every: interval) { [weak self] in self?.timeDidChange($0) }
    }

    private func timeDidChange(_ time: CMTime) {
        guard time.seconds.isFinite else { return }
        noteOwnRange(at: time.seconds)
        report(.time)
        let present = chapterIndex(at: time.seconds)
        guard present != chapter else { return }
        chapter = present
        report(.chapter)
    }
}
