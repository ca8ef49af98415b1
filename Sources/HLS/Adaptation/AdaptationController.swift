import Foundation

/// Chooses the variant of each segment from measurements of the network (spec section 11).
///
/// The controller has no clock, threads or I/O. Its owner reports every transfer to it and queries it before every segment, a few times a
/// second while a segment loads, and when the buffer is full. All times are seconds of one monotonic clock of the caller. The same calls
/// with the same numbers give the same results.
public struct AdaptationController: Sendable {
    package var tuning: AdaptationTuning
    public private(set) var estimator: ThroughputEstimator
    var sizes = SizeLearner()
    var damping = SwitchDamping()

    public init(remembered: StoredThroughput? = nil) { self.init(remembered: remembered, tuning: .init()) }

    package init(remembered: StoredThroughput? = nil, tuning: AdaptationTuning) {
        self.tuning = tuning
        estimator = ThroughputEstimator(remembered: remembered)
    }

    // MARK: Transfers

    /// Records that a request is sent. The caller chooses `id` and may reuse it after the transfer has ended.
    public mutating func transferStarted(
        _ id: Int, at time: Double, metering: ThroughputEstimator.Metering = .full
    ) {
        estimator.started(id, at: time, metering: metering)
    }

    /// Records how many bytes of a transfer have arrived in total. Call it about ten times a second, also when no bytes arrived.
    public mutating func transferProgressed(_ id: Int, byteCount: Int, at time: Double) {
        estimator.progressed(id, byteCount: byteCount, at: time)
    }

    /// Records that a transfer has ended: completed, failed or cancelled. Its bytes count in every case.
    public mutating func transferFinished(_ id: Int, byteCount: Int, at time: Double) {
        estimator.finished(id, byteCount: byteCount, at: time)
    }

    /// Records the size of a loaded media segment, which shows how far the variant's declared bit rate is accurate.
    public mutating func segmentLoaded(
        variant: Int, of variants: [AdaptationVariant], byteCount: Int, duration: Double, seconds: Double
    ) {
        guard variants.indices.contains(variant), byteCount > 0, duration > 0 else { return }
        sizes.learn(actual: Double(byteCount) * 8, expected: variants[variant].expectedBandwidth * duration)
    }

    /// Estimated bits per second of the network; nil without a measurement or a stored estimate.
    public func estimate(at time: Double) -> Double? { estimator.estimate(at: time) }

    /// The estimate to store for the next session on the same network; `storedAt` is on the caller's clock.
    public func stored(at time: Double) -> StoredThroughput? { estimator.stored(at: time) }

    // MARK: Decisions

    /// Chooses the variant in which the next segment, `state.upcoming[0]`, is loaded.
    ///
    /// Without variants or upcoming segments, the decision is variant 0.
    public mutating func chooseVariant(_ state: AdaptationState) -> AdaptationDecision {
        let estimate = estimator.estimate(at: state.now)
        let (candidates, cuts) = state.limits.candidates(of: state.variants)
        guard let lowest = candidates.first, let segment = state.upcoming.first else {
            return AdaptationDecision(
                variant: 0, reason: .onlyCandidate, estimate: estimate, expectedDuration: 0,
                explanation: "nothing to choose")
        }
        let rate = estimate ?? AdaptationTuning.startRate
        let bits = candidates.map { sizes.bits(of: segment, variant: $0, state: state) }
        let carried = candidates.indices.last { index in
            bits[index] <= rate * tuning.share * segment.duration / state.drain
        }
        var reason: AdaptationDecision.Reason
        var choice: Int
        if candidates.count == 1 {
            (choice, reason) = (0, .onlyCandidate)
        } else if state.phase == .starting || state.previousVariant == nil {
            (choice, reason) = (startChoice(bits: bits, rate: rate, hasNoEstimate: estimate == nil), .startup)
        } else if state.phase == .seeking {
            (choice, reason) = (seekChoice(bits: bits, rate: rate, candidates: candidates, state: state), .seek)
        } else {
            choice = plannedChoice(candidates: candidates, rate: rate, state: state)
            let undamped = choice
            choice = damping.limit(
                choice, candidates: candidates, bits: bits, rate: rate, isFull: isFull(state), state: state)
            if state.phase == .stalled {
                reason = .stalled
            } else if choice != undamped {
                reason = .damped
            } else if choice == carried || (carried == nil && choice == 0) {
                reason = .throughput
            } else {
                reason = .buffer
            }
        }
        if choice == candidates.count - 1, reason == .throughput || reason == .buffer || reason == .onlyCandidate,
            let above = cuts.keys.filter({ $0 > candidates[choice] }).min(),
            sizes.bits(of: segment, variant: above, state: state) <= rate * tuning.share * segment.duration
                / state.drain
        {
            reason = .limit
        }
        let variant = candidates[choice]
        if state.variants[variant].isAudioOnly, variant == lowest { reason = .lastResort }
        let seconds = estimator.latency + bits[choice] / rate
        damping.chose(variant, state: state, segment: segment)
        return AdaptationDecision(
            variant: variant, reason: reason, estimate: estimate, expectedDuration: seconds,
            explanation: explain(variant, reason, estimate: estimate, seconds: seconds, cuts: cuts, state: state))
    }

