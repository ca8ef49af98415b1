import CoreMedia
import HLS

/// Compares the timestamps in the segments of one playlist with its durations, and with each other.
struct TimeChecks {
    let facts: PlaylistFacts

    private static let jumpSeconds = 0.5
    private static let gapSeconds = 0.06
    private static let durationSeconds = 0.3
    private static let totalSeconds = 0.5

    func check(_ log: inout FindingLog) {
        if facts.isIFrames { return checkKeyFrameTimes(&log) }
        guard !facts.isImages, let playlist = facts.playlist else { return }
        if let timeline = Timeline.leading(facts) {
            checkDurations(timeline, playlist, &log)
        }
        for kind in [TrackFacts.Kind.video, .audio] {
            guard let timeline = Timeline(facts, kind) else { continue }
            checkContinuity(timeline, &log)
            checkFormats(timeline, &log)
        }
        checkTracks(&log)
        checkNumbers(&log)
        checkMuxedSync(&log)
    }

    /// Compares the times of key frames with the durations of an I-frame playlist, from the first key frame on.
    private func checkKeyFrameTimes(_ log: inout FindingLog) {
        guard let timeline = Timeline(facts, .video), let first = timeline.entries.first else { return }
        for entry in timeline.entries.dropFirst() {
            if entry.isDiscontinuity { return }
            let declared = entry.declaredStart - first.declaredStart
            let measured = Double(entry.start - first.start) / 1e9
            guard abs(measured - declared) > max(1, entry.declaredDuration * 0.75) else { continue }
            log.add(
                .iFrameTime,
                "The key frame is declared \(Words.seconds(declared)) s after the first, and is "
                    + "\(Words.seconds(measured)) s after it.", at: facts.place(entry.position))
        }
    }

    private func checkDurations(_ timeline: Timeline, _ playlist: MediaPlaylist, _ log: inout FindingLog) {
        var difference = 0.0
        let target = playlist.targetDuration?.seconds ?? .infinity
        for (index, entry) in timeline.entries.enumerated() {
            let measured = timeline.duration(index)
            let off = measured - entry.declaredDuration
            difference += off
            let frames = Double(entry.sampleDuration) / 1e9 * 1.6
            let isLarge = abs(off) > Self.durationSeconds || abs(off) > 0.2 * entry.declaredDuration && abs(off) > 0.1
            if isLarge || abs(off) > max(frames, 0.06) {
                log.add(
                    .duration,
                    "EXTINF is \(Words.seconds(entry.declaredDuration)) s; the segment has "
                        + "\(Words.seconds(measured)) s of \(timeline.kind.rawValue).", at: facts.place(entry.position),
                    level: isLarge ? nil : .warning)
            }
            if (measured - 1e-6).rounded() > target, entry.declaredDuration.rounded() <= target {
                log.add(
                    .target,
                    "The segment has \(Words.seconds(measured)) s; the target duration is \(Words.seconds(target)) s.",
                    at: facts.place(entry.position))
            }
        }
        if abs(difference) > max(Self.totalSeconds, 0.001 * timeline.total) {
            log.add(
                .total,
                "The segments have \(Words.seconds(timeline.total)) s of \(timeline.kind.rawValue), "
                    + "\(Words.seconds(abs(difference))) s \(difference < 0 ? "less" : "more") than the playlist declares.",
                at: facts.place)
        }
    }

