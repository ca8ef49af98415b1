import CoreMedia
import Foundation
import HLS
import MediaEngine
import StreamRules

/// Delta updates, the order of hinted parts, and rendition reports.
extension LowLatencyProbe {
    // MARK: - Delta updates

    /// Seconds by which durations may differ, and by which a skipped segment may reach over the boundary.
    private static let durationTolerance = 0.02
    private static let boundaryTolerance = 0.5
    private static let skipVersion = 9
    /// The number of segments by which the update of another cache may be older.
    private static let staleSegments: UInt64 = 3

    func delta() -> [ReloadProbe] {
        guard let full = media(load([:])), let update = media(load(["_HLS_skip": "YES"])), let skip = update.skip,
            let problem = Self.problem(of: update, skip, full)
        else { return [] }
        return [ReloadProbe(kind: .delta, problem: problem)]
    }

    /// Returns what of a delta update contradicts the whole playlist that was loaded just before it.
    static func problem(of update: MediaPlaylist, _ skip: SkippedSegments, _ full: MediaPlaylist) -> String? {
        for segment in update.segments {
            guard let position = full.segments.position(ofSequenceNumber: segment.sequenceNumber) else { continue }
            let known = full.segments[position]
            if known.uri != segment.uri {
                return "With SKIPPED-SEGMENTS=\(skip.count), segment number \(segment.sequenceNumber) is "
                    + "\(segment.uri.prefix(80)); the whole playlist has \(known.uri.prefix(80))."
            }
            if abs(known.duration.seconds - segment.duration.seconds) > durationTolerance {
                return
                    "EXTINF of segment number \(segment.sequenceNumber) is \(rounded(segment.duration.seconds, 1000)) s in "
                    + "the delta update, and \(rounded(known.duration.seconds, 1000)) s in the whole playlist."
            }
        }
        if update.mediaSequence &+ staleSegments < full.mediaSequence
            || update.nextSequenceNumber &+ staleSegments < full.nextSequenceNumber
        {
            return
                "The delta update begins with segment number \(update.mediaSequence); the whole playlist just before it with "
                + "\(full.mediaSequence)."
        }
        if skip.count == 0, skip.recentlyRemovedDateRanges == nil {
            return "The delta update has SKIPPED-SEGMENTS=0: it skips nothing."
        }
        if update.version < skipVersion {
            return "The delta update has EXT-X-VERSION:\(update.version); EXT-X-SKIP needs \(skipVersion)."
        }
        if full.partTargetDuration != nil, update.partTargetDuration == nil {
            return "The delta update has no EXT-X-PART-INF, unlike the whole playlist."
        }
        if full.serverControl?.canBlockReload == true, update.serverControl?.canBlockReload != true {
            return "The delta update has no CAN-BLOCK-RELOAD=YES, unlike the whole playlist."
        }
        guard let boundary = (update.serverControl ?? full.serverControl)?.canSkipUntil?.seconds else { return nil }
        let rest = update.segments.duration.seconds + update.parts.reduce(0) { $0 + $1.duration.seconds }
        guard skip.count > 0, !update.segments.isEmpty, rest < boundary - boundaryTolerance else { return nil }
        return
            "The delta update lists the last \(rounded(rest)) s; only segments before the last \(rounded(boundary)) s may be "
            + "skipped (CAN-SKIP-UNTIL)."
    }

    private static func rounded(_ value: Double, _ unit: Double) -> String { "\((value * unit).rounded() / unit)" }

    // MARK: - Hints

    /// Checks that no part was listed before the hinted one.
    static func order(of hint: PreloadHint, after last: MediaPlaylist, in newer: MediaPlaylist) -> [ReloadProbe] {
        let (number, index) = (last.nextSequenceNumber, last.parts.count)
        var places: [(number: UInt64, index: Int, part: PartialSegment)] = []
        for segment in newer.segments {
            places += segment.parts.enumerated().map { (segment.sequenceNumber, $0.offset, $0.element) }
        }
        places += newer.parts.enumerated().map { (newer.nextSequenceNumber, $0.offset, $0.element) }
        guard let next = places.first(where: { $0.number == number && $0.index == index }), next.part.byteRange == nil,
            next.part.uri != hint.uri, let hinted = places.first(where: { $0.part.uri == hint.uri }),
            (hinted.number, hinted.index) > (number, index)
        else { return [] }
        let problem =
            "EXT-X-PRELOAD-HINT names part \(hinted.index) of segment number \(hinted.number); the next part was part "
            + "\(index) of segment number \(number)."
        return [ReloadProbe(kind: .hint, problem: problem)]
    }

    /// Loads a hinted part again that is listed now: players that have loaded it by the hint do not.
    func changed(_ hint: PreloadHint, _ url: URL, _ known: [UInt8]) -> [ReloadProbe] {
        guard !isOverdue, let again = try? fetcher.fetch(url, .segment, seconds: 4).bytes, again != known else {
            return []
        }
        let problem =
            "The hinted part \(hint.uri.prefix(120)) had \(known.count) bytes before it was listed, and has "
            + (again.count == known.count ? "other ones now." : "\(again.count) now.")
        return [ReloadProbe(kind: .hint, problem: problem)]
    }

