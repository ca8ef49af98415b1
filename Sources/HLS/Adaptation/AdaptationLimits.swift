/// What keeps rungs from being chosen, besides the network (spec section 3, points 4, 6 to 8; section 11, point 9).
public struct AdaptationLimits: Sendable, Equatable {
    /// The view's size in device pixels; the smallest rung that fills it stays allowed. Nil: no view is known.
    public var viewPixels: PixelSize?
    /// The application's preferred peak bit rate in bits per second; nil or 0 is none. Soft: the lowest rung always remains.
    public var peakBitRate: Double?
    /// The application's largest preferred picture; nil is none. Soft.
    public var maximumPixels: PixelSize?
    /// Whether the network costs money by the byte.
    public var isExpensiveNetwork: Bool
    /// Peak bits per second on an expensive network; nil or 0 is none. Soft.
    public var peakBitRateOnExpensiveNetwork: Double?
    /// The largest picture on an expensive network. Soft.
    public var maximumPixelsOnExpensiveNetwork: PixelSize?
    /// Rungs that are not to be played now (HDCP, decoders that fell behind, failed variants), by index. Hard, unless none is left.
    public var excludedRungs: Set<Int>
    /// Whether no picture is shown: the cheapest rung will do, an audio-only one best.
    public var hasNoPicture: Bool

    public struct PixelSize: Sendable, Equatable {
        public var width: Int
        public var height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }
    }

    public init(
        viewPixels: PixelSize? = nil, peakBitRate: Double? = nil, maximumPixels: PixelSize? = nil,
        isExpensiveNetwork: Bool = false, peakBitRateOnExpensiveNetwork: Double? = nil,
        maximumPixelsOnExpensiveNetwork: PixelSize? = nil, excludedRungs: Set<Int> = [], hasNoPicture: Bool = false
    ) {
        self.viewPixels = viewPixels
        self.peakBitRate = peakBitRate
        self.maximumPixels = maximumPixels
        self.isExpensiveNetwork = isExpensiveNetwork
        self.peakBitRateOnExpensiveNetwork = peakBitRateOnExpensiveNetwork
        self.maximumPixelsOnExpensiveNetwork = maximumPixelsOnExpensiveNetwork
        self.excludedRungs = excludedRungs
        self.hasNoPicture = hasNoPicture
    }

    /// Why a rung is not a candidate.
    public enum Cut: String, Sendable {
        case excluded, audioOnly, noPicture, peakBitRate, maximumResolution, viewSize
    }

    /// The rungs that may be chosen, in rising order, and why each other one may not.
    ///
    /// Never empty unless there are no rungs. Audio-only rungs are left out while there is one with a picture.
    public func candidates(of rungs: [AdaptationRung]) -> (allowed: [Int], cuts: [Int: Cut]) {
        var cuts: [Int: Cut] = [:]
        var allowed = Array(rungs.indices)

        func keep(_ reason: Cut, where isKept: (Int) -> Bool) {
            let kept = allowed.filter(isKept)
            // Each limit is soft against an empty list: what is cheapest under it remains.
            let final = kept.isEmpty ? Array(allowed.prefix(1)) : kept
            for index in allowed where !final.contains(index) { cuts[index] = reason }
            allowed = final
        }

        keep(.excluded) { !excludedRungs.contains($0) }
        if hasNoPicture {
            let cheapest = allowed.first { rungs[$0].isAudioOnly } ?? allowed.first
            keep(.noPicture) { $0 == cheapest }
            return (allowed, cuts)
        }
        if allowed.contains(where: { !rungs[$0].isAudioOnly }) { keep(.audioOnly) { !rungs[$0].isAudioOnly } }

        var peaks = [peakBitRate]
        var sizes = [maximumPixels]
        if isExpensiveNetwork {
            peaks.append(peakBitRateOnExpensiveNetwork)
            sizes.append(maximumPixelsOnExpensiveNetwork)
        }
        for case .some(let peak) in peaks where peak > 0 {
            keep(.peakBitRate) { rungs[$0].bandwidth <= peak }
        }
        for case .some(let size) in sizes where size.width > 0 && size.height > 0 {
            keep(.maximumResolution) { index in
                guard let width = rungs[index].width, let height = rungs[index].height else { return true }
                return width <= size.width && height <= size.height
            }
        }
        if let view = viewPixels, view.width > 0, view.height > 0 {
            // A picture fills the view when one of its sides reaches it: the other one is letterboxed.
            func fills(_ index: Int) -> Bool {
                guard let width = rungs[index].width, let height = rungs[index].height else { return false }
                return width >= view.width || height >= view.height
            }
            if let first = allowed.first(where: fills) {
                let pixels = (rungs[first].width ?? 0, rungs[first].height ?? 0)
                // Rungs of the same picture size at a higher rate look better in the same view.
                keep(.viewSize) { index in
                    index <= first || (rungs[index].width ?? 0, rungs[index].height ?? 0) == pixels
                }
            }
        }
        return (allowed, cuts)
    }
}
