import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import Synchronization

/// An observer of a player's video. Called on any thread, in the order of the changes, with no lock held.
protocol VideoObserver: AnyObject, Sendable {
    /// The current item has changed; its video may be ready already.
    func itemChanged(to item: ItemCore?)
    /// The first frame of this item can be displayed.
    func firstFrame(of item: ItemCore)
    func videoSizeChanged(of item: ItemCore)
    /// It is known whether the item has video; also called when the item has failed.
    func itemPlayable(_ item: ItemCore)
    /// The player has begun (true) or stopped to request that its video keep the display awake.
    func wakefulnessChanged(to isWakeful: Bool)
}

extension VideoObserver {
    func wakefulnessChanged(to isWakeful: Bool) {}
}

/// An observer of a player's queue. Called like a `VideoObserver`.
protocol QueueObserver: AnyObject, Sendable {
    /// The item has played to its end and has left the queue.
    func itemFinished(_ item: AVPlayerItem)
    func itemFailed(_ item: AVPlayerItem)
    /// A client has changed the queue.
    func queueChangedByClient()
}

/// The implementation of an `AVPlayer`: its queue, the execution of the transport's decisions, and its observers.
///
/// Any thread may call it. Its lock protects the state; locks are taken in the order player, item, session (see `ItemHost`). Commands to
/// sessions are given under the lock, in the order of the decisions; client code runs with no lock held.
final class PlayerCore: Sendable {
    struct State: Sendable {
        var transport: TransportState
        var queue = QueueState<AVPlayerItem>()
        var life = PlayerLifeCycle()
        var sound = PlayerAudioSettings()
        var options = AVPlayer.Options()
        var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
        var selectionPreferences = SelectionPreferences()
        var videoObservers: [WeakVideoObserver] = []
        var gates: [WeakPlaybackGate] = []
        weak var queueObserver: (any QueueObserver)?
        /// The end action that a looper replaced, which is restored after looping; nil if a client has set one since.
        var endActionBeforeLooping: TransportState.EndAction?
        var preroll: (@Sendable (Bool) -> Void)?
        var marks = PlayerMarks()
        var audioOrder = AudioOrder()
        var scheduledStart = ScheduledStart()
        var interstitial = InterstitialPlayback()
        /// The rate before an interruption by the audio session; nil after the client has set a rate.
        var interruptedRate: Float?
        /// Whether forward seeks are rejected.
        var restrictsAdvancement = false
        /// The effects of the current update.
        var followUp = FollowUp(cause: .client)
        /// The property values that were last reported to key-value observers.
        var reported: PlayerSnapshot

        init(endAction: TransportState.EndAction) {
            transport = TransportState(endAction: endAction)
            reported = PlayerSnapshot(endAction: endAction)
        }

        var current: ItemCore? { queue.current?.core }
    }

    struct WeakVideoObserver: Sendable { weak var observer: (any VideoObserver)? }

    /// The effects of an update that are performed after the lock has been released, on the same thread.
    struct FollowUp: Sendable {
        let cause: ChangeCause
        /// The work of the items that have changed.
        private(set) var work: [@Sendable () -> Void] = []
        private(set) var announcements: [@Sendable () -> Void] = []

        init(cause: ChangeCause) { self.cause = cause }

        mutating func add(_ outcome: ItemOutcome, of item: ItemCore) {
            work += outcome.work
            work.append { item.flush() }
            if let announcement = outcome.announcement { announcements.append(announcement) }
        }

        mutating func announce(_ announcement: @escaping @Sendable () -> Void) { announcements.append(announcement) }
    }

    /// The next item of a queue is prepared when the current one has this many seconds left.
    static let preloadSeconds = 10.0

    let environment: PlaybackEnvironment
    let observers = KeyValueObservers()
    private let state: Mutex<State>
    private let outbox = Outbox()
    private let owner = Mutex(WeakPlayer())
    let hub: TimeObserverHub
    let audio: AudioChain
    private let currentItem: CurrentItem
    let systemObservers = NotificationObservers()

    private struct WeakPlayer: Sendable { weak var player: AVPlayer? }

    /// The time observers' access to the current item, which must not retain the player.
    private final class CurrentItem: Sendable {
        private let core = Mutex<ItemCore?>(nil)
        /// The stretch of playback without an item.
        private let none = PlaybackStretch.next()
        var value: ItemCore? {
            get { core.withLock { $0 } }
            set { core.withLock { $0 = newValue } }
        }

        func anchor(_ clock: any HostClock) -> (anchor: TimeAnchor, time: CMTime) {
            value?.anchor() ?? (TimeAnchor(seconds: 0, rate: 0, hostTime: clock.now, stretch: none), .zero)
        }
    }

