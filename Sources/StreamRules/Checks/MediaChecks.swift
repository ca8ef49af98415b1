import CoreMedia
import Foundation
import HLS

/// Checks a media playlist against the authoring rules, without loading its segments.
struct MediaChecks {
    let facts: PlaylistFacts

    private static let longSegment = 10.5
    /// A target duration more than this many times the longest segment is reported.
    private static let largeTarget = 2.0
    private static let shortSegment = 1.0
    /// Seconds that dates and durations may differ between two dated segments.
    private static let dateTolerance = 0.5
    /// Dates in whole seconds are rounded.
    private static let roundedTolerance = 1.0
    /// Dates of a clock that runs differently may deviate by this share of the duration.
    private static let driftShare = 0.01
    private static let fragmentExtensions: Set<String> = ["m4s", "mp4", "m4v", "m4a", "cmfv", "cmfa", "cmft"]

    func check(_ log: inout FindingLog) {
        guard let playlist = facts.playlist else { return }
        let place = facts.place
        guard !playlist.segments.isEmpty || !playlist.parts.isEmpty || playlist.skip != nil else {
            log.add(.noSegments, "The playlist has no segments.", at: place)
            return
        }
        if playlist.kind == .videoOnDemand, !playlist.hasEnded {
            log.add(.endList, "The playlist has EXT-X-PLAYLIST-TYPE:VOD but no EXT-X-ENDLIST.", at: place)
        }
        if playlist.hasEnded, playlist.kind == nil, !facts.isIFrames, !facts.isImages {
            log.add(.typeMissing, "The playlist has EXT-X-ENDLIST but no EXT-X-PLAYLIST-TYPE.", at: place)
        }
        if !facts.isIFrames, !facts.isImages {
            checkDurations(playlist, &log)
            checkVariation(playlist, &log)
        }
        checkDates(playlist, &log)
        checkDateRanges(playlist, &log)
        if playlist.hasEnded, let offset = playlist.start?.timeOffset {
            Self.checkStart(offset, playlist.segments.duration.seconds, place, &log)
        }
        if case .iFrames = facts.role, !playlist.isIFramesOnly {
            log.add(.iFrameFlag, "The playlist has no EXT-X-I-FRAMES-ONLY.", at: place)
        }
        switch facts.role {
        case .variant, .rendition:
            if playlist.isIFramesOnly { log.add(.iFrameMisplaced, "The playlist has EXT-X-I-FRAMES-ONLY.", at: place) }
        default: break
        }
        checkKeys(playlist, &log)
        checkEntries(playlist, &log)
    }

    private func checkDurations(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        let durations = playlist.segments.map(\.duration.seconds)
        let longest = durations.max() ?? 0
        let target = playlist.targetDuration?.seconds ?? 0
        if durations.count >= 3, longest > 0, target > Self.largeTarget * max(longest.rounded(), 1) {
            log.add(
                .targetLarge,
                "The target duration is \(Words.seconds(target)) s; the longest segment has "
                    + "\(Words.seconds(longest)) s.", at: facts.place)
        }
        if longest > Self.longSegment {
            log.add(.targetLong, "The longest segment has \(Words.seconds(longest)) s.", at: facts.place)
        }
        let inner = durations.dropLast()
        let short = inner.count { $0 > 0 && $0 < Self.shortSegment }
        if short > 1, short * 2 > inner.count {
            log.add(.tinySegments, "\(short) of \(inner.count) segments last less than a second.", at: facts.place)
        }
        for (position, duration) in durations.enumerated() where duration <= 0 {
            log.add(.zeroDuration, "The segment has EXTINF:0.", at: facts.place(position))
        }
    }

    /// Checks that segments of CMAF tracks last about equally long, except the last of a timeline.
    private func checkVariation(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        let segments = playlist.segments
        let inner = segments.indices.filter { index in
            segments[index].initialization != nil && index + 1 < segments.count
                && !segments[index + 1].isDiscontinuity && segments[index].duration.seconds > 0
        }
        guard inner.count >= 3 else { return }
        let average = inner.reduce(0) { $0 + segments[$1].duration.seconds } / Double(inner.count)
        let odd = inner.filter { abs(segments[$0].duration.seconds - average) > average / 2 + 0.001 }
        guard let first = odd.first else { return }
        log.add(
            .durationsVary,
            "\(odd.count) of \(inner.count) segments differ by more than half from the average of "
                + "\(Words.seconds(average)) s; the first has \(Words.seconds(segments[first].duration.seconds)) s.",
            at: facts.place(first))
    }

    private func checkDates(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        let tolerance = Self.hasRoundedDates(playlist) ? Self.roundedTolerance : Self.dateTolerance
        var last: (date: Date, start: Double)?
        // The first dated segment of the discontinuity.
        var origin: (date: Date, start: Double)?
        for (position, segment) in playlist.segments.enumerated() {
            if segment.isDiscontinuity { origin = nil }
            guard let date = segment.programDateTime else { continue }
            defer { last = (date, segment.start.seconds) }
            if let origin {
                checkDrift(date.timeIntervalSince(origin.date), segment.start.seconds - origin.start, position, &log)
            } else {
                origin = (date, segment.start.seconds)
            }
            guard let last else { continue }
            let passed = date.timeIntervalSince(last.date)
            if passed < 0 {
                log.add(
                    .dateBackwards, "The date is \(Words.seconds(-passed)) s before that of an earlier segment.",
                    at: facts.place(position))
            } else if !segment.isDiscontinuity {
                let difference = passed - (segment.start.seconds - last.start)
                if abs(difference) > tolerance {
                    log.add(
                        .dateDrift,
                        "The date advances by \(Words.seconds(passed)) s, and the segments by "
                            + "\(Words.seconds(segment.start.seconds - last.start)) s.", at: facts.place(position))
                }
            }
        }
        if last == nil, !playlist.hasEnded {
            log.add(.liveDate, "The playlist has no EXT-X-PROGRAM-DATE-TIME.", at: facts.place)
        }
    }

