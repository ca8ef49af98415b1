import CoreMedia
import HLS

/// Compares the playlists of variants and renditions: durations, segments, key frames, discontinuities.
struct AlignChecks {
    let facts: StreamFacts

    private var list: MultivariantPlaylist? { facts.multivariant }

    func check(_ log: inout FindingLog) {
        guard list != nil else { return }
        let variants = facts.playlists.filter { $0.isVariant && $0.playlist?.segments.isEmpty == false }
        guard let first = variants.first, let reference = first.playlist else { return }
        for playlist in facts.playlists where playlist.document.url != first.document.url {
            guard let own = playlist.playlist, !own.segments.isEmpty else { continue }
            compare(own, playlist, with: reference, first, &log)
        }
        let timed = variants.compactMap { playlist in Timeline(playlist, .video).map { (playlist, $0) } }
        guard let base = timed.first else { return }
        for (playlist, timeline) in timed.dropFirst() { compare(timeline, playlist, with: base.1, base.0, &log) }
    }

    private func compare(
        _ own: MediaPlaylist, _ playlist: PlaylistFacts, with reference: MediaPlaylist, _ first: PlaylistFacts,
        _ log: inout FindingLog
    ) {
        let isText = isSubtitles(playlist)
        if own.hasEnded != reference.hasEnded, !playlist.isImages {
            log.add(
                .iFramesEnd, "\(playlist.name) \(own.hasEnded ? "has" : "has no") EXT-X-ENDLIST, unlike \(first.name).",
                at: playlist.place)
        }
        if !isText, !playlist.isIFrames, !playlist.isImages, let target = own.targetDuration,
            let other = reference.targetDuration, target != other
        {
            // Audio that is cut at its own frames may exceed the rounded duration of the video.
            let isClose = abs(target.seconds - other.seconds) <= 1 && !playlist.isVariant
            log.add(
                .alignTarget, "EXT-X-TARGETDURATION is \(target.value), and \(other.value) in \(first.name).",
                at: playlist.place, level: isClose ? .info : nil)
        }
        if own.hasEnded, reference.hasEnded {
            compareDurations(own, playlist, with: reference, first, isText, &log)
        } else if !own.hasEnded, !reference.hasEnded, playlist.isVariant {
            compareEdges(own, playlist, with: reference, first, &log)
        }
        if !isText, !playlist.isImages, !playlist.isIFrames, own.hasEnded == reference.hasEnded {
            let here = own.segments.count { $0.isDiscontinuity }
            let there = reference.segments.count { $0.isDiscontinuity }
            if own.hasEnded, here != there {
                log.add(
                    .alignDiscontinuities, "\(playlist.name) has \(here) discontinuities, \(first.name) \(there).",
                    at: playlist.place)
            } else if own.hasEnded, here == there, here > 0 {
                comparePlaces(own, playlist, with: reference, first, &log)
            }
        }
    }

    private func comparePlaces(
        _ own: MediaPlaylist, _ playlist: PlaylistFacts, with reference: MediaPlaylist, _ first: PlaylistFacts,
        _ log: inout FindingLog
    ) {
        let here = own.segments.filter(\.isDiscontinuity).map(\.start.seconds)
        let there = reference.segments.filter(\.isDiscontinuity).map(\.start.seconds)
        guard let off = zip(here, there).first(where: { abs($0 - $1) > 0.5 }) else { return }
        log.add(
            .alignDiscontinuities,
            "A discontinuity is at \(Words.seconds(off.0)) s in \(playlist.name) and at "
                + "\(Words.seconds(off.1)) s in \(first.name).", at: playlist.place)
    }

    private func isSubtitles(_ playlist: PlaylistFacts) -> Bool {
        guard case .rendition(let index) = playlist.role, let list, list.renditions.indices.contains(index) else {
            return false
        }
        return list.renditions[index].kind == .subtitles
    }