    /// Returns the best variant whose first segment arrives within the start budget at a conservative share of the rate.
    private func startChoice(bits: [Double], rate: Double, hasNoEstimate: Bool) -> Int {
        let share = hasNoEstimate ? AdaptationTuning.startShareWithoutEstimate : AdaptationTuning.startShare
        return bits.indices.last { seconds(bits: bits[$0], rate: rate * share) <= AdaptationTuning.startBudget } ?? 0
    }

    /// Returns the variant from before the seek, or a lower one when its segment would take longer than the seek budget.
    private func seekChoice(bits: [Double], rate: Double, candidates: [Int], state: AdaptationState) -> Int {
        let before = candidates.lastIndex { $0 <= state.previousVariant ?? 0 } ?? 0
        guard seconds(bits: bits[before], rate: rate * tuning.share) > AdaptationTuning.seekBudget else {
            return before
        }
        let carried = bits.indices.last { bits[$0] <= rate * tuning.share * (state.upcoming.first?.duration ?? 0) } ?? 0
        return max(0, min(before - 1, carried))
    }

    /// Estimates the seconds to load a segment over a new connection, including TCP slow start.
    private func seconds(bits: Double, rate: Double) -> Double {
        let flights = log2(1 + bits / 8 / AdaptationTuning.firstFlight)
        return estimator.latency + max(bits / max(rate, 1), (flights - 1) * estimator.latency)
    }

    private func plannedChoice(candidates: [Int], rate: Double, state: AdaptationState) -> Int {
        let planner = planner(candidates: candidates, state: state)
        let rateScenarios = rateScenarios(
            around: rate * tuning.share, for: planner, sizeSpread: sizeSpread(candidates: candidates, state: state))
        let most = rate * upShare(state) / state.drain
        let least = lowestChoice(candidates: candidates, rate: rate, state: state)
        // Variants above the link's rate are allowed only near the end of the stream: elsewhere a full buffer is needed for when the link
        // fails.
        let choices = candidates.indices.dropFirst(least).prefix { choice in
            let variant = candidates[choice]
            return choice == least || variant <= state.previousVariant ?? 0 || planner.isEnd
                || sizes.rate(ofVariant: variant, state) <= most
        }
        let values = planner.values(
            of: choices.map {
                let bits = sizes.bits(of: state.upcoming[0], variant: candidates[$0], state: state)
                return .init(candidate: $0, bits: bits, latency: planner.latency)
            }, rateScenarios: rateScenarios)
        var best = (choice: least, value: -Double.infinity)
        for (choice, value) in zip(choices, values) where value > best.value + 1e-9 { best = (choice, value) }
        return best.choice
    }

    /// The share of the estimate that a variant may need to be stepped up to.
    private func upShare(_ state: AdaptationState) -> Double {
        if isFull(state) { return tuning.upShareWhenFull }
        let isLowBuffer = state.liveness == .onDemand && state.buffered / state.drain < tuning.lowBuffer
        return isLowBuffer ? tuning.upShareWithLowBuffer : tuning.upShare
    }

    /// A live stream never counts as full, because its buffer is short.
    private func isFull(_ state: AdaptationState) -> Bool {
        state.liveness == .onDemand && state.buffered >= tuning.fullShare * state.bufferGoal
    }

