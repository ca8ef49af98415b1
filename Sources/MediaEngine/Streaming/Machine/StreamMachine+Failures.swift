import CoreMedia
import Foundation
import HLS

/// Error recovery: after a chunk or a playlist fails, the machine tries another variant, retries, skips the chunk, or fails.
extension StreamMachine {
    /// The number of consecutive chunks that may be skipped before the stream fails.
    static let maximumSkippedChunks = 6
    /// The same limit for an audio rendition that has delivered nothing yet.
    static let maximumSkippedFirstAudio = 2
    /// How long requests are retried while the server does not respond.
    private static let longestOutage = Duration.seconds(60)
    private static let longestRetry = 8
    /// Only segments this close to the end of a live playlist are retried after a 404: players at the usual distance request these.
    private static let newestSegments: UInt64 = 4
    /// The maximum number of retries of a segment that returns 404.
    private static let maximumMissingResponses = 2

    /// Handles the failure of the current chunk of a rendition.
    mutating func loadFailed(_ role: RenditionRole, _ error: MediaError) {
        guard let loading = renditions[role]?.loading else { return }
        abandonLoad(role)
        guard !isCancelled, failure == nil, let rendition = renditions[role] else { return }
        if loading.chunk.isHint {
            // A preload hint is not guaranteed; the next playlist states whether the part exists.
            renditions[role]?.brokenHint = loading.chunk
            return
        }
        // A live playlist may list a segment shortly before the server can deliver it (spec/hls.md section 13).
        let isEarly = error.isMissing && rendition.tracker.isLive && rendition.failures.missingResponses == 0
        let blame = isEarly ? .unattributed : recordBlame(of: rendition, for: error)
        if case .switched = fallBack(role, because: error, blame: blame) {
            return report(error, "The segment is played from another variant.")
        }
        if role == .main, error.isNoMedia,
            case .switched = switchCodecs(rendition.variant, error, because: .failure(error))
        {
            return
        }
        guard retryAfterOutage(role, error) == .notAnOutage, retryAfterMiss(of: loading.chunk, role, error) == .notAMiss
        else { return }
        renditions[role]?.failures.skipped += 1
        // Another audio rendition may be available, so a rendition that never delivered anything is abandoned earlier.
        let most = role == .main || rendition.hasBegun ? Self.maximumSkippedChunks : Self.maximumSkippedFirstAudio
        let isHopeless = rendition.failures.skipped + 1 >= most
        // At the start, a server that denies access ends playback at once; a missing chunk does not.
        if window(of: preferences)?.isLive == true || ((hasDelivered || error.isMissing) && !isHopeless) {
            // Skipping the chunk is better than ending playback.
            skip(loading.chunk, role)
            report(error, "The segment's \(loading.chunk.duration.seconds) s are skipped.")
        } else if abandonAudio(role, because: error) == .required {
            report(error, "Playback ends.")
            fail(hasDelivered ? error : describedAsStart(error))
        }
    }

    /// Rewrites the error for a stream whose start failed because no server delivered media.
    private func describedAsStart(_ error: MediaError) -> MediaError {
        guard error.isNoMedia else { return error }
        let isAlone = variants.ladder == nil
        return MediaError(
            error.code,
            "The segments of this stream are not media" + (isAlone ? "." : ": no variant of it can be played."),
            detail: error.message, url: error.url, cause: error)
    }

    enum OutageOutcome { case scheduled, failed, notAnOutage }

    /// Retries the failed chunk or playlist for up to a minute while servers do not respond; playback continues from
    /// the buffer.
    mutating func retryAfterOutage(_ role: RenditionRole, _ error: MediaError) -> OutageOutcome {
        guard error.isOutage, hasDelivered, let rendition = renditions[role] else { return .notAnOutage }
        let outage = rendition.failures.outage ?? .init(since: now, count: 0)
        guard now - outage.since < Self.longestOutage else {
            report(error, "The server has not responded for \(Int((now - outage.since).inSeconds)) s: playback ends.")
            fail(error)
            return .failed
        }
        let wait = min(Self.longestRetry, 1 << min(outage.count, 10))
        renditions[role]?.failures.outage = .init(since: outage.since, count: outage.count + 1)
        retry(role, after: .seconds(wait))
        report(error, "The resource is requested again in \(wait) s.")
        return .scheduled
    }