    /// Returns why the hinted range is not that after the listed parts of the same resource; nil where it may be.
    static func rangeProblem(_ hint: PreloadHint, _ playlist: MediaPlaylist) -> String? {
        guard hint.statesStart else { return nil }
        let newest = playlist.parts.last ?? playlist.segments.last?.parts.last
        let end = newest.flatMap { $0.uri == hint.uri ? $0.byteRange?.end : nil }
        guard let newest, hint.byteRangeStart != end ?? 0 else { return nil }
        // A whole resource has no part after it, which a rule of its own reports.
        guard newest.uri != hint.uri || newest.byteRange != nil else { return nil }
        return
            "EXT-X-PRELOAD-HINT has BYTERANGE-START=\(hint.byteRangeStart) of \(hint.uri.prefix(80)); the last listed part "
            + (end.map { "ends at byte \($0)." } ?? "is in another resource, \(newest.uri.prefix(80)).")
    }

    /// Loads a hinted initialization section.
    func sectionHint() -> [ReloadProbe] {
        guard !isOverdue, let playlist = media(load([:])),
            let hint = playlist.preloadHints.first(where: { $0.kind == .map }), let url = playlist.url(for: hint.uri)
        else { return [] }
        let limit = Self.hintSeconds(partTarget: playlist.partTargetDuration?.seconds)
        guard let failure = refusal(of: url, seconds: limit) else { return [] }
        let problem =
            "The hinted initialization section \(hint.uri.prefix(120)) cannot be loaded: \(failure.message)"
        return [ReloadProbe(kind: .hint, problem: problem)]
    }

    // MARK: - Listed parts

    /// Requests the oldest listed part: viewers that join may start with it. It may have left the playlist meanwhile.
    func listed() -> [ReloadProbe] {
        guard let first = missingPart() else { return [] }
        guard !isOverdue, missingPart() != nil else { return [] }
        return [ReloadProbe(kind: .listed, problem: first)]
    }

    private func missingPart() -> String? {
        guard !isOverdue, let playlist = media(load([:])), !playlist.hasEnded,
            let part = playlist.segments.flatMap(\.parts).first(where: { !$0.isGap && $0.byteRange == nil }),
            let url = playlist.url(for: part.uri),
            let failure = refusal(of: url, seconds: playlist.targetDuration?.seconds ?? 4),
            let newer = media(load([:])), newer.segments.contains(where: { $0.parts.contains { $0.uri == part.uri } })
        else { return nil }
        return "The part \(part.uri.prefix(120)), the oldest of the playlist, cannot be loaded: \(failure.message)"
    }

    /// Returns why the server refuses a resource; nil where it does not.
    private func refusal(of url: URL, seconds: Double) -> LoadFailure? {
        do throws(MediaError) {
            _ = try fetcher.fetch(url, .segment, seconds: max(4, seconds))
            return nil
        } catch {
            let failure = LoadFailure(error)
            return failure.kind == .status ? failure : nil
        }
    }

    // MARK: - Rendition reports

    private static let mostReports = 4
    /// A reported part that takes longer than this many part targets, and the seconds after it, was not there.
    private static let reportTargets = 1.5
    private static let reportSeconds = 0.3

    /// Requests what rendition reports name, as a player does that switches: it must be there.
    func reports() -> [ReloadProbe] {
        guard !isOverdue, let playlist = media(load([:])), !playlist.hasEnded else { return [] }
        var probes: [ReloadProbe] = []
        for report in playlist.renditionReports.prefix(Self.mostReports) where !isOverdue {
            guard let first = problem(ofReportOf: report.uri), isOverdue || problem(ofReportOf: report.uri) != nil
            else {
                continue
            }
            probes.append(ReloadProbe(kind: .report, problem: first))
        }
        return probes
    }

    private func problem(ofReportOf uri: String) -> String? {
        guard let playlist = media(load([:])), !playlist.hasEnded, let target = playlist.partTargetDuration?.seconds,
            let report = playlist.renditionReports.first(where: { $0.uri == uri }), let url = playlist.url(for: uri),
            let number = report.lastSequenceNumber
        else { return nil }
        var query = ["_HLS_msn": "\(number)"]
        if let part = report.lastPart { query["_HLS_part"] = "\(part)" }
        let start = clock.now
        guard let loaded = loadOther(url, query) else { return nil }
        let seconds = clock.seconds(since: start)
        let name = "\(report.lastPart.map { "part \($0) of " } ?? "")segment number \(number) of \(uri.prefix(80))"
        guard media(loaded) != nil else {
            // A playlist that cannot be loaded at all is reported as such.
            guard loadOther(url, [:]).flatMap(media) != nil else { return nil }
            return "The rendition report names \(name), which the server refuses."
        }
        guard seconds > Self.reportTargets * target + Self.reportSeconds else { return nil }
        return "The rendition report names \(name), which was published \(Self.rounded(seconds)) s later."
    }
}
