import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import Synchronization

/// Shows the picture of a player. Called on any thread, with no lock held, in order.
protocol PictureObserver: AnyObject, Sendable {
    /// Another item is played, or none; its picture may be there already.
    func itemChanged(to item: ItemCore?)
    /// The first picture of this item can be shown.
    func firstPicture(of item: ItemCore)
    func pictureSizeChanged(of item: ItemCore)
    /// It is known now whether the item has a picture; also called when it has failed.
    func itemPlayable(_ item: ItemCore)
}

/// Follows the queue of a player. Called as `PictureObserver` is.
protocol QueueObserver: AnyObject, Sendable {
    /// The item has played to its end and has left the queue.
    func itemFinished(_ item: AVPlayerItem)
    func itemFailed(_ item: AVPlayerItem)
    /// A client has changed the queue.
    func queueChangedByClient()
}

/// What happens inside an `AVPlayer`: its queue, the transport's decisions performed, and its observers.
///
/// Any thread may call it. One lock protects the state, and an item's lock may be taken inside it, never the other way round.
final class PlayerCore: ItemHost {
    struct State: Sendable {
        var transport: TransportState
        var queue = QueueState<AVPlayerItem>()
        var status = AVPlayer.Status.unknown
        var error: (any Error)?
        var volume: Float = 1
        var isMuted = false
        var options = AVPlayer.Options()
        var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]
        var pictureObservers: [WeakPictureObserver] = []
        weak var queueObserver: (any QueueObserver)?
        var preroll: (@Sendable (Bool) -> Void)?
        /// Looks at the right moment whether the next item should be made ready.
        var preloadMark: TimeObserverToken?
        var reverseEndMark: TimeObserverToken?
        var heldStart: HeldStart?
        var startSerial: UInt64 = 0
        var interlude = Interlude()
        /// Seeks may not go forwards.
        var restrictsAdvancement = false
        var isClosed = false
        /// While the player is made, what it is given is no change.
        var isBeingMade = true

        var current: ItemCore? { queue.current?.core }

