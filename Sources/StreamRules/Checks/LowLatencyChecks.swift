import CoreMedia
import HLS

/// Checks live playlists with parts: rendition reports, parts, and what requests of low latency showed.
struct LowLatencyChecks {
    let facts: StreamFacts

    /// A report may be this many segments behind or ahead of a playlist that was loaded at another time.
    private static let reportTolerance: UInt64 = 3

    func check(_ log: inout FindingLog) {
        let live = facts.playlists.filter { $0.playlist.map { !$0.hasEnded && $0.partTargetDuration != nil } ?? false }
        for playlist in facts.playlists {
            for probe in playlist.probes {
                let rule: StreamRule =
                    switch probe.kind {
                    case .blocking: .blocking
                    case .refusal: .blockingRefusal
                    case .delta: .delta
                    case .hint: .hint
                    case .report: .reports
                    case .listed: .partMissing
                    }
                log.add(rule, probe.problem, at: playlist.place)
            }
        }
        checkMixture(&log)
        for playlist in live where !playlist.isIFrames {
            guard let media = playlist.playlist else { continue }
            checkReports(media, playlist, live, &log)
            checkParts(media, playlist, &log)
            checkBytes(media, playlist, &log)
        }
    }

    /// Finds variants and audio renditions without parts beside others with parts.
    private func checkMixture(_ log: inout FindingLog) {
        let compared = facts.playlists.filter { playlist in
            guard let media = playlist.playlist, !media.hasEnded, !playlist.isIFrames, !playlist.isImages else {
                return false
            }
            guard case .rendition(let index) = playlist.role else { return true }
            return facts.multivariant.map {
                $0.renditions.indices.contains(index) && $0.renditions[index].kind != .subtitles
            } ?? false
        }
        guard let other = compared.first(where: { $0.playlist?.partTargetDuration != nil }) else { return }
        for playlist in compared where playlist.playlist?.partTargetDuration == nil {
            log.add(
                .partLong, "\(Words.sentence(playlist.name)) has no EXT-X-PART-INF, unlike \(other.name).",
                at: playlist.place,
                kind: "mixture")
        }
    }

    /// Compares the distance of the first listed part from the end with that at which players start.
    private func checkCover(_ media: MediaPlaylist, _ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let target = media.partTargetDuration?.seconds, media.segments.duration.seconds > 0 else { return }
        let distance = media.serverControl?.partHoldBack?.seconds ?? Self.fewestPartTargets * target
        let covers = playlist.reloads.compactMap(\.partSeconds).sorted()
        guard covers.count >= 2, covers[covers.count / 2] < distance - Self.holdBackTolerance, let most = covers.last,
            most > 0
        else { return }
        log.add(
            .partLong,
            "The listed parts cover the last \(Words.seconds((covers[covers.count / 2] * 10).rounded() / 10)) s; players start "
                + "\(Words.seconds(distance)) s from the end (PART-HOLD-BACK), and parts are listed for three target durations.",
            at: playlist.place, kind: "cover")
    }

    private func checkReports(
        _ media: MediaPlaylist, _ playlist: PlaylistFacts, _ live: [PlaylistFacts], _ log: inout FindingLog
    ) {
        let others = live.filter { $0.document.url != playlist.document.url && !$0.isIFrames }
        guard !others.isEmpty else { return }
        if media.renditionReports.isEmpty {
            log.add(
                .partLong, "The playlist has parts but no EXT-X-RENDITION-REPORT.", at: playlist.place, kind: "reports")
        } else {
            let reported = Set(media.renditionReports.compactMap { media.url(for: $0.uri)?.absoluteString })
            // A report of the playlist itself was meant for another playlist, and is reported by a rule of its own.
            for other in others
            where !reported.contains(other.document.url) && !reported.contains(playlist.document.url) {
                log.add(
                    .reports, "No rendition report is about \(other.name).", at: playlist.place, kind: "missing")
            }
        }
        let known = Dictionary(
            facts.playlists.map { ($0.document.url, $0) }, uniquingKeysWith: { first, _ in first })
        for report in media.renditionReports {
            var place = playlist.place
            place.line = report.line
            guard let url = media.url(for: report.uri)?.absoluteString else { continue }
            guard url != playlist.document.url else {
                log.add(.reports, "The playlist has a rendition report of itself.", at: place, kind: "own")
                continue
            }
            if known[url] == nil, facts.multivariant != nil {
                log.add(
                    .reports, "\(report.uri.prefix(120)) of a rendition report is no playlist of the stream.",
                    at: place,
                    kind: "unknown")
            }
            guard let other = known[url]?.playlist, let number = report.lastSequenceNumber else { continue }
            let last = other.parts.isEmpty ? other.nextSequenceNumber &- 1 : other.nextSequenceNumber
            guard number > last + Self.reportTolerance || number + Self.reportTolerance < last else { continue }
            log.add(
                .reports, "LAST-MSN of \(report.uri.prefix(120)) is \(number); its last segment is number \(last).",
                at: place, kind: "number")
        }
    }

