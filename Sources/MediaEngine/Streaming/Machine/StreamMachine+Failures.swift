import CoreMedia
import Foundation
import HLS

/// What is played after a chunk or a playlist has failed: another variant, the same again, the next chunk, or nothing.
extension StreamMachine {
    /// Chunks in a row that may be skipped before a stream fails.
    static let maximumSkippedChunks = 6
    /// The same of audio of which nothing has come.
    static let maximumSkippedFirstAudio = 2
    /// How long a server that does not answer is asked again.
    private static let longestOutage = Duration.seconds(60)
    private static let longestRetry = 8
    /// As many of a live playlist's last segments as players at the usual distance request.
    private static let newestSegments: UInt64 = 4
    /// How often a segment that no server has is requested again.
    private static let maximumMisses = 2

    /// The present chunk of a rendition failed.
    mutating func loadFailed(_ role: RenditionRole, _ error: MediaError) {
        guard let loading = renditions[role]?.loading else { return }
        abandonLoad(role)
        guard !isCancelled, failure == nil, let rendition = renditions[role] else { return }
        if loading.piece.isHint {
            // A hint is no promise: the playlist will say what became of the part.
            renditions[role]?.brokenHint = loading.piece
            return
        }
        // A live playlist may list a segment a little before the server has it (spec/hls.md section 13).
        let isEarly = error.isMissing && rendition.tracker.isLive && rendition.failures.misses == 0
        let blame = isEarly ? .nobody : recordBlame(of: rendition, for: error)
        if case .switched = fallBack(role, because: error, blame: blame) {
            return report(error, "It is played from another variant.")
        }
        if role == .main, error.isNoMedia,
            case .switched = switchCodecs(rendition.variant, error, because: .failure(error))
        {
            return
        }
        guard retryAfterOutage(role, error) == .notAnOutage, retryAfterMiss(of: loading.piece, role, error) == .notAMiss
        else { return }
        renditions[role]?.failures.skipped += 1
        // Another audio rendition may be available; of one that never came little is to be expected.
        let most = role == .main || rendition.hasBegun ? Self.maximumSkippedChunks : Self.maximumSkippedFirstAudio
        let isHopeless = rendition.failures.skipped + 1 >= most
        // At the beginning, a server that refuses access ends playback at once; a missing chunk does not.
        if window(of: preferences)?.isLive == true || ((hasDelivered || error.isMissing) && !isHopeless) {
            // A gap is better than the end.
            skip(loading.piece, role)
            report(error, "Its \(loading.piece.duration.seconds) s are left out.")
        } else if abandonAudio(role, because: error) == .required {
            report(error, "Playing ends.")
            fail(hasDelivered ? error : describedAsStart(error))
        }
    }

    /// The error of a start, where what every server sends as a segment is not media.
    private func describedAsStart(_ error: MediaError) -> MediaError {
        guard error.isNoMedia else { return error }
        let isAlone = variants.ladder == nil
        return MediaError(
            error.code,
            "The segments of this stream are not media" + (isAlone ? "." : ": no variant of it can be played."),
            detail: error.message, url: error.url, cause: error)
    }

    enum OutageOutcome { case scheduled, failed, notAnOutage }

    /// Requests the same chunk again, up to a minute, where servers do not answer: the buffer plays meanwhile.
    mutating func retryAfterOutage(_ role: RenditionRole, _ error: MediaError) -> OutageOutcome {
        guard error.isOutage, hasDelivered, let rendition = renditions[role] else { return .notAnOutage }
        let outage = rendition.failures.outage ?? .init(since: now, count: 0)
        guard now - outage.since < Self.longestOutage else {
            report(error, "It has not come back for \(Int((now - outage.since).inSeconds)) s: playing ends.")
            fail(error)
            return .failed
        }
        let wait = min(Self.longestRetry, 1 << min(outage.count, 10))
        renditions[role]?.failures.outage = .init(since: outage.since, count: outage.count + 1)
        retry(role, after: .seconds(wait))
        report(error, "It is requested again in \(wait) s.")
        return .scheduled
    }

