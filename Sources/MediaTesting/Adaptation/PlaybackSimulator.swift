import HLS

/// Simulates the playback of a stream over a link, with an algorithm that chooses its variants.
///
/// Segments are requested one after another; each waits for one latency and then shares the link equally with other transfers (separate
/// audio). Playback starts with the first segment, stalls when a buffer is empty and resumes with the next segment. No segment is requested
/// while the buffer is at its limit. Times are exact, independent of the review interval.
public struct PlaybackSimulator {
    public var stream: SimulatedStream
    public var trace: NetworkTrace
    /// Seconds from a request to its first byte.
    public var latency: Double
    /// The buffer length in seconds at which requests pause.
    public var bufferLimit: Double
    /// The rate of playback.
    public var rate: Double
    public var keepsLog: Bool
    /// For a live stream, the seconds of media available from the start position when the player joins; nil: on demand.
    public var liveWindow: Double?
    /// Whether a variant's first segment waits for its playlist, as in a real player; the first variant's playlist is loaded at the start.
    public var loadsPlaylists = false

    /// Seconds between reviews of a running transfer.
    static let reviewInterval = 0.1
    /// Simulated seconds after which a playback is aborted as endless.
    static let maximumSeconds = 20_000.0

    public init(
        stream: SimulatedStream, trace: NetworkTrace, latency: Double = 0.05, bufferLimit: Double = 45,
        rate: Double = 1,
        keepsLog: Bool = false
    ) {
        self.stream = stream
        self.trace = trace
        self.latency = latency
        self.bufferLimit = bufferLimit
        self.rate = rate
        self.keepsLog = keepsLog
    }

    public func run(_ algorithm: some AdaptationAlgorithm) -> PlaybackOutcome {
        var run = Run(self, algorithm)
        return run.play()
    }
}

extension PlaybackSimulator {
    private struct Transfer {
        enum Purpose: Equatable { case segment, audio }
        var id: Int
        var purpose: Purpose
        var segment: Int
        var variant: Int
        var requestedAt: Double
        var flowsFrom: Double
        var bits: Double
        var left: Double
        var hasBegun = false

        var byteCount: Int { Int((bits - max(0, left)) / 8) }
        var totalBytes: Int { Int((bits / 8).rounded()) }
    }

    private struct Run<Algorithm: AdaptationAlgorithm> {
        let simulator: PlaybackSimulator
        var algorithm: Algorithm
        var now = 0.0
        var played = 0.0
        var loaded: [Int] = []
        var loadedEnd = 0.0
        var audioLoaded = 0
        var audioEnd = 0.0
        var transfers: [Transfer] = []
        var knownVariants: Set<Int> = []
        var nextID = 1
        var nextReview = Double.infinity
        var hasStarted = false
        var isStalled = false
        var outcome = PlaybackOutcome()
        let starts: [Double]

        init(_ simulator: PlaybackSimulator, _ algorithm: Algorithm) {
            self.simulator = simulator
            self.algorithm = algorithm
            var end = 0.0
            starts = simulator.stream.durations.map { duration in
                defer { end += duration }
                return end
            }
        }

        var stream: SimulatedStream { simulator.stream }
        /// The buffer length in seconds at which requests pause.
        var limit: Double {
            algorithm.bufferLimit(in: stream.variants[loaded.last ?? 0]) ?? simulator.bufferLimit
        }
        var hasAudio: Bool { stream.audioBandwidth > 0 }
        var buffered: Double { max(0, (hasAudio ? min(loadedEnd, audioEnd) : loadedEnd) - played) }
        var total: Double { (starts.last ?? 0) + (stream.durations.last ?? 0) }
        var isOver: Bool { loaded.count == stream.durations.count && played >= total - 1e-9 }

        mutating func play() -> PlaybackOutcome {
            while !isOver, now < PlaybackSimulator.maximumSeconds {
                request()
                step()
            }
            outcome.variants = loaded
            outcome.megabits = loaded.map(stream.megabits(ofVariant:))
            return outcome
        }

