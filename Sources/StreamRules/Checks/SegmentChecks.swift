import CoreMedia
import HLS

/// Checks what loading and reading the segments of one playlist has shown.
struct SegmentChecks {
    let facts: PlaylistFacts
    /// Whether EXT-X-INDEPENDENT-SEGMENTS applies.
    let isIndependent: Bool
    let isSecure: Bool

    static let noCaching: Set<String> = ["no-store", "no-cache", "private", "max-age=0"]
    static let fragmentTypes: Set<String> = [
        "video/mp4", "audio/mp4", "application/mp4", "video/iso.segment", "audio/x-m4a", "video/x-m4v",
    ]
    private static let longInterval = 12.0
    private static let usualInterval = 2.5
    private static let shortestSlow = 0.5
    /// In characters.
    private static let longestCue = 300
    private static let fewestSamples = 8

    func check(_ log: inout FindingLog) {
        for (position, segment) in facts.examined {
            let place = facts.place(position)
            if let failure = segment.failure { check(failure, place, &log) }
            for problem in segment.problems { check(problem, place, &log) }
            if !segment.hasTimestamp {
                log.add(.audioTimestamp, "The packed audio has no timestamp.", at: place)
            }
            if let response = segment.response { check(response, segment, position, &log) }
            checkKeyFrames(segment, position, &log)
            if let fragments = segment.fragments { check(fragments, position, &log) }
            checkSamples(segment, position, &log)
            if let text = segment.text { check(text, place, &log) }
            if let decoding = segment.decoding { check(decoding, place, &log) }
        }
        if !facts.isIFrames { checkKeyInterval(&log) }
        checkDelivery(&log)
        checkNumbers(&log)
        checkText(&log)
    }

    private func check(_ failure: LoadFailure, _ place: StreamFinding.Place, _ log: inout FindingLog) {
        let rule: StreamRule =
            switch failure.kind {
            case .status: .missing
            case .tooLarge: .tooLarge
            case .localFile: .localFile
            case .privateAddress: .privateAddress
            case .badURL: .badURL
            default: .transfer
            }
        log.add(rule, "The segment cannot be loaded: \(failure.message)", at: place, kind: "\(failure.status ?? 0)")
    }

    private static let longestRemainder = 0.25

    /// Whether a segment is the short last one of a playlist that has ended: FFmpeg lists one without samples after FLAC and ALAC.
    private func isRemainder(_ place: StreamFinding.Place) -> Bool {
        guard let playlist = facts.playlist, playlist.hasEnded, let position = place.segment, position > 0,
            position == playlist.segments.count - 1
        else { return false }
        return playlist.segments[position].duration.seconds < Self.longestRemainder
    }

