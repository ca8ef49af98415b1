/// A playlist that thumbnails can be made from (spec/hls.md section 8).
public enum ThumbnailSource: Sendable, Hashable {
    /// An I-frame playlist: the index in `iFrameVariants`.
    case iFrames(Int)
    /// An image playlist: the index in `imageVariants`.
    case images(Int)
    /// The first frames of segments: the index in `variants`.
    case segments(Int)
}

extension MultivariantPlaylist {
    /// Returns the sources of thumbnails, the best one first: of each kind, the one of the least cost for the requested size.
    /// - Parameters:
    ///   - width: the minimum width in pixels, where one is available; 0: the largest size.
    ///   - environment: what can be decoded; its limits of playback are ignored.
    public func thumbnailSources(width: Int, environment: VariantEnvironment) -> [ThumbnailSource] {
        let filter = VariantFilter(environment.withoutLimits)
        var sources: [ThumbnailSource] = []
        let iFrames = filter.selectIFrames(from: self).eligible.filter { !$0.variant.isAudioOnly }
        if let best = Self.cheapest(iFrames.map { ($0.index, $0.variant) }, width) { sources.append(.iFrames(best)) }
        if let best = Self.cheapest(imageVariants.enumerated().map { ($0.offset, $0.element) }, width) {
            sources.append(.images(best))
        }
        // A thumbnail needs a whole segment: the least bytes count, whatever the size.
        let eligible = filter.select(from: self).eligible.filter { !$0.variant.isAudioOnly }
        let segments = width == 0 ? eligible.last : eligible.first
        if let segments { sources.append(.segments(segments.index)) }
        return sources
    }

    private static func cheapest(_ streams: [(index: Int, stream: VariantStream)], _ width: Int) -> Int? {
        // Slightly smaller thumbnails are sufficient.
        let enough = streams.filter { ($0.stream.resolution?.width ?? 0) >= width * 3 / 4 }
        if width > 0, !enough.isEmpty { return enough.min { $0.stream.thumbnailCost < $1.stream.thumbnailCost }?.index }
        return streams.max { $0.stream.pixels < $1.stream.pixels }?.index
    }
}

extension VariantStream {
    fileprivate var pixels: Int {
        guard let resolution else { return 0 }
        return min(resolution.width, 1 << 20) * min(resolution.height, 1 << 20)
    }

    /// The relative cost of loading and decoding a thumbnail.
    fileprivate var thumbnailCost: Double {
        let families = codecs.compactMap { Codec($0)?.family }
        let factor =
            if families.contains(.motionJPEG) { 0.5 } else if families.contains(.h264) {
                1.0
            } else if families.contains(.av1) { 2.0 } else { 1.5 }
        return Double(pixels) * factor
    }
}
