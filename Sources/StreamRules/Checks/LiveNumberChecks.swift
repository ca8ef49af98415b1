import CoreMedia
import HLS

/// Compares the numbers that a live stream's renditions give to media with those of its first variant.
struct LiveNumberChecks {
    let facts: StreamFacts

    private static let fewestMatches = 3

    func check(_ log: inout FindingLog) {
        guard let list = facts.multivariant,
            let first = facts.playlists.first(where: { $0.isVariant && Self.isLive($0) && Timeline($0, .video) != nil }
            ),
            let video = Timeline(first, .video)
        else { return }
        for playlist in facts.playlists where Self.isLive(playlist) {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index) else { continue }
            if list.renditions[index].kind == .subtitles { compareCues(of: playlist, with: video, first, &log) }
            guard list.renditions[index].kind == .audio, let audio = Timeline(playlist, .audio) else { continue }
            compareDiscontinuities(audio, playlist, with: video, first, &log)
            compareStarts(audio, playlist, with: video, first, &log)
        }
    }

    private static func isLive(_ playlist: PlaylistFacts) -> Bool {
        playlist.playlist.map { !$0.hasEnded && !$0.segments.isEmpty } ?? false
    }

    // MARK: - Discontinuities

    /// Compares the discontinuity numbers of audio with those of the video of the same times.
    private func compareDiscontinuities(
        _ audio: Timeline, _ playlist: PlaylistFacts, with video: Timeline, _ first: PlaylistFacts,
        _ log: inout FindingLog
    ) {
        guard let here = playlist.playlist?.segments, let there = first.playlist?.segments else { return }
        let base = video.entries.sorted { $0.start < $1.start }
        var pairs: [(own: MediaSegment, other: MediaSegment)] = []
        for entry in audio.entries {
            guard let other = Self.only(base, at: entry.start + (entry.end - entry.start) / 2),
                here.indices.contains(entry.position), there.indices.contains(other.position)
            else { continue }
            pairs.append((here[entry.position], there[other.position]))
        }
        guard pairs.count >= Self.fewestMatches, let last = pairs.last,
            pairs.allSatisfy({ $0.own.discontinuitySequence != $0.other.discontinuitySequence })
        else { return }
        log.add(
            .alignDiscontinuities,
            "The segment with discontinuity number \(last.own.discontinuitySequence) has the time of one with "
                + "\(last.other.discontinuitySequence) in \(first.name).", at: playlist.place, kind: "times")
    }

    /// Returns the entry that contains a time; nil where there is none, or its neighbor of another clock contains the time, too.
    private static func only(_ sorted: [Timeline.Entry], at time: Int64) -> Timeline.Entry? {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0, time < sorted[low - 1].end else { return nil }
        if low > 1, time < sorted[low - 2].end { return nil }
        return sorted[low - 1]
    }

    // MARK: - Segments of the same number

    /// The number of the last segment may differ by this much where both playlists number alike.
    private static let lastNumbers: UInt64 = 1
    /// EXTINF of segments with the same number differ by this share where both playlists are cut alike.
    private static let durationShare = 0.1
    private static let fewestPairs = 6
    /// In seconds. Audio is cut at its own frames, and begins with samples before those of the video.
    private static let offsetTolerance = 0.35
    private static let spreadTolerance = 0.1

    /// A segment and the video segment with the same number.
    private struct Pair {
        var position: Int
        var video: Timeline.Entry
    }

    /// Pairs the segments of the same number of playlists that number and cut alike; none of playlists that do not.
    private func pairs(_ playlist: PlaylistFacts, _ video: Timeline, _ first: PlaylistFacts) -> [Pair] {
        guard let here = playlist.playlist, let there = first.playlist,
            !here.segments.contains(where: \.isDiscontinuity), !there.segments.contains(where: \.isDiscontinuity),
            here.discontinuitySequence == there.discontinuitySequence
        else { return [] }
        let (own, other) = (here.nextSequenceNumber, there.nextSequenceNumber)
        guard (own > other ? own - other : other - own) <= Self.lastNumbers else { return [] }
        var result: [Pair] = []
        for entry in video.entries {
            guard let position = here.segments.position(ofSequenceNumber: entry.sequenceNumber) else { continue }
            let duration = here.segments[position].duration.seconds
            guard abs(duration - entry.declaredDuration) <= Self.durationShare * entry.declaredDuration else {
                return []
            }
            result.append(Pair(position: position, video: entry))
        }
        return result.count >= Self.fewestPairs ? result : []
    }

    /// Finds audio that is displaced by the same part of a segment in each segment: numbering otherwise displaces it by whole segments.
    private func compareStarts(
        _ audio: Timeline, _ playlist: PlaylistFacts, with video: Timeline, _ first: PlaylistFacts,
        _ log: inout FindingLog
    ) {
        let entries = Dictionary(audio.entries.map { ($0.position, $0) }, uniquingKeysWith: { first, _ in first })
        let offsets = pairs(playlist, video, first).compactMap { pair in
            entries[pair.position].map {
                (seconds: Double($0.start - pair.video.start) / 1e9, length: pair.video.declaredDuration)
            }
        }
        guard offsets.count >= Self.fewestPairs, let least = offsets.map(\.seconds).min(),
            let most = offsets.map(\.seconds).max(), most - least < Self.spreadTolerance,
            let length = offsets.map(\.length).min(), length > 2 * Self.offsetTolerance
        else { return }
        let offset = (least + most) / 2
        guard abs(offset.remainder(dividingBy: length)) > Self.offsetTolerance else { return }
        log.add(
            .audioOffset,
            "The audio starts \(Words.seconds((abs(offset) * 100).rounded() / 100)) s \(offset > 0 ? "after" : "before") the "
                + "video of \(first.name) in each segment of the same number.", at: playlist.place, kind: "live")
    }

    /// Seconds by which cues may be away from the video segment with the number of theirs.
    private static let cueSlack = 8.0
    /// 2^33 ticks of 90 kHz.
    private static let wrapSeconds = 8_589_934_592.0 / 90_000

    /// Compares cues with the video of the segment with the same number.
    private func compareCues(
        of playlist: PlaylistFacts, with video: Timeline, _ first: PlaylistFacts, _ log: inout FindingLog
    ) {
        let isKnown = log.findings.contains {
            $0.rule == StreamRule.textLive.id && $0.place.url == playlist.place.url
        }
        guard !isKnown else { return }
        var (early, late): ([(Int, Double)], [(Int, Double)]) = ([], [])
        for pair in pairs(playlist, video, first) where playlist.segments.indices.contains(pair.position) {
            guard let text = playlist.segments[pair.position]?.text, let from = text.firstStart, let to = text.lastEnd
            else { continue }
            let slack = max(Self.cueSlack, 2 * pair.video.declaredDuration)
            var start = from + (text.hasMap ? text.mapOffset : 0) - Double(pair.video.start) / 1e9
            guard start.isFinite else { continue }
            start.formRemainder(dividingBy: Self.wrapSeconds)
            let end = start + to - from
            if end < -slack { early.append((pair.position, -end)) }
            if start > pair.video.declaredDuration + slack { late.append((pair.position, start)) }
        }
        guard let found = [early, late].first(where: { $0.count >= Self.fewestMatches }),
            let (position, seconds) = found.last
        else { return }
        log.add(
            .textLive,
            "The cues of \(found.count) segments are away from the video of the same number in \(first.name), the last by "
                + "\(Words.seconds((seconds * 10).rounded() / 10)) s.", at: playlist.place(position), kind: "numbers")
    }
}
