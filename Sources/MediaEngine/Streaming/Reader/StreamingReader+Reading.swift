import CoreMedia
import Foundation
import HLS

/// The loop of the reader thread: advances the machine, demuxes chunks that have arrived, and waits for events.
extension StreamingReader {
    /// The result of a loop iteration in which nothing was demuxed.
    private enum Outcome<R> {
        case done(Result<R, MediaError>)
        /// Call the closure without the lock, then iterate again.
        case again(() -> Void)
        case wait
    }

    private enum Step<R> {
        case done(Result<R, MediaError>)
        case demux(RenditionPipeline, SegmentLoading, generation: Int, surveysCaptions: Bool)
        /// Demux on a separate thread while the chunk arrives.
        case demuxArriving(RenditionPipeline, SegmentLoading, generation: Int, surveysCaptions: Bool)
        case again(() -> Void)
        case wait(until: Int64?)
    }

    // MARK: - Opening

    /// Blocks until the first segments have arrived; if `waitsForAudio` is false, until those of the variant have.
    /// - Parameter startTime: segments that end before this time are not requested.
    static func open(
        _ locator: MediaLocator, preferences: StreamingPreferences = StreamingPreferences(),
        memory: ThroughputMemory? = nil, clock: any HostClock = SystemHostClock(),
        policy: FetchPolicy = .standard, startTime: StartTime = StartTime(), waitsForAudio: Bool = true,
        created: (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) throws(MediaError) -> StreamingReader {
        let reader = StreamingReader(
            locator, preferences: preferences, memory: memory, clock: clock, policy: policy, startTime: startTime)
        created { [weak reader] in reader?.cancel() }
        reader.update { $0.machine.open() }
        try reader.start(waitsForAudio: waitsForAudio)
        return reader
    }

    func complete() throws(MediaError) { try start(waitsForAudio: true) }

    private func start(waitsForAudio: Bool) throws(MediaError) {
        var loadRest: () -> Void = {}
        try run(cancelled: "Opening was cancelled.") { state -> Outcome<Void> in
            if case .connecting = state.machine.mode { return .wait }
            if let failure = state.machine.failure { return .done(.failure(failure)) }
            if state.machine.hasStarted { return .done(.success(())) }
            let hasEverything = state.machine.hasEveryRenditionBegun
            let hasVideo = state.machine.main?.hasBegun == true && state.machine.selection.details[.video] != nil
            guard hasEverything || (!waitsForAudio && hasVideo) else { return .wait }
            if let empty = state.machine.emptyStream { return .done(.failure(empty)) }
            if hasEverything {
                loadRest = self.finishStarting(&state)
            } else {
                state.info = state.machine.buildInfo()
            }
            return .done(.success(()))
        }
        loadRest()
    }

    /// - Returns: a closure that loads the rest of the information, to be called without the lock.
    private func finishStarting(_ state: inout State) -> () -> Void {
        state.machine.finishStarting()
        var info = state.machine.buildInfo()
        let list = state.machine.variants.playlist
        let (chapters, names) = (deferredChapters(of: list), deferredNames(of: list))
        info.deferredChapters = chapters?.late
        info.localizedNames = names?.late
        state.info = info
        return {
            chapters?.load()
            names?.load()
        }
    }

    // MARK: - Reading

    func read() throws(MediaError) -> Packet? {
        let packet = try run(cancelled: "Reading was cancelled.") { state -> Outcome<Packet?> in
            if case .starting = state.machine.mode, state.machine.hasEveryRenditionBegun {
                return .again(self.finishStarting(&state))
            }
            if let packet = state.takePacket() { return .done(.success(packet)) }
            if let failure = state.machine.failure { return .done(.failure(failure)) }
            if state.machine.isAtEnd { return .done(.success(nil)) }
            if state.machine.access == .interrupted {
                state.machine.acknowledgeInterruption()
                return .done(
                    .failure(MediaError(.cancelled, "Reading was interrupted.", url: self.locator.url)))
            }
            return .wait
        }
        // Another thread may still be reporting the errors that led to the end.
        if packet == nil { performActions() }
        return packet
    }

    /// Returns the nearest seekable time. Blocks while the window is reloaded after a pause without requests.
    func nearestSeekable(to target: Nanoseconds) throws(MediaError) -> Nanoseconds {
        let count = query(\.reports.reloadCount)
        return try run(cancelled: "Reading was cancelled.", requesting: .staleWindow) { state -> Outcome<Nanoseconds> in
            if state.machine.isWindowStale, state.machine.reports.reloadCount == count { return .wait }
            return .done(.success(state.machine.nearestSeekable(to: target)))
        }
    }

    func followWindow() throws(MediaError) {
        try run(cancelled: "Following the window was cancelled.", requesting: .playlists) { state -> Outcome<Void> in
            if let failure = state.machine.failure { return .done(.failure(failure)) }
            guard state.machine.access == .interrupted else {
                return state.machine.main?.tracker.isLive == true ? .wait : .done(.success(()))
            }
            state.machine.acknowledgeInterruption()
            return .done(.success(()))
        }
    }

    // MARK: - The loop

    /// What the loop requests while it waits.
    private enum Requests {
        /// Everything that is due; chunks that have arrived are demuxed.
        case media
        /// The playlists that are due.
        case playlists
        /// The variant's playlist, if it was not requested for a while.
        case staleWindow
    }

    /// Runs the machine until `finish` returns a result.
    private func run<R>(
        cancelled message: String, requesting requests: Requests = .media, _ finish: (inout State) -> Outcome<R>
    ) throws(MediaError) -> R {
        while true {
            let step = update { state in self.step(&state, message, requests, finish) }
            switch step {
            case .done(let result):
                if case .failure = result { performActions() }
                return try result.get()
            case .again(let work): work()
            case .demux(let pipeline, let loading, let generation, let surveysCaptions):
                demux(loading, by: pipeline, generation, surveysCaptions)
            case .demuxArriving(let pipeline, let loading, let generation, let surveysCaptions):
                demuxArriving(loading, by: pipeline, generation, surveysCaptions)
            case .wait(let deadline): sleep(until: deadline)
            }
        }
    }

    /// Sleeps until an input wakes the thread, or until the deadline.
    private func sleep(until deadline: Int64?) {
        state.wait(on: clock) { [clock] state in
            if let deadline, clock.now >= deadline { state.thread = .running }
            return state.thread == .running ? .done(()) : .wait(until: deadline)
        }
    }

    private func step<R>(
        _ state: inout State, _ message: String, _ requests: Requests, _ finish: (inout State) -> Outcome<R>
    ) -> Step<R> {
        if state.machine.isCancelled { return .done(.failure(MediaError(.cancelled, message, url: locator.url))) }
        switch requests {
        case .media:
            state.machine.advance()
            if let chunk = state.machine.chunkToDemux, let pipeline = state.pipelines[chunk.role] {
                return .demux(
                    pipeline, chunk.loading, generation: state.machine.generation,
                    surveysCaptions: state.machine.surveysCaptions(chunk.role))
            }
            if let chunk = state.machine.takeArrivingChunk(), let pipeline = state.pipelines[chunk.role] {
                return .demuxArriving(
                    pipeline, chunk.loading, generation: state.machine.generation,
                    surveysCaptions: state.machine.surveysCaptions(chunk.role))
            }
        case .playlists: state.machine.refreshAll()
        case .staleWindow: if state.machine.isWindowStale { state.machine.refresh(.main) }
        }
        switch finish(&state) {
        case .done(let result): return .done(result)
        case .again(let work): return .again(work)
        case .wait:
            let deadline = state.machine.nextDeadline.map { max($0.inNanoseconds, clock.now &+ .millisecond) }
            state.thread = .sleeping(until: deadline)
            return .wait(until: deadline)
        }
    }

    /// Demuxes a chunk that has arrived.
    private func demux(
        _ loading: SegmentLoading, by pipeline: RenditionPipeline, _ generation: Int, _ surveysCaptions: Bool
    ) {
        guard let chunk = pipeline.demux(loading, bodies.take(loading.number)) else { return }
        finish(chunk, loading, pipeline.role, generation, surveysCaptions)
    }

    /// Demuxes a chunk while it arrives, on a separate thread.
    private func demuxArriving(
        _ loading: SegmentLoading, by pipeline: RenditionPipeline, _ generation: Int, _ surveysCaptions: Bool
    ) {
        guard let body = bodies.take(loading.number) else { return }
        EngineThread.start("segments") { [weak self] in
            let chunk = pipeline.demux(loading, body, surveysCaptions: surveysCaptions) { part in
                self?.queue(part, loading, pipeline.role, generation) == .taken
            }
            if let chunk { self?.finish(chunk, loading, pipeline.role, generation, surveysCaptions) }
        }
    }

    private enum PartOutcome { case taken, unwanted }

    /// Queues samples of a chunk that is still arriving.
    private func queue(
        _ part: DemuxedChunk, _ loading: SegmentLoading, _ role: RenditionRole, _ generation: Int
    ) -> PartOutcome {
        guard case .success(let summary) = part.summary(surveysCaptions: false) else { return .unwanted }
        var outcome = PartOutcome.unwanted
        updateAndWake { state in
            let verdict = state.machine.demuxedPart(loading.number, role, generation: generation, summary)
            guard case .queued(let offset, let uses) = verdict else { return }
            state.append(part.packets(offset: offset, uses: uses, variant: loading.variant), to: role)
            outcome = .taken
        }
        return outcome
    }

    private func finish(
        _ chunk: DemuxedChunk, _ loading: SegmentLoading, _ role: RenditionRole, _ generation: Int,
        _ surveysCaptions: Bool
    ) {
        let summary = chunk.summary(surveysCaptions: surveysCaptions)
        updateAndWake { state in
            let verdict = state.machine.demuxed(loading.number, role, generation: generation, summary)
            guard case .queued(let offset, let uses) = verdict else { return }
            state.append(chunk.packets(offset: offset, uses: uses, variant: loading.variant), to: role)
        }
    }
}