    init(endAction: TransportState.EndAction, environment: PlaybackEnvironment) {
        self.environment = environment
        state = Mutex(State(endAction: endAction))
        let currentItem = CurrentItem()
        self.currentItem = currentItem
        let clock = environment.hostClock
        audio = AudioChain(clock: clock, makeOutput: environment.makeAudioOutput)
        hub = TimeObserverHub(environment: environment) { currentItem.anchor(clock) }
    }

    var player: AVPlayer? {
        get { owner.withLock { $0.player } }
        set { owner.withLock { $0.player = newValue } }
    }

    // MARK: The state

    func read<Result>(_ body: (borrowing State) -> Result) -> Result { state.withLock { body($0) } }

    /// Changes the state; called with no lock held. Work that `body` posts is performed afterwards, and then observers are called.
    /// - Parameter key: the observable property that the client's call sets.
    @discardableResult
    func update<Result: Sendable>(
        _ cause: ChangeCause, setting key: String? = nil, _ body: (inout State) -> Result
    ) -> Result {
        // Items that `body` removes are released outside of the lock: a client's class may use the player when an item is deallocated.
        let (result, followUp, items) = state.withLock { state -> (Result, FollowUp, [AVPlayerItem]) in
            let items = state.queue.items
            state.followUp = FollowUp(cause: cause)
            let before = PlayerSnapshot(state)
            let result = body(&state)
            followAudioOrder(&state)
            noteChanges(since: before, setting: key, &state)
            let followUp = state.followUp
            state.followUp = FollowUp(cause: cause)
            return (result, followUp, items)
        }
        withExtendedLifetime(items) {}
        for work in followUp.work { work() }
        outbox.drain()
        for announcement in followUp.announcements { announcement() }
        return result
    }

    private func noteChanges(since before: PlayerSnapshot, setting key: String?, _ state: inout State) {
        let current = PlayerSnapshot(state)
        // A player has no observers before its initializer returns and after its deinitializer begins.
        guard !state.life.isInitializing, !state.life.isClosed else { return state.reported = current }
        let changes = current.changes(since: before, setting: key)
        guard !changes.isEmpty else { return }
        if current.isWakeful != before.isWakeful {
            let isWakeful = current.isWakeful
            reportToVideoObservers(state) { $0.wakefulnessChanged(to: isWakeful) }
        }
        switch state.followUp.cause {
        case .client: state.followUp.announce { [self] in announce(changes) }
        case .playback: environment.onMain { [self] in announce(changes) }
        }
    }

    /// Calls the key-value observers on this thread, with no lock held.
    private func announce(_ changes: [PropertyChange<PlayerSnapshot>]) {
        for change in changes {
            let old = state.withLock { $0.reported.acknowledge(change, current: PlayerSnapshot($0)) }
            if let old { change.announce(from: old, to: observers) }
        }
    }

    /// Performs work of the module after the current update, with no lock held, in the order of the updates.
    func post(_ work: @escaping @Sendable () -> Void) { outbox.post(work) }

    var currentCore: ItemCore? { read { $0.current } }

    /// Releases all resources. Nothing is played or reported afterwards.
    func close() {
        hub.invalidate()
        systemObservers.removeAll()
        update(.playback) { state in
            state.life.close()
            state.scheduledStart.cancel()
            currentItem.value = nil
            let interstitials = state.interstitial.player?.core
            post { interstitials?.removeAll() }
            for item in state.queue.removeAll() { detach(item.core, &state) }
            endPreroll(false, &state)
        }
    }

    // MARK: Transport

    func setRate(_ rate: Float, immediately: Bool = false) {
        // Only the property's setter notifies observers of an equal value.
        update(.client, setting: immediately ? nil : "rate") {
            setRate(rate, immediately: immediately, reason: .setRateCalled, &$0)
        }
    }

    /// Pauses on behalf of the system.
    func pause(reason: TransportState.RateReason) {
        update(.playback) { state in
            guard state.transport.rate != 0 else { return }
            setRate(0, reason: reason, &state)
        }
    }

    func setRate(
        _ rate: Float, immediately: Bool = false, reason: TransportState.RateReason, _ state: inout State
    ) {
        guard state.life.status != .failed else { return }
        if reason == .setRateCalled { state.interruptedRate = nil }
        endPreroll(false, &state)
        state.scheduledStart.cancel()
        take(&state) { $0.setRate(rate, immediately: immediately, reason: reason) }
    }

