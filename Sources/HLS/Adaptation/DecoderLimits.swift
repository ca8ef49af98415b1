/// Rungs that are left out because of the decoder: it does not know them, makes nothing of their bytes, or takes too long for them
/// (spec/hls.md sections 3 and 10). A value without clock; times are seconds of one clock that only goes forward.
public struct DecoderLimits: Sendable, Equatable {
    public enum Fault: Sendable, Equatable {
        /// No decoder can be opened for it.
        case noDecoder
        /// What was read of it cannot be decoded.
        case damage
        /// Its pictures come after their time.
        case overload
    }

    /// Seconds for which a rung is left out that was damaged.
    public static let damageSeconds = 60.0
    /// Seconds for which what is too heavy is left out; twice as long each time that it proves to be so again.
    public static let overloadSeconds = 30.0
    public static let longestOverload = 480.0

    /// By rung: the end of the time for which it is left out.
    private var barred: [Int: Double] = [:]
    private var overloads = 0

    public init() {}

    public func excluded(at time: Double) -> Set<Int> { Set(barred.filter { $0.value > time }.keys) }

    /// Leaves a rung out, and what is no lighter than it where it is too heavy.
    /// - Parameter isAllowed: whether a rung may be played as far as others are concerned.
    /// - Returns: the rung to play instead; nil where there is none, and then nothing changes.
    public mutating func leave(
        _ rung: Int, because fault: Fault, rungs: [AdaptationRung], at time: Double, isAllowed: (Int) -> Bool
    ) -> Int? {
        guard rungs.indices.contains(rung) else { return nil }
        var fresh = self
        switch fault {
        case .noDecoder: fresh.barred[rung] = .infinity
        case .damage: fresh.bar(rung, until: time + Self.damageSeconds)
        case .overload:
            let seconds = min(Self.overloadSeconds * Double(1 << min(overloads, 10)), Self.longestOverload)
            for heavy in rungs.indices where rungs[heavy].isNoLighter(than: rungs[rung], isAbove: heavy >= rung) {
                fresh.bar(heavy, until: time + seconds)
            }
            fresh.overloads += 1
        }
        let excluded = fresh.excluded(at: time)
        let left = rungs.indices.filter { !excluded.contains($0) && !rungs[$0].isAudioOnly && isAllowed($0) }
        guard let next = left.last(where: { $0 < rung }) ?? left.first else { return nil }
        self = fresh
        return next
    }

    private mutating func bar(_ rung: Int, until time: Double) { barred[rung] = max(barred[rung] ?? time, time) }
}

extension AdaptationRung {
    /// Pixels a second; nil where nobody says how large its pictures are.
    private var pixelRate: Double? {
        guard let width, let height else { return nil }
        return Double(width) * Double(height) * (frameRate ?? 30)
    }

    /// Whether it costs a decoder as much as another rung does, or more.
    /// - Parameter isAbove: whether it is that rung or a better one, which counts where they say too little.
    fileprivate func isNoLighter(than other: AdaptationRung, isAbove: Bool) -> Bool {
        guard let own = pixelRate, let its = other.pixelRate, own != its else { return isAbove }
        return own > its
    }
}
