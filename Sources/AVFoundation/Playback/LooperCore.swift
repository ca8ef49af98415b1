import CoreMedia
import Foundation
import KeyValueObserving
import MediaEngine
import Synchronization

/// Performs what `LooperState` decides.
final class LooperCore: QueueObserver {
    struct State: Sendable {
        var looper: LooperState
        var replicas: [AVPlayerItem] = []
        var error: (any Error)?
        var formerEndAction: AVPlayer.ActionAtItemEnd?
    }

    let observers = KeyValueObservers()
    private let state: Mutex<State>
    private let outbox = Outbox()
    private let template: AVPlayerItem
    private let ordering: AVPlayerLooper.ItemOrdering
    /// Weak, as a looper is none of the player's owners.
    private let player = Mutex(WeakPlayer())

    private struct WeakPlayer: Sendable { weak var core: PlayerCore? }

    init(player core: PlayerCore, template: AVPlayerItem, range: CMTimeRange, ordering: AVPlayerLooper.ItemOrdering) {
        // What becomes of the template later is not followed.
        self.template = template.snapshot()
        self.ordering = ordering
        state = Mutex(State(looper: LooperState(timeRange: range)))
        player.withLock { $0.core = core }
    }

    func read<Result>(_ body: (borrowing State) -> Result) -> Result { state.withLock { body($0) } }

    private var playerCore: PlayerCore? { player.withLock { $0.core } }

    /// The length of the template has to be known first.
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

    func disable() { decide { $0.disable() } }

    // MARK: The queue's word

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

    private func decide(error: (any Error)? = nil, _ body: (inout LooperState) -> [LooperState.Action]) {
        state.withLock { state in
            let old = (state.looper.status, state.looper.loopCount)
            let actions = body(&state.looper)
            for action in actions { perform(action, from: old, error, &state) }
        }
        outbox.drain()
    }

    private func perform(
        _ action: LooperState.Action, from old: (LooperState.Status, Int), _ cause: (any Error)?, _ state: inout State
    ) {
        switch action {
        case .fill(let count, let range):
            let replicas = (0..<count).map { _ in replica(playing: range) }
            state.replicas = replicas
            announce("loopingPlayerItems") { ([], replicas) }
            outbox.post { [self] in fill(with: replicas) }
        case .requeue(let index):
            let item = state.replicas[index]
            let start = item.core.read { $0.settings.loopStart }
            outbox.post { [self] in
                item.core.update { $0.startPosition = start }
                playerCore?.insert(item, after: nil, byClient: false)
            }
        case .loopCountChanged(let count):
            announce("loopCount") { (old.1, count) }
        case .statusChanged(let status):
            announce("status") { (AVPlayerLooper.Status(old.0), AVPlayerLooper.Status(status)) }
        case .failed(let failure):
            state.error = AVError.looping(failure, cause: cause)
        case .removeWaiting:
            let replicas = state.replicas
            outbox.post { [self] in
                guard let playerCore else { return }
                let current = playerCore.read { $0.queue.current }
                for item in replicas where item !== current { playerCore.remove(item, byClient: false) }
            }
        case .restoreEndAction:
            let former = state.formerEndAction
            outbox.post { [self] in
                guard let former else { return }
                playerCore?.player?.setEndAction(former)
            }
        }
    }

    private func replica(playing range: CMTimeRange) -> AVPlayerItem {
        let item = template.snapshot()
        item.core.update { state in
            state.settings.forwardEnd = range.end
            state.settings.loopStart = range.start
            state.startPosition = range.start
        }
        return item
    }

    private func fill(with replicas: [AVPlayerItem]) {
        guard let core = playerCore else { return }
        switch ordering {
        // What a client had queued waits behind a loop that never ends.
        case .loopingItemsPrecedeExistingItems: core.insertFirst(replicas)
        case .loopingItemsFollowExistingItems:
            for item in replicas { core.insert(item, after: nil, byClient: false) }
        }
        let former = core.player?.actionAtItemEnd
        state.withLock { $0.formerEndAction = former }
        core.player?.setEndAction(.advance)
        core.update { $0.queueObserver = self }
    }

    private func announce<Value>(_ key: String, _ values: @escaping @Sendable () -> (old: Value, new: Value)) {
        let onMain = template.core.read { $0.environment.onMain }
        outbox.post { [observers] in
            onMain {
                let (old, new) = values()
                Announcement(key, of: observers, from: old, to: new).tell()
            }
        }
    }
}
