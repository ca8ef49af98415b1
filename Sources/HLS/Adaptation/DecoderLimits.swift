/// Variants excluded because of the decoder: no decoder exists, the data cannot be decoded, or decoding is too slow (spec/hls.md sections 3
/// and 10). It has no clock; times are seconds of one monotonic clock.
public struct DecoderLimits: Sendable, Equatable {
    public enum Fault: Sendable, Equatable {
        /// No decoder can be opened for it.
        case noDecoder
        /// The data that was read cannot be decoded.
        case corruption
        /// Frames are decoded after the end of their display time.
        case overload
    }

    /// Seconds for which a variant with corrupt data is excluded.
    public static let corruptionSeconds = 60.0
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
        _ variant: Int, because fault: Fault, variants: [AdaptationVariant], at time: Double, isAllowed: (Int) -> Bool
    ) -> Int? {
        guard variants.indices.contains(variant) else { return nil }
        var fresh = self
        switch fault {
        case .noDecoder: fresh.barred[variant] = .infinity
        case .corruption: fresh.bar(variant, until: time + Self.corruptionSeconds)
        case .overload:
            let seconds = min(Self.overloadSeconds * Double(1 << min(overloads, 10)), Self.longestOverload)
            for heavy in variants.indices
            where variants[heavy].isNoLighter(than: variants[variant], isAbove: heavy >= variant) {
                fresh.bar(heavy, until: time + seconds)
            }
            fresh.overloads += 1
        }
        let excluded = fresh.excluded(at: time)
        let left = variants.indices.filter { !excluded.contains($0) && !variants[$0].isAudioOnly && isAllowed($0) }
        guard let next = left.last(where: { $0 < variant }) ?? left.first else { return nil }
        self = fresh
        return next
    }

    private mutating func bar(_ variant: Int, until time: Double) {
        barred[variant] = max(barred[variant] ?? time, time)
    }
}

extension AdaptationVariant {
    /// Pixels per second; nil where the resolution is unknown.
    private var pixelRate: Double? {
        guard let width, let height else { return nil }
        return Double(width) * Double(height) * (frameRate ?? 30)
    }

    /// Returns whether a variant is at least as expensive to decode as another one.
    /// - Parameter isAbove: whether it has the same or a higher index, which decides where the pixel rates are unknown or equal.
    fileprivate func isNoLighter(than other: AdaptationVariant, isAbove: Bool) -> Bool {
        guard let own = pixelRate, let its = other.pixelRate, own != its else { return isAbove }
        return own > its
    }
}