    private func check(_ problem: SegmentFacts.Problem, _ place: StreamFinding.Place, _ log: inout FindingLog) {
        switch problem {
        case .empty: log.add(.empty, "The segment has no bytes.", at: place)
        case .text(let start, let kind):
            log.add(.notMedia, "The segment is \(kind) that begins with “\(start)”.", at: place)
        case .truncated(let detail): log.add(.truncated, "The segment ends early: \(detail).", at: place)
        case .damaged(let detail): log.add(.damaged, "The segment is damaged: \(detail).", at: place)
        case .unreadable(let detail):
            log.add(
                .unreadable, "The segment cannot be read: \(detail)", at: place, level: isRemainder(place) ? .info : nil
            )
        case .foreign(let kind):
            log.add(.notMedia, "The segment is \(kind) instead of media.", at: place, kind: kind)
        case .noSamples:
            log.add(.noSamples, "The segment has no samples.", at: place, level: isRemainder(place) ? .info : nil)
        case .noInitialization:
            log.add(.mapMissing, "The segment is a fragment of MP4, and the playlist has no EXT-X-MAP.", at: place)
        case .badInitialization(let detail):
            log.add(.initialization, "The initialization section cannot be used: \(detail)", at: place)
        case .keyMissing(let detail): log.add(.keyMissing, "The key cannot be loaded: \(detail)", at: place)
        case .keyLength(let count): log.add(.keyLength, "The key has \(count) bytes instead of 16.", at: place)
        case .wrongKey(let detail): log.add(.wrongKey, "The segment cannot be decrypted: \(detail)", at: place)
        case .protected(let detail):
            let isDeclared = facts.playlist.map { list in
                place.segment.map { list.segments.indices.contains($0) && !list.segments[$0].keys.isEmpty } ?? false
            }
            log.add(
                isDeclared == true ? .protected : .undeclaredEncryption, detail, at: place)
        case .unknownTrack(let number):
            log.add(
                .unknownTrack,
                "The fragment has samples of track \(number), which the initialization section does not have.",
                at: place)
        case .missingTables:
            log.add(.tables, "The transport stream has no PAT and PMT in its first packets.", at: place)
        case .severalPrograms(let count): log.add(.programs, "The transport stream has \(count) programs.", at: place)
        case .continuity(let count):
            log.add(.damaged, "Packets are missing: \(count) continuity counters do not follow.", at: place)
        case .noClock:
            log.add(.clockReference, "The transport stream has no PCR.", at: place, kind: "none")
        case .lateFrames(let count, let seconds):
            log.add(
                .clockReference,
                "\(count) frames have decode times up to \(Words.seconds(seconds)) s before the PCR.", at: place,
                kind: "late")
        case .earlyClock(let seconds):
            log.add(
                .clockReference,
                "The PCR is \(Words.seconds((seconds * 10).rounded() / 10)) s or more before the decode times of all frames.",
                at: place, kind: "early")
        case .undeclaredStreams(let packets):
            log.add(
                .undeclaredStream,
                "The PMT does not name the packets \(packets.map { "\($0)" }.joined(separator: ", ")), which carry media.",
                at: place)
        }
    }

    // MARK: - Fragments

    private func check(_ fragments: FragmentFacts, _ position: Int, _ log: inout FindingLog) {
        let place = facts.place(position)
        if !fragments.hasDecodeTimes, !facts.isIFrames {
            log.add(.decodeTime, "The segment has a track fragment without tfdt.", at: place)
        }
        if fragments.untimedCount > 0, !facts.isIFrames {
            log.add(
                .sampleDuration, "\(fragments.untimedCount) samples before the last one have the duration 0.", at: place
            )
        }
        if fragments.handlers.count(where: { $0 == "video" || $0 == "audio" }) > 1 {
            log.add(
                .cmafTracks,
                "The file has \(fragments.handlers.count) tracks: \(fragments.handlers.joined(separator: ", ")).",
                at: place)
        }
        guard let scheme = fragments.scheme, let list = facts.playlist?.segments, list.indices.contains(position) else {
            return
        }
        if let stated = fragments.vector,
            let key = list[position].keys.first(where: { $0.method == .sampleAES }),
            let declared = key.initializationVector, !declared.starts(with: stated)
        {
            log.add(.vector, "IV of EXT-X-KEY differs from the constant vector of the track.", at: place)
        }
        let expected = list[position].keys.compactMap { key -> String? in
            key.method == .sampleAES ? "cbcs" : key.method == .sampleAESCTR ? "cenc" : nil
        }
        if let first = expected.first, !expected.contains(scheme), ["cbcs", "cenc", "cens", "cbc1"].contains(scheme) {
            log.add(
                .scheme,
                "The fragments have the scheme \(scheme); METHOD=\(first == "cbcs" ? "SAMPLE-AES" : "SAMPLE-AES-CTR") "
                    + "means \(first).", at: place)
        }
    }

    // MARK: - Responses

