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
        guard let request = pipeline.tracker.nextRequest(now: moment), request.earliest <= moment else { return }
        load(request, role)
    }

    private func load(_ request: ReloadPlan.Request, _ role: RenditionPipeline.Role) {
        guard let url = pipelines[role]?.tracker.url else { return }
        pipelines[role]?.tracker.began()
        let number = nextLoadNumber()
        let (asked, known) = (moment, pipelines[role]?.tracker.playlist)
        // An answer that the server holds back says nothing about the network's speed.
        adaptation.transferStarted(number, at: now, metering: request.isBlocking ? .bytesOnly : .full)
        let target = known?.targetDuration?.seconds
        _ = loader.fetch(
            ResourceRequest(url: request.url, kind: .playlist, duration: request.isBlocking ? target : nil)
        ) { [weak self] result in
            guard let self else { return }
            let parsed = parsed(result)
            gate.withLock {
                let count = (try? result.get())?.bytes.count ?? 0
                adaptation.transferFinished(number, byteCount: count, at: now)
                byteCount += Int64(count)
                // Another playlist may have taken its place meanwhile.
                guard pipelines[role]?.tracker.url == url else { return }
                switch parsed {
                case .success(let media): take(media, from: url, requestedAt: asked, role)
                case .failure(let error): playlistFailed(role, error)
                }
                gate.broadcast()
            }
        }
    }

    /// On a thread of the network; `gate` is free, as a long playlist takes its time.
    private func parsed(_ result: Result<FetchedResource, MediaError>) -> Result<MediaPlaylist, MediaError> {
        let variables = gate.withLock { multivariant?.variables }
        return result.flatMap { fetched in
            do throws(PlaylistError) {
                let parsed = try Playlist.parse(
                    fetched.bytes, baseURL: fetched.url, importedVariables: variables)
                if let media = parsed.media { return .success(media) }
                return .failure(
                    MediaError(
                        .malformed, "A list of variants stands where a list of segments should be.", url: fetched.url))
            } catch {
                return .failure(
                    MediaError(
                        .malformed, "The playlist cannot be used: \(error.fault.message)",
                        detail: error.fault.rule.description, url: fetched.url, httpStatus: fetched.status,
                        cause: error))
            }
        }
    }

    func take(_ media: MediaPlaylist, from url: URL, requestedAt: Duration, _ role: RenditionPipeline.Role) {
        guard var pipeline = pipelines[role] else { return }
        let change: PlaylistChange?
        do throws(DeltaError) {
            change = try pipeline.tracker.received(media, requestedAt: requestedAt, now: moment)
        } catch {
            pipelines[role] = pipeline
            let fault = MediaError(.malformed, error.description, url: url, cause: error)
            return faults.tell(fault, "The whole playlist is asked for.")
        }
        if let fresh = pipeline.tracker.playlist { caches.keep(fresh, from: url) }
        pipelines[role] = pipeline
        place(role, change: change)
    }

    /// Puts a window on the presentation's time line.
    private func place(_ role: RenditionPipeline.Role, change: PlaylistChange?) {
        guard var pipeline = pipelines[role], let playlist = pipeline.tracker.playlist else { return }
        if let change { note(change, &pipeline) }
        if change == nil, let reference { pipeline.tracker.windowStart = reference.start(of: playlist) }
        pipelines[role] = pipeline
        guard role == .main else { return }
        if reference == nil { joinLive() }
        guard let main = pipelines[.main] else { return }
        noteDateRanges(of: playlist)
        let isFirst = reference == nil
        reference = WindowAlignment(playlist: playlist, windowStart: main.tracker.windowStart)
        // Renditions whose playlists came before the variant's have waited for it.
        guard isFirst, let reference else { return }
        for other in pipelines.keys where other != .main {
            guard let theirs = pipelines[other]?.tracker.playlist else { continue }
            pipelines[other]?.tracker.windowStart = reference.start(of: theirs)
        }
    }

    private func note(_ change: PlaylistChange, _ pipeline: inout RenditionPipeline) {
        let url = pipeline.tracker.url
        switch change {
        case .unchanged, .advanced: break
        case .restarted, .mismatched:
            let text = change == .restarted ? "Its numbers went backwards." : "A segment of it became another."
            faults.tell(
                MediaError(.contentChanged, "A live playlist does not go on from the one before. \(text)", url: url),
                "Playing goes on with what it has now.")
            pipeline.next = .time(pipeline.tracker.windowStart)
        case .gap(let missing):
            faults.tell(
                MediaError(.contentChanged, "\(missing) segments of a live playlist were never seen.", url: url),
                "Playing goes on behind them.")
        }
    }

    /// The end of a live stream is joined some way behind it, and time counts from there.
    private func joinLive() {
        guard var main = pipelines[.main], let playlist = main.tracker.playlist, main.tracker.isLive,
            playlist.kind != .event, main.next == .time(0), !hasGivenOut
        else { return }
        let length = Nanoseconds(playlist.segments.duration) ?? 0
        let target = Nanoseconds(playlist.targetDuration ?? .zero) ?? 0
        let back = playlist.holdBack.flatMap { Nanoseconds($0) } ?? 3 &* target
        let wanted = max(0, length &- max(back, target))
        let at = playlist.segments.position(at: wanted.time) ?? 0
        guard playlist.segments.indices.contains(at) else { return }
        main.tracker.windowStart = -(Nanoseconds(playlist.segments[at].start) ?? 0)
        pipelines[.main] = main
    }

    private func playlistFailed(_ role: RenditionPipeline.Role, _ error: MediaError) {
        guard var pipeline = pipelines[role], error.code != .cancelled else { return }
        let triesAgain = pipeline.tracker.failed(status: error.httpStatus, now: moment)
        pipelines[role] = pipeline
        if triesAgain { return faults.tell(error, "The one before stands until it can be had again.") }
        if leaveRung(role) { return faults.tell(error, "Playing goes on in another variant.") }
        faults.tell(error, "There is no other variant.")
        failure = error
    }
}
