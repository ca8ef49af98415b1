import CoreMedia
import Foundation
import HLS
import KeyValueObserving
import MediaEngine
import Synchronization

/// The player that an item is in, as the item sees it. Called with no lock held, on any thread.
protocol ItemHost: AnyObject, Sendable {
    func item(_ item: ItemCore, did event: ItemEvent)

    /// A client wants to go elsewhere in the item.
    /// - Returns: where it goes; nil: nowhere.
    func item(_ item: ItemCore, willSeekTo time: CMTime) -> CMTime?
}

/// What an item tells its player.
enum ItemEvent: Sendable {
    case playable(TransportState.Abilities)
    case buffer(BufferState)
    case stalled
    case ended
    /// Playing stopped before the end; the item stays ready.
    case brokeOff
    case unplayable
    /// The position is, or soon will be, another one: an end that had been reached is left.
    case seekStarted
    case jumped
    /// A client's seek has come to its place.
    case seekLanded
    /// More is in the buffer, or less.
    case loaded
    /// What is to be played in between is other than before.
    case interstitialsChanged
    /// Where playing ends was set to another time.
    case endsChanged
    case rateChanged
    case firstPicture
    case pictureSizeChanged
    case timedText(TimedText)
    case timedMetadata(TimedMetadata)
}

/// What happens inside an `AVPlayerItem`: its state, its session and the word to its player.
///
/// Any thread may call it. One lock protects the state; what follows from a change is performed in order after leaving it.
final class ItemCore: Sendable {
    typealias SeekHandler = @Sendable (Bool) -> Void

    /// What a client may wish of an item before and while it plays.
    struct Settings: Sendable {
        var forwardEnd = CMTime.invalid
        var reverseEnd = CMTime.invalid
        /// Where each pass of a looper begins.
        var loopStart = CMTime.zero
        var forwardBufferSeconds = 0.0
        var pitch = AVAudioTimePitchAlgorithm.timeDomain
        var peakBitRate = 0.0
        var peakBitRateExpensive = 0.0
        var maximumResolution = CGSize.zero
        var maximumResolutionExpensive = CGSize.zero
        var startsOnFirstEligibleVariant = false
        var usesNetworkWhilePaused = false
        var timeOffsetFromLive = CMTime.invalid
        var keepsTimeOffsetFromLive = false
        var handlesInterstitials = true
        var translatesInterstitials = false
    }

    struct State: Sendable {
        var item = ItemState()
        var seeks = SeekState<SeekHandler>()
        var settings = Settings()
        /// Where playing will begin when the item is attached.
        var startPosition = CMTime.zero
        var session: (any ItemPlayback)?
        /// Grows with each session, so that late words of an old one are known as such.
        var serial: UInt64 = 0
        weak var host: (any ItemHost)?
        var environment: PlaybackEnvironment
        var effectiveRate = 0.0
        var timebase: CMTimebase?
        var hasPicture = false
        /// Time beyond the end, by the machine's clock.
        var pastEnd: (seconds: Double, hostTime: Int64, rate: Double)?
        /// What the time is said to be while something else plays in the item's place.
        var heldTime: CMTime?
        /// It has gone elsewhere meanwhile.
        var hasMovedUnseen = false
        /// Where time stood when the item was detached.
        var lastTime: CMTime?
        var log = PlaybackLog()
        var recommendedOffset = CMTime.invalid
        var metrics = MetricState()
        var outputs: [AVPlayerItemOutput] = []
        var tracks: [AVPlayerItemTrack] = []
        var selection = SelectionState()
        /// What is in the asset, once the session has opened it.
        var contents: AssetContents?
        var captions = CaptionList()
        var collectors: [AVPlayerItemMediaDataCollector] = []
        var dateRanges: [DateRange] = []
        /// What the stream wants played in between; nil: nothing.
        var streamInterstitials: StreamInterstitials?
        /// Where the picture is shown, in device pixels; by who shows it.
        var views: [ObjectIdentifier: CGSize] = [:]
        weak var captionHub: TimeObserverHub?
        var captionToken: TimeObserverToken?
        var timedMetadata = TimedMetadataList()
        /// How far the item itself has come with it.
        var metadataCursor = TimedMetadataCursor()
        var lastTimedMetadata: [AVMetadataItem]?
        var metadataToken: TimeObserverToken?
    }

