/// Restrictions on the choice of variant other than the network. The caller provides them: `VariantFilter` applies the limits of the view,
/// the application and the outputs, and a variant that fails is excluded for a while (spec/hls.md sections 3 and 10).
public struct AdaptationLimits: Sendable, Equatable {
    /// Indices of variants that must not be played now. Never overruled unless every variant is excluded.
    public var excludedVariants: Set<Int>

    public init(excludedVariants: Set<Int> = []) { self.excludedVariants = excludedVariants }

    /// Why a variant is not a candidate.
    public enum Cut: String, Sendable { case excluded, audioOnly }

    /// Returns the indices of the eligible variants in rising order, and why each other one is not eligible.
    ///
    /// Never empty unless there are no variants. Audio-only variants are excluded while a variant with video is eligible.
    public func candidates(of variants: [AdaptationVariant]) -> (allowed: [Int], cuts: [Int: Cut]) {
        var cuts: [Int: Cut] = [:]
        var allowed = variants.indices.filter { !excludedVariants.contains($0) }
        if allowed.isEmpty { allowed = Array(variants.indices.prefix(1)) }
        for index in variants.indices where !allowed.contains(index) { cuts[index] = .excluded }
        let withVideo = allowed.filter { !variants[$0].isAudioOnly }
        guard !withVideo.isEmpty else { return (allowed, cuts) }
        for index in allowed where variants[index].isAudioOnly { cuts[index] = .audioOnly }
        return (withVideo, cuts)
    }
}