        mutating func dropHeldStart() {
            heldStart?.timer.cancel()
            heldStart = nil
        }
    }

    struct WeakPictureObserver: Sendable { weak var observer: (any PictureObserver)? }

    /// The next item of a queue is made ready when so many seconds of the present one are left.
    static let preloadSeconds = 10.0

    let environment: PlaybackEnvironment
    let observers = KeyValueObservers()
    private let state: Mutex<State>
    private let outbox = Outbox()
    private let owner = Mutex(WeakPlayer())
    let hub: TimeObserverHub
    private let currentItem: CurrentItem
    let systemObservers = NotificationObservers()

    private struct WeakPlayer: Sendable { weak var player: AVPlayer? }

    /// The hub's way to the time, which must not keep the player alive.
    private final class CurrentItem: Sendable {
        private let core = Mutex<ItemCore?>(nil)
        var value: ItemCore? {
            get { core.withLock { $0 } }
            set { core.withLock { $0 = newValue } }
        }
    }

    init(endAction: TransportState.EndAction, environment: PlaybackEnvironment) {
        self.environment = environment
        state = Mutex(State(transport: TransportState(endAction: endAction)))
        let currentItem = CurrentItem()
        self.currentItem = currentItem
        let clock = environment.hostClock
        hub = TimeObserverHub(environment: environment) {
            currentItem.value?.anchor() ?? (TimeAnchor(seconds: 0, rate: 0, hostTime: clock.now), .zero)
        }
    }

    var player: AVPlayer? {
        get { owner.withLock { $0.player } }
        set { owner.withLock { $0.player = newValue } }
    }

    func read<Result>(_ body: (borrowing State) -> Result) -> Result { state.withLock { body($0) } }

    /// Changes the state; what `body` posts is performed after it.
    func update<Result>(_ body: (inout State) -> Result) -> Result {
        defer { outbox.drain() }
        return state.withLock { body(&$0) }
    }

    func post(_ work: @escaping @Sendable () -> Void) { outbox.post(work) }

    var currentCore: ItemCore? { read { $0.current } }

    /// Lets everything go. Nothing is heard or told after it.
    func close() {
        hub.invalidate()
        systemObservers.removeAll()
        update { state in
            state.isClosed = true
            state.dropHeldStart()
            currentItem.value = nil
            let interstitials = state.interlude.player?.core
            post { interstitials?.removeAll() }
            for item in state.queue.removeAll() {
                let core = item.core
                post { core.detach() }
            }
            if let preroll = state.preroll { post { [environment] in environment.onMain { preroll(false) } } }
            state.preroll = nil
        }
    }

    // MARK: Transport

    func setRate(_ rate: Float, immediately: Bool = false, reason: TransportState.RateReason = .setRateCalled) {
        update { state in
            guard state.status != .failed else { return }
            endPreroll(false, &state)
            state.dropHeldStart()
            learnOfReadiness(&state)
            take(&state) { $0.setRate(rate, immediately: immediately, reason: reason) }
        }
    }

    /// The item says that it is ready before its word arrives here; who has seen that asks for a rate that it can.
    private func learnOfReadiness(_ state: inout State) {
        guard state.transport.item?.phase == .opening, let item = state.current?.read({ $0.item }), item.isPlayable
        else {
            return
        }
        take(&state) { $0.itemIsReady(item.abilities) }
    }

    /// Takes in what the transport decided, with the state locked.
    func perform(_ actions: [TransportState.Action], _ state: inout State) {
        for action in actions {
            let core = state.current
            switch action {
            case .rateChanged(let old, let new, let reason):
                announce("rate") { (old, new) }
                rateChanged(from: old, to: new, &state)
                postRateChange(reason)
            case .reasonChanged(let old, let new):
                announce("reasonForWaitingToPlay") {
                    (old.map(AVPlayer.WaitingReason.init), new.map(AVPlayer.WaitingReason.init))
                }
            case .statusChanged(let old, let new):
                announce("timeControlStatus") {
                    (AVPlayer.TimeControlStatus(old), AVPlayer.TimeControlStatus(new))
                }
            case .setSessionRate(let rate):
                if rate == 0 || state.heldStart == nil { post { core?.setRate(rate) } }
            case .postStalled:
                postNotification(AVPlayerItem.playbackStalledNotification, of: core)
            case .postDidPlayToEnd:
                post { [hub] in core.map { hub.reachedEnd(at: $0.endTime) } }
                postNotification(AVPlayerItem.didPlayToEndTimeNotification, of: core)
            case .runPastEnd(let rate):
                post { core?.runPastEnd(at: rate) }
            case .stopRunningPastEnd:
                post { core?.runPastEnd(at: nil) }
            case .advance:
                advance(finished: true, &state)
            }
        }
    }

    // MARK: The queue

    /// Puts an item, or none, in the place of the current one.
    func replaceCurrent(with item: AVPlayerItem?) {
        update { state in
            let old = state.queue.current
            guard old !== item else { return }
            if let item { claim(item) }
            _ = state.queue.replaceCurrent(with: item)
            currentChanged(from: old, &state)
        }
    }

    /// - Parameter byClient: whether a looper is to be told that its queue is no longer its own.
    func insert(_ item: AVPlayerItem, after neighbour: AVPlayerItem?, byClient: Bool = true) {
        update { state in
            let old = state.queue.current
            // The misuse that Apple answers with an exception; canInsert tells beforehand.
            precondition(
                state.queue.canInsert(item, after: neighbour) && item.core.canJoin(self),
                "An AVPlayerItem can be in one queue, once, after an item of the same queue: ask canInsert(_:after:).")
            item.core.claim(for: self)
            let isFirst = (try? state.queue.insert(item, after: neighbour)) ?? false
            if isFirst { currentChanged(from: old, &state) }
            if byClient { tellQueueObserver(state) { $0.queueChangedByClient() } }
            mark(&state)
            schedulePreload(&state)
        }
    }

    /// Puts items before all others: the first one plays at once, and the former current item waits.
    func insertFirst(_ items: [AVPlayerItem]) {
        update { state in
            let old = state.queue.current
            for item in items { claim(item) }
            state.queue.insertFirst(items)
            currentChanged(from: old, &state)
            // It has lost its session but not its place.
            if let core = old?.core { post { [self] in core.claim(for: self) } }
        }
    }

    func remove(_ item: AVPlayerItem, byClient: Bool = true) {
        update { state in
            let old = state.queue.current
            let wasQueued = state.queue.items.contains(item)
            if state.queue.remove(item) {
                currentChanged(from: old, &state)
            } else if wasQueued {
                let core = item.core
                post { core.detach() }
            }
            if byClient, wasQueued { tellQueueObserver(state) { $0.queueChangedByClient() } }
        }
    }

    func removeAll() {
        update { state in
            let old = state.queue.current
            let removed = state.queue.removeAll()
            guard !removed.isEmpty else { return }
            for item in removed.dropFirst() {
                let core = item.core
                post { core.detach() }
            }
            currentChanged(from: old, &state)
            perform(state.transport.setRate(0), &state)
            tellQueueObserver(state) { $0.queueChangedByClient() }
        }
    }

    func advanceByClient() { update { advance(finished: false, &$0) } }

    private func advance(finished: Bool, _ state: inout State) {
        guard let old = state.queue.advance() else { return }
        currentChanged(from: old, &state)
        if finished {
            tellQueueObserver(state) { $0.itemFinished(old) }
        } else {
            tellQueueObserver(state) { $0.queueChangedByClient() }
        }
    }

    private func claim(_ item: AVPlayerItem) {
        // The misuse that Apple answers with an exception.
        precondition(item.core.canJoin(self), "An AVPlayerItem can be in one AVPlayer only, once.")
        item.core.claim(for: self)
    }

    /// The head of the queue is another item than `old` now.
    private func currentChanged(from old: AVPlayerItem?, _ state: inout State) {
        let new = state.queue.current
        guard old !== new else { return }
        endPreroll(false, &state)
        state.dropHeldStart()
        if !state.isBeingMade { announce("currentItem") { (old, new) } }
        currentItem.value = new?.core
        // Silent before the new one is heard.
        if let core = old?.core { post { core.setRate(0) } }
        if let core = new?.core { attach(core, state) }
        resetInterlude(&state)
        interstitialsChanged(&state)
        let transportItem = new?.core.read { $0.item.transportItem }
        take(&state) { $0.setItem(transportItem) }
        if new?.core.read({ $0.item.isPlayable }) == true { becomeReady(&state) }
        tellPictureObservers(state) { $0.itemChanged(to: new?.core) }
        post { [hub] in hub.timeJumped() }
        if let core = old?.core { post { core.detach() } }
        mark(&state)
        schedulePreload(&state)
    }

    /// Sets an observable property; where that changes it, observers and every session are told.
    func set<Value: Equatable & Sendable>(
        _ key: String, _ property: WritableKeyPath<State, Value>, to value: Value,
        tell: (@Sendable (any ItemPlayback) -> Void)? = nil
    ) {
        update { state in
            let old = state[keyPath: property]
            guard old != value else { return }
            state[keyPath: property] = value
            announce(key) { (old, value) }
            if let tell { forEachSession(state, tell) }
        }
    }

    /// For what concerns every item that is loaded.
    func forEachSession(_ state: borrowing State, _ body: @escaping @Sendable (any ItemPlayback) -> Void) {
        for item in state.queue.items {
            let core = item.core
            post { core.read { $0.session }.map(body) }
        }
    }

    func attach(_ core: ItemCore, _ state: borrowing State) {
        core.prepareSelection(criteria: state.criteria, isAutomatic: state.options.selectsAutomatically)
        core.attach(environment: environment, volume: state.volume, isMuted: state.isMuted)
        post { core.flush() }
    }

    // MARK: The items' word

    func item(_ item: ItemCore, did event: ItemEvent) {
        update { state in
            guard !state.isClosed else { return }
            guard item === state.current else {
                if case .unplayable = event { queuedItemFailed(item, state) }
                return
            }
            switch event {
            case .playable(let abilities):
                becomeReady(&state)
                take(&state) { $0.itemIsReady(abilities) }
                tellPictureObservers(state) { $0.itemPlayable(item) }
                mark(&state)
                schedulePreload(&state)
            case .buffer(let buffer):
                lookAhead(item, &state)
                take(&state) { $0.bufferChanged(buffer) }
                if buffer.isLikelyToKeepUp || buffer.isFull { endPreroll(true, &state) }
                schedulePreload(&state)
            case .stalled:
                perform(state.transport.stalled(), &state)
            case .ended:
                if !playAfterEnd(item, &state) { perform(state.transport.ended(), &state) }
            case .brokeOff:
                endPreroll(false, &state)
                perform(state.transport.brokeOff(), &state)
                if let failed = item.item { tellQueueObserver(state) { $0.itemFailed(failed) } }
            case .unplayable:
                endPreroll(false, &state)
                perform(state.transport.failed(), &state)
                tellPictureObservers(state) { $0.itemPlayable(item) }
                if let failed = item.item { tellQueueObserver(state) { $0.itemFailed(failed) } }
            case .seekStarted:
                endPreroll(false, &state)
                perform(state.transport.jumped(), &state)
            case .jumped:
                post { [hub] in hub.timeJumped() }
                schedulePreload(&state)
            case .endsChanged:
                mark(&state)
                schedulePreload(&state)
            case .rateChanged:
                post { [hub] in hub.rateChanged() }
            case .firstPicture:
                tellPictureObservers(state) { $0.firstPicture(of: item) }
            case .pictureSizeChanged:
                tellPictureObservers(state) { $0.pictureSizeChanged(of: item) }
            case .loaded:
                lookAhead(item, &state)
            case .interstitialsChanged:
                interstitialsChanged(&state)
            case .seekLanded:
                seekLanded(item, &state)
            case .timedText(let text):
                post { [hub] in item.deliver(text, hub) }
            case .timedMetadata(let metadata):
                post { [hub] in item.deliver(metadata, hub) }
            }
        }
    }

    private func queuedItemFailed(_ item: ItemCore, _ state: borrowing State) {
        if let failed = item.item { tellQueueObserver(state) { $0.itemFailed(failed) } }
    }

    private func becomeReady(_ state: inout State) {
        guard state.status == .unknown else { return }
        state.status = .readyToPlay
        announce("status") { (AVPlayer.Status.unknown, AVPlayer.Status.readyToPlay) }
    }

    /// For what plays in the place of something else: neither forwards nor faster.
    func restrictAdvancement(_ restricts: Bool) {
        update { state in
            state.restrictsAdvancement = restricts
            perform(state.transport.setMaximumRate(restricts ? 1 : nil), &state)
        }
    }

    /// The player can never play again: a new one has to be made.
    func fail(_ error: any Error) {
        update { state in
            guard state.status != .failed else { return }
            let old = state.status
            state.error = error
            state.status = .failed
            let core = state.current
            post { core?.setRate(0) }
            perform(state.transport.failed(), &state)
            perform(state.transport.setRate(0), &state)
            announce("status") { (old, AVPlayer.Status.failed) }
        }
    }

    // MARK: Telling

    /// Tells observers of a change, later, on the main queue.
    func announce<Value>(_ key: String, _ values: @escaping @Sendable () -> (old: Value, new: Value)) {
        later { [observers] in
            let (old, new) = values()
            Announcement(key, of: observers, from: old, to: new).tell()
        }
    }

    private func postRateChange(_ reason: TransportState.RateReason?) {
        later { [weak self] in
            guard let player = self?.player else { return }
            let userInfo = reason.map { [AVPlayer.rateDidChangeReasonKey: AVPlayer.RateDidChangeReason($0)] }
            NotificationCenter.default.post(
                name: AVPlayer.rateDidChangeNotification, object: player, userInfo: userInfo)
        }
    }

    /// Posted here and not by the item, so that it keeps its place among what observers of the player are told.
    private func postNotification(_ name: Notification.Name, of core: ItemCore?) {
        later { [weak core] in
            guard let item = core?.item else { return }
            NotificationCenter.default.post(name: name, object: item)
        }
    }

    func later(_ work: @escaping @Sendable () -> Void) {
        post { [environment] in environment.onMain(work) }
    }

    func tellPictureObservers(
        _ state: borrowing State, _ body: @escaping @Sendable (any PictureObserver) -> Void
    ) {
        for entry in state.pictureObservers {
            guard let observer = entry.observer else { continue }
            post { [weak observer] in observer.map(body) }
        }
    }

    private func tellQueueObserver(
        _ state: borrowing State, _ body: @escaping @Sendable (any QueueObserver) -> Void
    ) {
        guard let observer = state.queueObserver else { return }
        post { [weak observer] in observer.map(body) }
    }
}
