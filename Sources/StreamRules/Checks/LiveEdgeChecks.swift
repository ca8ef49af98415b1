import CoreMedia
import Foundation
import HLS

/// Compares the ends and windows of the playlists of a live stream, and the times of its cues with those of its video.
struct LiveEdgeChecks {
    let facts: StreamFacts

    /// Playlists are loaded at different moments, and grow by a segment at a time.
    private static let edgeTargets = 2.5
    private static let windowShare = 0.6

    private struct Edge {
        /// Seconds since 1970, minus the time of the load; nil without dates.
        var dated: Double?
        /// Seconds of the clock of the media, minus the time of the load; nil without measured media, or with several clocks.
        var measured: Double?
        var window: Double
        var target: Double
    }

    func check(_ log: inout FindingLog) {
        for playlist in facts.playlists {
            checkStart(playlist, &log)
            checkResources(playlist, &log)
            checkDelivery(playlist, &log)
            checkPace(playlist, &log)
        }
        checkInsertedSizes(&log)
        guard let list = facts.multivariant,
            let first = facts.playlists.first(where: { $0.isVariant && edge($0) != nil }), let reference = edge(first)
        else { return }
        for playlist in facts.playlists {
            if case .iFrames = playlist.role, let own = edge(playlist) {
                compareKeyFrames(own, playlist, with: reference, first, &log)
            }
            guard let own = edge(playlist) else { continue }
            if playlist.isVariant, playlist.document.url != first.document.url {
                compareWindows(own, playlist, with: reference, first, &log)
            }
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index) else { continue }
            let isText = list.renditions[index].kind == .subtitles
            compare(own, playlist, with: reference, first, isText, &log)
            if isText { checkText(playlist, first, &log) }
        }
    }

    // MARK: - Edges

    private func edge(_ playlist: PlaylistFacts) -> Edge? {
        guard let media = playlist.playlist, !media.hasEnded, !media.segments.isEmpty, !playlist.isImages,
            let load = playlist.reloads.last(where: { $0.failure == nil }), let window = load.windowSeconds,
            let target = media.targetDuration?.seconds
        else { return nil }
        var edge = Edge(window: window, target: target)
        if let last = media.segments.last(where: { $0.programDateTime != nil }), let date = last.programDateTime {
            let rest = media.segments.duration.seconds - last.start.seconds
            edge.dated = date.timeIntervalSince1970 + rest - load.time
        }
        if !playlist.isIFrames, !media.segments.contains(where: \.isDiscontinuity),
            let end = Timeline.leading(playlist)?.entries.last
        {
            edge.measured =
                Double(end.end) / 1e9 + media.segments.duration.seconds
                - (end.declaredStart + end.declaredDuration) - load.time
        }
        return edge
    }

    private func compare(
        _ own: Edge, _ playlist: PlaylistFacts, with reference: Edge, _ first: PlaylistFacts, _ isText: Bool,
        _ log: inout FindingLog
    ) {
        let target = max(own.target, reference.target)
        let pair =
            if let here = own.dated, let there = reference.dated {
                (here, there)
            } else if let here = own.measured,
                let there = reference.measured
            { (here, there) } else { (0.0, 0.0) }
        let distance = pair.1 - pair.0
        if abs(distance) > Self.edgeTargets * target, abs(distance) < reference.window + Self.farSeconds {
            log.add(
                .edgeBehind,
                "\(Words.sentence(playlist.name)) ends \(Words.seconds((abs(distance) * 10).rounded() / 10)) s "
                    + "\(distance > 0 ? "before" : "after") \(first.name); the target duration is "
                    + "\(Words.seconds(target)) s.", at: playlist.place, level: isText ? .warning : nil)
        }
        if own.window < Self.windowShare * reference.window - target {
            reportShort(own, playlist, than: reference, first, &log)
        }
        if !isText { compareTypes(playlist, first, &log) }
    }

    private func reportShort(
        _ own: Edge, _ playlist: PlaylistFacts, than other: Edge, _ longer: PlaylistFacts, _ log: inout FindingLog
    ) {
        log.add(
            .windowShort,
            "\(Words.sentence(playlist.name)) lists \(Words.seconds((own.window * 10).rounded() / 10)) s, and "
                + "\(longer.name) \(Words.seconds((other.window * 10).rounded() / 10)) s.", at: playlist.place)
    }

    /// Compares the windows of two variants, of which either may be the shorter one.
    private func compareWindows(
        _ own: Edge, _ playlist: PlaylistFacts, with reference: Edge, _ first: PlaylistFacts, _ log: inout FindingLog
    ) {
        let target = max(own.target, reference.target)
        if own.window < Self.windowShare * reference.window - target {
            reportShort(own, playlist, than: reference, first, &log)
        } else if reference.window < Self.windowShare * own.window - target {
            reportShort(reference, first, than: own, playlist, &log)
        }
        compareTypes(playlist, first, &log)
    }

    /// Finds playlists that remove segments beside others that never do.
    private func compareTypes(_ playlist: PlaylistFacts, _ first: PlaylistFacts, _ log: inout FindingLog) {
        guard let own = playlist.playlist, let other = first.playlist, own.kind != other.kind else { return }
        func type(_ playlist: MediaPlaylist) -> String { playlist.kind?.rawValue ?? "no EXT-X-PLAYLIST-TYPE" }
        log.add(
            .windowShort, "\(Words.sentence(playlist.name)) has \(type(own)), and \(first.name) \(type(other)).",
            at: playlist.place, kind: "type")
    }

    /// I-frame playlists may be published a segment after their variant.
    private static let keyFrameTargets = 4.0

    private func compareKeyFrames(
        _ own: Edge, _ playlist: PlaylistFacts, with reference: Edge, _ first: PlaylistFacts, _ log: inout FindingLog
    ) {
        guard let here = own.dated, let there = reference.dated else { return }
        let distance = there - here
        guard distance > Self.keyFrameTargets * max(own.target, reference.target),
            distance < reference.window + Self.farSeconds
        else { return }
        log.add(
            .edgeBehind,
            "\(Words.sentence(playlist.name)) ends \(Words.seconds((distance * 10).rounded() / 10)) s before "
                + "\(first.name).", at: playlist.place, level: .warning)
    }

    /// Clocks that are further apart are different clocks, which have rules of their own.
    private static let farSeconds = 300.0

    // MARK: - Sizes

    /// Finds discontinuities after which the video has another size than its variant declares and had before.
    private func checkInsertedSizes(_ log: inout FindingLog) {
        guard let list = facts.multivariant else { return }
        for playlist in facts.playlists {
            guard case .variant(let index) = playlist.role, list.variants.indices.contains(index),
                let declared = list.variants[index].resolution, let video = Timeline(playlist, .video),
                let first = video.entries.first?.track, first.width == declared.width,
                first.height == declared.height
            else { continue }
            for (last, next) in zip(video.entries, video.entries.dropFirst()) where next.isDiscontinuity {
                let (before, now) = (last.track, next.track)
                guard now.width > 0, now.width != before.width || now.height != before.height,
                    now.width != declared.width || now.height != declared.height
                else { continue }
                log.add(
                    .size,
                    "After EXT-X-DISCONTINUITY, the video has \(now.width)x\(now.height); RESOLUTION is "
                        + "\(declared.width)x\(declared.height).", at: playlist.place(next.position), level: .warning,
                    kind: "inserted")
            }
        }
    }

    // MARK: - Pace

    private static let fewestAdditions = 6
    private static let smallestPace = 0.03
    /// The share of a target duration by which additions may be seen late.
    private static let paceTargets = 0.7
    /// The share of a target duration by which encoders publish segments unevenly.
    private static let paceSlack = 0.25

    /// Compares the media that was added with the time in which it was added: by a line through all additions, because each of them
    /// is seen late by the time between two reloads.
    private func checkPace(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let media = playlist.playlist, !media.hasEnded, !playlist.isIFrames,
            let target = media.targetDuration?.seconds, let additions = additions(playlist, media),
            additions.count >= Self.fewestAdditions, let first = additions.first, let last = additions.last
        else { return }
        let seconds = last.time - first.time
        guard let pace = Self.slope(additions), seconds > 0,
            abs(pace - 1) > max(Self.smallestPace, Self.paceTargets * target / seconds),
            Self.contradiction(additions) > Self.paceSlack * target
        else { return }
        log.add(
            .pace,
            "In \(Words.seconds((seconds * 10).rounded() / 10)) s, \(Words.seconds((seconds * pace * 10).rounded() / 10)) s of "
                + "media were added.", at: playlist.place)
    }

    private struct Addition {
        /// The time of the load before.
        var before: Double
        /// The time of the load with new segments.
        var time: Double
        /// The end of the last new segment, in seconds of media.
        var media: Double
    }

    /// Returns the loads with new segments; nil after a restart.
    private func additions(_ playlist: PlaylistFacts, _ media: MediaPlaylist) -> [Addition]? {
        var result: [Addition] = []
        var before = playlist.reloads.first.map { $0.time - $0.responseSeconds } ?? 0
        for reload in playlist.reloads.dropFirst() where reload.failure == nil {
            // What a response lists is of the time of its request.
            let time = reload.time - reload.responseSeconds
            switch reload.change {
            case .unchanged: break
            case .older: continue
            case .advanced(let count):
                let last = reload.firstSequence &+ UInt64(reload.segmentCount) &- 1
                guard count > 0, let position = media.segments.position(ofSequenceNumber: last) else { break }
                result.append(Addition(before: before, time: time, media: media.segments[position].end.seconds))
            default: return nil
            }
            before = time
        }
        return result
    }

    /// Returns the seconds by which the media was added at another pace at least: each addition happened between two loads.
    private static func contradiction(_ additions: [Addition]) -> Double {
        let earliest = additions.map { $0.before - $0.media }.max() ?? 0
        let latest = additions.map { $0.time - $0.media }.min() ?? 0
        return earliest - latest
    }

    private static func slope(_ points: [Addition]) -> Double? {
        let count = Double(points.count)
        let time = points.reduce(0) { $0 + $1.time } / count
        let media = points.reduce(0) { $0 + $1.media } / count
        let square = points.reduce(0) { $0 + ($1.time - time) * ($1.time - time) }
        guard square > 0 else { return nil }
        return points.reduce(0) { $0 + ($1.time - time) * ($1.media - media) } / square
    }

    // MARK: - Start

    private func checkStart(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        guard let media = playlist.playlist, !media.hasEnded, let offset = media.start?.timeOffset, media.kind == nil,
            let target = media.targetDuration?.seconds, !media.segments.isEmpty
        else { return }
        let window = playlist.reloads.compactMap(\.windowSeconds).max() ?? media.segments.duration.seconds
        guard abs(offset) > window + target else { return }
        log.add(
            .startBeyond,
            "TIME-OFFSET of EXT-X-START is \(Words.seconds(offset)) s; the playlist lists \(Words.seconds(window)) s.",
            at: playlist.place)
    }

    // MARK: - Resources

    private func checkResources(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        for problem in playlist.lateResources { log.add(.resourceRemoved, problem, at: playlist.place, kind: problem) }
        for reload in playlist.reloads {
            guard let id = reload.differences.lostRange else { continue }
            log.add(
                .rangeRemoved,
                "After \(Words.seconds((reload.time * 10).rounded() / 10)) s, the date range “\(id.prefix(60))” is missing, "
                    + "although segments of its time are listed.", at: playlist.place)
        }
    }

    /// In seconds; the quarter of short segments is less than what a request over a distance takes.
    private static let shortestStart = 0.5
    private static let fewestStarts = 4

    private func checkDelivery(_ playlist: PlaylistFacts, _ log: inout FindingLog) {
        for (position, segment) in playlist.examined where segment.hasOtherTag == true {
            log.add(
                .tagChanged, "A second request of the segment got the same bytes with another ETag.",
                at: playlist.place(position))
        }
        for (position, segment) in playlist.examined {
            guard let response = segment.response, response.isHTTP, response.status == 206,
                response.earlierFailure == nil, let list = playlist.playlist?.segments,
                list.indices.contains(position), list[position].byteRange == nil
            else { continue }
            log.add(
                .partial, "The server sent status 206 although no range was requested.", at: playlist.place(position))
        }
        if playlist.document.response?.isHTTP == true, playlist.document.response?.version == "HTTP/1.0" {
            log.add(.httpVersion, "The server responds with HTTP/1.0.", at: playlist.place)
        }
        guard let media = playlist.playlist, !media.hasEnded else { return }
        let starts = playlist.examined.compactMap { position, segment -> (seconds: Double, limit: Double)? in
            guard segment.failure == nil, let seconds = segment.firstByteSeconds,
                media.segments.indices.contains(position)
            else { return nil }
            return (seconds, max(Self.shortestStart, media.segments[position].duration.seconds / 4))
        }
        guard starts.count >= Self.fewestStarts, starts.count(where: { $0.seconds > $0.limit }) * 2 > starts.count
        else { return }
        let usual = starts.map(\.seconds).sorted()[starts.count / 2]
        log.add(
            .slowStart,
            "The first byte of the segments arrives after \(Words.seconds((usual * 10).rounded() / 10)) s; they last about "
                + "\(Words.seconds(((media.segments.duration.seconds / Double(media.segments.count)) * 10).rounded() / 10)) s.",
            at: playlist.place)
    }

    // MARK: - Cues

    /// 2^33 ticks of 90 kHz.
    private static let wrapSeconds = 8_589_934_592.0 / 90_000
    /// Cues may begin before their segment, and end after it.
    private static let cueSlack = 3.0
    private static let windowSlack = 30.0

    /// Compares the cues with the time of the video: at the same date where both playlists have dates, else over the window.
    private func checkText(_ playlist: PlaylistFacts, _ first: PlaylistFacts, _ log: inout FindingLog) {
        guard let list = playlist.playlist, let media = first.playlist, let video = Timeline(first, .video),
            !media.segments.contains(where: \.isDiscontinuity), let head = video.entries.first,
            let tail = video.entries.last
        else { return }
        let origin = dateOrigin(video, media)
        for (position, segment) in playlist.examined {
            guard let text = segment.text, let from = text.firstStart, let to = text.lastEnd,
                list.segments.indices.contains(position)
            else { continue }
            let listed = list.segments[position]
            let shift = text.hasMap ? text.mapOffset : 0
            var range = (from: Double(head.start) / 1e9, to: Double(tail.end) / 1e9)
            var slack = Self.windowSlack
            if let origin, let date = Self.date(of: position, list) {
                range.from = date.timeIntervalSince1970 - origin
                range.to = range.from + listed.duration.seconds
                slack = Self.cueSlack + listed.duration.seconds / 2
            }
            var start = from + shift - range.from
            // The clock of 33 bits wraps around.
            guard start.isFinite else { continue }
            start.formRemainder(dividingBy: Self.wrapSeconds)
            let end = start + to - from
            guard end < -slack || start > range.to - range.from + slack else { continue }
            log.add(
                .textLive,
                "The cues of the segment are \(Words.seconds(((end < 0 ? -end : start) * 10).rounded() / 10)) s "
                    + "\(end < 0 ? "before" : "after") the video of the same time"
                    + (text.hasMap ? "." : ", and there is no X-TIMESTAMP-MAP."), at: playlist.place(position))
        }
    }

    /// Returns the date at which the clock of the video is 0, in seconds since 1970.
    private func dateOrigin(_ video: Timeline, _ media: MediaPlaylist) -> Double? {
        for entry in video.entries {
            guard let date = Self.date(of: entry.position, media) else { continue }
            return date.timeIntervalSince1970 - Double(entry.start) / 1e9
        }
        return nil
    }

    private static func date(of position: Int, _ playlist: MediaPlaylist) -> Date? {
        playlist.segments[position].programDateTime
    }
}
