public import HLS

/// The plain throughput rule: the highest variant below nine tenths of the harmonic mean of the last five segments' rates (as in the papers on
/// FESTIVE and MPC). It starts with the lowest variant and never abandons a transfer.
public struct ThroughputRule: AdaptationAlgorithm {
    static let window = 5
    static let safety = 0.9
    private var transfers = ReferenceTransfers()
    private var rates: [Double] = []

    public init() {}

    public mutating func transferStarted(_ id: Int, at time: Double, metering: ThroughputEstimator.Metering) {
        transfers.started(id, at: time)
    }

    public mutating func transferProgressed(_ id: Int, byteCount: Int, at time: Double) {
        transfers.progressed(id, byteCount: byteCount, at: time)
    }

    public mutating func transferFinished(_ id: Int, byteCount: Int, at time: Double) {
        guard let transfer = transfers.finished(id, byteCount: byteCount, at: time), byteCount >= leastReferenceBytes,
            time > transfer.startedAt
        else { return }
        rates.append(Double(byteCount) * 8 / (time - transfer.startedAt))
        if rates.count > Self.window { rates.removeFirst() }
    }

    /// The harmonic mean of the rates.
    var estimate: Double? {
        rates.isEmpty ? nil : Double(rates.count) / rates.reduce(0) { $0 + 1 / $1 }
    }

    public mutating func chooseVariant(_ state: AdaptationState) -> AdaptationDecision {
        guard let estimate else { return state.decision(0, .startup, estimate: nil) }
        let variant = state.variants.lastIndex { $0.expectedBandwidth <= estimate * Self.safety } ?? 0
        return state.decision(variant, .throughput, estimate: estimate)
    }
}