    let asset: AVAsset
    let keys: [String]
    let observers = KeyValueObservers()
    /// Names the item in its logs.
    let playbackID = UUID().uuidString
    private let state: Mutex<State>
    private let outbox = Outbox()
    private let owner = Mutex(WeakItem())

    private struct WeakItem: Sendable { weak var item: AVPlayerItem? }

    init(asset: AVAsset, keys: [String], environment: PlaybackEnvironment) {
        self.asset = asset
        self.keys = keys
        state = Mutex(State(environment: environment))
    }

    var item: AVPlayerItem? {
        get { owner.withLock { $0.item } }
        set { owner.withLock { $0.item = newValue } }
    }

    /// Reads the state. `body` calls nobody.
    func read<Result>(_ body: (borrowing State) -> Result) -> Result { state.withLock { body($0) } }

    /// Changes the state; what `body` posts is performed after it.
    func update<Result>(_ body: (inout State) -> Result) -> Result {
        defer { outbox.drain() }
        return state.withLock { body(&$0) }
    }

    /// The same without performing anything: `flush` has to follow, when no lock is held.
    func updateQuietly<Result>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Performs work after the present update, in order.
    func post(_ work: @escaping @Sendable () -> Void) { outbox.post(work) }

    // MARK: Belonging to a player

    /// Whether no player, or this one, has the item, and it is not in its queue already.
    func canJoin(_ host: any ItemHost) -> Bool { read { $0.host == nil } }

    /// Makes the item that player's. Nothing is loaded yet.
    func claim(for host: any ItemHost) { state.withLock { $0.host = host } }

    /// Starts a session for its player, once. Nothing before the start position is fetched.
    ///
    /// Performs nothing: `flush` has to follow, when no lock is held.
    func attach(environment: PlaybackEnvironment, volume: Float, isMuted: Bool) {
        state.withLock { state in
            guard state.host != nil, !state.item.isAttached else { return }
            state.environment = environment
            state.serial &+= 1
            state.hasPicture = false
            state.pastEnd = nil
            state.lastTime = nil
            state.effectiveRate = 0
            let serial = state.serial
            let actions = state.item.attach(keysAreLoaded: keys.isEmpty)
            guard state.item.status != .failed else { return }
            metricsBegan(&state)
            let session = environment.makeSession(
                asset.mediaAsset, options(state, volume: volume, isMuted: isMuted)
            ) { [weak self] event in self?.handle(event, of: serial) }
            state.session = session
            post { [self] in reattachOutputs() }
            configure(session, state.settings)
            perform(actions, &state)
            post { session.prepare() }
            if !keys.isEmpty { post { [self] in loadKeys(serial) } }
        }
    }

    /// Performs what is due.
    func flush() { outbox.drain() }

    /// Ends the session. Status and the rest stay as they are.
    func detach() {
        let session = read { $0.session }
        let time = session.map { _ in currentTime() }
        update { state in
            if session != nil { metricsEnded(at: time ?? .invalid, &state) }
            state.host = nil
            state.serial &+= 1
            state.lastTime = time ?? state.lastTime
            state.startPosition = .zero
            state.session = nil
            state.effectiveRate = 0
            state.pastEnd = nil
            state.heldTime = nil
            state.hasMovedUnseen = false
            state.item.detach()
            state.captions = CaptionList()
            state.timedMetadata = TimedMetadataList()
            state.metadataCursor.flush()
            state.dateRanges = []
            state.streamInterstitials = nil
            post { [self] in
                followCaptions()
                followMetadata()
            }
            perform(seek: state.seeks.cancel(), &state)
            if let session {
                state.log.ended(session.statistics, at: Date())
                post { session.close() }
            }
        }
    }