    /// Performs the decisions of the transport. The state is locked.
    func perform(_ actions: [TransportState.Action], _ state: inout State) {
        for action in actions {
            let core = state.current
            switch action {
            case .rateChanged(let old, let new, let reason):
                rateChanged(from: old, to: new, &state)
                if old == 0, new != 0 { reportPlaybackToAudioSession() }
                postRateChange(reason)
            case .reasonChanged, .statusChanged:
                // Observers are called after the update, by the comparison of snapshots.
                break
            case .setSessionRate(let rate):
                if rate == 0 || !state.scheduledStart.isPending { core?.setRate(rate) }
            case .postStalled:
                postNotification(AVPlayerItem.playbackStalledNotification, of: core)
            case .postDidPlayToEnd:
                post { [hub] in core.map { hub.reachedEnd(at: $0.endTime) } }
                postNotification(AVPlayerItem.didPlayToEndTimeNotification, of: core)
            case .reportEndLater(let token):
                later { [weak self] in
                    self?.update(.playback) { state in
                        guard let self, state.current === core else { return }
                        self.perform(state.transport.endAgain(token), &state)
                    }
                }
            case .runPastEnd(let rate):
                if let core { react(to: core.runPastEnd(at: rate), of: core, &state) }
            case .stopRunningPastEnd:
                if let core { react(to: core.runPastEnd(at: nil), of: core, &state) }
            case .advance:
                advance(finished: true, &state)
            }
        }
    }

    // MARK: The queue

    /// Replaces the current item, or removes it.
    func replaceCurrent(with item: AVPlayerItem?) {
        update(.client) { state in
            let old = state.queue.current
            guard old !== item else { return }
            if let item, !state.queue.items.contains(item) { claim(item) }
            _ = state.queue.replaceCurrent(with: item)
            currentChanged(from: old, &state)
        }
    }

    func insert(_ item: AVPlayerItem, after neighbour: AVPlayerItem?) {
        if Self.isOwnChange { return update(.playback) { insert(item, after: neighbour, &$0) } }
        update(.client) { state in
            insert(item, after: neighbour, &state)
            reportToQueueObserver(state) { $0.queueChangedByClient() }
        }
    }

    /// Whether the current task changes the queue for a looper and not for the client, through a method that a subclass may override.
    @TaskLocal private static var isOwnChange = false

    /// Runs `change` as a change by the framework on the player where its class is a client's own, whose overrides it calls, on the main
    /// queue; elsewhere runs `direct` at once.
    func changeOwn(
        _ change: @escaping @Sendable (AVQueuePlayer) -> Void, otherwise direct: (PlayerCore) -> Void
    ) {
        guard let player = player as? AVQueuePlayer, type(of: player) != AVQueuePlayer.self else { return direct(self) }
        environment.onMain { Self.$isOwnChange.withValue(true) { change(player) } }
    }

    /// Appends an item of a looper or of an interstitial.
    func appendOwn(_ item: AVPlayerItem) { update(.playback) { insert(item, after: nil, &$0) } }

    private func insert(_ item: AVPlayerItem, after neighbour: AVPlayerItem?, _ state: inout State) {
        let old = state.queue.current
        // Apple raises an exception for this misuse; a client can check with canInsert first.
        precondition(
            state.queue.canInsert(item, after: neighbour) && item.core.isFree,
            "An AVPlayerItem can be in one queue, once, after an item of the same queue. Check canInsert(_:after:) first."
        )
        item.core.claim(for: self)
        if (try? state.queue.insert(item, after: neighbour)) == .currentChanged { currentChanged(from: old, &state) }
        mark(&state)
        schedulePreload(&state)
    }

    /// Inserts a looper's items before all others: the first one plays at once, and the former current item waits.
    /// Sets the client's end action. A looper that is disabled later does not replace it.
    func setEndAction(_ action: TransportState.EndAction) {
        update(.client, setting: "actionAtItemEnd") { state in
            state.endActionBeforeLooping = nil
            perform(state.transport.setEndAction(action), &state)
        }
    }

    /// Sets the end action that a looper needs.
    func advanceForLooper() {
        update(.client, setting: "actionAtItemEnd") { state in
            state.endActionBeforeLooping = state.endActionBeforeLooping ?? state.transport.endAction
            perform(state.transport.setEndAction(.advance), &state)
        }
    }

    /// Restores the end action that was set before looping, unless a client has set one since.
    func endAdvancingForLooper() {
        guard read({ $0.endActionBeforeLooping != nil }) else { return }
        update(.client, setting: "actionAtItemEnd") { state in
            guard let former = state.endActionBeforeLooping else { return }
            state.endActionBeforeLooping = nil
            perform(state.transport.setEndAction(former), &state)
        }
    }

