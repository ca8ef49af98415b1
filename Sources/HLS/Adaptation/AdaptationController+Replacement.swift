extension AdaptationController {
    /// How much better than needed the network must be before anything is loaded twice.
    static let replacementShare = 1.5

    /// A buffered segment that is worth loading again in a better rung, the soonest to be played first (spec section 11, point 6).
    ///
    /// Ask when a segment has arrived and before the next is requested. `buffered` is what waits in the buffer in playing order,
    /// without the ones being decoded; `state` as for ``chooseRung(_:)``.
    public func chooseReplacement(of buffered: [BufferedSegment], _ state: AdaptationState) -> AdaptationReplacement? {
        let (candidates, _) = state.limits.candidates(of: state.rungs)
        guard state.phase == .playing, state.liveness != .lowLatency, let top = candidates.last,
            let measured = estimator.estimate(at: state.now), estimator.measuredSeconds > 0.5
        else { return nil }
        // As long as the buffer grows it goes first: only time that the link would idle is spent.
        let segmentDuration = state.upcoming.first?.duration ?? buffered.last?.duration ?? 0
        guard state.buffered + segmentDuration >= state.bufferGoal || state.upcoming.isEmpty else { return nil }
        let rate = measured / Self.replacementShare
        for (index, segment) in buffered.enumerated() where segment.rung < top {
            let startsIn = segment.startsIn / state.drain
            let affordable = candidates.last { rung in
                let bits = sizes.bits(
                    duration: segment.duration, byteCounts: segment.byteCounts, rung: rung, state: state)
                return rung > segment.rung && bits <= rate * segment.duration / state.drain
                    && estimator.latency + bits / rate < startsIn - segment.duration / state.drain
            }
            guard let rung = affordable else { continue }
            return AdaptationReplacement(
                index: index, rung: rung,
                explanation: "rung \(segment.rung) waits in a full buffer, the network carries rung \(rung)")
        }
        return nil
    }
}
