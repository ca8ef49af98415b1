import CoreMedia
import Foundation
import HLS

/// How media playlists come and stay fresh. `gate` is held unless said otherwise.
extension StreamingReader {
    /// Asks for the playlist if it is time.
    func refresh(_ role: RenditionPipeline.Role) {
        guard var pipeline = pipelines[role] else { return }
        if pipeline.tracker.playlist == nil, let known = caches.playlist(from: pipeline.tracker.url) {
            pipeline.tracker.adopt(known)
            pipelines[role] = pipeline
            return place(role, change: nil)
        }
        noteSilence(role)
        guard let pipeline = pipelines[role], let request = pipeline.tracker.nextRequest(now: moment),
            request.earliest <= moment
        else { return }
        // After a pause in which nobody asked, silence counts from now.
        if role == .main, pipeline.tracker.isStale(now: moment), pipeline.tracker.failures == 0 { newsAt = moment }
        load(request, role)
    }

    private func load(_ request: ReloadPlan.Request, _ role: RenditionPipeline.Role) {
        guard let url = pipelines[role]?.tracker.url else { return }
        pipelines[role]?.tracker.began(isHeldBack: request.isBlocking)
        let number = nextLoadNumber()
        let (asked, known) = (moment, pipelines[role]?.tracker.playlist)
        // An answer that the server holds back says nothing about the network's speed.
        adaptation.transferStarted(number, at: now, metering: request.isBlocking ? .bytesOnly : .full)
        var ask = ResourceRequest(
            url: request.url, kind: .playlist, duration: request.isBlocking ? known?.targetDuration?.seconds : nil)
        // What the server does not hold back is asked for plainly.
        ask.isRepeated = !request.isBlocking
        _ = loader.fetch(ask) { [weak self] result in
            guard let self else { return }
            let parsed = parsed(result)
            gate.withLock {
                let count = (try? result.get())?.bytes.count ?? 0
                adaptation.transferFinished(number, byteCount: count, at: now)
                byteCount += Int64(count)
                // Another playlist may have taken its place meanwhile.
                guard pipelines[role]?.tracker.url == url else { return }
                if role == .main { reloadCount += 1 }
                switch parsed {
                case .success(let (media, faults)):
                    tell(faults, of: url)
                    take(media, from: url, answer: try? result.get(), requestedAt: asked, role)
                case .failure(let error): playlistFailed(role, error)
                }
                wake()
            }
        }
    }

    /// On a thread of the network; `gate` is free, as a long playlist takes its time.
    private func parsed(
        _ result: Result<FetchedResource, MediaError>
    ) -> Result<(MediaPlaylist, [PlaylistFault]), MediaError> {
        let variables = gate.withLock { multivariant?.variables }
        return result.flatMap { fetched in
            do throws(PlaylistError) {
                let parsed = try Playlist.parse(
                    fetched.bytes, baseURL: fetched.url, importedVariables: variables)
                if let media = parsed.media { return .success((media, parsed.faults)) }
                return .failure(
                    MediaError(
                        .malformed, "A list of variants stands where a list of segments should be.", url: fetched.url))
            } catch {
                return .failure(
                    MediaError(
                        .malformed, "The playlist cannot be used: line \(error.fault.line): \(error.fault.message)",
                        detail: error.fault.rule.description, url: fetched.url, httpStatus: fetched.status,
                        cause: error))
            }
        }
    }

    func take(
        _ media: MediaPlaylist, from url: URL, answer: FetchedResource? = nil, requestedAt: Duration,
        _ role: RenditionPipeline.Role
    ) {
        guard var pipeline = pipelines[role] else { return }
        if pipeline.tracker.playlist == nil, reference?.playlist.segments.isEmpty == false, media.isBare {
            // Nothing can be laid beside what plays.
            let fault = MediaError(.empty, "A live playlist has no segments.", url: url)
            return playlistFailed(role, fault)
        }
        let before = pipeline.tracker.playlist
        let change: PlaylistChange?
        do throws(DeltaError) {
            change = try pipeline.tracker.received(
                media, age: answer?.age, dates: answer?.dates ?? AnswerDates(), requestedAt: requestedAt, now: moment)
        } catch {
            pipelines[role] = pipeline
            let fault = MediaError(.malformed, error.description, url: url, cause: error)
            return events.tell(fault, "The whole playlist is asked for.")
        }
        if let fresh = pipeline.tracker.playlist {
            caches.keep(fresh, from: url)
            if let before, change != .older { tell(fresh.faults(comparedWith: before), of: url) }
        }
        pipeline.reviewHint()
        pipelines[role] = pipeline
        place(role, change: change)
    }

