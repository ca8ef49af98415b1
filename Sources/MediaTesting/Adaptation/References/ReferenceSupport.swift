import HLS

/// Tracks the start, first byte and bytes of transfers for the reference algorithms.
struct ReferenceTransfers {
    struct Running {
        var startedAt: Double
        var firstByteAt: Double?
        var byteCount = 0
    }
    private(set) var running: [Int: Running] = [:]

    mutating func started(_ id: Int, at time: Double) { running[id] = Running(startedAt: time) }

    mutating func progressed(_ id: Int, byteCount: Int, at time: Double) {
        guard byteCount > 0 else { return }
        if running[id]?.firstByteAt == nil { running[id]?.firstByteAt = time }
        running[id]?.byteCount = byteCount
    }

    /// Ends a transfer, and returns its start and the time of its first byte.
    mutating func finished(_ id: Int, byteCount: Int, at time: Double) -> Running? {
        progressed(id, byteCount: byteCount, at: time)
        return running.removeValue(forKey: id)
    }
}

/// Smaller transfers give no sample of the link; otherwise separate audio would lower the estimate.
let leastReferenceBytes = 16_000

extension AdaptationState {
    /// Duration in seconds of the segment to be chosen.
    var segmentDuration: Double { upcoming.first?.duration ?? 1 }

    func decision(_ variant: Int, _ reason: AdaptationDecision.Reason, estimate: Double?) -> AdaptationDecision {
        AdaptationDecision(
            variant: variant, reason: reason, estimate: estimate, expectedDuration: 0,
            explanation: "variant \(variant) for \(reason.rawValue), \(Int(estimate ?? 0)) bit/s")
    }
}
