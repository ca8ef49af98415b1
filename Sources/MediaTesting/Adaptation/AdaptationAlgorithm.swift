public import HLS

/// An algorithm that chooses variants: the player's own, or a reference algorithm to compare it with.
public protocol AdaptationAlgorithm {
    mutating func transferStarted(_ id: Int, at time: Double, metering: ThroughputEstimator.Metering)
    mutating func transferProgressed(_ id: Int, byteCount: Int, at time: Double)
    mutating func transferFinished(_ id: Int, byteCount: Int, at time: Double)
    mutating func segmentLoaded(
        variant: Int, of variants: [AdaptationVariant], byteCount: Int, duration: Double, seconds: Double)
    mutating func chooseVariant(_ state: AdaptationState) -> AdaptationDecision
    mutating func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview
    /// The buffer length in seconds at which requests pause while playing a variant; nil: the player's default.
    func bufferLimit(in variant: AdaptationVariant) -> Double?
}

extension AdaptationAlgorithm {
    public mutating func transferStarted(_ id: Int, at time: Double, metering: ThroughputEstimator.Metering) {}
    public mutating func transferProgressed(_ id: Int, byteCount: Int, at time: Double) {}
    public mutating func transferFinished(_ id: Int, byteCount: Int, at time: Double) {}
    public mutating func segmentLoaded(
        variant: Int, of variants: [AdaptationVariant], byteCount: Int, duration: Double, seconds: Double
    ) {}
    public mutating func reviewRunning(_ running: RunningSegment, _ state: AdaptationState) -> RunningReview { .keep }
    public func bufferLimit(in variant: AdaptationVariant) -> Double? { nil }
}

extension AdaptationController: AdaptationAlgorithm {}
