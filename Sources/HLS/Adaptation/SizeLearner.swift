import Foundation

/// Learns the ratio of actual to declared segment sizes, for segments whose size is not given.
struct SizeLearner: Sendable {
    private var ratio = DecayingAverage(halfLife: 8)
    /// Declared rates are assumed to be right within these factors.
    static let plausibleRatios = 0.3...2.0
    /// Weight of the declared rate, in segments.
    static let prior = 1.0

    mutating func learn(actual: Double, expected: Double) {
        guard expected > 0 else { return }
        ratio.add(
            min(max(actual / expected, Self.plausibleRatios.lowerBound), Self.plausibleRatios.upperBound), weight: 1)
    }

    /// Returns the bits of a segment in a variant, including those of other media loaded meanwhile.
    func bits(of segment: AdaptationSegment, variant: Int, state: AdaptationState) -> Double {
        let companion = max(0, state.companionBandwidth) * segment.duration
        if segment.byteCounts.indices.contains(variant), let count = segment.byteCounts[variant], count > 0 {
            return Double(count) * 8 + companion
        }
        return state.variants[variant].expectedBandwidth * segment.duration * factor + companion
    }

    /// Returns the bits per second of a variant and of the media loaded with it.
    func rate(ofVariant variant: Int, _ state: AdaptationState) -> Double {
        state.variants[variant].expectedBandwidth * factor + max(0, state.companionBandwidth)
    }

    private var factor: Double {
        guard let value = ratio.value else { return 1 }
        let weight = ratio.weight / (1 - exp2(-1 / ratio.halfLife))
        return (value * weight + Self.prior) / (weight + Self.prior)
    }
}