    private func compareDurations(
        _ own: MediaPlaylist, _ playlist: PlaylistFacts, with reference: MediaPlaylist, _ first: PlaylistFacts,
        _ isText: Bool, _ log: inout FindingLog
    ) {
        let here = own.segments.duration.seconds
        let there = reference.segments.duration.seconds
        let target = reference.targetDuration?.seconds ?? 6
        let isVariant = playlist.isVariant
        let tolerance =
            isText || playlist.isImages
            ? max(target * 1.5, 0.02 * there) : isVariant ? max(0.5, 0.002 * there) : max(1, 0.005 * there)
        // A sheet of thumbnails may have room for more pictures than there are.
        let room = playlist.isImages ? own.segments.last?.duration.seconds ?? 0 : 0
        guard here < there - tolerance || here > there + max(tolerance, room) else { return }
        log.add(
            playlist.isIFrames || playlist.isImages ? .iFrameSpan : .alignDuration,
            "\(playlist.name) lasts \(Words.seconds(here)) s, \(first.name) \(Words.seconds(there)) s.",
            at: playlist.place,
            level: isText ? .warning : nil)
    }

    private func compareEdges(
        _ own: MediaPlaylist, _ playlist: PlaylistFacts, with reference: MediaPlaylist, _ first: PlaylistFacts,
        _ log: inout FindingLog
    ) {
        let (here, there) = (own.nextSequenceNumber, reference.nextSequenceNumber)
        let distance = here > there ? here - there : there - here
        guard distance > 2 else { return }
        log.add(
            .alignSequence, "The last segment is number \(here &- 1), and \(there &- 1) in \(first.name).",
            at: playlist.place)
    }

    // MARK: - Measured

    private func compare(
        _ own: Timeline, _ playlist: PlaylistFacts, with base: Timeline, _ first: PlaylistFacts, _ log: inout FindingLog
    ) {
        let frame = Double(max(own.entries[0].sampleDuration, base.entries[0].sampleDuration)) / 1e9
        let tolerance = Int64(max(frame * 1.5, 0.05) * 1e9)
        let starts = base.entries.map(\.start)
        // Segments that could not be measured are reported elsewhere.
        let off = own.entries.filter { entry in
            Self.covers(base, entry.start, tolerance) && !Self.contains(starts, entry.start, tolerance)
        }
        if let place = off.first, !starts.isEmpty {
            log.add(
                .alignSegments,
                "\(off.count) of \(own.entries.count) segments do not start where \(first.name) has a "
                    + "segment; the first starts at \(Words.seconds(nanoseconds: place.start)) s.",
                at: playlist.place(place.position))
        }
        let theirs = base.entries.flatMap(\.keyTimes)
        let mine = own.entries.flatMap(\.keyTimes)
        let unmatched =
            mine.count { Self.covers(base, $0, tolerance) && !Self.contains(theirs, $0, tolerance) }
            + theirs.count { Self.covers(own, $0, tolerance) && !Self.contains(mine, $0, tolerance) }
        guard unmatched > 0 else { return }
        let isMinor = unmatched * 20 < mine.count + theirs.count
        log.add(
            .alignKeys, "\(unmatched) key frames of \(playlist.name) and \(first.name) are not at the same times.",
            at: playlist.place, level: isMinor ? .info : nil)
    }

    /// Whether a measured segment contains a time, away from its ends.
    private static func covers(_ timeline: Timeline, _ time: Int64, _ tolerance: Int64) -> Bool {
        var (low, high) = (0, timeline.entries.count)
        while low < high {
            let middle = (low + high) / 2
            if timeline.entries[middle].end <= time + tolerance { low = middle + 1 } else { high = middle }
        }
        guard low < timeline.entries.count else { return false }
        return timeline.entries[low].start <= time + tolerance
    }

    /// Whether a sorted list has a value near another.
    private static func contains(_ sorted: [Int64], _ value: Int64, _ tolerance: Int64) -> Bool {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value - tolerance { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] <= value + tolerance
    }
}
