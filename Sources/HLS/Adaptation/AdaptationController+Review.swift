/// A media segment that is being loaded.
public struct RunningSegment: Sendable, Equatable {
    /// The transfer's identifier, as passed to ``AdaptationController/transferStarted(_:at:metering:)``.
    public var id: Int
    public var variant: Int
    public var startedAt: Double
    /// Bytes received so far.
    public var byteCount: Int
    /// Size of the whole segment in bytes from Content-Length; nil when the server sent none.
    public var expectedByteCount: Int?

    public init(id: Int, variant: Int, startedAt: Double, byteCount: Int, expectedByteCount: Int? = nil) {
        self.id = id
        self.variant = variant
        self.startedAt = startedAt
        self.byteCount = byteCount
        self.expectedByteCount = expectedByteCount
    }
}

extension AdaptationController {
    /// Seconds for which a transfer runs before it may be abandoned.
    static let firstReview = 0.5
    /// Bits per second below which the link counts as silent. The long-term averages then predict its recovery better than its present
    /// rate.
    static let silentRate = 8_000.0

    /// Returns whether the segment that is being loaded should be abandoned for a lower variant (spec section 11, point 4).
    ///
    /// `state` is the same as for ``chooseVariant(_:)`` at this moment: the running segment is the first of `upcoming`, and `previousVariant` is
    /// the variant of the segment before it.
    public func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview {
        let (candidates, _) = state.limits.candidates(of: state.variants)
        guard state.variants.indices.contains(running.variant), let segment = state.upcoming.first,
            candidates.count > 1,
            let lowest = candidates.first, running.variant > lowest,
            state.now - running.startedAt >= Self.firstReview,
            let rate = rate(at: state.now)
        else { return .keep }
        let whole =
            running.expectedByteCount.map { Double($0) * 8 }
            ?? sizes.bits(of: segment, variant: running.variant, state: state)
        // When more bytes have arrived than were estimated, the remainder is unknown: assume another tenth of what has arrived.
        let had = Double(running.byteCount) * 8
        let left = max(whole - had, running.expectedByteCount == nil ? had * 0.1 : 0)
        let buffered = max(0, state.buffered) / state.drain
        // Short drops of the link usually recover. While the buffer lasts, waiting costs nothing and keeps the bytes that have arrived. A
        // link that has been slow for long most likely stays slow, so then the buffer is spared.
        let enough = max(tuning.abandonBuffer, tuning.abandonBufferPerSlowSecond * estimator.slowSeconds(at: state.now))
        guard buffered <= enough, left / rate > buffered else { return .keep }

        // The running variant may have been excluded since the request; insert it at its place in the order.
        var all = candidates
        if !all.contains(running.variant) { all = (all + [running.variant]).sorted() }
        let planner = planner(candidates: all, state: state)
        guard let current = all.firstIndex(of: running.variant) else { return .keep }
        let rateScenarios = rateScenarios(around: rate, for: planner)
        let kept = AdaptationPlanner.Option(candidate: current, bits: left, latency: 0)
        let others = all.indices.prefix(current).compactMap { choice -> AdaptationPlanner.Option? in
            let bits = sizes.bits(of: segment, variant: all[choice], state: state)
            guard candidates.contains(all[choice]), bits < left else { return nil }
            return .init(candidate: choice, bits: bits, latency: estimator.latency)
        }
        guard !others.isEmpty else { return .keep }
        let values = planner.values(of: [kept] + others, rateScenarios: rateScenarios)
        var best = (choice: current, value: values[0] + tuning.abandonMargin)
        for (option, value) in zip(others, values.dropFirst()) where value > best.value {
            best = (option.candidate, value)
        }
        guard best.choice != current else { return .keep }
        let seconds = Int((left / rate).rounded())
        return .abandon(
            toVariant: all[best.choice],
            explanation: "variant \(running.variant) needs \(seconds) s more, \(Int(buffered)) s are buffered")
    }

    /// Bits per second that the link is assumed to carry from now on: the recent rate or, on a silent link, the decayed average.
    private func rate(at time: Double) -> Double? {
        guard let recent = estimator.recentRate(at: time) else { return nil }
        return recent > Self.silentRate ? recent : estimator.estimate(at: time).map { max($0, Self.silentRate) }
    }
}
