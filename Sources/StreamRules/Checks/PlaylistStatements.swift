import CoreMedia
import Foundation
import HLS

/// Checks media playlists against each other, and their segments against statements about files.
struct PlaylistStatements {
    let facts: StreamFacts

    func check(_ log: inout FindingLog) {
        for playlist in facts.playlists {
            checkSegments(playlist, &log)
            checkRanges(playlist, &log)
            checkDateRanges(playlist, &log)
            checkKeys(playlist, &log)
        }
        for resource in facts.resources {
            for violation in resource.violations {
                log.add(
                    .rule(of: violation.statement), violation.message, at: .init(url: resource.url),
                    kind: violation.message)
            }
        }
        checkStarts(&log)
        checkRangesTogether(&log)
    }

    // MARK: - Segments

    private func checkSegments(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        let segments = playlist.playlist?.segments
        var last: (table: String, position: Int)?
        var number: (value: Int, position: Int)?
        let numbersDiffer = Set(playlist.examined.compactMap(\.facts.fragmentNumber)).count > 1
        for (position, segment) in playlist.examined {
            for violation in segment.violations {
                log.add(.rule(of: violation.statement), violation.message, at: playlist.place(position))
            }
            checkPolicy(segment, playlist, position, &log)
            let isNew = segments.map { $0.indices.contains(position) && $0[position].isDiscontinuity } ?? false
            if let table = segment.streamTable {
                if let last, last.position == position - 1, last.table != table, !isNew, !playlist.isIFrames {
                    log.add(
                        .streamChange,
                        "The streams are \(table), and \(last.table) in the segment before, without EXT-X-DISCONTINUITY.",
                        at: playlist.place(position))
                }
                last = (table, position)
            }
            if let value = segment.fragmentNumber, !playlist.isIFrames {
                // Packagers that number the fragments of each segment from 1 on have equal numbers.
                if let number, number.position == position - 1, value < number.value, !isNew, number.value > 1,
                    value != 0
                {
                    log.add(
                        .fragmentOrder,
                        "The first fragment has the sequence number \(value), and \(number.value) in the segment before.",
                        at: playlist.place(position))
                } else if let number, number.position == position - 1, value == number.value, !isNew, numbersDiffer {
                    log.add(
                        .fragmentOrder,
                        "The first fragment repeats the sequence number \(value) of the segment before.",
                        at: playlist.place(position), kind: "repeated")
                }
                number = (value, position)
            }
        }
        checkTracks(playlist, &log)
    }

    private func checkTracks(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard !playlist.isIFrames, let handlers = playlist.firstReadable?.fragments?.handlers else { return }
        for kind in [TrackFacts.Kind.video, .audio] where handlers.contains(kind.rawValue) {
            let read = playlist.examined.filter { !$0.facts.spans.isEmpty }
            guard !read.isEmpty, read.allSatisfy({ $0.facts.span(kind) == nil }) else { continue }
            log.add(
                .emptyTrack,
                "The initialization section has a track of \(kind.rawValue), and no segment has its samples.",
                at: playlist.place, kind: kind.rawValue)
        }
    }

    private func checkPolicy(
        _ segment: SegmentFacts, _ playlist: PlaylistFacts, _ position: Int, _ log: inout FindingLog
    ) {
        guard let response = segment.response, response.isHTTP, segment.failure == nil else { return }
        let place = playlist.place(position)
        if let part = response.cacheDirectives.first(where: Self.isMalformed) {
            log.add(
                .responsePolicy, "“\(part.prefix(40))” in Cache-Control of the segment is not a directive.", at: place,
                kind: "form")
        }
        if let (age, lifetime) = response.outlivedLifetime {
            log.add(
                .staleResponse,
                "The cache sends the segment \(Words.seconds(age - lifetime)) s after its lifetime of "
                    + "\(Words.seconds(lifetime)) s (Age above max-age).", at: place)
        }
        if response.vary == "*" {
            log.add(.responsePolicy, "The segment has Vary: *, which prevents caching.", at: place, kind: "vary")
        }
        if let policy = response.resourcePolicy, policy != "cross-origin" {
            log.add(
                .responsePolicy, "The segment has Cross-Origin-Resource-Policy: \(policy).", at: place, kind: "policy")
        }
        if response.acceptRanges == "none",
            let list = playlist.playlist?.segments, list.indices.contains(position), list[position].byteRange != nil
        {
            log.add(
                .responsePolicy, "The playlist has byte ranges, and the server states Accept-Ranges: none.", at: place,
                kind: "ranges")
        }
        if response.cacheControl == nil, let expires = response.expires, expires == "0" || isPast(expires, response) {
            log.add(
                .mediaCache, "Expires of the segment is in the past: \(expires.prefix(40)).", at: place, kind: "expires"
            )
        }
    }