    private static func hasRoundedDates(_ playlist: MediaPlaylist) -> Bool {
        playlist.segments.allSatisfy { segment in
            segment.programDateTime.map { $0.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) == 0 } ?? true
        }
    }

    /// Compares the time since the first date with the durations: each step may be small.
    private func checkDrift(_ passed: Double, _ played: Double, _ position: Int, _ log: inout FindingLog) {
        guard abs(passed - played) > max(Self.roundedTolerance, Self.driftShare * played) else { return }
        log.add(
            .dateDrift,
            "The dates advance by \(Words.seconds(passed)) s up to here, and the segments by \(Words.seconds(played)) s.",
            at: facts.place(position), kind: "drift")
    }

    static func checkStart(
        _ offset: Double, _ duration: Double, _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        guard duration > 0, abs(offset) > duration + 0.001 else { return }
        log.add(
            .startOutside,
            "TIME-OFFSET is \(Words.seconds(offset)) s; the playlist lasts \(Words.seconds(duration)) s.", at: place)
    }

    private func checkDateRanges(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        guard playlist.hasEnded, !playlist.dateRanges.isEmpty,
            let dated = playlist.segments.first(where: { $0.programDateTime != nil }), let date = dated.programDateTime,
            let last = playlist.segments.last(where: { $0.programDateTime != nil }), let latest = last.programDateTime
        else { return }
        let start = date.addingTimeInterval(-dated.start.seconds)
        let end = latest.addingTimeInterval(playlist.segments.duration.seconds - last.start.seconds)
        for range in playlist.dateRanges {
            let ends = range.endDate ?? range.duration.map { range.start.addingTimeInterval($0) } ?? range.start
            guard ends < start || range.start > end else { continue }
            log.add(
                .dateRangeOutside,
                "The date range “\(range.id.prefix(60))” is \(ends < start ? "before" : "after") the media of the "
                    + "playlist.", at: facts.place, kind: "range")
        }
    }

    /// Systems by KEYFORMAT; those of the Common Encryption registry have a UUID.
    private static let keyFormats: Set<String> = [
        "identity", "com.apple.streamingkeydelivery", "com.microsoft.playready", "com.widevine",
    ]

    private func checkKeys(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        var seen: Set<EncryptionKey> = []
        let specified: Set<EncryptionKey.Method> = [.none, .aes128, .sampleAES, .sampleAESCTR]
        for (position, segment) in playlist.segments.enumerated() {
            for key in segment.keys where seen.insert(key).inserted {
                if !specified.contains(key.method) {
                    log.add(
                        .keyMethod, "METHOD=\(key.method.rawValue.prefix(40)) is not in the specification.",
                        at: facts.place(position), kind: "method")
                }
                let format = key.format.lowercased()
                if !Self.keyFormats.contains(format), !format.hasPrefix("urn:uuid:") {
                    log.add(
                        .keyFormat, "KEYFORMAT=\"\(key.format.prefix(60))\" is not a known system.",
                        at: facts.place(position), kind: "format")
                }
            }
        }
    }

    private func checkEntries(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        var seen: [String: Int] = [:]
        var ends: [String: (end: UInt64, position: Int)] = [:]
        var gaps = 0
        var vectors: [[UInt8]: Int] = [:]
        for (position, segment) in playlist.segments.enumerated() {
            if segment.isGap { gaps += 1 }
            let range = segment.byteRange.map { "@\($0.offset)-\($0.length)" } ?? ""
            if let first = seen[segment.uri + range] {
                if !segment.isDiscontinuity {
                    log.add(
                        .duplicateSegment, "\(segment.uri.prefix(200))\(range) is already listed as segment \(first).",
                        at: facts.place(position))
                }
            } else {
                seen[segment.uri + range] = position
            }
            if let bytes = segment.byteRange, !facts.isIFrames {
                if let last = ends[segment.uri], bytes.offset < last.end, last.position == position - 1 {
                    log.add(
                        .rangeOverlap,
                        "The range starts at byte \(bytes.offset), before the end of the last segment's at "
                            + "\(last.end).", at: facts.place(position))
                }
                ends[segment.uri] = (bytes.end, position)
            }
            if let key = segment.keys.first(where: { $0.method == .aes128 }), let vector = key.initializationVector {
                vectors[vector, default: 0] += 1
            }
            let path = segment.uri.prefix { $0 != "?" && $0 != "#" }
            if segment.initialization == nil, !facts.isImages, let dot = path.lastIndex(of: "."),
                Self.fragmentExtensions.contains(path[path.index(after: dot)...].lowercased()),
                facts.segments.isEmpty
            {
                log.add(
                    .mapMissing, "There is no EXT-X-MAP before \(segment.uri.prefix(200)).", at: facts.place(position))
            }
        }
        if playlist.hasEnded, playlist.segments.first?.isDiscontinuity == true {
            log.add(.discontinuityFirst, "The first segment has EXT-X-DISCONTINUITY.", at: facts.place(0))
        }
        if gaps > 0 {
            log.add(.gapSegments, "\(gaps) of \(playlist.segments.count) segments have EXT-X-GAP.", at: facts.place)
        }
        if let most = vectors.values.max(), most > 1 {
            log.add(.sameVector, "\(most) segments have the same initialization vector.", at: facts.place)
        }
    }
}