    private func options(_ state: borrowing State, volume: Float, isMuted: Bool) -> PlaybackSession.Options {
        var options = PlaybackSession.Options()
        options.startTime = state.startPosition
        options.hostClock = state.environment.hostClock
        options.makeAudioOutput = state.environment.makeAudioOutput
        options.volume = volume
        options.isMuted = isMuted
        options.forwardBufferSeconds = state.settings.forwardBufferSeconds
        options.streaming = state.streamingPreferences
        return options
    }

    private func configure(_ session: any ItemPlayback, _ settings: Settings) {
        post {
            if settings.forwardEnd.isNumeric { session.setForwardEndTime(settings.forwardEnd) }
            if settings.pitch == .varispeed { session.setPitchAlgorithm(.varispeed) }
        }
    }

    private func loadKeys(_ serial: UInt64) {
        asset.loadValuesAsynchronously(forKeys: keys) { [weak self] in
            guard let self else { return }
            let failure = keys.lazy.compactMap { self.asset.failure(ofKey: $0) }.first
            update { state in
                guard state.serial == serial else { return }
                self.perform(state.item.keysLoaded(failure: failure), &state)
            }
        }
    }

    // MARK: The session's word

    private func handle(_ event: SessionEvent, of serial: UInt64) {
        // Asked before the lock is taken, as the session has one of its own.
        guard let session = read({ $0.serial == serial ? $0.session : nil }) else { return }
        switch event {
        case .ready(let info):
            let (seekable, loaded) = (session.seekableRanges, session.loadedRanges)
            let contents = contents(of: info)
            apply(serial) { core, state in
                state.contents = contents
                state.log.isLive = info.isLive
                let actions = state.item.opened(info, seekable: seekable)
                core.perform(seek: state.seeks.becameReady(seekable: seekable), &state)
                return actions + state.item.rangesChanged(loaded: loaded, seekable: seekable)
            }
        case .firstPicture:
            apply(serial) { core, state in
                state.hasPicture = true
                core.tell(.firstPicture, state)
                return []
            }
        case .presentationSizeChanged(let width, let height):
            apply(serial) { core, state in
                let actions = state.item.presentationSizeChanged(.init(width: width, height: height))
                core.tell(.pictureSizeChanged, state)
                return actions
            }
        case .loadedRangesChanged:
            let (seekable, loaded) = (session.seekableRanges, session.loadedRanges)
            apply(serial) { $1.item.rangesChanged(loaded: loaded, seekable: seekable) }
        case .bufferStateChanged(let buffer):
            let (loaded, time) = (session.loadedRanges, session.currentTime)
            apply(serial) { core, state in
                core.metric(buffer: buffer, loaded: loaded, at: time, &state)
                return state.item.bufferChanged(buffer)
            }
        case .effectiveRateChanged(let rate):
            let (statistics, time) = (session.statistics, session.currentTime)
            apply(serial) { core, state in
                core.metric(rate: rate, at: time, &state)
                core.rateChanged(to: rate, statistics, time, &state)
                return []
            }
        case .timeJumped:
            apply(serial) { core, state in
                // Nobody sees where an item goes that is held: it is told when it goes on.
                guard state.heldTime == nil else { return [] }
                core.postNotification(AVPlayerItem.timeJumpedNotification, &state)
                core.post { core.flushOutputs() }
                core.tell(.jumped, state)
                return []
            }
        case .selectionChanged(.subtitle, let trackIndex):
            apply(serial) { core, state in
                core.post { core.captionTrackChanged(to: trackIndex) }
                return []
            }
        case .soundLost(let lost, let instead):
            apply(serial) { core, state in
                core.soundWasLost(lost, instead: instead, &state)
                return []
            }
        case .selectionChanged:
            // Whoever asked for it has told everybody.
            break
        case .ended:
            apply(serial) { core, state in
                // A seek that was asked for before the end was reached wins.
                if !state.seeks.isSeeking { core.tell(.ended, state) }
                return []
            }
        case .stalled:
            let time = session.currentTime
            apply(serial) { core, state in
                state.log.stalled()
                core.metricStalled(at: time, &state)
                core.tell(.stalled, state)
                return []
            }
        case .timedText(let text):
            apply(serial) { core, state in
                core.tell(.timedText(text), state)
                return []
            }
        case .timedMetadata(let metadata):
            apply(serial) { core, state in
                core.tell(.timedMetadata(metadata), state)
                return []
            }
        case .dateRangesChanged(let ranges):
            apply(serial) { core, state in
                state.dateRanges = ranges
                core.post { core.dateRangesChanged() }
                return []
            }
        case .interstitialsChanged(let found):
            apply(serial) { core, state in
                state.streamInterstitials = found
                core.tell(.interstitialsChanged, state)
                return []
            }
        case .audioDeviceChanged:
            break
        case .transfer(let transfer):
            let time = session.currentTime
            apply(serial) { core, state in
                state.log.transferred(transfer)
                core.metric(transfer: transfer, at: time, &state)
                return []
            }
        case .variant(let variant):
            let (statistics, time, loaded) = (session.statistics, session.currentTime, session.loadedRanges)
            apply(serial) { core, state in
                core.metric(variant: variant, loaded: loaded, at: time, &state)
                if state.log.switched(to: variant, statistics, atSeconds: time.seconds, date: Date()) {
                    core.postNotification(AVPlayerItem.newAccessLogEntryNotification, &state)
                }
                return []
            }
        case .recommendedLiveDistanceChanged(let distance):
            apply(serial) { core, state in
                state.recommendedOffset = distance ?? .invalid
                core.postNotification(AVPlayerItem.recommendedTimeOffsetFromLiveDidChangeNotification, &state)
                return []
            }
        case .warning(let error):
            apply(serial) { core, state in
                core.note(error, &state)
                return []
            }
        case .streamFault(let fault):
            apply(serial) { core, state in
                var error = fault.error
                error.message = fault.comment
                core.note(error, at: fault.date, &state)
                return []
            }
        case .brokeOff(let error):
            apply(serial) { core, state in
                // A seek that was asked for since leads elsewhere.
                if state.seeks.isSeeking { return [] }
                return state.item.brokeOff(error)
            }
        case .failed(let error):
            apply(serial) { core, state in
                core.note(error, &state)
                return state.item.failed(error)
            }
        }
    }