    /// Whether a part of Cache-Control is no name with an optional value (RFC 9111 section 5.2).
    private static func isMalformed(_ part: String) -> Bool {
        // A list in quotation marks has commas of its own.
        guard !part.contains("\""), let first = part.unicodeScalars.first else { return false }
        let name = part.prefix { $0 != "=" }
        return !first.properties.isAlphabetic
            || !name.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "-_0123456789".contains(Character($0)))
            }
    }

    private func isPast(_ expires: String, _ response: ResponseFacts) -> Bool {
        guard let end = response.expiresAt else { return false }
        return end <= (response.sent ?? Date().timeIntervalSince1970)
    }

    private func checkRanges(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let segments = playlist.playlist?.segments else { return }
        for (position, segment) in segments.enumerated() where segment.byteRange?.length == 0 {
            log.add(.byteRangeEmpty, "EXT-X-BYTERANGE has a length of 0.", at: playlist.place(position))
        }
    }

    private func checkKeys(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let segments = playlist.playlist?.segments else { return }
        for (position, segment) in segments.enumerated() {
            guard
                let key = segment.keys.first(where: { $0.format == "identity" && !$0.formatVersions.isEmpty }),
                !key.formatVersions.contains(1)
            else { continue }
            let versions = key.formatVersions.map { "\($0)" }.joined(separator: "/")
            return log.add(
                .keyFormatVersion, "KEYFORMATVERSIONS of identity is \(versions).", at: playlist.place(position))
        }
    }

    // MARK: - Date ranges

    private static let classes: Set<String> = [
        "com.apple.hls.interstitial", "com.apple.hls.preload", "com.apple.hls.daterange.metadata",
    ]
    private static let applePrefix = "com.apple.hls."

    private func checkDateRanges(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let media = playlist.playlist else { return }
        let first = media.segments.first { $0.programDateTime != nil }
        let end = first.flatMap { segment in
            segment.programDateTime.map { $0 + (media.segments.duration.seconds - segment.start.seconds) }
        }
        for range in media.dateRanges {
            var place = playlist.place
            place.line = range.line
            let name = "“\(range.id.prefix(60))”"
            if let category = range.category, category.hasPrefix(Self.applePrefix), !Self.classes.contains(category) {
                log.add(
                    .dateRangeClass,
                    "CLASS of \(name) is “\(category.prefix(60))”, which is no class of the specification.",
                    at: place)
            }
            if range.category == "com.apple.hls.preload" {
                if range.attributes["X-URI"] == nil
                    || range.attributes["X-TARGET-ID"] == nil && range.attributes["X-TARGET-CLASS"] == nil
                {
                    log.add(
                        .interstitialForm, "The preload \(name) needs X-URI, and X-TARGET-ID or X-TARGET-CLASS.",
                        at: place,
                        kind: "preload")
                }
            }
            guard range.category == "com.apple.hls.interstitial" else { continue }
            if let label = range.attributes["X-SKIP-CONTROL-LABEL-ID"]?.text,
                label.isEmpty
                    || !label.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
            {
                log.add(
                    .interstitialForm,
                    "X-SKIP-CONTROL-LABEL-ID of \(name) is “\(label.prefix(40))”; letters, - and _ are allowed.",
                    at: place, kind: "label")
            }
            if media.hasEnded, let end, let offset = range.attributes["X-RESUME-OFFSET"]?.number,
                range.start + offset > end + 1, range.cues.isDisjoint(with: [.pre, .post])
            {
                log.add(
                    .interstitialForm,
                    "X-RESUME-OFFSET of \(name) is \(Words.seconds(offset)) s, which leads beyond the end of the playlist.",
                    at: place, kind: "resume")
            }
        }
    }

    private var videos: [PlaylistFacts] {
        facts.playlists.filter { $0.isVariant && $0.playlist != nil }
    }

    private func checkRangesTogether(_ log: inout FindingLog) {
        guard !facts.isLive, let first = videos.first(where: { !($0.playlist?.dateRanges.isEmpty ?? true) }) else {
            return
        }
        let expected = Set(
            videos.flatMap { $0.playlist?.dateRanges ?? [] }.filter { $0.category != "com.apple.hls.interstitial" }.map(
                \.id))
        guard !expected.isEmpty else { return }
        for playlist in videos {
            let own = Set(playlist.playlist?.dateRanges.map(\.id) ?? [])
            guard let lacking = expected.subtracting(own).sorted().first else { continue }
            log.add(
                .rangesDiffer,
                "The date range “\(lacking.prefix(60))” is not in the playlist; \(first.name) has date ranges.",
                at: playlist.place)
        }
    }

    private func checkStarts(_ log: inout FindingLog) {
        let main = facts.multivariant?.start
        let media = facts.playlists.filter { ($0.isVariant || $0.isAudioOrText) && $0.playlist != nil }
        guard facts.multivariant != nil, media.contains(where: { $0.playlist?.start != nil }) else { return }
        let reference = main ?? media.first { $0.playlist?.start != nil }?.playlist?.start
        for playlist in media {
            let start = playlist.playlist?.start
            // A playlist without the tag follows the multivariant playlist.
            if main != nil, start == nil { continue }
            guard start?.timeOffset != reference?.timeOffset else { continue }
            log.add(
                .startDiffers,
                start.map {
                    "TIME-OFFSET is \(Words.seconds($0.timeOffset)) s, and \(Words.seconds(reference?.timeOffset ?? 0)) s in "
                        + (main == nil ? "another playlist." : "the multivariant playlist.")
                } ?? "The playlist has no EXT-X-START, and others have it.", at: playlist.place)
        }
    }
}

extension PlaylistFacts {
    fileprivate var isAudioOrText: Bool { if case .rendition = role { true } else { false } }
}
