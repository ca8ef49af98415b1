import CoreMedia
import HLS

/// Checks a live playlist over time: cadence, window, numbering, caches.
struct LiveChecks {
    let facts: PlaylistFacts

    private static let fewestTargets = 3.0
    /// In seconds.
    private static let slowResponse = 2.0

    func check(_ log: inout FindingLog) {
        guard let playlist = facts.playlist, !playlist.hasEnded || facts.reloads.count > 1 else { return }
        if let response = facts.document.response, !playlist.hasEnded { checkCache(response, playlist, &log) }
        checkWindow(playlist, &log)
        checkClock(playlist, &log)
        checkParts(playlist, &log)
        checkReloads(playlist, &log)
    }

    private func checkCache(_ response: ResponseFacts, _ playlist: MediaPlaylist, _ log: inout FindingLog) {
        guard response.isHTTP, let target = playlist.targetDuration?.seconds else { return }
        let expiry = response.expiresAt.flatMap { expires in response.sent.map { expires - $0 } }
        let seconds = response.cacheSeconds("s-maxage") ?? response.cacheSeconds("max-age") ?? expiry
        if let seconds, seconds > max(target / 2, 1), !response.cacheDirectives.contains("no-cache"),
            !response.cacheDirectives.contains("no-store")
        {
            log.add(
                .liveCache,
                "The live playlist may be cached for \(Words.seconds(seconds)) s; the target duration is "
                    + "\(Words.seconds(target)) s.", at: facts.place, level: seconds > target ? nil : .warning)
        }
        checkResponses(target, &log)
        if facts.document.loadSeconds > max(target, Self.slowResponse) {
            log.add(
                .slowPlaylist,
                "The live playlist took \(Words.seconds((facts.document.loadSeconds * 10).rounded() / 10)) s; the target "
                    + "duration is \(Words.seconds(target)) s.", at: facts.place, level: .warning, kind: "live")
        }
        if let age = response.age, age > target {
            log.add(.staleCopy, "The playlist has been in a cache for \(Words.seconds(age)) s.", at: facts.place)
        }
    }

    private static let fewestSlow = 3

    /// Checks that most reloads respond within half a target duration, where the first load did.
    private func checkResponses(_ target: Double, _ log: inout FindingLog) {
        let limit = max(target / 2, Self.slowResponse / 2)
        let seconds = facts.reloads.dropFirst().filter { $0.failure == nil }.map(\.responseSeconds)
        let slow = seconds.filter { $0 > limit }
        guard facts.document.loadSeconds <= max(target, Self.slowResponse), slow.count >= Self.fewestSlow,
            slow.count * 4 > seconds.count, let longest = slow.max()
        else { return }
        log.add(
            .slowPlaylist,
            "\(slow.count) of \(seconds.count) reloads took longer than \(Words.seconds(limit)) s, up to "
                + "\(Words.seconds((longest * 10).rounded() / 10)) s.", at: facts.place, level: .warning, kind: "live")
    }

    private func checkWindow(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        guard !playlist.hasEnded, playlist.kind == nil, let target = playlist.targetDuration?.seconds,
            !playlist.segments.isEmpty, !facts.isIFrames
        else { return }
        // The playlist has the segments of all loads; the window is that of one load. A stream that has just started has fewer segments.
        let full = facts.reloads.filter { $0.firstSequence > 0 }
        guard playlist.mediaSequence > 0 || !full.isEmpty else { return }
        let length = full.compactMap(\.windowSeconds).min() ?? playlist.segments.duration.seconds
        guard length < Self.fewestTargets * target - 1.5 else { return }
        log.add(
            .window,
            "The playlist lists \(Words.seconds(length)) s; three target durations are "
                + "\(Words.seconds(target * Self.fewestTargets)) s.", at: facts.place)
    }

    private static let clockSeconds = 300.0
    /// Media cannot be recorded later than it is listed; clocks of servers differ by less.
    private static let futureSeconds = 60.0

    /// Compares the date of the live edge with the clock of the server.
    private func checkClock(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        guard !playlist.hasEnded, let sent = facts.document.response?.sent,
            let last = playlist.segments.last(where: { $0.programDateTime != nil }), let date = last.programDateTime
        else { return }
        let edge = date.timeIntervalSince1970 + playlist.segments.duration.seconds - last.start.seconds
        // The response of a cache has the date of the origin's response.
        let now = sent + (facts.document.response?.age ?? 0) + (facts.reloads.last?.time ?? 0)
        guard abs(edge - now) > (edge > now ? Self.futureSeconds : Self.clockSeconds) else { return }
        log.add(
            .clock,
            "The last segment ends \(Words.seconds(abs(edge - now).rounded())) s \(edge < now ? "before" : "after") the time "
                + "of the server's clock.", at: facts.place,
            level: edge > now || Self.isZone(now - edge) ? .warning : nil)
    }

