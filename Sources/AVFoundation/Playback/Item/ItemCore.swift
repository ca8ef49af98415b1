import CoreMedia
import Foundation
import HLS
import KeyValueObserving
import MediaEngine
import Synchronization

/// The implementation of an `AVPlayerItem`: its state, its session and its reports to its player.
///
/// Any thread may call it. `ItemHost` describes the order of its lock and the player's.
final class ItemCore: Sendable {
    typealias SeekHandler = @Sendable (Bool) -> Void

    struct State: Sendable {
        var item = ItemState()
        var attachment: ItemAttachment
        var playhead = ItemPlayhead()
        var seeks = SeekState<SeekHandler>()
        var settings = ItemSettings()
        var selection = SelectionState()
        var presentation = ItemPresentation()
        var stream = StreamInformation()
        var timed = TimedMaterial()
        var log = PlaybackLog()
        /// Writes the errors of the asset's thumbnails to the log.
        var thumbnailErrors: ThumbnailFiles.Observation?
        var metrics = MetricState()
        var timebase: CMTimebase?
        /// The contents of the asset, once the session has opened it.
        var contents: AssetContents?
        var tracks: [AVPlayerItemTrack] = []
        var outputs: [AVPlayerItemOutput] = []
        var collectors: [AVPlayerItemMediaDataCollector] = []
        /// The outcome of the current update.
        var outcome = ItemOutcome()
        /// The property values that were last reported to key-value observers.
        var reported = ItemSnapshot()

        var session: (any ItemPlayback)? { attachment.session }
        var serial: UInt64 { attachment.serial }
        var environment: PlaybackEnvironment { attachment.environment }
        var now: Int64 { environment.hostClock.now }

        /// The current time of the item.
        var currentTime: CMTime {
            // A session does not know its start position before it has opened the media.
            playhead.time(item.isPlayable ? session?.currentTime : nil, now: now)
        }
    }

    /// The client's asset.
    let givenAsset: AVAsset
    /// The asset that is played.
    let asset: AVAsset
    let keys: [String]
    let isLocalFile: Bool
    let observers = KeyValueObservers()
    /// The session identifier of the item in its logs.
    let playbackID = UUID().uuidString
    private let state: Mutex<State>
    private let outbox = Outbox()
    private let owner = Mutex(WeakItem())

    private struct WeakItem: Sendable { weak var item: AVPlayerItem? }

    init(asset: AVAsset, keys: [String], environment: PlaybackEnvironment) {
        givenAsset = asset
        self.asset = asset.forPlayback
        self.keys = keys
        isLocalFile = Self.isLocalFile(self.asset)
        state = Mutex(State(attachment: ItemAttachment(environment: environment)))
    }

    var item: AVPlayerItem? {
        get { owner.withLock { $0.item } }
        set { owner.withLock { $0.item = newValue } }
    }

    // MARK: The state

    /// Reads the state. `body` may query the session, and calls no other code.
    func read<Result>(_ body: (borrowing State) -> Result) -> Result { state.withLock { body($0) } }

    /// Changes state that affects neither the player nor key-value observers. Only the item's lock is taken.
    func adjust<Result>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Handles an input; called with no lock held. The player of the item reacts in the same step.
    /// - Parameter key: the observable property that the client's call sets.
    @discardableResult
    func update<Result: Sendable>(
        _ cause: ChangeCause, setting key: String? = nil, _ body: (inout State) -> Result
    ) -> Result {
        while true {
            let host = read { $0.attachment.host }
            func change() -> (Result, ItemOutcome)? { self.change(cause, setting: key, in: host, body) }
            let result: Result?
            var announcement: (@Sendable () -> Void)?
            if let host {
                result = host.process(self, cause, change)
            } else {
                let alone = change()
                result = alone?.0
                alone?.1.work.forEach { $0() }
                announcement = alone?.1.announcement
            }
            // The result is nil where the item has just moved to another player; then the input is tried again.
            guard let result else { continue }
            outbox.drain()
            announcement?()
            return result
        }
    }

    /// Makes a change by the player, whose state is locked. The player handles the outcome by `PlayerCore.react`.
    func updateInPlayer(_ cause: ChangeCause, _ body: (inout State) -> Void) -> ItemOutcome {
        state.withLock { change(cause, setting: nil, body, &$0).1 }
    }

    private func change<Result: Sendable>(
        _ cause: ChangeCause, setting key: String?, in host: (any ItemHost)?, _ body: (inout State) -> Result
    ) -> (Result, ItemOutcome)? {
        state.withLock { state in
            guard state.attachment.host === host else { return nil }
            return change(cause, setting: key, body, &state)
        }
    }

    private func change<Result: Sendable>(
        _ cause: ChangeCause, setting key: String?, _ body: (inout State) -> Result, _ state: inout State
    ) -> (Result, ItemOutcome) {
        let before = ItemSnapshot(state)
        let result = body(&state)
        var outcome = state.outcome
        state.outcome = ItemOutcome()
        let changes = ItemSnapshot(state).changes(since: before, setting: key)
        if !changes.isEmpty {
            switch cause {
            case .client: outcome.announcement = { [self] in announce(changes) }
            case .playback: state.environment.onMain { [self] in announce(changes) }
            }
        }
        return (result, outcome)
    }