    /// Puts a window on the presentation's time line.
    private func place(_ role: RenditionPipeline.Role, change: PlaylistChange?) {
        guard let pipeline = pipelines[role], let playlist = pipeline.tracker.playlist else { return }
        if let change { note(change, role) }
        if role == .main {
            noteDateRanges(of: playlist)
            if let reference, change == nil {
                pipelines[.main]?.tracker.place(
                    at: reference.start(of: playlist, seenAt: pipeline.tracker.grewAt))
            }
            guard reference == nil else { return windowChanged() }
            join()
            // Renditions whose playlists came before the variant's have waited for it.
            for other in pipelines.keys where other != .main { align(other) }
        } else if change == nil {
            align(role)
        }
    }

    /// Lays a rendition's window beside the variant's.
    private func align(_ role: RenditionPipeline.Role) {
        guard let reference, let main = pipelines[.main], let tracker = pipelines[role]?.tracker,
            let playlist = tracker.playlist
        else { return }
        pipelines[role]?.tracker.place(
            at: reference.start(of: playlist, seenAt: tracker.grewAt), era: main.tracker.era)
    }

    private func note(_ change: PlaylistChange, _ role: RenditionPipeline.Role) {
        guard let pipeline = pipelines[role] else { return }
        let url = pipeline.tracker.url
        switch change {
        case .unchanged, .advanced, .older: break
        case .renumbered:
            pipelines[role]?.renumbered()
            guard pipelines[role]?.tracker.tellsRenumbering(now: moment) == true else { return }
            events.tell(
                MediaError(.contentChanged, "The numbers of a live playlist change, and its media go on.", url: url),
                "It is played on.")
        case .restarted, .mismatched:
            let text = change == .restarted ? "Its numbers went backwards." : "A segment of it became another."
            events.tell(
                MediaError(.contentChanged, "A live playlist does not go on from the one before. \(text)", url: url),
                "It is joined again.")
            pipelines[role]?.abandonLoading()
            if role == .main {
                rejoin()
                windowChanged()
            }
            // Whoever comes second finds the other one's window.
            for other in pipelines.keys
            where other != .main && pipelines[other]?.tracker.era == pipelines[.main]?.tracker.era {
                align(other)
                if let position = pipelines[other]?.position { pipelines[other]?.next = .seam(position) }
            }
        case .gap where pipeline.position &+ RenditionPipeline.seamTolerance >= pipeline.tracker.windowStart:
            pipelines[role]?.abandonLoading()
            pipelines[role]?.next = .seam(pipeline.position)
            events.tell(
                MediaError(.contentChanged, "The numbers of a live playlist jump, and its dates go on.", url: url),
                "It is played on.")
        case .gap(let missing):
            events.tell(
                MediaError(.contentChanged, "\(missing) segments of a live playlist were never seen.", url: url),
                "Playing goes on behind them.")
        }
    }

    /// Nothing new has come for one and a half target durations: another variant's server may know more.
    private func noteSilence(_ role: RenditionPipeline.Role) {
        guard var pipeline = pipelines[role] else { return }
        let silence = pipeline.tracker.tellSilence(now: moment)
        pipelines[role] = pipeline
        guard let silence else { return }
        let error = MediaError(
            .networkTimedOut, "A live playlist has not changed for \(Int(silence.inSeconds)) seconds.",
            url: pipeline.tracker.url)
        let isLeft = leaveRung(
            role, because: error, isBanned: pipeline.tracker.failures == 0 || isToBlame(pipeline.rung, for: error))
        events.tell(error, isLeft ? "Playing goes on in another variant." : "It is asked for again.")
    }

    private func playlistFailed(_ role: RenditionPipeline.Role, _ error: MediaError) {
        guard var pipeline = pipelines[role], error.code != .cancelled else { return }
        let wasUnknown = pipeline.tracker.playlist == nil
        let triesAgain = pipeline.tracker.failed(status: error.httpStatus, now: moment)
        pipelines[role] = pipeline
        if wasUnknown, pipeline.tracker.playlist != nil { place(role, change: nil) }
        if triesAgain { return events.tell(error, "The one before stands until it can be had again.") }
        if leaveRung(role, because: error, isBanned: isToBlame(pipeline.rung, for: error)) {
            return events.tell(error, "Playing goes on in another variant.")
        }
        // A live stream's server may come back; `checkSilence` says when that has taken too long.
        if hasGivenOut, window?.isLive == true { return events.tell(error, "It is asked for again.") }
        if waitsOut(error, role) { return }
        if returnsToKnownRung(role) { return events.tell(error, "Playing goes on in the variant before.") }
        if playsWithout(role, because: error) || losesSound(role, because: error) { return }
        events.tell(error, "There is no other variant.")
        failure = error
    }
}

extension MediaPlaylist {
    /// Whether it names no media, though there should be more to come.
    fileprivate var isBare: Bool { segments.isEmpty && parts.isEmpty && skip == nil && !hasEnded }
}