        // MARK: Requests

        func state(previous: Int?, from segment: Int) -> AdaptationState {
            let made = madeCount
            return AdaptationState(
                now: now, phase: !hasStarted ? .starting : isStalled ? .stalled : .playing,
                liveness: simulator.liveWindow == nil ? .onDemand : .live, buffered: buffered,
                bufferGoal: goal(from: segment, made: made), rate: simulator.rate, variants: stream.variants,
                previousVariant: previous, upcoming: stream.upcoming(from: segment, made: made),
                secondsBeyond: made == stream.durations.count
                    ? stream.durations.dropFirst(segment + SimulatedStream.lookahead).reduce(0, +) : nil,
                companionBandwidth: stream.audioBandwidth)
        }

        /// Returns when a segment becomes available.
        func madeAt(_ segment: Int) -> Double {
            simulator.liveWindow.map { max(0, starts[segment] + stream.durations[segment] - $0) } ?? 0
        }

        private var madeCount: Int {
            guard simulator.liveWindow != nil else { return stream.durations.count }
            return stream.durations.indices.first { madeAt($0) > now + 1e-9 } ?? stream.durations.count
        }

        /// The media that can be buffered before the next segment: for a live stream, the media available.
        private func goal(from segment: Int, made: Int) -> Double {
            guard simulator.liveWindow != nil else { return limit }
            let end = made == 0 ? 0 : starts[made - 1] + stream.durations[made - 1]
            return max(0, min(limit, end - played - stream.durations[segment]))
        }

        mutating func request() {
            if !transfers.contains(where: { $0.purpose != .audio }) { requestVideo() }
            if hasAudio, audioLoaded < stream.durations.count, !transfers.contains(where: { $0.purpose == .audio }),
                audioEnd <= loadedEnd + 1e-6, audioEnd - played < limit, madeAt(audioLoaded) <= now + 1e-9
            {
                let bits = stream.audioBandwidth * stream.durations[audioLoaded]
                start(.audio, segment: audioLoaded, variant: 0, bits: bits)
            }
        }

        private mutating func requestVideo() {
            let segment = loaded.count
            guard segment < stream.durations.count, loadedEnd - played < limit, madeAt(segment) <= now + 1e-9 else {
                return
            }
            let decision = algorithm.chooseVariant(state(previous: loaded.last, from: segment))
            log("segment \(segment): \(decision.explanation)")
            startVideo(segment: segment, variant: decision.variant)
        }

        private mutating func startVideo(segment: Int, variant: Int) {
            let isNew = knownVariants.insert(variant).inserted && knownVariants.count > 1
            start(
                .segment, segment: segment, variant: variant, bits: Double(stream.byteCounts[segment][variant]) * 8,
                after: isNew && simulator.loadsPlaylists ? simulator.latency : 0)
            nextReview = now + PlaybackSimulator.reviewInterval
        }

        private mutating func start(
            _ purpose: Transfer.Purpose, segment: Int, variant: Int, bits: Double, after delay: Double = 0
        ) {
            algorithm.transferStarted(nextID, at: now, metering: .full)
            transfers.append(
                Transfer(
                    id: nextID, purpose: purpose, segment: segment, variant: variant, requestedAt: now,
                    flowsFrom: now + delay + simulator.latency, bits: bits, left: bits))
            nextID += 1
        }

        private mutating func log(_ line: @autoclosure () -> String) {
            guard simulator.keepsLog else { return }
            let tenths = Int((now * 10).rounded())
            outcome.log.append("\(tenths / 10).\(tenths % 10) \(line())")
        }

        // MARK: Time

