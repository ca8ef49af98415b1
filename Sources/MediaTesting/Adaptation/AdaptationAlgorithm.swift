public import HLS

/// An algorithm that chooses rungs: the player's own, or a reference algorithm to compare it with.
public protocol AdaptationAlgorithm {
    mutating func transferStarted(_ id: Int, at time: Double, metering: ThroughputEstimator.Metering)
    mutating func transferProgressed(_ id: Int, byteCount: Int, at time: Double)
    mutating func transferFinished(_ id: Int, byteCount: Int, at time: Double)
    mutating func segmentLoaded(
        rung: Int, of rungs: [AdaptationRung], byteCount: Int, duration: Double, seconds: Double)
    mutating func chooseRung(_ state: AdaptationState) -> AdaptationDecision
    mutating func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview
    /// The buffer length in seconds at which requests pause while playing a rung; nil: the player's default.
    func bufferLimit(in rung: AdaptationRung) -> Double?
}

extension AdaptationAlgorithm {
    public mutating func transferStarted(_ id: Int, at time: Double, metering: ThroughputEstimator.Metering) {}
    public mutating func transferProgressed(_ id: Int, byteCount: Int, at time: Double) {}
    public mutating func transferFinished(_ id: Int, byteCount: Int, at time: Double) {}
    public mutating func segmentLoaded(
        rung: Int, of rungs: [AdaptationRung], byteCount: Int, duration: Double, seconds: Double
    ) {}
    public mutating func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview { .keep }
    public func bufferLimit(in rung: AdaptationRung) -> Double? { nil }
}

extension AdaptationController: AdaptationAlgorithm {}
