import CoreMedia
import HLS

/// Compares the timestamps of variants and renditions: they must be the same at the same place.
struct SyncChecks {
    let facts: StreamFacts

    /// 2^33 ticks of 90 kHz.
    private static let wrapSeconds = 8_589_934_592.0 / 90_000

    /// Seconds by which a cue may end after the stream.
    private static let endSlack = 30.0

    /// How far two timelines may be apart, in seconds.
    struct Tolerance {
        /// The distance at the start.
        var start: Double
        /// A distance that is the same throughout.
        var offset: Double
        /// The change of the distance.
        var drift: Double
        /// What a constant distance violates.
        var rule: StreamRule
    }

    /// Audio in playlists of its own. Priming samples move the start by up to 0.09 s.
    private static let renditions = Tolerance(start: 0.25, offset: 0.1, drift: 0.1, rule: .audioOffset)
    /// Audio in the segments of the video, which multiplexers put earlier or later than the video of the same time.
    static let multiplexed = Tolerance(start: 0.4, offset: 0.4, drift: 0.3, rule: .audioOffset)

    private static func variants(_ video: Timeline) -> Tolerance {
        let start = max(0.1, Double(video.entries[0].sampleDuration) / 1e9 * 2.5)
        return Tolerance(start: start, offset: start, drift: 0.15, rule: .syncOffset)
    }

    /// Compares two timelines of the same presentation.
    static func compare(
        _ first: Timeline, _ second: Timeline, videoName: String, audioName: String, _ tolerance: Tolerance,
        place: (Int) -> StreamFinding.Place, _ log: inout FindingLog
    ) {
        let pairs = matched(first, second)
        guard let start = pairs.first, let last = pairs.last else { return }
        // Compared at the same declared time, so that playlists may be cut differently.
        let distances = pairs.map { pair in
            Double(pair.1.start - pair.0.start) / 1e9 - (pair.1.declaredStart - pair.0.declaredStart)
        }
        let offset = distances[0]
        let isConstant = distances.count > 1 && abs(distances.sorted()[distances.count / 2] - offset) <= tolerance.drift
        if abs(offset) > (isConstant ? min(tolerance.offset, tolerance.start) : tolerance.start) {
            let rule: StreamRule = abs(offset) > 1 ? .syncOffset : isConstant ? tolerance.rule : .syncStart
            log.add(
                rule,
                "\(Words.sentence(audioName)) starts at \(Words.seconds(nanoseconds: start.1.start)) s, \(videoName) at "
                    + "\(Words.seconds(nanoseconds: start.0.start)) s"
                    + (isConstant
                        ? ": \(Words.seconds(abs(offset))) s \(offset > 0 ? "later" : "earlier"), throughout." : "."),
                at: place(start.1.position))
        }
        guard let change = drift(of: distances, beyond: tolerance.drift) else { return }
        log.add(
            .drift,
            "\(Words.sentence(audioName)) is \(Words.seconds(abs(change))) s \(change > 0 ? "later" : "earlier") against "
                + "\(videoName) at the end than at the start.", at: place(last.1.position))
    }

    /// Returns the change of a distance from the first to the last quarter of a presentation, where the distance changes
    /// gradually. A single step is no drift: it is a gap in the timestamps, a start without audio, or a wrong EXTINF, each of
    /// which has its own rule.
    static func drift(of distances: [Double], beyond tolerance: Double) -> Double? {
        guard distances.count >= 4 else { return nil }
        let quarter = max(1, distances.count / 4)
        func average(_ part: ArraySlice<Double>) -> Double { part.reduce(0, +) / Double(part.count) }
        let change = average(distances.suffix(quarter)) - average(distances.prefix(quarter))
        guard abs(change) > tolerance else { return nil }
        let sign: Double = change > 0 ? 1 : -1
        let largest = zip(distances, distances.dropFirst()).map { ($1 - $0) * sign }.max() ?? 0
        return largest < 0.6 * abs(change) ? change : nil
    }

