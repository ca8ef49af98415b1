/// A media segment that is being loaded.
public struct RunningSegment: Sendable, Equatable {
    /// The transfer's identity, as it was told to the controller.
    public var id: Int
    public var rung: Int
    public var startedAt: Double
    /// Bytes that are here.
    public var byteCount: Int
    /// Bytes of the whole, when the server told (Content-Length); nil when it did not.
    public var expectedByteCount: Int?

    public init(id: Int, rung: Int, startedAt: Double, byteCount: Int, expectedByteCount: Int? = nil) {
        self.id = id
        self.rung = rung
        self.startedAt = startedAt
        self.byteCount = byteCount
        self.expectedByteCount = expectedByteCount
    }
}

extension AdaptationController {
    /// Seconds of a transfer's flow before it is judged.
    static let firstReview = 0.5
    /// A link slower than this is silent: how it was before says more about how it comes back.
    static let silentRate = 8_000.0

    /// Whether the segment that is being loaded should be given up for a lower rung (spec section 11, point 4).
    ///
    /// `state` is as for ``chooseRung(_:)`` at this moment, with the running segment first in `upcoming`, and the rung of the one
    /// before it as the previous rung.
    public func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview {
        let (candidates, _) = state.limits.candidates(of: state.rungs)
        guard state.rungs.indices.contains(running.rung), let segment = state.upcoming.first, candidates.count > 1,
            let lowest = candidates.first, running.rung > lowest,
            state.now - running.startedAt >= Self.firstReview,
            let rate = rate(at: state.now)
        else { return .keep }
        let whole =
            running.expectedByteCount.map { Double($0) * 8 }
            ?? sizes.bits(of: segment, rung: running.rung, state: state)
        // A size that is already passed says nothing; a tenth more is as good a guess as any.
        let had = Double(running.byteCount) * 8
        let left = max(whole - had, running.expectedByteCount == nil ? had * 0.1 : 0)
        let buffered = max(0, state.buffered) / state.drain
        // Fades pass: while there is enough to play, waiting for the link costs nothing, and what has come of the segment is not lost.
        // But a link that has been slow for long will most likely stay so, and what is buffered then is better kept.
        let enough = max(tuning.abandonBuffer, tuning.abandonBufferPerSlowSecond * estimator.slowSeconds(at: state.now))
        guard buffered <= enough, left / rate > buffered else { return .keep }

        // The running rung may have been cut from the candidates meanwhile; its place is where it would stand.
        var all = candidates
        if !all.contains(running.rung) { all = (all + [running.rung]).sorted() }
        let planner = planner(candidates: all, state: state)
        guard let current = all.firstIndex(of: running.rung) else { return .keep }
        let courses = courses(around: rate, for: planner)
        let kept = AdaptationPlanner.Option(candidate: current, bits: left, latency: 0)
        let others = all.indices.prefix(current).compactMap { choice -> AdaptationPlanner.Option? in
            let bits = sizes.bits(of: segment, rung: all[choice], state: state)
            guard candidates.contains(all[choice]), bits < left else { return nil }
            return .init(candidate: choice, bits: bits, latency: estimator.latency)
        }
        guard !others.isEmpty else { return .keep }
        let values = planner.values(of: [kept] + others, courses: courses)
        var best = (choice: current, value: values[0] + tuning.abandonMargin)
        for (option, value) in zip(others, values.dropFirst()) where value > best.value {
            best = (option.candidate, value)
        }
        guard best.choice != current else { return .keep }
        let seconds = Int((left / rate).rounded())
        return .abandon(
            toRung: all[best.choice],
            explanation: "rung \(running.rung) needs \(seconds) s more, \(Int(buffered)) s are buffered")
    }

    /// What is taken to flow from now on: what flows now, or, on a silent link, what its averages have sunk to.
    private func rate(at time: Double) -> Double? {
        guard let recent = estimator.recentRate(at: time) else { return nil }
        return recent > Self.silentRate ? recent : estimator.estimate(at: time).map { max($0, Self.silentRate) }
    }
}
