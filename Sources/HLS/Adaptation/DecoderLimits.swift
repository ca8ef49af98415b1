/// Variants excluded because of the decoder: no decoder exists, the data cannot be decoded, or decoding is too slow (spec/hls.md sections 3
/// and 10). It has no clock; times are seconds of one monotonic clock.
public struct DecoderLimits: Sendable, Equatable {
    public enum Fault: Sendable, Equatable {
        /// No decoder can be opened for it.
        case noDecoder
        /// The data that was read cannot be decoded.
        case damage
        /// Frames are decoded after their presentation time.
        case overload
    }

    /// Seconds for which a variant with corrupt data is excluded.
    public static let damageSeconds = 60.0
    /// Seconds for which variants that are too expensive to decode are excluded; doubled each time that they prove too expensive again.
    public static let overloadSeconds = 30.0
    public static let longestOverload = 480.0

    /// By variant index: the time until which it is excluded.
    private var barred: [Int: Double] = [:]
    private var overloads = 0

    public init() {}

    public func excluded(at time: Double) -> Set<Int> { Set(barred.filter { $0.value > time }.keys) }

    /// Excludes a variant; after an overload also every variant that is at least as expensive to decode.
    /// - Parameter isAllowed: whether other limits allow a variant.
    /// - Returns: the variant to play instead; nil where there is none, and then nothing changes.
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
    /// Pixels per second; nil where the resolution is unknown.
    private var pixelRate: Double? {
        guard let width, let height else { return nil }
        return Double(width) * Double(height) * (frameRate ?? 30)
    }

    /// Returns whether a variant is at least as expensive to decode as another one.
    /// - Parameter isAbove: whether it has the same or a higher index, which decides where the pixel rates are unknown or equal.
    fileprivate func isNoLighter(than other: AdaptationRung, isAbove: Bool) -> Bool {
        guard let own = pixelRate, let its = other.pixelRate, own != its else { return isAbove }
        return own > its
    }
}