    func insertFirst(_ items: [AVPlayerItem]) {
        update(.playback) { state in
            let old = state.queue.current
            for item in items { claim(item) }
            state.queue.insertFirst(items)
            currentChanged(from: old, &state)
            // The former current item has lost its session but stays in the queue.
            old?.core.claim(for: self)
        }
    }

    func remove(_ item: AVPlayerItem) {
        if Self.isOwnChange { return removeOwn(item) }
        update(.client) { state in
            guard remove(item, &state) != .notQueued else { return }
            reportToQueueObserver(state) { $0.queueChangedByClient() }
        }
    }

    /// Removes an item of a looper or of an interstitial.
    func removeOwn(_ item: AVPlayerItem) { update(.playback) { _ = remove(item, &$0) } }

    private func remove(_ item: AVPlayerItem, _ state: inout State) -> QueueState<AVPlayerItem>.Change {
        let old = state.queue.current
        let change = state.queue.remove(item)
        switch change {
        case .currentChanged: currentChanged(from: old, &state)
        case .currentStays: detach(item.core, &state)
        case .notQueued: break
        }
        return change
    }

    func removeAll() {
        update(.client) { state in
            let old = state.queue.current
            let removed = state.queue.removeAll()
            guard !removed.isEmpty else { return }
            for item in removed.dropFirst() { detach(item.core, &state) }
            currentChanged(from: old, &state)
            perform(state.transport.setRate(0), &state)
            reportToQueueObserver(state) { $0.queueChangedByClient() }
        }
    }

    func advanceByClient() { update(.client) { advance(finished: false, &$0) } }

    private func advance(finished: Bool, _ state: inout State) {
        guard let old = state.queue.advance() else { return }
        currentChanged(from: old, &state)
        if finished {
            reportToQueueObserver(state) { $0.itemFinished(old) }
        } else {
            reportToQueueObserver(state) { $0.queueChangedByClient() }
        }
    }

    private func claim(_ item: AVPlayerItem) {
        // Apple raises an exception for this misuse.
        precondition(item.core.isFree, "An AVPlayerItem can be in one AVPlayer only, once.")
        item.core.claim(for: self)
    }

    /// Handles a change of the current item.
    private func currentChanged(from old: AVPlayerItem?, _ state: inout State) {
        let new = state.queue.current
        guard old !== new else { return }
        endPreroll(false, &state)
        state.scheduledStart.cancel()
        currentItem.value = new?.core
        // The old item is silenced before the new one starts.
        old?.core.setRate(0)
        if let core = new?.core { attach(core, &state) }
        resetInterstitials(&state)
        interstitialsChanged(&state)
        var transportItem = new?.core.read { $0.item.transportItem }
        transportItem?.isHeld = new.map { !state.gates.admit($0) } ?? false
        take(&state) { $0.setItem(transportItem) }
        if new?.core.read({ $0.item.isPlayable }) == true { state.life.becomeReady() }
        reportVisibleItem(state)
        post { [hub] in hub.timeJumped() }
        if let core = old?.core { detach(core, &state) }
        mark(&state)
        schedulePreload(&state)
    }

    /// Applies a setting to the session of every loaded item.
    func forEachSession(_ state: borrowing State, _ body: (any ItemPlayback) -> Void) {
        for item in state.queue.items { item.core.read { $0.session.map(body) } }
    }

    func attach(_ core: ItemCore, _ state: inout State) {
        core.prepareSelection(state)
        let outcome = core.attach(
            state.followUp.cause, environment: environment, audio: audio.makeLink(), volume: state.sound.gain,
            isMuted: state.sound.isMuted)
        react(to: outcome, of: core, &state)
        if let session = core.read({ $0.session }) {
            if state.sound.delay != 0 { session.setAudioDelay(state.sound.delay) }
            if state.sound.pan != 0 { session.setPan(state.sound.pan) }
            if state.sound.measuresLevels { session.setMetering(true) }
        }
        setCaptionDelay(state.sound.captionDelay, of: core)
    }

    private func detach(_ core: ItemCore, _ state: inout State) {
        state.followUp.add(core.detach(state.followUp.cause), of: core)
    }

    // MARK: Events of the items

    /// Handles the outcome of an item's change.
    func react(to outcome: ItemOutcome, of item: ItemCore, _ state: inout State) {
        state.followUp.add(outcome, of: item)
        for event in outcome.events { take(event, of: item, &state) }
    }

