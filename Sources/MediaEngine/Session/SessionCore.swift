import CoreMedia
import Foundation
import HLS
import Synchronization

typealias SessionMachine = PlaybackMachine<Packet, Frame>

/// The implementation of a `PlaybackSession`: its `PlaybackMachine`, and the drivers that perform the machine's actions.
///
/// A driver is a thread with the resources that it owns. The thread exists while the session is active or the driver has work, and ends
/// while the session is paused without work. The threads retain the core but not the session; `close` ends them.
final class SessionCore: Sendable {
    enum Driver: UInt8, CaseIterable { case reader, video, audio, presenter, scanner }

    struct Drivers: Sendable {
        private var bits: UInt8 = 0
        /// The drivers that start automatically; the scanner is started by an action.
        private static let usual: [Driver] = [.reader, .video, .audio, .presenter]

        func contains(_ driver: Driver) -> Bool { bits & (1 << driver.rawValue) != 0 }
        mutating func insert(_ driver: Driver) { bits |= 1 << driver.rawValue }
        mutating func remove(_ driver: Driver) { bits &= ~(1 << driver.rawValue) }
        static let all = Drivers(bits: .max)
        /// The drivers that start automatically and are not in the set.
        var missing: [Driver] { Self.usual.filter { !contains($0) } }
    }

    /// The state protected by the lock.
    struct State: Sendable {
        var machine: SessionMachine
        /// The drivers that have a thread.
        var running = Drivers()
        /// Incremented by each input, so that the presenter misses none.
        var version: UInt64 = 0
        /// The serial of the audio that the audio driver is processing.
        var audioSerial = -1
        /// Whether the audio driver waits for a time: until then no progress of playback gives it work.
        var isAudioTimed = false
    }

    typealias Completion = @Sendable (_ finished: Bool, _ reachedTime: CMTime) -> Void

    let asset: MediaAsset
    let options: PlaybackSession.Options
    let video: VideoOutput
    let clock: any HostClock
    let audioDriver: AudioDriver
    let videoDriver = VideoDriver()
    let captionDriver = CaptionDriver()
    /// Ends the wait for the media to open.
    let opening = Interruption()
    /// The start position; read while the media opens.
    let startTime: StartTime
    /// Ends the scanner's wait.
    let scanCancellation = ThumbnailCancellation()
    private let monitor: Monitor<State>
    private let actions = ActionQueue<SessionMachine.Action>()
    private let completions = Mutex<[SeekID: Completion]>([:])
    private let openedReader = Mutex<(any MediaReader)?>(nil)
    private let deliver: @Sendable (SessionEvent) -> Void
    private let eventQueue = DispatchQueue(label: "openavkit.media.events")
    private let isClosed = Atomic(false)

    /// The maximum time that decoding waits for a viewer to draw the first frame.
    private static let drawingTimeout: Nanoseconds = 60 * .millisecond

    init(
        asset: MediaAsset, options: PlaybackSession.Options, video: VideoOutput,
        deliver: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.asset = asset
        self.options = options
        self.video = video
        self.deliver = deliver
        clock = options.hostClock
        audioDriver = AudioDriver(volume: options.volume, isMuted: options.isMuted)
        var machine = SessionMachine(url: asset.locator.url)
        machine.transport.forwardBuffer = Nanoseconds(seconds: options.forwardBufferSeconds.clamped(0, 3600))
        machine.transport.streaming = options.streaming
        machine.transport.startTime = Nanoseconds(options.startTime) ?? 0
        machine.transport.cancelsSeeksOutside = options.cancelsSeeksOutside
        startTime = StartTime(machine.startRequest)
        machine.transport.playsVideo = options.playsVideo
        machine.transport.playsAudio = options.playsAudio
        monitor = Monitor(State(machine: machine), channels: Driver.allCases.count)
        HeapTrimming.sessionBegan()
    }

    deinit { HeapTrimming.sessionEnded() }

    /// The reader of the opened media; nil before.
    var reader: (any MediaReader)? { openedReader.withLock { $0 } }

    func setReader(_ reader: any MediaReader) { openedReader.withLock { $0 = reader } }

    // MARK: - Inputs

    /// Reads the machine's state.
    func read<Result>(_ body: (SessionMachine) -> Result) -> Result { monitor.withLock { body($0.machine) } }

    /// The current item time.
    var currentTime: Nanoseconds {
        // The clock is read with the lock held, because another thread may change the machine's clock in between.
        read { $0.time(at: clock.time) }
    }

    /// Passes an input to the machine and performs the resulting actions.
    @discardableResult
    func update<Result>(_ cause: InputCause = .change, _ body: (inout SessionMachine) -> Result) -> Result {
        let (result, started, woken) = monitor.withLock { state in
            let before = cause == .progress ? SteadyPlayback(state.machine) : nil
            let result = input(&state, body)
            return (result, startable(&state), concerned(by: before, state))
        }
        wake(woken)
        for driver in started { start(driver) }
        perform()
        return result
    }

