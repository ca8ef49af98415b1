extension AdaptationController {
    /// How much better than needed the network must be before anything is loaded twice.
    static let replacementShare = 1.5

    /// The buffered segment that gains most from being loaded again in a better rung, if any does (spec section 11, point 6).
    ///
    /// Ask when a segment has arrived and before the next is requested. `buffered` is what waits in the buffer in playing order,
    /// without the ones being decoded; `state` as for ``chooseRung(_:)``.
    public func chooseReplacement(of buffered: [BufferedSegment], _ state: AdaptationState) -> AdaptationReplacement? {
        let (candidates, _) = state.limits.candidates(of: state.rungs)
        guard state.phase == .playing, state.liveness != .lowLatency, let best = candidates.last,
            let measured = estimator.estimate(at: state.now), estimator.measuredSeconds > 0.5
        else { return nil }
        // As long as the buffer grows it goes first: only time that the link would idle is spent.
        let segmentDuration = state.upcoming.first?.duration ?? buffered.last?.duration ?? 0
        guard state.buffered + segmentDuration >= state.bufferGoal || state.upcoming.isEmpty else { return nil }
        let rate = measured / Self.replacementShare
        let top = max(state.rungs[best].expectedBandwidth, 1)
        func worth(_ rung: Int) -> Double {
            state.rungs.indices.contains(rung) ? state.rungs[rung].expectedBandwidth / top : 0
        }
        var choice: (replacement: AdaptationReplacement, gain: Double)?
        for (index, segment) in buffered.enumerated() where segment.rung < best {
            let affordable = candidates.last { rung in
                let bits = sizes.bits(
                    duration: segment.duration, byteCounts: segment.byteCounts, rung: rung, state: state)
                return rung > segment.rung && bits <= rate * segment.duration / state.drain
                    && estimator.latency + bits / rate < (segment.startsIn - segment.duration) / state.drain
            }
            guard let rung = affordable else { continue }
            // A better segment among poor ones is two switches; at the edge of a poor run it is none.
            let (old, new) = (worth(segment.rung), worth(rung))
            let before = index > 0 ? worth(buffered[index - 1].rung) : old
            let after = index + 1 < buffered.count ? worth(buffered[index + 1].rung) : new
            let changes = abs(new - before) + abs(after - new) - abs(old - before) - abs(after - old)
            let gain = new - old - tuning.switchCost * changes
            guard gain > tuning.replaceMargin, gain > choice?.gain ?? 0 else { continue }
            choice = (
                AdaptationReplacement(
                    index: index, rung: rung,
                    explanation: "rung \(segment.rung) waits in a full buffer, the network carries rung \(rung)"), gain
            )
        }
        return choice?.replacement
    }
}