    private func checkParts(_ media: MediaPlaylist, _ playlist: PlaylistFacts, _ log: inout FindingLog) {
        var seen: Set<String> = []
        for part in media.segments.flatMap(\.parts) + media.parts {
            let range = part.byteRange.map { "@\($0.offset)-\($0.length)" } ?? ""
            guard !seen.insert(part.uri + range).inserted else { continue }
            var place = playlist.place
            place.line = part.line
            log.add(.partRepeated, "The part \(part.uri.prefix(120))\(range) is listed twice.", at: place)
        }
        let all = media.segments.flatMap(\.parts) + media.parts
        for hint in media.preloadHints where hint.kind == .part && (!hint.statesStart || hint.byteRangeStart == 0) {
            guard all.contains(where: { $0.uri == hint.uri && $0.byteRange == nil }) else { continue }
            log.add(
                .hint, "EXT-X-PRELOAD-HINT names \(hint.uri.prefix(120)), a part that the playlist lists already.",
                at: playlist.place, kind: "listed")
        }
        checkHoldBack(media, playlist, &log)
        checkCover(media, playlist, &log)
        checkOrder(playlist, &log)
        let gaps = all.count(where: \.isGap)
        if gaps > 0 {
            log.add(.gapParts, "GAP=YES is on \(gaps) of \(all.count) parts.", at: playlist.place)
        }
        let video = playlist.parts.filter { $0.facts.span(.video) != nil }
        let starting = video.first { part in
            part.facts.span(.video).map { $0.startsWithKey && $0.startsWithRandomAccess != false } ?? false
        }
        if video.count >= 4, let starting, !video.contains(where: \.isIndependent) {
            log.add(
                .partLong,
                "No part has INDEPENDENT=YES, although part \(starting.index) of segment number "
                    + "\(starting.sequenceNumber) starts with a key frame.", at: playlist.place, kind: "independent")
        }
    }

    private static let fewestPartTargets = 3.0
    private static let holdBackTolerance = 0.05

    private func checkHoldBack(_ media: MediaPlaylist, _ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let target = media.partTargetDuration?.seconds, let distance = media.serverControl?.partHoldBack?.seconds,
            distance >= 2 * target, distance < Self.fewestPartTargets * target - Self.holdBackTolerance
        else { return }
        log.add(
            .partLong,
            "PART-HOLD-BACK is \(Words.seconds(distance)) s; three times PART-TARGET is "
                + "\(Words.seconds(Self.fewestPartTargets * target)) s.", at: playlist.place, kind: "hold-back")
    }

    /// Finds parts that are listed before an earlier one of their segment.
    private func checkOrder(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        for (_, parts) in Dictionary(grouping: playlist.parts, by: \.sequenceNumber).sorted(by: { $0.key < $1.key }) {
            let sorted = parts.sorted { $0.index < $1.index }
            for (last, next) in zip(sorted, sorted.dropFirst()) {
                guard let before = last.facts.span(.video) ?? last.facts.span(.audio),
                    let after = next.facts.span(.video) ?? next.facts.span(.audio),
                    after.firstDecodeTime < before.firstDecodeTime
                else { continue }
                var place = playlist.place
                place.line = next.line
                log.add(
                    .order,
                    "Part \(next.index) of segment number \(next.sequenceNumber) begins before part \(last.index).",
                    at: place, kind: "parts")
            }
        }
    }