    private func apply(_ serial: UInt64, _ body: @escaping (ItemCore, inout State) -> [ItemState.Action]) {
        update { state in
            guard state.serial == serial else { return }
            let actions = body(self, &state)
            perform(actions, &state)
        }
    }

    private func rateChanged(
        to rate: Double, _ statistics: SessionStatistics, _ time: CMTime, _ state: inout State
    ) {
        state.effectiveRate = rate
        if rate == 0 {
            state.log.ended(statistics, at: Date())
        } else if state.log.began(statistics, of: asset.mediaAsset.locator.url, atSeconds: time.seconds, date: Date()) {
            postNotification(AVPlayerItem.newAccessLogEntryNotification, &state)
        }
        tell(.rateChanged, state)
    }

    /// The counters of the stretch that is being played grow without an event.
    func refreshLog() {
        guard let session = read({ $0.session }) else { return }
        let statistics = session.statistics
        update { $0.log.grew(statistics) }
    }

    func note(_ error: MediaError, at date: Date = Date(), _ state: inout State) {
        state.metrics.tally.recoverableErrors += 1
        state.log.failed(error, of: asset.mediaAsset.locator.url, at: date)
        postNotification(AVPlayerItem.newErrorLogEntryNotification, &state)
    }

    func tell(_ event: ItemEvent, _ state: borrowing State) {
        guard let host = state.host else { return }
        post { [weak host, self] in host?.item(self, did: event) }
    }

    // MARK: Performing

