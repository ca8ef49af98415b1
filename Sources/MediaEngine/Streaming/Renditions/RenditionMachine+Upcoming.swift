import CoreMedia
import HLS

/// Chooses the next chunk: a whole segment if it is listed, else its parts, else the part that a preload hint announces (spec/hls.md
/// section 6).
extension RenditionMachine {
    enum Upcoming {
        case chunk(MediaChunk)
        /// The playlist does not list the next chunk yet.
        case later
        /// The playlist has ended, and there is no further chunk.
        case end
        /// A segment whose URI is not valid.
        case unusable(String)
    }

    func upcoming() -> Upcoming {
        guard case .chunk(var chunk) = nextOfPlaylist() else { return nextOfPlaylist() }
        chunk.numbering = tracker.numbering
        return .chunk(chunk)
    }

    private func nextOfPlaylist() -> Upcoming {
        guard let playlist = tracker.playlist else { return .later }
        if case .part(let number, let index) = next { return part(index, of: number, in: playlist) }
        if let at = upcomingPosition(in: playlist) { return segment(at, in: playlist) }
        guard tracker.isLive else { return .end }
        guard tracker.playsParts else { return .later }
        switch next {
        case .segment(let number) where number == playlist.nextSequenceNumber: return part(0, of: number, in: playlist)
        case .time(let time): return partAt(time, in: playlist)
        case .seam(let time): return partAt(time &+ Self.seamTolerance, in: playlist)
        case .segment, .part: return .later
        }
    }

    /// Returns the index of the segment to load next; nil if it is not listed, or if only parts of it are needed.
    func upcomingPosition(in playlist: MediaPlaylist) -> Int? {
        let segments = playlist.segments
        guard !segments.isEmpty else { return nil }
        switch next {
        case .segment(let number):
            // The window may have moved past this number: continue with the oldest segment.
            if number < playlist.mediaSequence { return 0 }
            return segments.position(ofSequenceNumber: number)
        case .part(let number, let index):
            guard let at = segments.position(ofSequenceNumber: number) else {
                return number < playlist.mediaSequence ? 0 : nil
            }
            // If the parts of a segment are no longer listed, load the whole segment.
            guard index >= max(segments[at].parts.count, 1) else { return at }
            return at + 1 < segments.endIndex ? at + 1 : nil
        case .time(let time):
            return Self.position(of: time, in: playlist, tracker.windowStart)
        case .seam(let time):
            guard let at = Self.position(of: time, in: playlist, tracker.windowStart) else { return nil }
            let segment = segments[at]
            let start = tracker.windowStart &+ (Nanoseconds(segment.start) ?? 0)
            let end = start &+ (Nanoseconds(segment.duration) ?? 0)
            let tolerance = min(Self.seamTolerance, (end &- start) / 4)
            guard end &- time <= tolerance else { return at }
            return at + 1 < segments.endIndex ? at + 1 : nil
        }
    }

    private static func position(of time: Nanoseconds, in playlist: MediaPlaylist, _ start: Nanoseconds) -> Int? {
        let wanted = time &- start
        // A segment that ends at the requested time contains nothing to play.
        if wanted >= (Nanoseconds(playlist.segments.duration) ?? 0) { return nil }
        return wanted <= 0 ? 0 : playlist.segments.position(at: wanted.time)
    }

    private func segment(_ at: Int, in playlist: MediaPlaylist) -> Upcoming {
        let segment = playlist.segments[at]
        // Near the live edge, load only the parts that are needed of a segment.
        if tracker.playsParts, case .time(let time) = next, !segment.parts.isEmpty {
            let start = tracker.windowStart &+ (Nanoseconds(segment.start) ?? 0)
            let parts = placed(segment.parts, from: start)
            if let index = parts.lastIndex(where: { $0.start <= time && begins(segment.parts[$0.index]) }),
                index > 0
            {
                return part(index, of: segment.sequenceNumber, in: playlist)
            }
        }
        return MediaChunk(segment, in: playlist, windowStart: tracker.windowStart, era: tracker.era)
            .map { .chunk($0) } ?? .unusable(segment.uri)
    }

    /// Whether decoding can start with a part. Audio decoding can start anywhere.
    private func begins(_ part: PartialSegment) -> Bool { role != .main || part.isIndependent }

    func placed(
        _ parts: [PartialSegment], from start: Nanoseconds
    ) -> [(index: Int, start: Nanoseconds)] {
        var time = start
        return parts.indices.map { index in
            defer { time = time &+ (Nanoseconds(parts[index].duration) ?? 0) }
            return (index, time)
        }
    }

    /// Returns the part that plays at a time after the last whole segment, starting with a part where decoding can start.
    private func partAt(_ time: Nanoseconds, in playlist: MediaPlaylist) -> Upcoming {
        let parts = placed(playlist.parts, from: tracker.windowEnd)
        guard let index = parts.lastIndex(where: { $0.start <= time && begins(playlist.parts[$0.index]) }) else {
            return .later
        }
        return part(index, of: playlist.nextSequenceNumber, in: playlist)
    }

    private func part(_ index: Int, of number: UInt64, in playlist: MediaPlaylist) -> Upcoming {
        if let at = playlist.segments.position(ofSequenceNumber: number) {
            let segment = playlist.segments[at]
            let start = tracker.windowStart &+ (Nanoseconds(segment.start) ?? 0)
            if segment.parts.indices.contains(index) {
                return chunk(
                    segment.parts[index], index, number, in: playlist, placed(segment.parts, from: start)[index].start,
                    segment.discontinuitySequence)
            }
            if segment.parts.isEmpty, index > 0 {
                // If the last listed part was the last of the segment, nothing of the segment remains.
                let end = start &+ (Nanoseconds(segment.duration) ?? 0)
                if end &- position > Self.seamTolerance { return self.segment(at, in: playlist) }
            }
            return after(number, in: playlist)
        }
        if number < playlist.mediaSequence { return self.segment(0, in: playlist) }
        guard number == playlist.nextSequenceNumber, tracker.isLive else { return tracker.isLive ? .later : .end }
        let discontinuity =
            (playlist.segments.last?.discontinuitySequence ?? playlist.discontinuitySequence)
            &+ UInt64(playlist.discontinuityCountBeforeParts)
        let places = placed(playlist.parts, from: tracker.windowEnd)
        if playlist.parts.indices.contains(index) {
            return chunk(playlist.parts[index], index, number, in: playlist, places[index].start, discontinuity)
        }
        return index == playlist.parts.count ? hinted(index, number, in: playlist, discontinuity) : .later
    }

    private func after(_ number: UInt64, in playlist: MediaPlaylist) -> Upcoming {
        if let at = playlist.segments.position(ofSequenceNumber: number &+ 1) { return segment(at, in: playlist) }
        guard tracker.isLive else { return .end }
        return number &+ 1 == playlist.nextSequenceNumber ? part(0, of: number &+ 1, in: playlist) : .later
    }

    private func chunk(
        _ part: PartialSegment, _ index: Int, _ number: UInt64, in playlist: MediaPlaylist, _ start: Nanoseconds,
        _ discontinuity: UInt64
    ) -> Upcoming {
        MediaChunk(
            part, index: index, of: number, in: playlist, start: start,
            discontinuity: .init(era: tracker.era, number: discontinuity)
        ).map { .chunk($0) } ?? .unusable(part.uri)
    }
}