    private func input<Result>(_ state: inout State, _ body: (inout SessionMachine) -> Result) -> Result {
        refresh(&state.machine)
        let result = body(&state.machine)
        state.version &+= 1
        actions.append(state.machine.takeActions())
        return result
    }

    private func refresh(_ machine: inout SessionMachine) {
        machine.now = clock.time
        if !machine.start.isOver { machine.start.hasViewers = video.hasViewers }
        if let reader { machine.source.facts = SourceFacts(reader) }
    }

    /// Passes a clock tick to the machine.
    /// - Returns: the time of the next tick (nil: after the next input), and the version up to which inputs are considered.
    func tick() -> (deadline: HostTime?, version: UInt64) {
        let reader = reader
        let (result, started, woken) = monitor.withLock { state in
            let before = SteadyPlayback(state.machine)
            let deadline = input(&state) { machine -> HostTime? in
                guard machine.needsTicks else { return nil }
                var input = SessionMachine.TickInput()
                input.audio = audioDriver.deviceState(at: machine.now)
                input.drawingDelay = video.drawingDelay
                if let stream = reader?.stream, machine.source.facts.live != nil,
                    let next = machine.video.frames.first?.time
                {
                    input.knownGap = stream.knownGap(from: machine.time, to: next)
                }
                return machine.tick(input)
            }
            return ((deadline, state.version), startable(&state), concerned(by: before, state))
        }
        wake(woken)
        for driver in started { start(driver) }
        perform()
        return result
    }

    func wakeDriver(_ driver: Driver) { monitor.broadcast(channel: driver.channel) }

    // MARK: - Drivers

    enum DriverStep<Job> {
        case job(Job)
        case wait(until: HostTime?)
        /// No work while the session is inactive.
        case rest
    }

    /// Blocks until the driver has a job.
    /// - Returns: nil if the driver's thread must end, permanently or until the session is active again.
    func nextJob<Job>(of driver: Driver, _ take: (inout State) -> DriverStep<Job>) -> Job? {
        let job = monitor.wait(on: clock, channel: driver.channel) { state -> Monitor<State>.Attempt<Job?> in
            refresh(&state.machine)
            if driver == .audio { state.isAudioTimed = false }
            guard state.machine.isReady else {
                state.running.remove(driver)
                return .done(nil)
            }
            let step = take(&state)
            actions.append(state.machine.takeActions())
            switch step {
            case .job(let job): return .done(job)
            case .wait(let deadline):
                if driver == .audio { state.isAudioTimed = deadline != nil }
                return .wait(until: deadline?.nanoseconds)
            case .rest:
                guard state.machine.isIdle else { return .wait(until: nil) }
                state.running.remove(driver)
                return .done(nil)
            }
        }
        perform()
        return job
    }

    /// Blocks until the clock reaches a time, or until the state has another version than `version`.
    func waitForChange(after version: UInt64, until deadline: HostTime?) {
        monitor.wait(on: clock, channel: Driver.presenter.channel) { state -> Monitor<State>.Attempt<Void> in
            if state.version != version || deadline.map({ $0 <= clock.time }) ?? false { return .done(()) }
            return .wait(until: deadline?.nanoseconds)
        }
    }

    /// Marks the drivers that need a thread and have none, and returns them.
    private func startable(_ state: inout State) -> [Driver] {
        guard state.machine.isReady else { return [] }
        let needed = state.running.missing.filter { Self.isNeeded($0, state) }
        for driver in needed { state.running.insert(driver) }
        return needed
    }

    private static func isNeeded(_ driver: Driver, _ state: borrowing State) -> Bool {
        let isIdle = state.machine.isIdle
        switch driver {
        case .reader: return !isIdle || state.machine.readerJob() != nil
        case .video: return !isIdle || state.machine.hasVideoJob
        case .audio:
            guard state.machine.source.isComplete else { return false }
            let isStale = state.machine.audio.serial != state.audioSerial && state.machine.source.audioTrack != nil
            return !isIdle || isStale || state.machine.source.pendingAudioTrack != nil
        case .presenter: return state.machine.needsTicks
        case .scanner: return false
        }
    }

    private func start(_ driver: Driver) {
        switch driver {
        case .reader: EngineThread.start("reader") { self.runReader() }
        case .video: EngineThread.start("video") { self.videoDriver.run(self) }
        case .audio: EngineThread.start("audio") { self.audioDriver.run(self) }
        case .presenter: EngineThread.start("presenter") { self.runPresenter() }
        case .scanner: EngineThread.start("scan") { self.runScanner() }
        }
    }

    /// Records the serial of the audio that the audio driver processes.
    func noteAudioSerial(_ serial: Int) { monitor.withLock { $0.audioSerial = serial } }

    /// Ticks while time moves.
    private func runPresenter() {
        while true {
            let (deadline, version) = tick()
            let isNeeded = monitor.withLock { state in
                if state.machine.needsTicks { return true }
                state.running.remove(.presenter)
                return false
            }
            guard isNeeded else { return }
            if let deadline, deadline <= clock.time { continue }
            waitForChange(after: version, until: deadline)
        }
    }

    // MARK: - Actions

