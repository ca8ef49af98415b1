import CoreMedia
import HLS

/// Compares the playlists of variants and renditions: durations, segments, key frames, discontinuities.
struct AlignChecks {
    let facts: StreamFacts

    private var list: MultivariantPlaylist? { facts.multivariant }

    func check(_ log: inout FindingLog) {
        guard list != nil else { return }
        checkSessionKeys(&log)
        checkStart(&log)
        checkDates(&log)
        checkCopies(&log)
        let variants = facts.playlists.filter { $0.isVariant && $0.playlist?.segments.isEmpty == false }
        guard let first = variants.first, let reference = first.playlist else { return }
        for playlist in facts.playlists where playlist.document.url != first.document.url {
            guard let own = playlist.playlist, !own.segments.isEmpty else { continue }
            compare(own, playlist, with: reference, first, &log)
        }
        let timed = variants.compactMap { playlist in Timeline(playlist, .video).map { (playlist, $0) } }
        checkTimescales(variants, &log)
        checkInterstitials(variants, &log)
        guard let base = timed.first else { return }
        for (playlist, timeline) in timed.dropFirst() { compare(timeline, playlist, with: base.1, base.0, &log) }
    }

    /// Checks that ended variants insert the same assets.
    private func checkInterstitials(_ variants: [PlaylistFacts], _ log: inout FindingLog) {
        let found = variants.filter { $0.playlist?.hasEnded == true }.map { playlist in
            let ranges = playlist.playlist?.dateRanges ?? []
            return (playlist, Set(ranges.filter { $0.category == DateRangeChecks.interstitialCategory }.map(\.id)))
        }
        let all = found.reduce(into: Set<String>()) { $0.formUnion($1.1) }
        for (playlist, own) in found where own != all {
            let missing = all.subtracting(own).sorted()
            log.add(
                .rangesUneven,
                "\(Words.sentence(playlist.name)) lacks \(missing.count) interstitials that other variants have: "
                    + "“\(missing[0].prefix(60))”.", at: playlist.place)
        }
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
            compareNumbers(own, playlist, with: reference, first, &log)
        } else if !own.hasEnded, !reference.hasEnded, playlist.isVariant {
            compareEdges(own, playlist, with: reference, first, &log)
        }
        if !playlist.isImages, !playlist.isIFrames, own.hasEnded == reference.hasEnded {
            let here = own.segments.count { $0.isDiscontinuity }
            let there = reference.segments.count { $0.isDiscontinuity }
            if own.hasEnded, here != there {
                log.add(
                    .alignDiscontinuities, "\(playlist.name) has \(here) discontinuities, \(first.name) \(there).",
                    at: playlist.place, level: isText ? .warning : nil)
            } else if !isText, own.hasEnded, here == there, here > 0 {
                comparePlaces(own, playlist, with: reference, first, &log)
            }
        }
    }

    /// Checks that variants of one codec and frame rate have one timescale.
    private func checkTimescales(_ variants: [PlaylistFacts], _ log: inout FindingLog) {
        var known: [String: (scale: Int, name: String)] = [:]
        for playlist in variants {
            guard let segment = playlist.firstReadable, let scale = segment.fragments?.timescale,
                let video = segment.track(.video),
                let rate = Timeline(playlist, .video).flatMap({ CodecChecks.frameRate($0) }), rate.isFinite,
                rate < 1_000
            else { continue }
            let set = "\(video.codec) \(Int(rate.rounded()))"
            if let other = known[set], other.scale != scale {
                log.add(
                    .timescale, "The video has \(scale) units a second, and \(other.scale) in \(other.name).",
                    at: playlist.place)
            } else {
                known[set] = (scale, playlist.name)
            }
        }
    }

    /// Compares the numbers of the first segments of playlists that have ended. Playlists may have independent media sequence
    /// numbers (RFC 8216bis 6.3.2), so another one is a note; discontinuity sequence numbers may not differ.
    private func compareNumbers(
        _ own: MediaPlaylist, _ playlist: PlaylistFacts, with reference: MediaPlaylist, _ first: PlaylistFacts,
        _ log: inout FindingLog
    ) {
        if playlist.isVariant, own.mediaSequence != reference.mediaSequence {
            log.add(
                .alignSequence,
                "EXT-X-MEDIA-SEQUENCE is \(own.mediaSequence), and \(reference.mediaSequence) in \(first.name).",
                at: playlist.place, level: .info, kind: "first")
        }
        if playlist.isVariant, own.discontinuitySequence != reference.discontinuitySequence {
            log.add(
                .alignDiscontinuities,
                "EXT-X-DISCONTINUITY-SEQUENCE is \(own.discontinuitySequence), and "
                    + "\(reference.discontinuitySequence) in \(first.name).", at: playlist.place, kind: "first")
        }
    }

    private func checkSessionKeys(_ log: inout FindingLog) {
        guard let list else { return }
        let loaded = facts.playlists.compactMap { entry in entry.playlist.map { (entry, $0) } }
        guard loaded.count == facts.playlists.count else { return }
        var used: [String: EncryptionKey.Method] = [:]
        for (_, playlist) in loaded {
            for key in Set(playlist.segments.flatMap(\.keys)) {
                if let url = key.uri.flatMap({ playlist.url(for: $0) }) { used[url.absoluteString] = key.method }
            }
        }
        for key in list.sessionKeys {
            guard let uri = key.uri, let url = list.url(for: uri) else { continue }
            let method = used[url.absoluteString]
            guard method != key.method else { continue }
            let problem =
                method.map {
                    "METHOD=\(key.method.rawValue.prefix(40)) of EXT-X-SESSION-KEY is \($0.rawValue.prefix(40)) in EXT-X-KEY."
                }
                ?? "No playlist has a key with the URI \(uri.prefix(120)) of EXT-X-SESSION-KEY."
            log.add(.sessionKey, problem, at: .init(url: facts.document.url, line: key.line), kind: nil)
        }
    }

    private func checkStart(_ log: inout FindingLog) {
        guard let offset = list?.start?.timeOffset, let playlist = facts.playlists.first(where: \.isVariant)?.playlist
        else { return }
        guard playlist.hasEnded else {
            return ReloadChecks.checkStart(offset, playlist, .init(url: facts.document.url), &log)
        }
        MediaChecks.checkStart(offset, playlist.segments.duration.seconds, .init(url: facts.document.url), &log)
    }

    /// Checks that all variants and audio renditions give the same media the same dates.
    private func checkDates(_ log: inout FindingLog) {
        var known: (difference: Double, name: String)?
        var undated: PlaylistFacts?
        for playlist in facts.playlists {
            guard let media = playlist.playlist, !media.segments.isEmpty else { continue }
            let isAudio: Bool =
                if case .rendition(let index) = playlist.role, let list, list.renditions.indices.contains(index) {
                    list.renditions[index].kind == .audio
                } else {
                    false
                }
            guard playlist.isVariant || isAudio else { continue }
            guard let position = media.segments.firstIndex(where: { $0.programDateTime != nil }),
                let date = media.segments[position].programDateTime
            else {
                undated = undated ?? playlist
                continue
            }
            // On the clock of the media where it was measured.
            let measured = Timeline.leading(playlist)?.entries.first { $0.position == position }
            guard measured != nil || media.hasEnded else { continue }
            let start = measured.map { Double($0.start) / 1e9 } ?? media.segments[position].start.seconds
            let difference = date.timeIntervalSinceReferenceDate - start
            if let known, abs(difference - known.difference) > 0.5, measured != nil || !facts.hasMedia {
                log.add(
                    .alignDates,
                    "The dates are \(Words.seconds(abs(difference - known.difference))) s "
                        + "\(difference > known.difference ? "later" : "earlier") than those of \(known.name).",
                    at: playlist.place(position))
            }
            known = known ?? (difference, playlist.name)
        }
        if let known, let undated {
            log.add(
                .alignDates, "The playlist has no EXT-X-PROGRAM-DATE-TIME, and \(known.name) has it.",
                at: undated.place, kind: "missing")
        }
    }

    /// Finds segments that are copies of another playlist's. Playlists that are copies as a whole are redundant, which is allowed.
    private func checkCopies(_ log: inout FindingLog) {
        struct Origin {
            var playlist: Int
            var position: Int
        }
        var known: [UInt64: Origin] = [:]
        var copies: [[Int]: [(own: Int, other: Int)]] = [:]
        for (index, playlist) in facts.playlists.enumerated() where !playlist.isIFrames && !playlist.isImages {
            guard facts.playlists.firstIndex(where: { $0.document.url == playlist.document.url }) == index else {
                continue
            }
            for (position, segment) in playlist.examined {
                guard let digest = segment.digest, segment.text != nil || !segment.spans.isEmpty,
                    !isRemainder(position, playlist)
                else { continue }
                if let origin = known[digest], origin.playlist != index {
                    copies[[index, origin.playlist], default: []].append((position, origin.position))
                } else {
                    known[digest] = Origin(playlist: index, position: position)
                }
            }
        }
        for (pair, segments) in copies.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            let (own, other) = (facts.playlists[pair[0]], facts.playlists[pair[1]])
            let count = own.examined.count { $0.facts.digest != nil }
            guard let first = segments.first, segments.count * 2 < count || count < 2, count > 1 else { continue }
            // An advertisement has one language: renditions share it.
            if isRendition(own), isRendition(other), let list = own.playlist?.segments {
                var periods = CopiedPeriods(list, isRemainder: { isRemainder($0, own) })
                if periods.areFilled(by: segments.map(\.own)) { continue }
            }
            let addresses = (url(own, first.own), url(other, first.other))
            // An advertisement of one quality may be listed in several variants.
            log.add(
                .copied,
                "\(segments.count) of \(count) segments have the same bytes as segments of \(other.name).",
                at: own.place(first.own), level: addresses.0 == addresses.1 ? .warning : nil)
        }
    }

    /// In seconds. The silence that ends renditions has the same bytes in all languages.
    private static let longestRemainder = 0.5

    private func isRemainder(_ position: Int, _ playlist: PlaylistFacts) -> Bool {
        guard let list = playlist.playlist?.segments, list.indices.contains(position) else { return false }
        return list[position].duration.seconds < Self.longestRemainder
    }

    private func isRendition(_ playlist: PlaylistFacts) -> Bool {
        if case .rendition = playlist.role { true } else { false }
    }

    private func url(_ playlist: PlaylistFacts, _ position: Int) -> String? {
        guard let media = playlist.playlist, media.segments.indices.contains(position) else { return nil }
        let segment = media.segments[position]
        return media.url(for: segment.uri).map { $0.absoluteString + (segment.byteRange.map { "#\($0.offset)" } ?? "") }
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
            ? max(target * (isText ? 0.9 : 1.5), 0.02 * there)
            : isVariant ? max(0.5, 0.002 * there) : max(1, 0.005 * there)
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
        if let mine = Timeline(playlist, .video), let base = Timeline(first, .video) {
            let pairs = Self.pairs(mine, own, with: base, reference)
            // Segments that are numbered otherwise are reported by their times.
            if pairs.count >= Self.fewestMatches, pairs.allSatisfy(\.isNumberedOtherwise) { return }
        }
        let isCurrent = Self.datesAgree(own, reference)
        log.add(
            .alignSequence,
            "The last segment is number \(here &- 1), and \(there &- 1) in \(first.name): "
                + (isCurrent
                    ? "it is numbered otherwise."
                    : "\(distance) segments \(here < there ? "behind" : "ahead"), or numbered otherwise."),
            at: playlist.place, level: isCurrent ? .info : nil)
    }

    /// Dates of live edges may differ by this many target durations.
    private static let edgeTargets = 1.5

    /// Whether two live playlists end at about the same date.
    private static func datesAgree(_ own: MediaPlaylist, _ other: MediaPlaylist) -> Bool {
        func end(_ playlist: MediaPlaylist) -> Double? {
            guard let last = playlist.segments.last(where: { $0.programDateTime != nil }),
                let date = last.programDateTime
            else { return nil }
            return date.timeIntervalSince1970 + playlist.segments.duration.seconds - last.start.seconds
        }
        guard let here = end(own), let there = end(other), let target = other.targetDuration?.seconds else {
            return false
        }
        return abs(here - there) <= edgeTargets * target
    }

    // MARK: - Measured

    private func compare(
        _ own: Timeline, _ playlist: PlaylistFacts, with base: Timeline, _ first: PlaylistFacts, _ log: inout FindingLog
    ) {
        let tolerance = Self.tolerance(own, base)
        let starts = base.entries.map(\.start).sorted()
        let (ranges, ownRanges) = (Self.ranges(base), Self.ranges(own))
        // Segments that could not be measured are reported elsewhere.
        let off = own.entries.filter { entry in
            Self.covers(ranges, entry.start, tolerance) && !Self.contains(starts, entry.start, tolerance)
        }
        if let place = off.first, !starts.isEmpty {
            log.add(
                .alignSegments,
                "\(off.count) of \(own.entries.count) segments do not start where \(first.name) has a "
                    + "segment; the first starts at \(Words.seconds(nanoseconds: place.start)) s.",
                at: playlist.place(place.position))
        }
        compareNumbers(own, playlist, with: base, first, &log)
        // After a discontinuity, times may be before those of earlier segments.
        let theirs = base.entries.flatMap(\.keyTimes).sorted()
        let mine = own.entries.flatMap(\.keyTimes).sorted()
        let additional = mine.count { Self.covers(ranges, $0, tolerance) && !Self.contains(theirs, $0, tolerance) }
        let lacking = theirs.count { Self.covers(ownRanges, $0, tolerance) && !Self.contains(mine, $0, tolerance) }
        let unmatched = additional + lacking
        guard unmatched > 0 else { return }
        // An encoder may add key frames where the scene changes; many more come from another interval.
        let share = off.isEmpty && (additional == 0 || lacking == 0) ? 5 : 20
        let isMinor = unmatched * share < mine.count + theirs.count
        log.add(
            .alignKeys, "\(unmatched) key frames of \(playlist.name) and \(first.name) are not at the same times.",
            at: playlist.place, level: isMinor ? .info : nil)
    }

    private static let fewestMatches = 3

    /// Compares the numbers that live playlists give to segments and discontinuities at the same times.
    private func compareNumbers(
        _ own: Timeline, _ playlist: PlaylistFacts, with base: Timeline, _ first: PlaylistFacts, _ log: inout FindingLog
    ) {
        guard let here = playlist.playlist, let there = first.playlist, !here.hasEnded, !there.hasEnded else { return }
        let pairs = Self.pairs(own, here, with: base, there)
        guard pairs.count >= Self.fewestMatches, let last = pairs.last else { return }
        let place = playlist.place(own.entries[own.entries.count - 1].position)
        if pairs.allSatisfy(\.isNumberedOtherwise) {
            // The numbers need not agree (RFC 8216bis 4.4.3.2). Players compare them where there are no dates.
            let isDated = [here, there].allSatisfy { $0.segments.contains { $0.programDateTime != nil } }
            log.add(
                .alignSequence,
                "The segment with number \(last.own.sequenceNumber) has the time of number \(last.other.sequenceNumber) in "
                    + "\(first.name)\(isDated ? "" : ", and there are no dates").", at: place,
                level: isDated ? .info : nil, kind: "times")
        }
        let isOtherwise = pairs.allSatisfy { $0.own.discontinuitySequence != $0.other.discontinuitySequence }
        // A break in one of the variants: the segments have the same times and numbers before it and after it.
        let off = pairs.filter {
            !$0.isNumberedOtherwise && $0.own.discontinuitySequence != $0.other.discontinuitySequence
        }
        if let pair = isOtherwise ? last : off.count >= Self.fewestMatches ? off.last : nil {
            log.add(
                .alignDiscontinuities,
                "The segment with discontinuity number \(pair.own.discontinuitySequence) has the time of one with "
                    + "\(pair.other.discontinuitySequence) in \(first.name).", at: place, kind: "times")
        }
    }

    /// A segment, and that of another playlist at the same time.
    private struct Pair {
        var own: MediaSegment
        var other: MediaSegment

        var isNumberedOtherwise: Bool { own.sequenceNumber != other.sequenceNumber }
    }

    /// Returns the segments that begin at the same times.
    private static func pairs(
        _ own: Timeline, _ here: MediaPlaylist, with base: Timeline, _ there: MediaPlaylist
    ) -> [Pair] {
        let tolerance = tolerance(own, base)
        var pairs: [Pair] = []
        var position = 0
        for entry in own.entries {
            while position < base.entries.count, base.entries[position].start < entry.start - tolerance {
                position += 1
            }
            guard position < base.entries.count, base.entries[position].start <= entry.start + tolerance else {
                continue
            }
            let places = (entry.position, base.entries[position].position)
            guard here.segments.indices.contains(places.0), there.segments.indices.contains(places.1) else { continue }
            pairs.append(Pair(own: here.segments[places.0], other: there.segments[places.1]))
        }
        return pairs
    }

    /// Nanoseconds by which the starts of segments at the same time differ.
    private static func tolerance(_ own: Timeline, _ base: Timeline) -> Int64 {
        let frame = Double(max(own.entries[0].sampleDuration, base.entries[0].sampleDuration)) / 1e9
        return Int64(max(frame * 1.5, 0.05) * 1e9)
    }

    /// Returns the times of the segments in order, with overlapping ones joined.
    private static func ranges(_ timeline: Timeline) -> [(start: Int64, end: Int64)] {
        var result: [(start: Int64, end: Int64)] = []
        for entry in timeline.entries.sorted(by: { $0.start < $1.start }) {
            if let last = result.last, entry.start < last.end {
                result[result.count - 1].end = max(last.end, entry.end)
            } else {
                result.append((entry.start, entry.end))
            }
        }
        return result
    }

    /// Whether a measured segment contains a time, away from its ends.
    private static func covers(_ ranges: [(start: Int64, end: Int64)], _ time: Int64, _ tolerance: Int64) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].end <= time + tolerance { low = middle + 1 } else { high = middle }
        }
        guard low < ranges.count else { return false }
        return ranges[low].start <= time + tolerance
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
