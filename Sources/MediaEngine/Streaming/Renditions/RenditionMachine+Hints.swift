import CoreMedia
import HLS

/// Parts that are asked for before they are there (EXT-X-PRELOAD-HINT, spec/hls.md section 6).
extension RenditionMachine {
    func hinted(
        _ index: Int, _ number: UInt64, in playlist: MediaPlaylist, _ discontinuity: UInt64
    ) -> Upcoming {
        // Behind another init section lies another clock, of which nothing is known yet.
        guard tracker.playsParts, !playlist.preloadHints.contains(where: { $0.kind == .map }),
            let hint = playlist.preloadHints.first(where: { $0.kind == .part }), let url = playlist.url(for: hint.uri),
            let last = playlist.parts.last ?? playlist.segments.last?.parts.last,
            // A new segment may have a new key, which stands in the playlist not before its first part does.
            index > 0 || last.keys.isEmpty
        else { return .later }
        let openStart = hint.openStart
        if hint.isOpen, openStart == nil { return .later }
        let start = placed(playlist.parts, from: tracker.windowEnd).last.map {
            $0.start &+ (Nanoseconds(playlist.parts[$0.index].duration) ?? 0)
        }
        let range = hint.byteRangeLength.map { ByteRange(length: $0, offset: hint.byteRangeStart) }
        return .piece(
            MediaPiece(
                url: url, byteRange: range, sequenceNumber: number, part: index,
                discontinuity: .init(era: tracker.era, number: discontinuity), start: start ?? tracker.windowEnd,
                duration: playlist.partTargetDuration.flatMap { Nanoseconds($0) } ?? 0, isGap: false, keys: last.keys,
                initialization: last.initialization, bitsPerSecond: nil, isHint: true, openStart: openStart))
    }

    private enum Fate {
        /// The playlist does not speak of it yet.
        case unknown
        /// It is announced still.
        case announced(PreloadHint)
        case listed(PartialSegment)
        /// It will not come.
        case gone
    }

    private func fate(of piece: MediaPiece) -> Fate {
        guard let playlist = tracker.playlist, let index = piece.part else { return .unknown }
        if let at = playlist.segments.position(ofSequenceNumber: piece.sequenceNumber) {
            let parts = playlist.segments[at].parts
            if parts.isEmpty { return .unknown }
            return parts.indices.contains(index) ? .listed(parts[index]) : .gone
        }
        guard piece.sequenceNumber == playlist.nextSequenceNumber else {
            return piece.sequenceNumber > playlist.nextSequenceNumber ? .unknown : .gone
        }
        if playlist.parts.indices.contains(index) { return .listed(playlist.parts[index]) }
        let hint = playlist.preloadHints.first { $0.kind == .part }
        return index == playlist.parts.count ? hint.map { .announced($0) } ?? .gone : .gone
    }

    /// Whether a hinted piece that is under way is what the playlist now lists; before that nobody knows.
    func isHintKept(_ piece: MediaPiece) -> Bool {
        guard piece.isHint, let playlist = tracker.playlist else { return true }
        switch fate(of: piece) {
        case .unknown: return true
        case .gone: return false
        case .announced(let hint): return playlist.url(for: hint.uri) == piece.url && hint.openStart == piece.openStart
        case .listed(let part):
            guard playlist.url(for: part.uri) == piece.url, !part.isGap, part.keys == piece.keys else { return false }
            guard let start = piece.openStart else { return part.byteRange == piece.byteRange }
            return (part.byteRange?.offset ?? 0) == UInt64(start)
        }
    }

    /// Abandons the load of a hinted part that will not come, and limits one of an open range to its part.
    /// - Returns: what the driver does about the request.
    mutating func reviewHint() -> HintReview {
        guard let load = loading, load.piece.isHint else { return .unchanged }
        guard isHintKept(load.piece) else { return endLoading().map { .abandoned($0) } ?? .unchanged }
        guard load.piece.openStart != nil, case .listed(let part) = fate(of: load.piece) else { return .unchanged }
        var outcome = SegmentLoading.RangeOutcome.whole
        update(load.number) { outcome = $0.settle(part.byteRange) }
        switch outcome {
        case .whole: return .unchanged
        case .limited(let count): return .limited(load.number, count)
        // The answer ended before the part was whole.
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
    /// Whether it says where its range begins, and not where it ends.
    fileprivate var isOpen: Bool { statesStart && byteRangeLength == nil }

    /// Where an open range begins; nil for others, and where that cannot be asked for.
    fileprivate var openStart: Int64? {
        isOpen && byteRangeStart < UInt64(ResourceRequest.openEnd) ? Int64(exactly: byteRangeStart) : nil
    }
}