    private func check(
        _ response: ResponseFacts, _ segment: SegmentFacts, _ position: Int, _ log: inout FindingLog
    ) {
        guard response.isHTTP, segment.failure == nil else { return }
        let place = facts.place(position)
        checkType(response.contentType, segment.container, place, &log)
        let directives = response.cacheDirectives
        if let forbids = directives.first(where: Self.noCaching.contains) {
            log.add(.mediaCache, "The segment has Cache-Control: \(forbids).", at: place, kind: forbids)
        }
        if response.isCompressed, segment.container == .transportStream || segment.container == .fragments {
            log.add(.segmentCompressed, "The media segment is compressed (Content-Encoding).", at: place)
        }
        if let length = response.wrongLength {
            log.add(
                .transfer, "Content-Length is \(length), and the segment has \(segment.byteCount) bytes.", at: place,
                kind: "length")
        }
        if response.ignoredRange {
            log.add(.rangeIgnored, "The server sent the whole resource instead of the byte range.", at: place)
        }
        if let target = response.redirectedTo {
            log.add(.redirect, "The server redirects the segment to \(target).", at: place)
        }
        if let failure = response.earlierFailure {
            log.add(.retried, "The first request of the segment failed: \(failure)", at: place)
        }
        if let type = response.contentType, type.hasPrefix("audio/"), type != "audio/mp2t", segment.span(.video) != nil
        {
            log.add(.mediaType, "The content type is \(type); the segment has video.", at: place)
        }
        guard let list = facts.playlist?.segments, list.indices.contains(position) else { return }
        let duration = list[position].duration.seconds
        // The request itself takes longer than the remainder at the end of an audio rendition lasts.
        if duration >= Self.shortestSlow, segment.loadSeconds > duration {
            log.add(
                segment.loadSeconds > 1.5 * duration ? .slowerThanMedia : .slow,
                "The segment of \(Words.seconds(duration)) s took \(Words.seconds(segment.loadSeconds)) s.",
                at: place)
        }
        if isSecure, let url = facts.playlist?.url(for: list[position].uri), url.scheme?.lowercased() == "http" {
            log.add(.mixedSecurity, "The https playlist names an http URL.", at: place)
        }
    }

    /// How many times slower than the usual segment one is that is reported by itself.
    private static let outlierFactor = 10.0
    private static let fewestLoads = 3

    /// Checks that segments stay the same, and that none takes far longer than the others.
    private func checkDelivery(_ log: inout FindingLog) {
        for (position, segment) in facts.examined {
            guard let count = segment.changedByteCount else { continue }
            log.add(
                .unstable,
                count == segment.byteCount
                    ? "A second request of the segment got other bytes."
                    : "A second request of the segment got \(count) bytes instead of \(segment.byteCount).",
                at: facts.place(position))
        }
        guard let list = facts.playlist?.segments, facts.examined.count >= Self.fewestLoads else { return }
        let slow = facts.examined.count { position, segment in
            list.indices.contains(position) && list[position].duration.seconds >= Self.shortestSlow
                && segment.loadSeconds > list[position].duration.seconds
        }
        if slow == facts.examined.count {
            log.add(
                .slow, "All \(slow) segments take longer than they last.", at: facts.place, level: .warning, kind: "all"
            )
        }
        let usual = facts.examined.map(\.facts.loadSeconds).sorted()[facts.examined.count / 2]
        for (position, segment) in facts.examined where list.indices.contains(position) && segment.failure == nil {
            let duration = list[position].duration.seconds
            guard duration >= Self.shortestSlow, segment.loadSeconds > duration,
                segment.loadSeconds > Self.outlierFactor * usual
            else { continue }
            log.add(
                .slowOutlier,
                "The segment of \(Words.seconds(duration)) s took \(Words.seconds(segment.loadSeconds)) s, and the others "
                    + "about \(Words.seconds(usual)) s.", at: facts.place(position))
        }
    }

    /// The fewest segments with the same number that are reported.
    private static let fewestNumbers = 3

    private func checkNumbers(_ log: inout FindingLog) {
        let numbers = facts.examined.compactMap(\.facts.fragmentNumber)
        guard !facts.isIFrames, numbers.count >= Self.fewestNumbers, Set(numbers).count == 1,
            facts.playlist?.segments.allSatisfy({ !$0.isDiscontinuity }) == true
        else { return }
        log.add(
            .fragmentNumber, "The fragments of all \(numbers.count) segments have the sequence number \(numbers[0]).",
            at: facts.place, level: .info)
    }