        private mutating func step() {
            let (rate, changes) = simulator.trace.rate(at: now)
            let flowing = transfers.filter { $0.flowsFrom <= now }
            let share = flowing.isEmpty ? 0 : rate / Double(flowing.count)
            var next = min(changes, nextReview)
            for transfer in transfers {
                if transfer.flowsFrom > now {
                    next = min(next, transfer.flowsFrom)
                } else if share > 0 {
                    next = min(next, now + transfer.left / share)
                }
            }
            for count in hasAudio ? [loaded.count, audioLoaded] : [loaded.count]
            where count < stream.durations.count && madeAt(count) > now { next = min(next, madeAt(count)) }
            if hasStarted, !isStalled {
                // The end of the buffer, and the time at which the buffer has room for the next request.
                next = min(next, now + buffered / simulator.rate)
                for end in hasAudio ? [loadedEnd, audioEnd] : [loadedEnd] {
                    let room = end - played - limit
                    if room >= 0 { next = min(next, now + room / simulator.rate + 1e-6) }
                }
            }
            advance(by: max(next - now, 1e-9), share: share)
            finishTransfers()
            if now >= nextReview { review() }
        }

        private mutating func advance(by seconds: Double, share: Double) {
            for index in transfers.indices where transfers[index].flowsFrom <= now {
                transfers[index].left -= share * seconds
            }
            if !hasStarted {
                outcome.startupSeconds += seconds
            } else if isStalled {
                outcome.stallSeconds += seconds
            } else {
                let wanted = seconds * simulator.rate
                let shown = min(wanted, buffered)
                played += shown
                if buffered <= 1e-9, played < total - 1e-9 {
                    isStalled = true
                    outcome.stallCount += 1
                    log("stall")
                }
            }
            now += seconds
            for index in transfers.indices where !transfers[index].hasBegun && transfers[index].flowsFrom <= now {
                transfers[index].hasBegun = true
                algorithm.transferProgressed(transfers[index].id, byteCount: 1, at: now)
            }
        }

        private mutating func finishTransfers() {
            for transfer in transfers where transfer.left <= 1e-3 && transfer.flowsFrom <= now {
                transfers.removeAll { $0.id == transfer.id }
                algorithm.transferFinished(transfer.id, byteCount: transfer.totalBytes, at: now)
                switch transfer.purpose {
                case .audio:
                    audioLoaded += 1
                    audioEnd += stream.durations[transfer.segment]
                case .segment:
                    nextReview = .infinity
                    loaded.append(transfer.variant)
                    loadedEnd += stream.durations[transfer.segment]
                    reportLoaded(transfer)
                }
                if buffered > 1e-9 {
                    hasStarted = true
                    isStalled = false
                }
            }
        }

        private mutating func reportLoaded(_ transfer: Transfer) {
            algorithm.segmentLoaded(
                variant: transfer.variant, of: stream.variants, byteCount: transfer.totalBytes,
                duration: stream.durations[transfer.segment], seconds: now - transfer.requestedAt)
        }

        private mutating func review() {
            nextReview = now + PlaybackSimulator.reviewInterval
            for transfer in transfers where transfer.hasBegun {
                algorithm.transferProgressed(transfer.id, byteCount: max(1, transfer.byteCount), at: now)
            }
            guard let transfer = transfers.first(where: { $0.purpose == .segment }) else {
                nextReview = .infinity
                return
            }
            let running = RunningSegment(
                id: transfer.id, variant: transfer.variant, startedAt: transfer.requestedAt,
                byteCount: transfer.byteCount,
                expectedByteCount: transfer.hasBegun ? transfer.totalBytes : nil)
            let state = state(previous: loaded.last, from: transfer.segment)
            guard case .abandon(let variant, let explanation) = algorithm.reviewRunning(running, state) else { return }
            log("abandon \(transfer.segment): \(explanation)")
            algorithm.transferFinished(transfer.id, byteCount: transfer.byteCount, at: now)
            transfers.removeAll { $0.id == transfer.id }
            outcome.abandonedCount += 1
            outcome.wastedBytes += transfer.byteCount
            startVideo(segment: transfer.segment, variant: variant)
        }
    }
}