    /// Delivers an event to the client, in order, on the session's event queue. Nothing is delivered after closing.
    func send(_ event: SessionEvent) {
        eventQueue.async { [self] in
            if !isClosed.load(ordering: .acquiring) { deliver(event) }
        }
    }

    /// Runs after the events sent so far.
    func afterEvents(_ body: @escaping @Sendable () -> Void) { eventQueue.async(execute: body) }

    /// Performs the actions that are due. No lock is held.
    private func perform() { actions.perform { perform($0) } }

    private func perform(_ action: SessionMachine.Action) {
        switch action {
        case .send(let event): send(event)
        case .complete(let id, let finished, let time):
            guard let completion = completions.withLock({ $0.removeValue(forKey: id) }) else { return }
            afterEvents { completion(finished, time) }
        case .display(let frame): video.show(frame)
        case .awaitFirstDraw: awaitFirstDraw()
        case .pauseAudio(let paused): audioDriver.setPaused(paused)
        case .handOverAudio: audioDriver.handOver()
        case .interruptReader: reader?.stream?.interrupt()
        case .readTracks(let tracks):
            reader?.discardAll(except: tracks)
            update { $0.selectionApplied() }
        case .settleAsset(let result):
            guard let reader else { return }
            afterEvents { [asset] in asset.settle(reader, result) }
        case .observeReader: observeReader()
        case .captions(let work): captionDriver.perform(work, reader: reader, send: send)
        case .startScanner:
            let isNew = monitor.withLock { state in
                defer { state.running.insert(.scanner) }
                return !state.running.contains(.scanner)
            }
            if isNew { start(.scanner) }
        case .cancelScan: scanCancellation.cancel()
        }
    }

    private func awaitFirstDraw() {
        let done: @Sendable () -> Void = { [weak self] in
            guard let self, !read({ $0.start.isOver }) else { return }
            update { $0.firstFrameDrawn() }
            video.setFirstDrawHandler(nil)
        }
        video.setFirstDrawHandler(done)
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(Int(Self.drawingTimeout)), execute: done)
    }

    private func observeReader() {
        guard let stream = reader?.stream else { return }
        stream.observeEvents { [weak self] event in
            switch event {
            case .fault(let fault): self?.send(.streamFault(fault))
            case .transfer(let transfer): self?.send(.transfer(transfer))
            case .variant(let variant): self?.send(.variant(variant))
            case .timedMetadata(let metadata): self?.send(.timedMetadata(metadata))
            case .seekableRangeChanged: self?.send(.loadedRangesChanged)
            case .recommendedDistance(let distance): self?.send(.recommendedLiveDistanceChanged(distance?.time))
            }
        }
        stream.observeDateRanges { [weak self] ranges in self?.send(.dateRangesChanged(ranges)) }
        stream.observeInterstitials { [weak self] found in self?.send(.interstitialsChanged(found)) }
        stream.observeCaptions { [weak self] in self?.update { $0.captionsArrived() } }
    }

    // MARK: - Commands

    func prepare() {
        let isFirst = monitor.withLock { state in
            guard case .idle = state.machine.mode else { return false }
            state.machine.now = clock.time
            state.machine.prepare()
            state.running.insert(.reader)
            return true
        }
        if isFirst { EngineThread.start("reader") { self.openAndRead() } }
    }

    func seek(
        to target: Nanoseconds, toleranceBefore: CMTime, toleranceAfter: CMTime, completion: @escaping Completion
    ) {
        let id = SeekID()
        completions.withLock { $0[id] = completion }
        update {
            $0.seek(
                SeekRequest(
                    to: target, toleranceBefore: toleranceBefore, toleranceAfter: toleranceAfter, origin: .client(id)))
        }
        startTime.set(read { $0.startRequest })
    }

    func cancelSeeks() {
        update { $0.cancelSeeks() }
        startTime.set(read { $0.startRequest })
    }

    func step(by count: Int, completion: @escaping @Sendable (Bool) -> Void) {
        guard let target = read({ $0.stepTarget(count) }) else { return afterEvents { completion(false) } }
        seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero) { finished, _ in completion(finished) }
    }

    func close() {
        let wasOpen = isClosed.exchange(true, ordering: .acquiringAndReleasing) == false
        guard wasOpen else { return }
        update { $0.close() }
        opening.raise()
        scanCancellation.cancel()
        if let reader {
            reader.cancel()
            asset.settle(reader, .failure(MediaError(.cancelled, "Closed while opening.")))
        }
        // Drivers without a thread release their resources here; the others do so when their thread ends.
        let running = monitor.withLock { $0.running }
        if !running.contains(.video) { videoDriver.release() }
        if !running.contains(.audio) { audioDriver.release() }
        if !running.contains(.reader) { update { $0.cache = PacketCache() } }
    }
}

extension SourceFacts {
    init(_ reader: any MediaReader) {
        policy = reader.policy
        bytesRead = reader.bytesRead
        if let stream = reader.stream, let target = stream.liveTarget {
            live = LiveFacts(target: target, startPosition: stream.startPosition, window: stream.seekableRange)
        }
    }
}