    /// Calls the key-value observers on this thread, with no lock held.
    private func announce(_ changes: [PropertyChange<ItemSnapshot>]) {
        for change in changes {
            let old = state.withLock { $0.reported.acknowledge(change, current: ItemSnapshot($0)) }
            if let old { change.announce(from: old, to: observers) }
        }
    }

    /// Performs work of the module after the current update, with no lock held, in the order of the updates.
    func post(_ work: @escaping @Sendable () -> Void) { outbox.post(work) }

    /// Performs posted work after a change by the player.
    func flush() { outbox.drain() }

    func report(_ event: ItemEvent, _ state: inout State) { state.outcome.events.append(event) }

    /// Posts a notification of this item on the main queue, after the current call.
    func postNotification(
        _ name: Notification.Name, _ state: inout State, userInfo: (@Sendable () -> [String: Any]?)? = nil
    ) {
        state.environment.onMain { [weak self] in
            guard let item = self?.item else { return }
            NotificationCenter.default.post(name: name, object: item, userInfo: userInfo?())
        }
    }

    // MARK: Belonging to a player

    /// Whether the item is in no player.
    var isFree: Bool { read { $0.attachment.host == nil } }

    /// Assigns the item to a player. Loads nothing yet. The player's state is locked.
    func claim(for host: any ItemHost) { adjust { $0.attachment.claim(for: host) } }

    /// Starts a session for the item's player, once. Nothing before the start position is loaded. The player's state is locked.
    func attach(
        _ cause: ChangeCause, environment: PlaybackEnvironment, audio: AudioChainLink, volume: Float, isMuted: Bool
    ) -> ItemOutcome {
        updateInPlayer(cause) { state in
            guard state.attachment.host != nil, !state.item.isAttached else { return }
            state.item.attach(keysAreLoaded: keys.isEmpty)
            guard state.item.status != .failed else { return }
            state.presentation.hasFirstFrame = false
            state.playhead.attach()
            let options = options(state, environment, audio, volume: volume, isMuted: isMuted)
            state.attachment.audioLink = audio
            let session = state.attachment.begin(in: environment) { serial in
                environment.makeSession(asset.mediaAsset, options) { [weak self] event in
                    self?.take(event, of: serial)
                }
            }
            let serial = state.serial
            metricsBegan(&state)
            if state.settings.forwardEnd.isNumeric { session.setForwardEndTime(state.settings.forwardEnd) }
            if let mix = state.settings.audioMix { session.setAudioMix(mix.plan) }
            if state.settings.effectivePitch == .varispeed { session.setPitchAlgorithm(.varispeed) }
            session.prepare()
            if !keys.isEmpty { post { [self] in loadKeys(serial) } }
            post { [self] in reattachOutputs() }
        }
    }

    /// Ends the session. Status and other properties keep their values. The player's state is locked, or the item is in no player.
    func detach(_ cause: ChangeCause) -> ItemOutcome {
        updateInPlayer(cause) { state in
            let time = state.currentTime
            if state.session != nil { metricsEnded(at: time, &state) }
            perform(seek: state.seeks.close(), &state)
            let session = state.attachment.end()
            state.item.detach()
            state.timed.sessionEnded()
            state.stream.sessionEnded()
            guard let session else { return }
            state.playhead.detach(at: time)
            state.log.ended(session.statistics, at: Date())
            state.outcome.work.append { session.close() }
            post { [self] in
                followCaptions()
                followMetadata()
            }
        }
    }

    /// Handles the deallocation of the client's item.
    func release() {
        let outcome = detach(.playback)
        for work in outcome.work { work() }
        endMetrics()
    }

    private func options(
        _ state: borrowing State, _ environment: PlaybackEnvironment, _ audio: AudioChainLink, volume: Float,
        isMuted: Bool
    ) -> PlaybackSession.Options {
        var options = PlaybackSession.Options()
        options.startTime = state.playhead.start
        options.cancelsSeeksOutside = true
        options.hostClock = environment.hostClock
        options.makeAudioOutput = { audio }
        options.volume = volume
        options.isMuted = isMuted
        options.forwardBufferSeconds = state.settings.forwardBufferSeconds
        options.streaming = state.streamingPreferences(isExpensiveNetwork: environment.isExpensiveNetwork)
        return options
    }

    private func loadKeys(_ serial: UInt64) {
        asset.loadValuesAsynchronously(forKeys: keys) { [weak self] in
            guard let self else { return }
            let failure = keys.lazy.compactMap { self.asset.failure(ofKey: $0) }.first
            update(.playback) { state in
                guard state.serial == serial else { return }
                self.perform(state.item.keysLoaded(failure: failure), &state)
            }
        }
    }

    // MARK: Performing

    func perform(_ actions: [ItemState.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .tracksBecameKnown: makeTracks(&state)
            case .loadedRangesChanged: report(.loaded, &state)
            case .bufferChanged(let buffer): report(.buffer(buffer), &state)
            case .playable:
                selectAtStart(&state)
                report(.playable(state.item.abilities), &state)
            case .failedToPlayToEnd:
                let error = state.item.endFailure.map(clientError)
                postNotification(
                    AVPlayerItem.failedToPlayToEndTimeNotification, &state,
                    userInfo: { error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] } })
                report(.endedEarly, &state)
            case .unplayable:
                perform(seek: state.seeks.cancel(), &state)
                state.session?.setRate(0)
                report(.unplayable, &state)
            }
        }
    }
}
