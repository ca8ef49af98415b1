import Foundation
public import HLS

/// BOLA-E (Spiteri, Urgaonkar, Sitaraman, INFOCOM 2016; Spiteri, Sitaraman, Sparacio, MMSys 2018): the variant with the highest utility per
/// bit for the current buffer, with a placeholder buffer that lets it start at the throughput's variant, a limit where the real buffer is
/// short, and no switch above the throughput (BOLA-O), as in the paper's player.
public struct BolaRule: AdaptationAlgorithm {
    /// Buffer levels in seconds between which the variants are distributed, as in dash.js.
    static let lowestBuffer = 10.0
    static let bufferPerVariant = 2.0
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
            let rates = state.variants.map(\.expectedBandwidth)
            utilities = rates.map { log($0 / rates[0]) + 1 }
            let target = max(state.bufferGoal, BolaRule.lowestBuffer + BolaRule.bufferPerVariant * Double(rates.count))
            let top = utilities[utilities.count - 1]
            gain = rates.count > 1 ? (top - 1) / (target / BolaRule.lowestBuffer - 1) : 1
            control = BolaRule.lowestBuffer / gain
        }

        func score(_ variant: Int, buffer: Double, rate: Double) -> Double {
            (control * (utilities[variant] - 1 + gain) - buffer) / rate
        }

        func best(_ state: AdaptationState, buffer: Double) -> Int {
            state.variants.indices.max { left, right in
                score(left, buffer: buffer, rate: state.variants[left].expectedBandwidth)
                    < score(right, buffer: buffer, rate: state.variants[right].expectedBandwidth)
            } ?? 0
        }

        /// Returns the smallest buffer at which a variant is chosen.
        func leastBuffer(for variant: Int, _ state: AdaptationState) -> Double {
            var least = 0.0
            let rates = state.variants.map(\.expectedBandwidth)
            for lower in 0..<variant {
                let (mine, other) = (utilities[variant] - 1 + gain, utilities[lower] - 1 + gain)
                least = max(
                    least, control * (rates[variant] * other - rates[lower] * mine) / (rates[variant] - rates[lower]))
            }
            return least
        }
    }

    public mutating func chooseVariant(_ state: AdaptationState) -> AdaptationDecision {
        guard let estimate = throughput.estimate else {
            last = 0
            return state.decision(0, .startup, estimate: nil)
        }
        let layout = Layout(state)
        let carried = state.variants.lastIndex { $0.expectedBandwidth <= estimate * Self.safety } ?? 0
        let buffer = state.buffered
        if state.phase != .playing || buffer < state.segmentDuration {
            // After a start or a stall the placeholder buffer is raised until the throughput's variant is chosen.
            placeholder = max(placeholder, layout.leastBuffer(for: carried, state) - buffer)
        }
        placeholder = max(
            0,
            min(placeholder, layout.control * (layout.utilities[layout.utilities.count - 1] - 1 + layout.gain) - buffer)
        )
        if (last ?? 0) < carried {
            placeholder = max(placeholder, layout.leastBuffer(for: carried, state) - buffer)
        }
        var variant = layout.best(state, buffer: buffer + placeholder)
        if let last, variant > last, variant > carried { variant = max(last, carried) }
        if placeholder > 0 {
            // The insufficient-buffer rule: the placeholder buffer does not prevent stalls.
            let limit =
                estimate * Self.insufficientSafety * max(buffer, state.segmentDuration / 2) / state.segmentDuration
            let enough = state.variants.lastIndex { $0.expectedBandwidth <= limit } ?? 0
            variant = min(variant, max(enough, 0))
        }
        last = variant
        return state.decision(variant, .buffer, estimate: estimate)
    }

    public mutating func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview {
        let elapsed = state.now - running.startedAt
        guard running.variant > 0, elapsed >= 0.5, running.byteCount > 0, let whole = running.expectedByteCount else {
            return .keep
        }
        // BOLA's abandonment rule: compares the rest of this segment with the whole segment in another variant.
        let rate = Double(running.byteCount) * 8 / elapsed
        let left = Double(whole - running.byteCount) * 8
        guard left / rate > state.buffered else { return .keep }
        let layout = Layout(state)
        let buffer = state.buffered + placeholder
        let duration = state.segmentDuration
        let mine = layout.score(running.variant, buffer: buffer, rate: max(left, 1))
        var best = (variant: running.variant, score: mine)
        for variant in 0..<running.variant where state.variants[variant].expectedBandwidth * duration < left {
            let score = layout.score(
                variant, buffer: buffer, rate: state.variants[variant].expectedBandwidth * duration)
            if score > best.score { best = (variant, score) }
        }
        guard best.variant < running.variant else { return .keep }
        last = best.variant
        return .abandon(toVariant: best.variant, explanation: "\(left / rate) s to go, \(state.buffered) s buffered")
    }
}
