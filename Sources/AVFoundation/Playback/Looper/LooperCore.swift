import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import Synchronization

/// Performs the decisions of `LooperState`.
final class LooperCore: QueueObserver {
    struct State: Sendable {
        var looper: LooperState
        var replicas: [AVPlayerItem] = []
        var error: (any Error)?
        /// The property values that were last reported to key-value observers.
        var reported = LooperSnapshot()
    }

    let observers = KeyValueObservers()
    private let state: Mutex<State>
    private let outbox = Outbox()
    private let template: AVPlayerItem
    private let ordering: AVPlayerLooper.ItemOrdering
    /// Weak, because a looper does not own its player.
    private let player = Mutex(WeakPlayer())

    private struct WeakPlayer: Sendable { weak var core: PlayerCore? }

    init(player core: PlayerCore, template: AVPlayerItem, range: CMTimeRange, ordering: AVPlayerLooper.ItemOrdering) {
        // Later changes of the template have no effect.
        self.template = template.snapshot()
        self.ordering = ordering
        state = Mutex(State(looper: LooperState(timeRange: range)))
        player.withLock { $0.core = core }
    }

    func read<Result>(_ body: (borrowing State) -> Result) -> Result { state.withLock { body($0) } }

    private var playerCore: PlayerCore? { player.withLock { $0.core } }

    /// Loads the duration of the template, which has to be known first.
    func start() {
        let load = template.core.read { $0.environment.loadDuration }
        load(template.core.asset.mediaAsset) { [weak self] result in
            switch result {
            case .success(let duration): self?.durationLoaded(duration)
            case .failure(let error): self?.durationFailed(error)
            }
        }
    }

    func durationLoaded(_ duration: CMTime) { decide { $0.durationLoaded(duration) } }

    func durationFailed(_ error: any Error) { decide(error: error) { $0.durationFailed() } }

    func disable() { decide(.client) { $0.disable() } }

    // MARK: Events of the queue

    func itemFinished(_ item: AVPlayerItem) {
        guard let index = read({ $0.replicas.firstIndex { $0 === item } }) else { return }
        decide { $0.finished(index) }
    }

    func itemFailed(_ item: AVPlayerItem) {
        guard read({ $0.replicas.contains { $0 === item } }) else { return }
        decide(error: item.core.read { $0.item.error ?? $0.item.endFailure }.map(clientError)) { $0.replicaFailed() }
    }

    func queueChangedByClient() { decide { $0.queueChangedByOthers() } }

    // MARK: Performing

    private func decide(
        _ cause: ChangeCause = .playback, error: (any Error)? = nil, _ body: (inout LooperState) -> [LooperState.Action]
    ) {
        let changes = state.withLock { state -> [PropertyChange<LooperSnapshot>] in
            let before = LooperSnapshot(state)
            for action in body(&state.looper) { perform(action, error, &state) }
            let changes = LooperSnapshot(state).changes(since: before, setting: nil)
            if cause == .playback, !changes.isEmpty { environment.onMain { [self] in announce(changes) } }
            return changes
        }
        outbox.drain()
        if cause == .client { announce(changes) }
    }

    private var environment: PlaybackEnvironment { template.core.read { $0.environment } }

    /// Calls the key-value observers on this thread, with no lock held.
    private func announce(_ changes: [PropertyChange<LooperSnapshot>]) {
        for change in changes {
            let old = state.withLock { $0.reported.acknowledge(change, current: LooperSnapshot($0)) }
            if let old { change.announce(from: old, to: observers) }
        }
    }

    private func perform(
        _ action: LooperState.Action, _ cause: (any Error)?, _ state: inout State
    ) {
        switch action {
        case .fill(let count, let range):
            let replicas = (0..<count).map { _ in replica(playing: range) }
            state.replicas = replicas
            outbox.post { [self] in fill(with: replicas) }
        case .requeue(let index):
            let item = state.replicas[index]
            let start = item.core.read { $0.settings.loopStart }
            outbox.post { [self] in
                item.core.adjust { $0.playhead.setStart(start) }
                if let playerCore { append([item], to: playerCore) }
            }
        case .loopCountChanged, .statusChanged:
            // Observers are called after the update, by the comparison of snapshots.
            break
        case .failed(let failure):
            state.error = AVError.looping(failure, cause: cause)
        case .removeWaiting:
            let replicas = state.replicas
            outbox.post { [self] in
                guard let playerCore else { return }
                let current = playerCore.read { $0.queue.current }
                for item in replicas where item !== current {
                    playerCore.changeOwn {
                        $0.remove(item)
                    } otherwise: {
                        $0.removeOwn(item)
                    }
                }
            }
        case .restoreEndAction:
            outbox.post { [self] in playerCore?.endAdvancingForLooper() }
        }
    }

    private func replica(playing range: CMTimeRange) -> AVPlayerItem {
        let item = template.snapshot()
        item.core.update(.client) { state in
            state.settings.forwardEnd = range.end
            state.settings.loopStart = range.start
            state.playhead.setStart(range.start)
        }
        return item
    }

    private func append(_ items: [AVPlayerItem], to core: PlayerCore) {
        core.changeOwn { player in
            for item in items where item.core.isFree { player.insert(item, after: nil) }
        } otherwise: { core in
            for item in items { core.appendOwn(item) }
        }
    }

    private func fill(with replicas: [AVPlayerItem]) {
        guard let core = playerCore else { return }
        switch ordering {
        // The items that a client had queued wait behind the loop, which never ends.
        case .loopingItemsPrecedeExistingItems where core.read { $0.queue.current != nil }: core.insertFirst(replicas)
        case .loopingItemsPrecedeExistingItems, .loopingItemsFollowExistingItems: append(replicas, to: core)
        }
        core.advanceForLooper()
        core.update(.playback) { $0.queueObserver = self }
    }
}

/// The values of an `AVPlayerLooper`'s observable properties at one moment.
struct LooperSnapshot: ObservedSnapshot {
    private(set) var status = LooperState.Status.unknown
    private(set) var loopCount = 0
    private(set) var replicas: [AVPlayerItem] = []

    init() {}

    init(_ state: borrowing LooperCore.State) {
        status = state.looper.status
        loopCount = state.looper.loopCount
        replicas = state.replicas
    }

    static let properties: [ObservedProperty<LooperSnapshot>] = [
        ObservedProperty(
            "loopingPlayerItems", \.replicas, isEqual: { $0.elementsEqual($1, by: ===) }, as: { $0 }),
        ObservedProperty("loopCount", \.loopCount),
        ObservedProperty("status", \.status) { AVPlayerLooper.Status($0) },
    ]
}