    /// Pairs the segments of two timelines that the playlists declare at about the same time, up to the first discontinuity.
    private static func matched(_ first: Timeline, _ second: Timeline) -> [(Timeline.Entry, Timeline.Entry)] {
        var result: [(Timeline.Entry, Timeline.Entry)] = []
        var index = 0
        for entry in first.entries {
            if entry.isDiscontinuity, !result.isEmpty { return result }
            func distance(_ place: Int) -> Double { abs(second.entries[place].declaredStart - entry.declaredStart) }
            while index + 1 < second.entries.count, distance(index + 1) <= distance(index) {
                index += 1
                if second.entries[index].isDiscontinuity, !result.isEmpty { return result }
            }
            guard second.entries.indices.contains(index) else { return result }
            let other = second.entries[index]
            if abs(other.declaredStart - entry.declaredStart) <= 1 { result.append((entry, other)) }
        }
        return result
    }

    func check(_ log: inout FindingLog) {
        guard let list = facts.multivariant else { return }
        var first: (facts: PlaylistFacts, video: Timeline)?
        for playlist in facts.playlists where playlist.isVariant {
            guard let video = Timeline(playlist, .video) else { continue }
            guard let first else {
                first = (playlist, video)
                continue
            }
            // Live playlists are loaded one after the other, and may start at different segments.
            guard first.facts.playlist?.hasEnded == true, playlist.playlist?.hasEnded == true else { continue }
            Self.compare(
                first.video, video, videoName: first.facts.name, audioName: playlist.name, Self.variants(video),
                place: { playlist.place($0) }, &log)
        }
        checkUneven(&log)
        guard let first, first.facts.playlist?.hasEnded == true else { return }
        for playlist in facts.playlists {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index),
                playlist.playlist?.hasEnded == true
            else { continue }
            if let audio = Timeline(playlist, .audio), list.renditions[index].kind == .audio {
                Self.compare(
                    first.video, audio, videoName: first.facts.name, audioName: playlist.name, Self.renditions,
                    place: { playlist.place($0) }, &log)
            } else if list.renditions[index].kind == .subtitles {
                checkText(playlist, first.video, &log)
                checkMaps(playlist, &log)
            }
        }
    }

    /// Seconds by which the distance of audio from video may differ between variants: a few audio frames.
    private static let unevenTolerance = 0.15

    /// Compares the distances of audio from the video of the same segments between variants with both.
    private func checkUneven(_ log: inout FindingLog) {
        let found = facts.playlists.compactMap { playlist -> (playlist: PlaylistFacts, offset: Double)? in
            guard playlist.isVariant, playlist.playlist?.hasEnded == true, let video = Timeline(playlist, .video),
                let audio = Timeline(playlist, .audio)
            else { return nil }
            let starts = Dictionary(
                audio.entries.map { ($0.position, $0.start) }, uniquingKeysWith: { first, _ in first })
            let offsets = video.entries.compactMap { entry in
                starts[entry.position].map { Double($0 - entry.start) / 1e9 }
            }
            guard offsets.count >= 2 else { return nil }
            return (playlist, offsets.sorted()[offsets.count / 2])
        }
        guard found.count > 1 else { return }
        // The lower of two.
        let usual = found.count > 2 ? found.map(\.offset).sorted()[found.count / 2] : found[0].offset
        let other = found.first { $0.offset == usual }?.playlist.name ?? ""
        for entry in found where abs(entry.offset - usual) > Self.unevenTolerance {
            log.add(
                .audioUneven,
                "The audio starts \(Words.seconds(entry.offset)) s after the video, and \(Words.seconds(usual)) s in "
                    + "\(other).", at: entry.playlist.place)
        }
    }

    /// Checks that the maps of subtitle segments agree: all the same where cues have the times of the stream, or growing with
    /// the segments where cues have the times of their segment.
    private func checkMaps(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let list = playlist.playlist?.segments else { return }
        let mapped = playlist.examined.filter { position, facts in
            facts.text?.hasMap == true && list.indices.contains(position)
                && list[position].discontinuitySequence == list[0].discontinuitySequence
        }
        guard mapped.count >= 3 else { return }
        func odd(_ value: (Int, Double) -> Double) -> [Int] {
            let values = mapped.map { value($0.position, $0.facts.text?.mapOffset ?? 0) }
            let usual = values.sorted()[values.count / 2]
            return mapped.indices.filter { abs(values[$0] - usual) > 0.1 }.map { mapped[$0].position }
        }
        let best = [odd { $1 }, odd { $1 - list[$0].start.seconds }].min { $0.count < $1.count } ?? []
        guard let first = best.first, best.count * 2 < mapped.count else { return }
        log.add(
            .textMapJump,
            "X-TIMESTAMP-MAP of \(best.count) of \(mapped.count) subtitle segments does not continue that of the others.",
            at: playlist.place(first))
    }

    private static let fewestElsewhere = 3

    /// Reports cues that are near their segments, but in most segments none of them is within the segment.
    private func checkElsewhere(
        _ positions: [Int], _ count: Int, _ playlist: PlaylistFacts, _ log: inout FindingLog
    ) {
        guard positions.count >= Self.fewestElsewhere, positions.count * 4 >= count * 3, let first = positions.first
        else {
            return
        }
        log.add(
            .textTime, "In \(positions.count) of \(count) segments, no cue is within the time of its segment.",
            at: playlist.place(first), kind: "elsewhere")
    }

    /// Compares the cues of subtitles with the time of their segments on the video's clock.
    private func checkText(_ playlist: PlaylistFacts, _ video: Timeline, _ log: inout FindingLog) {
        guard let start = video.entries.first, let list = playlist.playlist?.segments else { return }
        let origin = Double(start.start) / 1e9 - start.declaredStart
        let duration = list.duration.seconds
        var elsewhere: [Int] = []
        var spokenCount = 0
        defer { checkElsewhere(elsewhere, spokenCount, playlist, &log) }
        for (position, segment) in playlist.examined {
            guard let text = segment.text, list.indices.contains(position), let first = text.firstStart,
                let last = text.lastEnd
            else { continue }
            // After a discontinuity the clock is another one.
            guard list[position].discontinuitySequence == list[0].discontinuitySequence else { return }
            if !text.hasMap, abs(origin) > 0.25 {
                log.add(
                    .textMap,
                    "The video starts at \(Words.seconds(origin)) s of its clock, and the subtitles have no "
                        + "X-TIMESTAMP-MAP.", at: playlist.place(position),
                    level: abs(origin) > 2.5 ? nil : abs(origin) > 1 ? .warning : .info)
                return
            }
            if !text.hasMap, !playlist.examined.contains(where: { $0.facts.text?.hasMap == true }) {
                log.add(
                    .textMap, "The subtitles have no X-TIMESTAMP-MAP, so that they begin at 0 of the video's clock.",
                    at: playlist.place(position), level: .info)
            }
            let listed = list[position]
            var offset = text.hasMap ? text.mapOffset - origin : 0
            // The clock of 33 bits may have wrapped around.
            if offset.isFinite { offset.formTruncatingRemainder(dividingBy: Self.wrapSeconds) }
            if offset < -Self.wrapSeconds / 2 { offset += Self.wrapSeconds }
            if offset > Self.wrapSeconds / 2 { offset -= Self.wrapSeconds }
            let (from, to) = (first + offset, last + offset)
            spokenCount += 1
            if from >= listed.end.seconds || to <= listed.start.seconds { elsewhere.append(position) }
            // Cues may begin before their segment and end after it, but not be elsewhere altogether.
            let slack = max(2.0, listed.duration.seconds * 0.5)
            let latest = (text.lastStart ?? first) + offset
            let earliest = (text.firstEnd ?? last) + offset
            let isOutside = latest > listed.end.seconds + slack || earliest < listed.start.seconds - slack
            if isOutside, to >= listed.start.seconds - slack, from <= listed.end.seconds + slack {
                log.add(
                    .textTime,
                    "The segment is declared from \(Words.seconds(listed.start.seconds)) to "
                        + "\(Words.seconds(listed.end.seconds)) s, and a cue is at "
                        + "\(Words.seconds(latest > listed.end.seconds + slack ? latest : earliest)) s.",
                    at: playlist.place(position), kind: "cue")
            }
            if to > duration + max(slack, Self.endSlack), from <= listed.end.seconds + slack, !isOutside {
                log.add(
                    .textTime,
                    "A cue ends at \(Words.seconds(to)) s; the playlist lasts \(Words.seconds(duration)) s.",
                    at: playlist.place(position), kind: "end")
            }
            if to < listed.start.seconds - slack || from > listed.end.seconds + slack {
                log.add(
                    .textTime,
                    "The segment is declared at \(Words.seconds(listed.start.seconds)) s, and its cues are from "
                        + "\(Words.seconds(from)) to \(Words.seconds(to)) s.", at: playlist.place(position))
            }
        }
    }
}