    func perform(_ actions: [ItemState.Action], _ state: inout State) {
        for action in actions {
            switch action {
            case .duration(let old, let new): announce("duration", state) { (old, new) }
            case .tracksBecameKnown: makeTracks(&state)
            case .presentationSize(let old, let new):
                announce("presentationSize", state) {
                    (
                        CGSize(width: old.width, height: old.height),
                        CGSize(width: new.width, height: new.height)
                    )
                }
            case .abilities(let old, let new): announceAbilities(old, new, state)
            case .seekableRanges(let old, let new):
                announce("seekableTimeRanges", state) {
                    (old.map(NSValue.init(timeRange:)), new.map(NSValue.init(timeRange:)))
                }
            case .loadedRanges(let old, let new):
                announce("loadedTimeRanges", state) {
                    (old.map(NSValue.init(timeRange:)), new.map(NSValue.init(timeRange:)))
                }
                tell(.loaded, state)
            case .status(let old, let new):
                if new == .failed {
                    let error = state.item.error.map(clientError)
                    announce("error", state) { (nil, error) as ((any Error)?, (any Error)?) }
                }
                announce("status", state) { (AVPlayerItem.Status(old), AVPlayerItem.Status(new)) }
            case .buffer(let old, let new):
                announce("isPlaybackBufferEmpty", state) { (old.isEmpty, new.isEmpty) }
                announce("isPlaybackBufferFull", state) { (old.isFull, new.isFull) }
                announce("isPlaybackLikelyToKeepUp", state) { (old.isLikelyToKeepUp, new.isLikelyToKeepUp) }
                tell(.buffer(new), state)
            case .playable:
                selectAtStart(&state)
                tell(.playable(state.item.abilities), state)
            case .failedToPlayToEnd:
                let error = state.item.endFailure.map(clientError)
                postNotification(
                    AVPlayerItem.failedToPlayToEndTimeNotification, &state,
                    userInfo: { error.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] } })
                tell(.brokeOff, state)
            case .unplayable:
                let session = state.session
                perform(seek: state.seeks.cancel(), &state)
                post { session?.setRate(0) }
                tell(.unplayable, state)
            }
        }
    }

    /// Tells observers of a change, later, on the main queue; nobody, where nothing has changed or the item is gone.
    func announce<Value: Equatable & SendableMetatype>(
        _ key: String, _ state: borrowing State, _ values: @escaping @Sendable () -> (old: Value, new: Value)
    ) {
        later(state) { [observers] in
            let (old, new) = values()
            guard old != new else { return }
            Announcement(key, of: observers, from: old, to: new).tell()
        }
    }

    @_disfavoredOverload
    func announce<Value>(
        _ key: String, _ state: borrowing State, _ values: @escaping @Sendable () -> (old: Value, new: Value)
    ) {
        later(state) { [observers] in
            let (old, new) = values()
            Announcement(key, of: observers, from: old, to: new).tell()
        }
    }

    private func announceAbilities(
        _ old: TransportState.Abilities, _ new: TransportState.Abilities, _ state: borrowing State
    ) {
        announce("canPlayFastForward", state) { (old.fastForward, new.fastForward) }
        announce("canPlaySlowForward", state) { (old.slowForward, new.slowForward) }
        announce("canPlayReverse", state) { (old.reverse, new.reverse) }
        announce("canPlaySlowReverse", state) { (old.slowReverse, new.slowReverse) }
        announce("canPlayFastReverse", state) { (old.fastReverse, new.fastReverse) }
        announce("canStepForward", state) { (old.stepForward, new.stepForward) }
        announce("canStepBackward", state) { (old.stepBackward, new.stepBackward) }
    }

    /// Posts a notification of this item, later, on the main queue, in line with the changes that observers are told of.
    func postNotification(
        _ name: Notification.Name, _ state: inout State, userInfo: (@Sendable () -> [String: Any]?)? = nil
    ) {
        later(state) { [weak self] in
            guard let item = self?.item else { return }
            NotificationCenter.default.post(name: name, object: item, userInfo: userInfo?())
        }
    }

    private func later(_ state: borrowing State, _ work: @escaping @Sendable () -> Void) {
        let onMain = state.environment.onMain
        post { onMain(work) }
    }
}
