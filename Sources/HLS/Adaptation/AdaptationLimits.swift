/// What keeps rungs from being chosen, besides the network. Who plays them knows why: `VariantFilter` says what a view, the app and the
/// outputs allow, and a variant that fails is left out for a while (spec/hls.md sections 3 and 10).
public struct AdaptationLimits: Sendable, Equatable {
    /// Rungs that are not to be played now, by index. Hard, unless none is left.
    public var excludedRungs: Set<Int>

    public init(excludedRungs: Set<Int> = []) { self.excludedRungs = excludedRungs }

    /// Why a rung is not a candidate.
    public enum Cut: String, Sendable { case excluded, audioOnly }

    /// The rungs that may be chosen, in rising order, and why each other one may not.
    ///
    /// Never empty unless there are no rungs. Audio-only rungs are left out while there is one with a picture.
    public func candidates(of rungs: [AdaptationRung]) -> (allowed: [Int], cuts: [Int: Cut]) {
        var cuts: [Int: Cut] = [:]
        var allowed = rungs.indices.filter { !excludedRungs.contains($0) }
        if allowed.isEmpty { allowed = Array(rungs.indices.prefix(1)) }
        for index in rungs.indices where !allowed.contains(index) { cuts[index] = .excluded }
        let pictures = allowed.filter { !rungs[$0].isAudioOnly }
        guard !pictures.isEmpty else { return (allowed, cuts) }
        for index in allowed where rungs[index].isAudioOnly { cuts[index] = .audioOnly }
        return (pictures, cuts)
    }
}