    /// Returns the lowest choice allowed: the previous variant while the link carries it and enough is buffered. A plan would step down to
    /// save buffer for a better variant later; but since plans are remade for every segment, that step up would never happen.
    private func lowestChoice(candidates: [Int], rate: Double, state: AdaptationState) -> Int {
        guard let previous = state.previousVariant, let place = candidates.firstIndex(of: previous),
            sizes.rate(ofVariant: previous, state) * state.drain <= rate * tuning.holdShare,
            state.buffered / state.drain >= tuning.holdBuffer
        else { return 0 }
        return place
    }

    /// The expected deviation of the next segment's size, as a logarithm; 0 where the playlist or index gives the size.
    private func sizeSpread(candidates: [Int], state: AdaptationState) -> Double {
        guard let top = candidates.last, let segment = state.upcoming.first else { return 0 }
        if segment.byteCounts.indices.contains(top), segment.byteCounts[top] != nil { return 0 }
        let variant = state.variants[top]
        return tuning.sizeSpread * log(max(1, min(variant.bandwidth / variant.expectedBandwidth, 4)))
    }

    func rateScenarios(
        around rate: Double, for planner: AdaptationPlanner, sizeSpread: Double = 0
    ) -> [AdaptationPlanner.RateScenario] {
        RateForecast(rate: rate, longRun: estimator.averages.longRun.map { $0 * tuning.share }, tuning: tuning)
            .rateScenarios(durations: planner.durations, sizeSpread: sizeSpread)
    }

    func planner(candidates: [Int], state: AdaptationState) -> AdaptationPlanner {
        let variants = state.variants
        let top = max(variants[candidates[candidates.count - 1]].expectedBandwidth, 1)
        let wanted = Int(min(tuning.horizonSeconds / max(state.upcoming[0].duration, 0.1), 1_000))
        let ahead = Array(state.upcoming.prefix(min(max(wanted, 3), tuning.mostSegments)))
        // At a playback rate above 1 the buffer drains faster: measured in wall seconds, the buffer and the segments are shorter.
        let drain = state.drain
        let durations = ahead.map { max($0.duration, 0) / drain }
        return AdaptationPlanner(
            utilities: candidates.map { variants[$0].expectedBandwidth / top },
            laterBits: ahead.dropFirst().map { segment in
                candidates.map { sizes.bits(of: segment, variant: $0, state: state) }
            },
            worths: ahead.map { max($0.duration, 0) / 4 },
            durations: durations,
            remaining: durations.indices.map { durations[($0 + 1)...].reduce(0, +) },
            buffered: max(0, state.buffered) / drain,
            goal: max(state.bufferGoal, state.upcoming[0].duration) / drain,
            latency: estimator.latency,
            previousUtility: state.previousVariant.flatMap {
                variants.indices.contains($0) ? variants[$0].expectedBandwidth / top : nil
            },
            beyond: (state.secondsBeyond ?? .infinity) / drain
                + state.upcoming.dropFirst(ahead.count).reduce(0) { $0 + max($1.duration, 0) / drain },
            tuning: cautiousTuning)
    }

    /// The tuning adjusted to outages seen in this session: a link that failed once is likely to fail again, so more buffer is worth
    /// keeping.
    private var cautiousTuning: AdaptationTuning {
        var cautiousTuning = tuning
        let seen = estimator.averages.longestOutage
        if seen > 2 * RateAverages.countedOutage {
            cautiousTuning.failureSeconds = max(
                tuning.failureSeconds, min(seen * tuning.seenFailureLength, tuning.longestFailure))
            cautiousTuning.failureRate *= tuning.seenFailureFactor
        }
        return cautiousTuning
    }

    private func explain(
        _ variant: Int, _ reason: AdaptationDecision.Reason, estimate: Double?, seconds: Double,
        cuts: [Int: AdaptationLimits.Cut], state: AdaptationState
    ) -> String {
        func megabits(_ rate: Double) -> String { String(format: "%.2f Mb/s", rate / 1e6) }
        var text =
            "variant \(variant) of \(megabits(state.variants[variant].expectedBandwidth)) for \(reason.rawValue): "
        text += estimate.map { "network \(megabits($0))" } ?? "network unknown"
        text += String(format: ", %.1f s buffered, expected in %.2f s", state.buffered, seconds)
        if !cuts.isEmpty { text += ", \(cuts.count) of \(state.variants.count) variants excluded" }
        return text
    }
}