    private static let zoneStep = 1_800.0
    private static let largestZone = 50_400.0
    private static let zoneTolerance = 90.0

    /// Whether a time is that between two time zones: such dates are local times that are declared as UTC.
    private static func isZone(_ seconds: Double) -> Bool {
        let rest = abs(seconds.remainder(dividingBy: zoneStep))
        return seconds > zoneStep / 2 && seconds < largestZone + zoneTolerance && rest < zoneTolerance
    }

    private func checkParts(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        guard playlist.partTargetDuration != nil, !playlist.hasEnded, !facts.isIFrames else { return }
        if playlist.serverControl?.canBlockReload != true {
            log.add(.partLong, "The playlist has parts but no CAN-BLOCK-RELOAD=YES.", at: facts.place, kind: "block")
        }
        if playlist.preloadHints.isEmpty {
            log.add(.partLong, "The playlist has parts but no EXT-X-PRELOAD-HINT.", at: facts.place, kind: "hint")
        }
        if playlist.parts.isEmpty, !playlist.segments.contains(where: { !$0.parts.isEmpty }) {
            log.add(.partLong, "The playlist has EXT-X-PART-INF but no EXT-X-PART.", at: facts.place, kind: "parts")
        }
        checkMeasuredParts(playlist, &log)
    }

    private static let partTolerance = 0.05

    /// Compares the parts that were loaded with what the playlist declares.
    private func checkMeasuredParts(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        let target = playlist.partTargetDuration?.seconds ?? .infinity
        for part in facts.parts {
            var place = facts.place
            place.line = part.line
            let name = "Part \(part.index) of segment number \(part.sequenceNumber)"
            if let failure = part.facts.failure {
                log.add(.partMissing, "\(name) cannot be loaded: \(failure.message)", at: place)
                continue
            }
            guard let kind = [TrackFacts.Kind.video, .audio].first(where: { part.facts.span($0) != nil }),
                let span = part.facts.span(kind)
            else {
                log.add(.partMissing, "\(name) has no samples.", at: place, kind: "samples")
                continue
            }
            let measured = Double(span.decodeEnd - span.firstDecodeTime) / 1e9
            let slack = max(Self.partTolerance, Double(span.sampleDuration) / 1e9 * 1.6)
            if abs(measured - part.declaredDuration) > slack {
                log.add(
                    .partDuration,
                    "\(name) has DURATION=\(Words.seconds(part.declaredDuration)), and \(Words.seconds(measured)) s of "
                        + "\(kind.rawValue).", at: place)
            }
            if measured > target + slack {
                log.add(
                    .partTarget,
                    "\(name) has \(Words.seconds(measured)) s of \(kind.rawValue); PART-TARGET is "
                        + "\(Words.seconds(target)) s.", at: place)
            }
            if kind == .video, part.isIndependent, !span.startsWithKey || span.startsWithRandomAccess == false {
                log.add(
                    .partIndependent, "\(name) has INDEPENDENT=YES, and does not start with a key frame.", at: place)
            }
        }
        for (position, segment) in playlist.segments.enumerated() {
            let parts = segment.parts
            guard !parts.isEmpty else { continue }
            let sum = parts.reduce(0) { $0 + $1.duration.seconds }
            // The first listed parts of a segment may have been removed from the playlist.
            if sum > segment.duration.seconds + 0.1 || position > 0 && sum < segment.duration.seconds - target * 0.5 {
                log.add(
                    .partSum,
                    "The parts of the segment have \(Words.seconds(sum)) s, and the segment "
                        + "\(Words.seconds(segment.duration.seconds)) s.", at: facts.place(position))
            }
        }
    }

