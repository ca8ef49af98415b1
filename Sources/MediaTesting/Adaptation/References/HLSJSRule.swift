import Foundation
public import HLS

/// The rule of hls.js, from its documented settings.
///
/// The estimate is the lower of two moving averages, with half-lives of 3 and 9 seconds of download; at first it is 500
/// kb/s. The rule chooses the highest variant within 0.95 of the estimate, or 0.7 for a switch up, whose segment
/// arrives without a stall, else with a stall of at most a segment or four seconds. A transfer is abandoned after half
/// a segment's duration at the earliest.
public struct HLSJSRule: AdaptationAlgorithm {
    static let startRate = 500_000.0
    static let bandwidthFactor = 0.95
    static let upFactor = 0.7
    static let maximumStarvation = 4.0
    static let minimumSeconds = 0.05
    static let abandonShare = 0.8
    static let startLatency = 0.1
    /// The minimum and maximum buffer in seconds, and the byte limit that applies between them.
    static let bufferSeconds = 30.0...600.0
    static let bufferBytes = 60e6

    /// A moving average without bias towards its initial value.
    private struct Average {
        let halfLife: Double
        var value = 0.0
        var weight = 0.0

        mutating func add(_ sample: Double, weight added: Double) {
            let kept = pow(0.5, added / halfLife)
            value = sample * (1 - kept) + value * kept
            weight += added
        }
        var mean: Double { value / (1 - pow(0.5, weight / halfLife)) }
    }

    private var transfers = ReferenceTransfers()
    private var fast = Average(halfLife: 3)
    private var slow = Average(halfLife: 9)
    private var latencyAverage = Average(halfLife: 9)
    private var last: Int?

    public init() {}

    var estimate: Double { fast.weight > 0.001 ? min(fast.mean, slow.mean) : Self.startRate }
    private var latency: Double { latencyAverage.weight > 0 ? latencyAverage.mean : Self.startLatency }

    public mutating func transferStarted(_ id: Int, at time: Double, metering: ThroughputEstimator.Metering) {
        transfers.started(id, at: time)
    }

    public mutating func transferProgressed(_ id: Int, byteCount: Int, at time: Double) {
        transfers.progressed(id, byteCount: byteCount, at: time)
    }

    public mutating func transferFinished(_ id: Int, byteCount: Int, at time: Double) {
        guard let transfer = transfers.finished(id, byteCount: byteCount, at: time), byteCount >= leastReferenceBytes
        else { return }
        let wait = (transfer.firstByteAt ?? time) - transfer.startedAt
        let seconds = max(time - transfer.startedAt - min(wait, latency), Self.minimumSeconds)
        latencyAverage.add(wait, weight: max(seconds, 0.001))
        let rate = Double(byteCount) * 8 / seconds
        fast.add(rate, weight: seconds)
        slow.add(rate, weight: seconds)
    }

    public mutating func chooseVariant(_ state: AdaptationState) -> AdaptationDecision {
        let starvation = max(0, state.buffered) / state.rate
        let tolerance = min(state.segmentDuration, Self.maximumStarvation)
        let variant =
            best(state, within: starvation, down: Self.bandwidthFactor, up: Self.upFactor)
            ?? best(
                state, within: starvation + tolerance, down: starvation > 0 ? Self.bandwidthFactor : 1,
                up: starvation > 0 ? Self.upFactor : 1)
            ?? 0
        last = variant
        return state.decision(variant, .throughput, estimate: estimate)
    }

    private func best(_ state: AdaptationState, within seconds: Double, down: Double, up: Double) -> Int? {
        let current = last ?? 0
        return state.variants.indices.last { index in
            let rate = estimate * (last != nil && index > current ? up : down)
            let bandwidth = state.variants[index].expectedBandwidth
            return rate >= bandwidth && latency + bandwidth * state.segmentDuration / rate < seconds
        }
    }

    public func bufferLimit(in variant: AdaptationVariant) -> Double? {
        let seconds = Self.bufferBytes * 8 / max(variant.bandwidth, 1)
        return min(max(seconds, Self.bufferSeconds.lowerBound), Self.bufferSeconds.upperBound)
    }

    public mutating func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview {
        let elapsed = state.now - running.startedAt
        let duration = state.segmentDuration
        let starvation = max(0, state.buffered) / state.rate
        guard running.variant > 0, elapsed >= duration / 2 / state.rate, starvation < 2 * duration,
            let transfer = transfers.running[running.id], let firstByte = transfer.firstByteAt, state.now > firstByte
        else { return .keep }
        let rate = Double(running.byteCount) * 8 / (state.now - firstByte)
        let whole =
            running.expectedByteCount.map { Double($0) * 8 }
            ?? state.variants[running.variant].expectedBandwidth * duration
        let left = (whole - Double(running.byteCount) * 8) / max(rate, 1)
        guard left > starvation else { return .keep }
        for variant in stride(from: running.variant - 1, through: 0, by: -1) {
            let seconds =
                latency + state.variants[variant].expectedBandwidth * duration / max(rate * Self.abandonShare, 1)
            if seconds < starvation || variant == 0 {
                guard seconds < left else { return .keep }
                last = variant
                return .abandon(toVariant: variant, explanation: "\(left) s to go, \(starvation) s buffered")
            }
        }
        return .keep
    }
}