    private func take(_ event: ItemEvent, of item: ItemCore, _ state: inout State) {
        guard !state.life.isClosed else { return }
        guard item === state.current else {
            if case .unplayable = event { reportFailure(of: item, state) }
            return
        }
        switch event {
        case .playable(let abilities):
            state.life.becomeReady()
            take(&state) { $0.itemIsReady(abilities) }
            reportToVideoObservers(state) { $0.itemPlayable(item) }
            mark(&state)
            schedulePreload(&state)
        case .buffer(let buffer):
            lookAhead(item, &state)
            take(&state) { $0.bufferChanged(buffer) }
            if buffer.isLikelyToKeepUp || buffer.isFull { endPreroll(true, &state) }
            schedulePreload(&state)
        case .stalled:
            perform(state.transport.stalled(), &state)
        case .ended(let end):
            if end == .end, playAfterEnd(item, &state) == .interstitialFollows { break }
            perform(state.transport.ended(at: end), &state)
        case .endedEarly:
            endPreroll(false, &state)
            perform(state.transport.endedEarly(), &state)
            reportFailure(of: item, state)
        case .unplayable:
            endPreroll(false, &state)
            perform(state.transport.failed(), &state)
            reportToVideoObservers(state) { $0.itemPlayable(item) }
            reportFailure(of: item, state)
        case .seekStarted:
            endPreroll(false, &state)
            perform(state.transport.jumped(), &state)
        case .jumped:
            post { [hub] in hub.timeJumped() }
            schedulePreload(&state)
        case .endsChanged:
            // An end that was reached no longer counts after its time has been removed or moved later.
            if item.isBeforeEnd { perform(state.transport.endPostponed(), &state) }
            mark(&state)
            schedulePreload(&state)
        case .rateChanged:
            post { [hub] in hub.rateChanged() }
        case .firstFrame:
            reportToVideoObservers(state) { $0.firstFrame(of: item) }
        case .videoSizeChanged:
            reportToVideoObservers(state) { $0.videoSizeChanged(of: item) }
        case .loaded:
            lookAhead(item, &state)
        case .interstitialsChanged:
            interstitialsChanged(&state)
        case .seekCompleted:
            seekCompleted(item, &state)
        case .captionsReplaced:
            post { item.captionsReplaced() }
        case .timedText(let text):
            post { [hub] in item.deliver(text, hub) }
        case .timedMetadata(let metadata):
            post { [hub] in item.deliver(metadata, hub) }
        }
    }

    private func reportFailure(of item: ItemCore, _ state: borrowing State) {
        if let failed = item.item { reportToQueueObserver(state) { $0.itemFailed(failed) } }
    }

    /// Restricts playback to normal speed without forward seeks, for interstitials that must be watched.
    func restrictAdvancement(_ restricts: Bool) {
        update(.playback) { state in
            state.restrictsAdvancement = restricts
            perform(state.transport.setMaximumRate(restricts ? 1 : nil), &state)
        }
    }

    /// Makes the player fail permanently; the client must create a new one.
    func fail(_ error: any Error) {
        update(.playback) { state in
            guard state.life.fail(error) == .failed else { return }
            state.current?.setRate(0)
            perform(state.transport.failed(), &state)
            perform(state.transport.setRate(0), &state)
        }
    }

    // MARK: Reporting

    private func postRateChange(_ reason: TransportState.RateReason?) {
        later { [weak self] in
            guard let player = self?.player else { return }
            let userInfo = reason.map { [AVPlayer.rateDidChangeReasonKey: AVPlayer.RateDidChangeReason($0)] }
            NotificationCenter.default.post(
                name: AVPlayer.rateDidChangeNotification, object: player, userInfo: userInfo)
        }
    }

    private func postNotification(_ name: Notification.Name, of core: ItemCore?) {
        later { [weak core] in
            guard let item = core?.item else { return }
            NotificationCenter.default.post(name: name, object: item)
        }
    }

    /// Runs client code on the main queue, after the current call, in the order of the decisions.
    func later(_ work: @escaping @Sendable () -> Void) { environment.onMain(work) }

    func reportToVideoObservers(
        _ state: borrowing State, _ body: @escaping @Sendable (any VideoObserver) -> Void
    ) {
        for entry in state.videoObservers {
            guard let observer = entry.observer else { continue }
            post { [weak observer] in observer.map(body) }
        }
    }

    private func reportToQueueObserver(
        _ state: borrowing State, _ body: @escaping @Sendable (any QueueObserver) -> Void
    ) {
        guard let observer = state.queueObserver else { return }
        post { [weak observer] in observer.map(body) }
    }
}
