import CoreMedia
import Foundation
import HLS
import Synchronization

/// Plays an HTTP Live Streaming presentation: the driver of `StreamMachine`.
///
/// The session's reader thread calls `read`, `seek` and `resolve`; network responses arrive on other threads. Every input is passed to the
/// machine with the lock of `state` held. The machine's actions are performed afterwards, in order and without the lock.
final class StreamingReader: MediaReader, StreamCapabilities {
    enum ReaderThread: Equatable {
        case running
        /// The deadline is in nanoseconds of the clock; nil if only an input can change the state.
        case sleeping(until: Int64?)
    }

    struct State: Sendable {
        var machine: StreamMachine
        var pipelines: [RenditionRole: RenditionPipeline] = [:]
        var queues: [RenditionRole: PacketQueue] = [:]
        /// By track: the format of its first packet.
        var formats: [Int: StreamFormat] = [:]
        /// Nil until the first video packets have arrived.
        var info: MediaInfo?
        var thread = ReaderThread.running
    }

    let locator: MediaLocator
    let loader: ResourceLoader
    let clock: any HostClock
    let startTime: StartTime
    let state: Monitor<State>
    let events = StreamEvents()
    let actions = ActionQueue<StreamAction>()
    let fetches = FetchTable()
    let bodies = BodyTable()
    let dateRanges = PublishedValue<[DateRange]>()
    let interstitials = PublishedValue<StreamInterstitials>()
    let subtitles = Mutex(FollowedSubtitles())
    /// Stores the throughput of networks between runs; nil: nothing is stored.
    let memory: ThroughputMemory?
    let network: NetworkIdentity

    /// - Parameter startTime: the start position requested by the client; it may change until a media playlist arrives.
    init(
        _ locator: MediaLocator, preferences: StreamingPreferences = StreamingPreferences(),
        memory: ThroughputMemory? = nil, clock: any HostClock = SystemHostClock(), policy: FetchPolicy = .standard,
        startTime: StartTime = StartTime()
    ) {
        self.locator = locator
        self.clock = clock
        self.memory = memory
        self.startTime = startTime
        network = NetworkIdentity(towards: locator.url)
        let sessionID = locator.sessionIdentifier ?? UUID().uuidString
        var marked = locator
        marked.headers["X-PLAYBACK-SESSION-ID"] = sessionID
        loader = ResourceLoader(locator: marked, policy: policy) { [events] transfer in
            events.report(.transfer(transfer))
        }
        let now = clock.now
        state = Monitor(
            State(
                machine: StreamMachine(
                    url: locator.url, hasProvider: locator.provider != nil, sessionID: sessionID,
                    preferences: preferences, remembered: memory?.recall(network, now: Double(now) / 1e9),
                    now: .nanoseconds(now))))
    }

    deinit { fetches.cancelAll() }

    var now: Duration { .nanoseconds(clock.now) }

    // MARK: - The machine

    /// Passes an input to the machine, and performs the actions that it requests.
    func update<R>(_ body: (inout State) -> R) -> R {
        let (result, hasActions) = state.withLock { state in
            state.machine.advanceTime(to: now)
            if !state.machine.hasStarted { state.machine.requestStart(at: startTime.current) }
            let result = body(&state)
            state.applyPipelineChanges()
            let added = state.machine.actions
            state.machine.actions = []
            actions.append(added)
            return (result, !added.isEmpty)
        }
        if hasActions { performActions() }
        return result
    }

    /// Passes an input to the machine and wakes the reader thread.
    func updateAndWake(_ body: (inout State) -> Void) {
        update { state in
            body(&state)
            state.thread = .running
        }
        state.broadcast()
    }

    /// Returns a value of the machine without changing it.
    func query<R>(_ body: (StreamMachine) -> R) -> R { state.withLock { body($0.machine) } }

    // MARK: - MediaReader

    var url: URL { locator.url }
    var stream: (any StreamCapabilities)? { self }
    var info: MediaInfo { state.withLock { $0.info ?? StreamMachine.emptyInfo } }
    var bytesRead: Int64 { query(\.byteCount) }
    var isComplete: Bool { query(\.hasStarted) }
    func format(of track: Int) -> StreamFormat? { state.withLock { $0.formats[track] } }

    func cancel() { updateAndWake { $0.machine.cancel() } }
    func resume() { update { $0.machine.resume() } }
    func interrupt() { updateAndWake { $0.machine.interrupt() } }

    func reportPlayHead(_ playHead: Nanoseconds, rate: Double) {
        update { $0.machine.reportPlayHead(playHead, rate: rate) }
    }

    func prefer(_ preferences: StreamingPreferences) { update { $0.machine.prefer(preferences) } }
    func observeEvents(_ listener: @escaping @Sendable (StreamEvent) -> Void) { events.listen(listener) }

    func discardAll(except tracks: Set<Int>) {
        updateAndWake { $0.machine.select(tracks) }
        dropSubtitles(except: tracks)
    }

    func takeFailedTracks() -> Set<Int> { update { $0.machine.selection.takeFailedTracks() } }

    func switchAway(
        fromVariant variant: Int, because fault: DecoderLimits.Fault, _ error: MediaError
    ) -> VariantSwitch {
        update { $0.machine.switchAway(fromVariant: variant, because: fault, error) }
    }

    func reportCorruptFrame(at time: Nanoseconds, isLost: Bool) {
        update { $0.machine.reportCorruptFrame(at: time, isLost: isLost) }
    }

    func seek(to time: Nanoseconds, track: Int?) throws(MediaError) { update { $0.machine.seek(to: time) } }
}

extension StreamingReader.State {
    fileprivate mutating func applyPipelineChanges() {
        for change in machine.pipelineChanges {
            switch change {
            case .clear(let role):
                queues[role] = PacketQueue()
                if pipelines[role] == nil { pipelines[role] = RenditionPipeline(role: role) }
            case .drop(let role, let tracks):
                queues[role]?.drop(tracks: tracks)
                machine.renditions[role]?.queuedPackets = queues[role]?.count ?? 0
            case .remove(let role):
                queues[role] = nil
                pipelines[role] = nil
            }
        }
        machine.pipelineChanges = []
    }

    /// Delivers the packet with the earliest decode time; nil if none is queued.
    mutating func takePacket() -> Packet? {
        let earliest = queues.filter { $0.value.next != nil }.min {
            ($0.value.next?.decodeTime ?? .max, $0.key) < ($1.value.next?.decodeTime ?? .max, $1.key)
        }
        guard let role = earliest?.key, let packet = queues[role]?.takeNext() else { return nil }
        machine.delivered(role, queued: queues[role]?.count ?? 0)
        return packet
    }

    mutating func append(_ packets: [Packet], to role: RenditionRole) {
        for packet in packets where formats[packet.trackIndex] == nil { formats[packet.trackIndex] = packet.format }
        queues[role]?.append(packets)
    }
}
