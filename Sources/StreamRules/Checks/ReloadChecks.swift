import CoreMedia
import HLS

/// Checks that the loads of a live playlist agree in what must not change, and that its start point and its removed segments can be played.
struct ReloadChecks {
    let facts: PlaylistFacts

    func check(_ log: inout FindingLog) {
        checkStart(&log)
        for reload in facts.reloads.dropFirst() where reload.failure == nil {
            let time = Words.seconds((reload.time * 10).rounded() / 10)
            check(reload.differences, time, &log)
            if reload.hasSameTag {
                log.add(
                    .tagChanged, "After \(time) s, the playlist has another content with the same ETag.",
                    at: facts.place,
                    kind: "playlist")
            }
            if let removed = reload.removed {
                log.add(
                    .removedEarly,
                    "Segment number \(removed.number) cannot be loaded \(time) s after the first load, just after it left the "
                        + "playlist: \(removed.failure.message)", at: facts.place)
            }
        }
    }

    private func check(_ differences: ReloadDifferences, _ time: String, _ log: inout FindingLog) {
        if let change = differences.durations {
            log.add(
                .durationChanged,
                "After \(time) s, EXTINF of segment number \(change.number) is \(Words.seconds(change.now)) s; it was "
                    + "\(Words.seconds(change.before)) s.\(others(change))", at: facts.place)
        }
        if let change = differences.dates {
            let step = change.now - change.before
            log.add(
                .dateChanged,
                "After \(time) s, EXT-X-PROGRAM-DATE-TIME of segment number \(change.number) is "
                    + "\(Words.seconds((abs(step) * 1000).rounded() / 1000)) s \(step > 0 ? "later" : "earlier") than before."
                    + others(change), at: facts.place)
        }
        if let change = differences.impliedDates {
            let step = change.now - change.before
            log.add(
                .dateChanged,
                "After \(time) s, the date of segment number \(change.number) is "
                    + "\(Words.seconds((abs(step) * 1000).rounded() / 1000)) s \(step > 0 ? "later" : "earlier") than before, by "
                    + "EXT-X-PROGRAM-DATE-TIME of another segment.", at: facts.place, kind: "implied")
        }
        if let gap = differences.gap {
            log.add(
                .headerChanged,
                "After \(time) s, segment number \(gap.number) has \(gap.isGap ? "a new" : "no") EXT-X-GAP\(gap.isGap ? "" : " anymore").",
                at: facts.place, kind: "gap")
        }
        if let change = differences.parts {
            log.add(
                .durationChanged,
                "After \(time) s, DURATION of a part of segment number \(change.number) is \(Words.seconds(change.now)) s; "
                    + "it was \(Words.seconds(change.before)) s.", at: facts.place, kind: "parts")
        }
        if let number = differences.query {
            log.add(
                .changed,
                "After \(time) s, the URI of segment number \(number) has another query, unlike those of the other segments.",
                at: facts.place, level: .warning, kind: "query")
        }
        if let number = differences.protection {
            log.add(
                .headerChanged,
                "After \(time) s, EXT-X-KEY or EXT-X-MAP of segment number \(number) is another one.", at: facts.place,
                kind: "key")
        }
        for header in differences.headers {
            log.add(
                .headerChanged, "After \(time) s: \(header).", at: facts.place,
                kind: String(header.prefix { $0 != " " }))
        }
        if differences.countAfterEnd > 0 {
            log.add(
                .targetChanged,
                "After \(time) s, the playlist has \(differences.countAfterEnd) segments more than when it had "
                    + "EXT-X-ENDLIST.", at: facts.place, kind: "end")
        }
        if differences.lostPartCount > 0 {
            log.add(
                .older,
                "A reload after \(time) s lists \(differences.lostPartCount) parts fewer of the newest segment than the load "
                    + "before.", at: facts.place, kind: "parts")
        }
    }

    private func others(_ change: ReloadDifferences.Change) -> String {
        change.count > 1 ? " \(change.count) segments changed." : ""
    }

    /// In seconds.
    private static let startTolerance = 0.5

    private func checkStart(_ log: inout FindingLog) {
        guard let playlist = facts.playlist, let start = playlist.start else { return }
        Self.checkStart(start.timeOffset, playlist, facts.place, &log)
    }

    /// Checks that the start point of a live playlist is not nearer to its end than players are.
    static func checkStart(
        _ offset: Double, _ playlist: MediaPlaylist, _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        guard !playlist.hasEnded, !playlist.segments.isEmpty, offset < 0,
            let required = (playlist.serverControl?.partHoldBack ?? playlist.holdBack)?.seconds,
            -offset < required - startTolerance
        else { return }
        log.add(
            .startNearEdge,
            "TIME-OFFSET of EXT-X-START is \(Words.seconds(offset)) s; players keep \(Words.seconds(required)) s from the end.",
            at: place)
    }
}
