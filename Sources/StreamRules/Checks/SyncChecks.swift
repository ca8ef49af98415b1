import CoreMedia
import HLS

/// Compares the timestamps of variants and renditions: they must be the same at the same place.
struct SyncChecks {
    let facts: StreamFacts

    /// 2^33 ticks of 90 kHz.
    private static let wrapSeconds = 8_589_934_592.0 / 90_000

    /// Seconds by which a cue may end after the stream.
    private static let endSlack = 30.0

    /// Compares two timelines of the same presentation.
    /// - Parameters:
    ///   - startTolerance: seconds by which the starts may differ.
    ///   - driftTolerance: seconds by which the distance may change.
    static func compare(
        _ first: Timeline, _ second: Timeline, videoName: String, audioName: String, startTolerance: Double,
        driftTolerance: Double, place: (Int) -> StreamFinding.Place, _ log: inout FindingLog
    ) {
        let pairs = matched(first, second)
        guard let start = pairs.first else { return }
        // Compared at the same declared time, so that playlists may be cut differently.
        func distance(_ pair: (Timeline.Entry, Timeline.Entry)) -> Double {
            Double(pair.1.start - pair.0.start) / 1e9 - (pair.1.declaredStart - pair.0.declaredStart)
        }
        let offset = distance(start)
        if abs(offset) > startTolerance {
            log.add(
                abs(offset) > 1 ? .syncOffset : .syncStart,
                "\(Words.sentence(audioName)) starts at \(Words.seconds(nanoseconds: start.1.start)) s, \(videoName) at "
                    + "\(Words.seconds(nanoseconds: start.0.start)) s.", at: place(start.1.position))
        }
        guard pairs.count >= 4 else { return }
        let quarter = max(1, pairs.count / 4)
        func average(_ part: ArraySlice<(Timeline.Entry, Timeline.Entry)>) -> Double {
            part.reduce(0) { $0 + distance($1) } / Double(part.count)
        }
        let change = average(pairs.suffix(quarter)) - average(pairs.prefix(quarter))
        if abs(change) > driftTolerance, let last = pairs.last {
            log.add(
                .drift,
                "\(Words.sentence(audioName)) is \(Words.seconds(abs(change))) s \(change > 0 ? "later" : "earlier") against "
                    + "\(videoName) at the end than at the start.", at: place(last.1.position))
        }
    }

    /// Pairs the segments of two timelines that the playlists declare at the same time, up to the first discontinuity.
    private static func matched(_ first: Timeline, _ second: Timeline) -> [(Timeline.Entry, Timeline.Entry)] {
        var result: [(Timeline.Entry, Timeline.Entry)] = []
        var index = 0
        for entry in first.entries {
            if entry.isDiscontinuity, !result.isEmpty { return result }
            while index + 1 < second.entries.count,
                second.entries[index + 1].declaredStart <= entry.declaredStart + 0.001
            {
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
                first.video, video, videoName: first.facts.name, audioName: playlist.name,
                startTolerance: max(0.1, Double(video.entries[0].sampleDuration) / 1e9 * 2.5), driftTolerance: 0.15,
                place: { playlist.place($0) }, &log)
        }
        guard let first, first.facts.playlist?.hasEnded == true else { return }
        for playlist in facts.playlists {
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index),
                playlist.playlist?.hasEnded == true
            else { continue }
            if let audio = Timeline(playlist, .audio), list.renditions[index].kind == .audio {
                Self.compare(
                    first.video, audio, videoName: first.facts.name, audioName: playlist.name, startTolerance: 0.25,
                    driftTolerance: 0.1, place: { playlist.place($0) }, &log)
            } else if list.renditions[index].kind == .subtitles {
                checkText(playlist, first.video, &log)
            }
        }
    }

    /// Compares the cues of subtitles with the time of their segments on the video's clock.
    private func checkText(_ playlist: PlaylistFacts, _ video: Timeline, _ log: inout FindingLog) {
        guard let start = video.entries.first, let list = playlist.playlist?.segments else { return }
        let origin = Double(start.start) / 1e9 - start.declaredStart
        let duration = list.duration.seconds
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
                        + "X-TIMESTAMP-MAP.", at: playlist.place(position), level: abs(origin) > 2.5 ? nil : .info)
                return
            }
            let listed = list[position]
            var offset = text.hasMap ? text.mapOffset - origin : 0
            // The clock of 33 bits may have wrapped around.
            if offset.isFinite { offset.formTruncatingRemainder(dividingBy: Self.wrapSeconds) }
            if offset < -Self.wrapSeconds / 2 { offset += Self.wrapSeconds }
            if offset > Self.wrapSeconds / 2 { offset -= Self.wrapSeconds }
            let (from, to) = (first + offset, last + offset)
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