    private func checkType(
        _ type: String?, _ container: SegmentFacts.Container?, _ place: StreamFinding.Place, _ log: inout FindingLog
    ) {
        guard let container, container != .other else { return }
        guard let type else {
            log.add(.contentType, "The response has no content type.", at: place, kind: "none")
            return
        }
        let expected: Set<String> =
            switch container {
            case .transportStream: ["video/mp2t", "audio/mp2t", "video/mpeg"]
            case .fragments: Self.fragmentTypes
            case .packedAudio:
                [
                    "audio/aac", "audio/aacp", "audio/x-aac", "audio/mpeg", "audio/ac3", "audio/eac3", "audio/mp3",
                    "audio/x-hx-aac-adts", "audio/vnd.dlna.adts",
                ]
            // Some players reject text/vtt.
            case .webVTT: ["text/vtt", "text/plain"]
            case .other: []
            }
        guard !expected.contains(type) else { return }
        // What web servers send for an extension that they do not know, or know as something else.
        let isGeneric = type.hasSuffix("octet-stream") || type == "text/vnd.trolltech.linguist"
        log.add(
            .contentType, "The content type is \(type); \(Self.usualType(expected)) or a similar one is expected.",
            at: place, level: isGeneric ? .info : nil, kind: type)
    }

    private static func usualType(_ types: Set<String>) -> String {
        types.contains("text/vtt") ? "text/vtt" : types.sorted().first ?? ""
    }

    // MARK: - Samples

    /// Frames after a key frame are reported where they have more than this part of its bytes.
    private static let followingShare = 4

    private func checkKeyFrames(_ segment: SegmentFacts, _ position: Int, _ log: inout FindingLog) {
        guard let video = segment.span(.video) else { return }
        let place = facts.place(position)
        if facts.isIFrames {
            if !video.startsWithKey || video.startsWithRandomAccess == false {
                log.add(.iFrame, "The first frame of the range is not a key frame.", at: place)
            } else if video.followingCount > 1, video.followingByteCount * Self.followingShare > video.byteCount {
                log.add(
                    .iFrameRange,
                    "The range has \(video.followingCount) frames with \(video.followingByteCount) bytes after the key frame "
                        + "of \(video.byteCount) bytes.", at: place)
            }
            return
        }
        if !video.startsWithKey || video.startsWithRandomAccess == false && video.falseKeyCount > 0 {
            log.add(
                .keyFrame, "The first video frame is not a key frame.", at: place, level: isIndependent ? nil : .warning
            )
        }
        if video.falseKeyCount > 0, video.startsWithKey {
            log.add(
                .falseKey, "\(video.falseKeyCount) frames are marked as key frames, but decoding cannot start there.",
                at: place, level: segment.container == .fragments ? nil : .warning)
        }
    }

    private func checkSamples(_ segment: SegmentFacts, _ position: Int, _ log: inout FindingLog) {
        for span in segment.spans where segment.tracks.indices.contains(span.track) {
            let kind = segment.tracks[span.track].kind
            if span.damagedCount > 0 {
                log.add(
                    .damaged,
                    "Samples of the \(kind.rawValue) track that are incomplete or damaged: \(span.damagedCount).",
                    at: facts.place(position), kind: "samples")
            }
            if kind == .video, segment.container == .fragments, span.sampleCount >= Self.fewestSamples,
                span.bidirectionalCount * 4 >= span.sampleCount, span.delayedCount == 0
            {
                log.add(
                    .composition,
                    "\(span.bidirectionalCount) of \(span.sampleCount) frames are B-frames, and the presentation time of "
                        + "each frame is its decode time.", at: facts.place(position))
            }
            if span.backwardCount > 0 {
                log.add(
                    .order,
                    "\(span.backwardCount) decode times of the \(kind.rawValue) track do not increase: samples have the time of "
                        + "the one before, or an earlier one.",
                    at: facts.place(position), kind: kind.rawValue)
            }
            let limit = max(Int64(Double(span.sampleDuration) * 2.5), 100_000_000)
            if !facts.isIFrames, kind != .data, kind != .text, span.largestGap > limit {
                log.add(
                    .gap,
                    "There are \(Words.seconds(nanoseconds: span.largestGap)) s without \(kind.rawValue) within the "
                        + "segment.", at: facts.place(position),
                    level: span.largestGap > 500_000_000 ? .error : nil, kind: "inner " + kind.rawValue)
            }
        }
    }

