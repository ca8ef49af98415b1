/// What small pictures of a presentation can be made of (spec/hls.md section 8).
public enum StillSource: Sendable, Hashable {
    /// Key pictures by themselves: the position in the playlist's `iFrameVariants`.
    case iFrames(Int)
    /// Sheets of small pictures: the position in the playlist's `imageVariants`.
    case images(Int)
    /// The first pictures of ordinary segments: the position in the playlist's `variants`.
    case segments(Int)
}

extension MultivariantPlaylist {
    /// Where to take small pictures from, the best first: of each kind the one that costs least for the wanted size.
    /// - Parameters:
    ///   - width: pixels that pictures are to have at the least where there are such; 0: as large as there are.
    ///   - environment: what can be decoded; its limits for playing do not count.
    public func stillSources(width: Int, environment: VariantEnvironment) -> [StillSource] {
        let filter = VariantFilter(environment.withoutLimits)
        var sources: [StillSource] = []
        let iFrames = filter.selectIFrames(from: self).eligible.filter { !$0.variant.isAudioOnly }
        if let best = Self.cheapest(iFrames.map { ($0.index, $0.variant) }, width) { sources.append(.iFrames(best)) }
        if let best = Self.cheapest(imageVariants.enumerated().map { ($0.offset, $0.element) }, width) {
            sources.append(.images(best))
        }
        // Of segments the least bytes count, whatever the size: one picture takes a whole one.
        let eligible = filter.select(from: self).eligible.filter { !$0.variant.isAudioOnly }
        let segments = width == 0 ? eligible.last : eligible.first
        if let segments { sources.append(.segments(segments.index)) }
        return sources
    }

    private static func cheapest(_ streams: [(index: Int, stream: VariantStream)], _ width: Int) -> Int? {
        // What is a little too small still looks well.
        let enough = streams.filter { ($0.stream.resolution?.width ?? 0) >= width * 3 / 4 }
        if width > 0, !enough.isEmpty { return enough.min { $0.stream.stillCost < $1.stream.stillCost }?.index }
        return streams.max { $0.stream.pixels < $1.stream.pixels }?.index
    }
}

extension VariantStream {
    fileprivate var pixels: Int {
        guard let resolution else { return 0 }
        return min(resolution.width, 1 << 20) * min(resolution.height, 1 << 20)
    }

    /// What one picture takes to load and decode, compared with others.
    fileprivate var stillCost: Double {
        let families = codecs.compactMap { Codec($0)?.family }
        let factor =
            if families.contains(.motionJPEG) { 0.5 } else if families.contains(.h264) {
                1.0
            } else if families.contains(.av1) { 2.0 } else { 1.5 }
        return Double(pixels) * factor
    }
}