    private static let sizeShare = 0.01

    /// Compares the bytes of the samples of parts with those of their segment.
    private func checkSizes(
        _ parts: [PartFacts], _ whole: SegmentFacts, _ kind: TrackFacts.Kind, _ number: UInt64,
        _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        let there = whole.span(kind)?.byteCount ?? 0
        let here = parts.reduce(0) { $0 + ($1.facts.span(kind)?.byteCount ?? 0) }
        guard there > 0, here > 0, abs(Double(here - there)) > Self.sizeShare * Double(there) else { return }
        log.add(
            .partBytes,
            "The \(kind.rawValue) of the parts of segment number \(number) has \(here) bytes, and that of the segment "
                + "\(there).", at: place, kind: "bytes")
    }

    /// In seconds.
    private static let startTolerance = 0.1
    /// In nanoseconds; times of transport streams wrap around after a day.
    private static let longestShift: Int64 = 40_000_000_000_000

    /// Compares the time of the first part with that of its segment.
    private func checkStart(
        _ parts: [PartFacts], _ whole: SegmentFacts, _ kind: TrackFacts.Kind, _ number: UInt64,
        _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        guard let first = parts.first(where: { $0.index == 0 })?.facts.span(kind), let span = whole.span(kind) else {
            return
        }
        let (shift, isBeyond) = first.firstDecodeTime.subtractingReportingOverflow(span.firstDecodeTime)
        guard !isBeyond, shift.magnitude < Self.longestShift.magnitude else { return }
        let seconds = Double(shift) / 1e9
        guard abs(seconds) > Self.startTolerance else { return }
        log.add(
            .partBytes,
            "The \(kind.rawValue) of the parts of segment number \(number) begins "
                + "\(Words.seconds((abs(seconds) * 1000).rounded() / 1000)) s \(seconds > 0 ? "after" : "before") that of the "
                + "segment.", at: place, kind: "times")
    }

    /// Compares the frames of parts with those of their segment.
    private func checkBytes(_ media: MediaPlaylist, _ playlist: PlaylistFacts, _ log: inout FindingLog) {
        for part in playlist.parts {
            if part.facts.response?.ignoredRange == true {
                var place = playlist.place
                place.line = part.line
                log.add(
                    .rangeIgnored, "The server sent the whole resource instead of the byte range of a part.", at: place,
                    kind: "parts")
            }
            let damage = part.facts.problems.lazy.compactMap { problem -> String? in
                switch problem {
                case .truncated(let detail), .damaged(let detail): detail
                default: nil
                }
            }.first
            guard let damage else { continue }
            var place = playlist.place
            place.line = part.line
            log.add(
                .partMissing, "Part \(part.index) of segment number \(part.sequenceNumber) is damaged: \(damage).",
                at: place, kind: "damaged")
        }
        let groups = Dictionary(grouping: playlist.parts, by: \.sequenceNumber)
        for (position, segment) in media.segments.enumerated() {
            guard let parts = groups[segment.sequenceNumber], playlist.segments.indices.contains(position),
                let whole = playlist.segments[position], parts.count == segment.parts.count, !parts.isEmpty,
                whole.problems.isEmpty, parts.allSatisfy({ $0.facts.failure == nil && $0.facts.problems.isEmpty })
            else { continue }
            guard let kind = [TrackFacts.Kind.video, .audio].first(where: { whole.span($0) != nil }) else { continue }
            checkStart(parts, whole, kind, segment.sequenceNumber, playlist.place(position), &log)
            let there = whole.span(kind)?.sampleCount ?? 0
            let here = parts.reduce(0) { $0 + ($1.facts.span(kind)?.sampleCount ?? 0) }
            guard here != there else {
                checkSizes(parts, whole, kind, segment.sequenceNumber, playlist.place(position), &log)
                continue
            }
            log.add(
                .partSum,
                "The parts of segment number \(segment.sequenceNumber) have \(here) frames of \(kind.rawValue), and the segment "
                    + "\(there).", at: playlist.place(position), kind: "frames")
        }
    }
}