    private func checkReloads(_ playlist: MediaPlaylist, _ log: inout FindingLog) {
        guard let target = playlist.targetDuration?.seconds, facts.reloads.count > 1 else { return }
        var lastGrowth = facts.reloads[0].time
        var longest = 0.0
        var lastTime = lastGrowth
        let known = Set(facts.document.faults.map(\.rule))
        for reload in facts.reloads.dropFirst() {
            // The segment may have been added at any time since the last reload.
            let unchanged = lastTime
            lastTime = reload.time
            if let failure = reload.failure {
                log.add(
                    .reloadFailed, "A reload failed after \(Words.seconds(reload.time)) s: \(failure.message)",
                    at: facts.place)
                continue
            }
            switch reload.change {
            case .unchanged: break
            case .advanced(let segments):
                guard segments > 0 || reload.hasEnded else { break }
                longest = max(longest, unchanged - lastGrowth)
                lastGrowth = reload.time
            case .older:
                log.add(
                    .older, "A reload after \(Words.seconds(reload.time)) s was older than the load before.",
                    at: facts.place)
            case .restarted:
                log.add(
                    .reset, "The media sequence numbers went back to \(reload.firstSequence).", at: facts.place)
                lastGrowth = reload.time
            case .mismatched(let number):
                log.add(.changed, "Segment number \(number) was replaced by another.", at: facts.place)
                lastGrowth = reload.time
            case .gap(let missing):
                log.add(
                    .reset, "\(missing) segments were never listed: the window moved on faster than its duration.",
                    at: facts.place, kind: "gap")
                lastGrowth = reload.time
            case .renumbered:
                log.add(
                    .reset, "The segments were renumbered from \(reload.firstSequence).", at: facts.place,
                    kind: "renumbered")
                lastGrowth = reload.time
            }
            if let failure = reload.earlierFailure {
                log.add(.retried, "The first request of a reload failed: \(failure)", at: facts.place, kind: "reload")
            }
            if !reload.changedControls.isEmpty {
                log.add(
                    .controlChanged,
                    "After \(Words.seconds((reload.time * 10).rounded() / 10)) s, EXT-X-SERVER-CONTROL has another "
                        + "\(reload.changedControls.joined(separator: ", ")).", at: facts.place)
            }
            if reload.segmentCount > 0, reload.datedCount == 0, facts.reloads[0].datedCount > 0 {
                log.add(
                    .datesVanish,
                    "EXT-X-PROGRAM-DATE-TIME is missing after \(Words.seconds((reload.time * 10).rounded() / 10)) s.",
                    at: facts.place)
            }
            if let number = reload.renumberedDiscontinuity {
                log.add(
                    .discontinuityNumber, "The discontinuity number of segment number \(number) changed.",
                    at: facts.place)
            }
            if playlist.kind == .event, reload.firstSequence > facts.reloads[0].firstSequence {
                log.add(
                    .eventRemoved,
                    "EXT-X-MEDIA-SEQUENCE grew from \(facts.reloads[0].firstSequence) to \(reload.firstSequence).",
                    at: facts.place)
            }
            for id in reload.changedRanges {
                log.add(
                    .rangeChanged,
                    "The date range “\(id.prefix(60))” has other values after "
                        + "\(Words.seconds((reload.time * 10).rounded() / 10)) s.", at: facts.place)
            }
            if let number = reload.movedDiscontinuity {
                log.add(
                    .changed, "EXT-X-DISCONTINUITY before segment number \(number) was added or removed.",
                    at: facts.place, kind: "discontinuity")
            }
            for fault in reload.parserFaults where !known.contains(fault.rule) {
                var place = facts.place
                place.line = fault.line > 0 ? fault.line : nil
                log.add(
                    StreamFinding(
                        rule: fault.rule.rawValue, level: fault.level == .error ? .error : .warning,
                        message: "After \(Words.seconds(reload.time)) s: \(fault.message)",
                        remedy: PlaylistRemedies.remedy(of: fault.rule.rawValue), place: place), kind: "reload")
            }
            for fault in reload.faults {
                log.add(.targetChanged, fault.message, at: facts.place, kind: fault.rule.rawValue)
            }
        }
        guard !playlist.hasEnded, let last = facts.reloads.last, !last.hasEnded else { return }
        let waiting = last.time - lastGrowth
        if waiting > 1.5 * target {
            log.add(
                .stale,
                "No segment was added for \(Words.seconds((waiting * 10).rounded() / 10)) s; the target duration is "
                    + "\(Words.seconds(target)) s.", at: facts.place)
        } else if longest > 1.5 * target {
            log.add(
                .late,
                "No segment was added for \(Words.seconds((longest * 10).rounded() / 10)) s; the target duration is "
                    + "\(Words.seconds(target)) s.", at: facts.place)
        }
    }
}
