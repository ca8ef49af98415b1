import Foundation
public import HLS

/// BOLA-E (Spiteri, Urgaonkar, Sitaraman, INFOCOM 2016; Spiteri, Sitaraman, Sparacio, MMSys 2018): the rung with the highest utility per
/// bit for the current buffer, with a placeholder buffer that lets it start at the throughput's rung, a limit where the real buffer is
/// short, and no switch above the throughput (BOLA-O), as in the paper's player.
public struct BolaRule: AdaptationAlgorithm {
    /// Buffer levels in seconds between which the rungs are distributed, as in dash.js.
    static let lowestBuffer = 10.0
    static let bufferPerRung = 2.0
    static let safety = 0.9
    static let insufficientSafety = 0.5

    private var throughput = ThroughputRule()
    private var placeholder = 0.0
    private var last: Int?

    public init() {}

    public mutating func transferStarted(_ id: Int, at time: Double, metering: ThroughputEstimator.Metering) {
        throughput.transferStarted(id, at: time, metering: metering)
    }

    public mutating func transferProgressed(_ id: Int, byteCount: Int, at time: Double) {
        throughput.transferProgressed(id, byteCount: byteCount, at: time)
    }

    public mutating func transferFinished(_ id: Int, byteCount: Int, at time: Double) {
        throughput.transferFinished(id, byteCount: byteCount, at: time)
    }

    /// The paper's parameters for a ladder and a buffer: utilities from 1, the control parameter V, and gamma times p.
    private struct Layout {
        var utilities: [Double]
        var control: Double
        var gain: Double

        init(_ state: AdaptationState) {
            let rates = state.rungs.map(\.expectedBandwidth)
            utilities = rates.map { log($0 / rates[0]) + 1 }
            let target = max(state.bufferGoal, BolaRule.lowestBuffer + BolaRule.bufferPerRung * Double(rates.count))
            let top = utilities[utilities.count - 1]
            gain = rates.count > 1 ? (top - 1) / (target / BolaRule.lowestBuffer - 1) : 1
            control = BolaRule.lowestBuffer / gain
        }

        func score(_ rung: Int, buffer: Double, rate: Double) -> Double {
            (control * (utilities[rung] - 1 + gain) - buffer) / rate
        }

        func best(_ state: AdaptationState, buffer: Double) -> Int {
            state.rungs.indices.max { left, right in
                score(left, buffer: buffer, rate: state.rungs[left].expectedBandwidth)
                    < score(right, buffer: buffer, rate: state.rungs[right].expectedBandwidth)
            } ?? 0
        }

        /// Returns the smallest buffer at which a rung is chosen.
        func leastBuffer(for rung: Int, _ state: AdaptationState) -> Double {
            var least = 0.0
            let rates = state.rungs.map(\.expectedBandwidth)
            for lower in 0..<rung {
                let (mine, other) = (utilities[rung] - 1 + gain, utilities[lower] - 1 + gain)
                least = max(least, control * (rates[rung] * other - rates[lower] * mine) / (rates[rung] - rates[lower]))
            }
            return least
        }
    }

    public mutating func chooseRung(_ state: AdaptationState) -> AdaptationDecision {
        guard let estimate = throughput.estimate else {
            last = 0
            return state.decision(0, .startup, estimate: nil)
        }
        let layout = Layout(state)
        let carried = state.rungs.lastIndex { $0.expectedBandwidth <= estimate * Self.safety } ?? 0
        let buffer = state.buffered
        if state.phase != .playing || buffer < state.segmentDuration {
            // After a start or a stall the placeholder buffer is raised until the throughput's rung is chosen.
            placeholder = max(placeholder, layout.leastBuffer(for: carried, state) - buffer)
        }
        placeholder = max(
            0,
            min(placeholder, layout.control * (layout.utilities[layout.utilities.count - 1] - 1 + layout.gain) - buffer)
        )
        if (last ?? 0) < carried {
            placeholder = max(placeholder, layout.leastBuffer(for: carried, state) - buffer)
        }
        var rung = layout.best(state, buffer: buffer + placeholder)
        if let last, rung > last, rung > carried { rung = max(last, carried) }
        if placeholder > 0 {
            // The insufficient-buffer rule: the placeholder buffer does not prevent stalls.
            let limit =
                estimate * Self.insufficientSafety * max(buffer, state.segmentDuration / 2) / state.segmentDuration
            let enough = state.rungs.lastIndex { $0.expectedBandwidth <= limit } ?? 0
            rung = min(rung, max(enough, 0))
        }
        last = rung
        return state.decision(rung, .buffer, estimate: estimate)
    }

    public mutating func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview {
        let elapsed = state.now - running.startedAt
        guard running.rung > 0, elapsed >= 0.5, running.byteCount > 0, let whole = running.expectedByteCount else {
            return .keep
        }
        // BOLA's abandonment rule: compares the rest of this segment with the whole segment in another rung.
        let rate = Double(running.byteCount) * 8 / elapsed
        let left = Double(whole - running.byteCount) * 8
        guard left / rate > state.buffered else { return .keep }
        let layout = Layout(state)
        let buffer = state.buffered + placeholder
        let duration = state.segmentDuration
        let mine = layout.score(running.rung, buffer: buffer, rate: max(left, 1))
        var best = (rung: running.rung, score: mine)
        for rung in 0..<running.rung where state.rungs[rung].expectedBandwidth * duration < left {
            let score = layout.score(rung, buffer: buffer, rate: state.rungs[rung].expectedBandwidth * duration)
            if score > best.score { best = (rung, score) }
        }
        guard best.rung < running.rung else { return .keep }
        last = best.rung
        return .abandon(toRung: best.rung, explanation: "\(left / rate) s to go, \(state.buffered) s buffered")
    }
}