    enum MissOutcome { case scheduled, notAMiss }

    /// Retries a recent live segment that returned 404, because servers list a live stream's newest segments before all of them can deliver
    /// them (spec/hls.md section 13). The delay is half a target duration, or half a part target duration for a part.
    private mutating func retryAfterMiss(
        of chunk: MediaChunk, _ role: RenditionRole, _ error: MediaError
    ) -> MissOutcome {
        guard error.httpStatus == 404, window(of: preferences)?.isLive == true, hasDelivered,
            let rendition = renditions[role], rendition.failures.missingResponses < Self.maximumMissingResponses,
            let playlist = rendition.tracker.playlist,
            let target = (chunk.part == nil ? playlist.targetDuration : playlist.partTargetDuration)?.seconds,
            chunk.sequenceNumber &+ Self.newestSegments >= playlist.nextSequenceNumber
        else { return .notAMiss }
        renditions[role]?.failures.missingResponses += 1
        retry(role, after: .seconds(target / 2))
        report(error, "The segment is requested again in \(target / 2) s.")
        return .scheduled
    }

    private mutating func retry(_ role: RenditionRole, after wait: Duration) {
        abandonLoad(role)
        renditions[role]?.failures.forgetVariants()
        renditions[role]?.retry(at: now + wait)
        if role == .main { variants.forgetExclusions() }
    }

    enum AudioOutcome { case abandoned, required }

    /// Continues without an audio rendition that failed. Before the start, the audio muxed into the variants plays instead; later, the
    /// session selects another track.
    mutating func abandonAudio(_ role: RenditionRole, because error: MediaError) -> AudioOutcome {
        guard let track = role.track, renditions[role] != nil else { return .required }
        guard hasStarted else {
            guard let option = selection.options.option(of: track), let main,
                selection.failedOptions.insert(option).inserted
            else { return .required }
            remove(role)
            // Segments demuxed so far carried no audio because the rendition was expected to. Load them again for their audio.
            if selection.details[.audio] != nil { add(role, variant: 0, url: main.tracker.url, at: 0) }
            report(error, "The stream is played with the audio of its variants, if they contain any.")
            return .abandoned
        }
        remove(role)
        selection.fail(track)
        interrupt()
        report(error, "This audio rendition is abandoned; another one is played if available.")
        return .abandoned
    }

    /// Fails if a live stream has published no new media for `PresentationWindow.longestSilence`.
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
                .networkTimedOut, "This live stream has published no new media for \(Int(silence.inSeconds)) seconds.",
                url: main.tracker.url))
    }
}

extension MediaError {
    /// Whether the server sent nothing, or stopped in the middle of a response.
    var isSilence: Bool { [.networkTimedOut, .connectionLost, .cannotConnect, .cannotFindHost].contains(code) }

    /// Whether the server responded that the resource does not exist.
    var isMissing: Bool { code == .httpStatus && (httpStatus == 404 || httpStatus == 410) }

    /// Whether the server's response is not media.
    var isNoMedia: Bool { [.formatNotRecognized, .malformed, .noPlayableTracks, .empty].contains(code) }

    /// Whether the error is a temporary failure of the network or of an overloaded server.
    var isOutage: Bool {
        switch code {
        case .cannotConnect, .connectionLost, .networkTimedOut, .cannotFindHost, .timedOut: true
        case .httpStatus: httpStatus.map { $0 >= 500 || $0 == 408 || $0 == 429 } ?? false
        default: false
        }
    }
}