    private func checkKeyInterval(_ log: inout FindingLog) {
        guard let timeline = Timeline(facts, .video) else { return }
        var longest = 0.0
        var at = 0
        var last: Int64?
        for entry in timeline.entries {
            // A segment that was not measured may contain key frames.
            if entry.isDiscontinuity || !entry.followsLast { last = nil }
            for time in entry.keyTimes {
                if let last, Double(time - last) / 1e9 > longest {
                    (longest, at) = (Double(time - last) / 1e9, entry.position)
                }
                last = time
            }
        }
        guard longest > Self.usualInterval else { return }
        log.add(
            .keyInterval, "Key frames are up to \(Words.seconds(longest)) s apart.", at: facts.place(at),
            level: longest > Self.longInterval ? .warning : nil)
    }

    // MARK: - Text and decoding

    private func check(_ text: TextFacts, _ place: StreamFinding.Place, _ log: inout FindingLog) {
        if !text.hasSignature {
            let kind = text.foreignKind.map { ": it is \($0)" } ?? ""
            log.add(.webVTT, "The subtitle segment does not begin with WEBVTT\(kind).", at: place)
        } else if let fault = text.fault {
            log.add(.webVTT, "The subtitle segment has an error: \(fault)", at: place, level: .warning, kind: "fault")
        }
        if text.longestCue > Self.longestCue {
            log.add(.cueLength, "A cue has \(text.longestCue) characters.", at: place)
        }
        if text.overlapCount > 0, let start = text.firstOverlap {
            log.add(
                .textOverlap,
                "At \(Words.seconds(start)) s a cue starts while the one before it is shown, and none has a place.",
                at: place)
        }
        if text.repeatedCount > 0, let start = text.firstRepeated {
            log.add(
                .textOverlap, "At \(Words.seconds(start)) s a cue repeats the text of the cue that is shown already.",
                at: place, kind: "repeated")
        }
        if let start = text.briefStart, let end = text.briefEnd, !isCut(start, end, place) {
            log.add(
                .textBrief, "The cue at \(Words.seconds(start)) s lasts \(Words.seconds(end - start)) s.", at: place)
        }
        if text.invertedCount > 0 {
            log.add(.textOrder, "\(text.invertedCount) cues end before they start.", at: place)
        }
        if text.disorderedCount > 0 {
            log.add(
                .textDisorder, "\(text.disorderedCount) cues start before the cue that is before them in the file.",
                at: place)
        }
    }

    /// Whether a cue begins or ends at a border of its segment, where packagers may have cut a longer cue.
    private func isCut(_ start: Double, _ end: Double, _ place: StreamFinding.Place) -> Bool {
        guard let position = place.segment, let list = facts.playlist?.segments, list.indices.contains(position) else {
            return true
        }
        let segment = list[position]
        let borders = [0, segment.duration.seconds, segment.start.seconds, segment.end.seconds]
        return borders.contains { abs($0 - start) < 0.05 || abs($0 - end) < 0.05 }
    }

    private func checkText(_ log: inout FindingLog) {
        let texts = facts.examined.compactMap { $0.facts.text }
        let unmapped = facts.examined.filter { $0.facts.text.map { !$0.hasMap && $0.hasSignature } ?? false }
        if let first = unmapped.first, texts.contains(where: \.hasMap) {
            log.add(
                .textMapUneven, "\(unmapped.count) of \(texts.count) subtitle segments have no X-TIMESTAMP-MAP.",
                at: facts.place(first.position))
        }
        guard !texts.isEmpty, texts.allSatisfy({ $0.cueCount == $0.emptyCount }), texts.allSatisfy(\.hasSignature)
        else { return }
        // Nothing may be spoken while a live stream is watched.
        let isLive = facts.playlist.map { !$0.hasEnded } ?? false
        log.add(
            .textEmpty, "None of the \(texts.count) subtitle segments has a cue.", at: facts.place,
            level: isLive ? .info : nil)
    }

    private func check(_ decoding: DecodingFacts, _ place: StreamFinding.Place, _ log: inout FindingLog) {
        if decoding.errorCount > 0 {
            log.add(
                .decoding,
                "\(decoding.errorCount) errors while decoding" + (decoding.firstError.map { ": \($0)." } ?? "."),
                at: place)
        }
        if decoding.frameCount > 0, decoding.blackFrameCount == decoding.frameCount {
            log.add(.black, "All \(decoding.frameCount) frames are black.", at: place)
        }
    }
}
