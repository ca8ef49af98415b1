import CoreMedia
import HLS

/// Parts that are requested before they exist (EXT-X-PRELOAD-HINT, spec/hls.md section 6).
extension RenditionMachine {
    func hinted(
        _ index: Int, _ number: UInt64, in playlist: MediaPlaylist, _ discontinuity: UInt64
    ) -> Upcoming {
        // A new initialization section means a new clock whose offset is unknown.
        guard tracker.playsParts, !playlist.preloadHints.contains(where: { $0.kind == .map }),
            let hint = playlist.preloadHints.first(where: { $0.kind == .part }), let url = playlist.url(for: hint.uri),
            let last = playlist.parts.last ?? playlist.segments.last?.parts.last,
            // A new segment may have a new key, which the playlist does not list before the segment's first part.
            index > 0 || last.keys.isEmpty
        else { return .later }
        let openStart = hint.openStart
        if hint.isOpen, openStart == nil { return .later }
        let start = placed(playlist.parts, from: tracker.windowEnd).last.map {
            $0.start &+ (Nanoseconds(playlist.parts[$0.index].duration) ?? 0)
        }
        let range = hint.byteRangeLength.map { ByteRange(length: $0, offset: hint.byteRangeStart) }
        return .chunk(
            MediaChunk(
                url: url, byteRange: range, sequenceNumber: number, part: index,
                discontinuity: .init(era: tracker.era, number: discontinuity), start: start ?? tracker.windowEnd,
                duration: playlist.partTargetDuration.flatMap { Nanoseconds($0) } ?? 0, isGap: false, keys: last.keys,
                initialization: last.initialization, bitsPerSecond: nil, isHint: true, openStart: openStart))
    }

    /// How the current playlist lists a part that was requested by its preload hint.
    private enum ListedHint {
        /// The playlist does not reach the part's position yet, or lists only the whole segment.
        case unknown
        /// The position still has a preload hint.
        case announced(PreloadHint)
        case listed(PartialSegment)
        /// The position has neither a part nor a hint any more.
        case gone
    }

    private func listedHint(of chunk: MediaChunk) -> ListedHint {
        guard let playlist = tracker.playlist, let index = chunk.part else { return .unknown }
        if let at = playlist.segments.position(ofSequenceNumber: chunk.sequenceNumber) {
            let parts = playlist.segments[at].parts
            if parts.isEmpty { return .unknown }
            return parts.indices.contains(index) ? .listed(parts[index]) : .gone
        }
        guard chunk.sequenceNumber == playlist.nextSequenceNumber else {
            return chunk.sequenceNumber > playlist.nextSequenceNumber ? .unknown : .gone
        }
        if playlist.parts.indices.contains(index) { return .listed(playlist.parts[index]) }
        let hint = playlist.preloadHints.first { $0.kind == .part }
        return index == playlist.parts.count ? hint.map { .announced($0) } ?? .gone : .gone
    }

    /// Whether the playlist does not contradict the hint of a part that is being loaded.
    func isHintValid(_ chunk: MediaChunk) -> Bool {
        guard chunk.isHint, let playlist = tracker.playlist else { return true }
        switch listedHint(of: chunk) {
        case .unknown: return true
        case .gone: return false
        case .announced(let hint): return playlist.url(for: hint.uri) == chunk.url && hint.openStart == chunk.openStart
        case .listed(let part):
            guard playlist.url(for: part.uri) == chunk.url, !part.isGap, part.keys == chunk.keys else { return false }
            guard let start = chunk.openStart else { return part.byteRange == chunk.byteRange }
            return (part.byteRange?.offset ?? 0) == UInt64(start)
        }
    }

    /// Abandons the load of a hinted part that was withdrawn or changed, and ends the open range of a listed part.
    /// - Returns: the change that the driver makes to the request.
    mutating func reviewHint() -> HintReview {
        guard let load = loading, load.chunk.isHint else { return .unchanged }
        guard isHintValid(load.chunk) else { return endLoading().map { .abandoned($0) } ?? .unchanged }
        guard load.chunk.openStart != nil, case .listed(let part) = listedHint(of: load.chunk) else {
            return .unchanged
        }
        var outcome = SegmentLoading.RangeOutcome.whole
        update(load.number) { outcome = $0.settle(part.byteRange) }
        switch outcome {
        case .whole: return .unchanged
        case .limited(let count): return .limited(load.number, count)
        // The response ended before the part was complete.
        case .short: return endLoading().map { .abandoned($0) } ?? .unchanged
        }
    }

    enum HintReview {
        case unchanged
        case abandoned(Int)
        case limited(Int, Int64)
    }
}

extension PreloadHint {
    /// Whether the hint has a start offset and no length.
    fileprivate var isOpen: Bool { statesStart && byteRangeLength == nil }

    /// The start of an open range; nil for other hints, and if the offset cannot be requested.
    fileprivate var openStart: Int64? {
        isOpen && byteRangeStart < UInt64(ResourceRequest.openEnd) ? Int64(exactly: byteRangeStart) : nil
    }
}