    enum MissOutcome { case scheduled, notAMiss }

    /// Servers list a live stream's newest segments before all of them have them (spec/hls.md section 13): a segment that none has is
    /// requested again after half a target duration, of parts for a part.
    private mutating func retryAfterMiss(
        of piece: MediaPiece, _ role: RenditionRole, _ error: MediaError
    ) -> MissOutcome {
        guard error.httpStatus == 404, window(of: preferences)?.isLive == true, hasDelivered,
            let rendition = renditions[role], rendition.failures.misses < Self.maximumMisses,
            let playlist = rendition.tracker.playlist,
            let target = (piece.part == nil ? playlist.targetDuration : playlist.partTargetDuration)?.seconds,
            piece.sequenceNumber &+ Self.newestSegments >= playlist.nextSequenceNumber
        else { return .notAMiss }
        renditions[role]?.failures.misses += 1
        retry(role, after: .seconds(target / 2))
        report(error, "It is requested again in \(target / 2) s.")
        return .scheduled
    }

    private mutating func retry(_ role: RenditionRole, after wait: Duration) {
        abandonLoad(role)
        renditions[role]?.failures.forgetVariants()
        renditions[role]?.retry(at: now + wait)
        if role == .main { variants.forgetExclusions() }
    }

    enum AudioOutcome { case abandoned, required }

    /// Continues without an audio rendition that failed: before the start with the audio within the variants, later with the session's
    /// next selection.
    mutating func abandonAudio(_ role: RenditionRole, because error: MediaError) -> AudioOutcome {
        guard let track = role.track, renditions[role] != nil else { return .required }
        guard hasStarted else {
            guard let option = selection.options.option(of: track), let main,
                selection.failedOptions.insert(option).inserted
            else { return .required }
            remove(role)
            // Segments demuxed before carried no audio, since the rendition was to bring it: they are loaded again for the audio.
            if selection.details[.audio] != nil { add(role, variant: 0, url: main.tracker.url, at: 0) }
            report(error, "The stream is played with the sound that is within its variants, if there is any.")
            return .abandoned
        }
        remove(role)
        selection.fail(track)
        interrupt()
        report(error, "This sound is left; another one is played, if there is any.")
        return .abandoned
    }

    /// Fails where a live stream has not grown for so long that waiting would be useless.
    mutating func failAfterSilence() {
        guard let main, let grewAt = window.grewAt, window(of: preferences)?.isLive == true, failure == nil else {
            return
        }
        let silence = now - grewAt
        guard silence > PresentationWindow.longestSilence,
            !main.tracker.isStale(now: now) || main.tracker.failures > 0
        else { return }
        fail(
            MediaError(
                .networkTimedOut, "Nothing new has come of this live stream for \(Int(silence.inSeconds)) seconds.",
                url: main.tracker.url))
    }
}

extension MediaError {
    /// Whether a server sent nothing, or stopped in the middle.
    var isSilence: Bool { [.networkTimedOut, .connectionLost, .cannotConnect, .cannotFindHost].contains(code) }

    /// Whether a server answers that it does not have the resource.
    var isMissing: Bool { code == .httpStatus && (httpStatus == 404 || httpStatus == 410) }

    /// Whether a server sent something that is no media.
    var isNoMedia: Bool { [.formatNotRecognized, .malformed, .noPlayableTracks, .empty].contains(code) }

    /// Whether the error is one of the network or of an overloaded server, and may pass.
    var isOutage: Bool {
        switch code {
        case .cannotConnect, .connectionLost, .networkTimedOut, .cannotFindHost, .timedOut: true
        case .httpStatus: httpStatus.map { $0 >= 500 || $0 == 408 || $0 == 429 } ?? false
        default: false
        }
    }
}