    private func checkContinuity(_ timeline: Timeline, _ log: inout FindingLog) {
        for (last, next) in zip(timeline.entries, timeline.entries.dropFirst()) where next.followsLast {
            let step = Double(next.start - last.end) / 1e9
            let what = timeline.kind.rawValue
            if next.isDiscontinuity {
                if abs(step) < 0.02, last.track == next.track {
                    log.add(
                        .discontinuityNeedless, "The \(what) continues across EXT-X-DISCONTINUITY.",
                        at: facts.place(next.position), kind: what)
                }
                continue
            }
            let small = max(Self.gapSeconds, Double(next.sampleDuration) / 1e9 * 2)
            if abs(step) > Self.jumpSeconds {
                log.add(
                    .jump,
                    "The \(what) of the segment starts at \(Words.seconds(nanoseconds: next.start)) s; that before ends at "
                        + "\(Words.seconds(nanoseconds: last.end)) s, and there is no EXT-X-DISCONTINUITY.",
                    at: facts.place(next.position), kind: what)
            } else if abs(step) > small {
                log.add(
                    .gap,
                    "The \(what) of the segment starts \(Words.seconds(abs(step))) s \(step > 0 ? "after" : "before") the "
                        + "end of the segment before.", at: facts.place(next.position), kind: what)
            } else if last.hasDurations, next.hasDurations, next.sampleDuration > 0,
                Double(last.decodeEnd) - Double(next.decodeStart) > 0.75 * Double(next.sampleDuration)
            {
                log.add(
                    .gap,
                    "The \(what) of the segment overlaps that of the segment before by "
                        + "\(Words.seconds((Double(last.decodeEnd) - Double(next.decodeStart)) / 1e9)) s.",
                    at: facts.place(next.position), kind: what)
            }
        }
    }

    private func checkFormats(_ timeline: Timeline, _ log: inout FindingLog) {
        for (last, next) in zip(timeline.entries, timeline.entries.dropFirst()) where !next.isDiscontinuity {
            guard let change = Self.change(last.track, next.track) else { continue }
            log.add(
                .formatChange,
                "The \(timeline.kind.rawValue) changes from \(change.0) to \(change.1) without "
                    + "EXT-X-DISCONTINUITY.", at: facts.place(next.position), kind: timeline.kind.rawValue)
        }
    }

    /// Returns the first property that differs between two tracks, of those that need a new decoder. Zeros are unknown.
    static func change(_ left: TrackFacts, _ right: TrackFacts) -> (String, String)? {
        if left.codec != right.codec { return (left.codec, right.codec) }
        if left.width > 0, right.width > 0, left.width != right.width || left.height != right.height {
            return ("\(left.width)x\(left.height)", "\(right.width)x\(right.height)")
        }
        if left.sampleRate > 0, right.sampleRate > 0, left.sampleRate != right.sampleRate {
            return ("\(left.sampleRate) Hz", "\(right.sampleRate) Hz")
        }
        if left.channels > 0, right.channels > 0, left.channels != right.channels {
            return ("\(left.channels) channels", "\(right.channels) channels")
        }
        if let one = left.codecParameter, let other = right.codecParameter, one != other { return (one, other) }
        return nil
    }

    /// Checks that all segments have the same kinds of tracks.
    private func checkTracks(_ log: inout FindingLog) {
        let readable = facts.examined.filter { !$0.facts.spans.isEmpty }
        for kind in [TrackFacts.Kind.video, .audio] {
            let having = readable.filter { $0.facts.span(kind) != nil }
            guard !having.isEmpty, having.count < readable.count,
                let lacking = readable.first(where: { $0.facts.span(kind) == nil })
            else { continue }
            log.add(
                .noSamples,
                "\(readable.count - having.count) of \(readable.count) segments have no \(kind.rawValue), although "
                    + "the others have it.", at: facts.place(lacking.position), kind: kind.rawValue)
        }
    }

    /// Checks that the sequence numbers of fragments grow.
    private func checkNumbers(_ log: inout FindingLog) {
        let examined = facts.examined.filter { $0.facts.fragmentNumber != nil }
        guard let list = facts.playlist?.segments else { return }
        for (last, next) in zip(examined, examined.dropFirst()) {
            guard let before = last.facts.fragmentNumber, let now = next.facts.fragmentNumber, now < before, now != 1,
                list.indices.contains(next.position), !list[next.position].isDiscontinuity
            else { continue }
            log.add(
                .order, "The fragment has sequence number \(now), after \(before) in the segment before.",
                at: facts.place(next.position), level: .info, kind: "numbers")
        }
    }

    private func checkMuxedSync(_ log: inout FindingLog) {
        guard let video = Timeline(facts, .video), let audio = Timeline(facts, .audio) else { return }
        SyncChecks.compare(
            video, audio, videoName: "the video", audioName: "the audio", SyncChecks.multiplexed,
            place: { facts.place($0) }, &log)
    }
}
