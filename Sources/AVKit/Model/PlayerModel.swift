import AVFoundation
import Foundation

/// What a `PlayerModel` reports and asks.
@MainActor
protocol PlayerModelDelegate: AnyObject {
    func modelDidChange(_ change: PlayerModel.Change)
    /// Returns the time to go to after the viewer has moved.
    func modelTarget(from oldTime: CMTime, to newTime: CMTime) -> CMTime
    func modelWillResume(from oldTime: CMTime, to newTime: CMTime)
    func modelDidSelect(_ option: AVMediaSelectionOption?, in group: AVMediaSelectionGroup)
    func modelWillPresent(_ interstitial: AVInterstitialTimeRange)
    func modelDidPresent(_ interstitial: AVInterstitialTimeRange)
}

/// A player as its screens show it: state, time, chapters, selection, captions, interstitials, errors and volume, without a view.
///
/// It observes the player and its item, takes the viewer's commands and reports changes. Main thread only.
@MainActor
final class PlayerModel {
    enum Change {
        /// Another item is played, or none.
        case item
        /// Any of the properties; several changes at once are reported once.
        case properties
        /// The time of the item, as often as `screenInterval` says.
        case time
        /// The viewer has moved to this time of the item, which the player has yet to reach.
        case target(Double)
        /// The player has waited for two seconds (true), or does not wait any more.
        case longWait(Bool)
        /// The volume that is heard for the moment, while it changes to another.
        case momentaryVolume(Float)
        case captions([NSAttributedString])
        /// What is shown of an interstitial.
        case interstitial
        /// The last item has played to its end.
        case ended
        /// The item continues in spite of an error, which its log has.
        case errorLogged(AVPlayerItem)
        /// Title, cover or chapters.
        case media
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
    /// Items that were in the queue and have been played, so that there is a way back.
    var history: [AVPlayerItem] = []
    private(set) var hasEnded = false
    /// Why the item stopped before its end; nil once it plays or was sought again.
    private var earlyEnd: (any Error)?
    /// Whether a screen has a frame of the item.
    var isPictureReady = false
    /// No skipping, scrubbing or change of speed, as the client wants.
    var requiresLinearPlayback = false

    /// How often a screen shows the time, in seconds; nil: not at all.
    var screenInterval: Double? { didSet { followTime() } }
    private var timeInterval: Double?
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
        case .jumped: earlyEnd = nil
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

    /// Changes that come together are reported together.
    private func scheduleUpdate() {
        guard !isUpdatePending else { return }
        isUpdatePending = true
        Task { [weak self] in
            guard let self else { return }
            isUpdatePending = false
            if player?.currentItem !== item { followItem() }
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

    /// Brings the state in line with the player, and reports it.
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

    /// Whether the player is to play: also while it waits, and while an item that played is scrubbed.
    var isPlaying: Bool {
        if let scrub { return scrub.rate != 0 }
        return player.map { $0.timeControlStatus != .paused } ?? false
    }

    /// Leaves the end that was reached.
    func leaveEnd() { hasEnded = false }

    // MARK: Time

    /// The client's own ranges are reported to a fifth of a second while no screen shows the time.
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
    }
}
