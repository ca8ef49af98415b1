import CoreMedia
import Foundation
import HLS
import Synchronization

/// The requests of a feed, and the handling of their responses.
extension SubtitleFeed {
    enum Work {
        case playlist(ReloadPlan.Request)
        case segment(SegmentLoading)
    }

    /// Returns the next request that is due; nil if none is.
    func nextStep(_ state: inout State, at time: Nanoseconds, _ surroundings: Surroundings) -> Work? {
        let moment = now
        if let request = state.tracker.nextRequest(now: moment), request.earliest <= moment,
            state.playlistRetryAt <= moment
        {
            state.tracker.began()
            return .playlist(request)
        }
        guard let playlist = state.tracker.playlist, state.loading == nil, let reference = surroundings.reference else {
            return nil
        }
        if !state.isAligned {
            state.tracker.windowStart = reference.start(of: playlist, seenAt: state.tracker.grewAt)
            state.isAligned = true
        }
        forgetFarAway(&state, from: time)
        guard let chunk = missingChunk(in: playlist, state, at: time, moment) else { return nil }
        state.loadCount += 1
        do throws(MediaError) {
            var loading = try SegmentLoading(
                chunk, in: playlist, number: state.loadCount, variant: 0, startedAt: moment.inSeconds)
            for resource in loading.missing {
                if let known = state.caches.bytes(of: resource) { loading.put(known, for: resource) }
            }
            state.loading = loading
            return .segment(loading)
        } catch {
            recordFailure(chunk, error, &state)
            return nil
        }
    }

    /// Returns the first segment after the play head that is not loaded.
    private func missingChunk(
        in playlist: MediaPlaylist, _ state: borrowing State, at time: Nanoseconds, _ moment: Duration
    ) -> MediaChunk? {
        let wanted = max(0, time &- state.tracker.windowStart)
        guard let first = playlist.segments.position(at: wanted.time) else { return nil }
        for at in first..<playlist.segments.endIndex {
            let segment = playlist.segments[at]
            let start = state.tracker.windowStart &+ (Nanoseconds(segment.start) ?? 0)
            guard start < time &+ Self.goal else { return nil }
            guard !segment.isGap else { continue }
            switch state.progress[Key(era: state.tracker.era, start: start)] {
            case .loaded?: continue
            case .failed(let times, let retryAt)? where times >= Self.attempts || retryAt > moment: continue
            case .failed?, nil: break
            }
            guard
                let chunk = MediaChunk(
                    segment, in: playlist, windowStart: state.tracker.windowStart, era: state.tracker.era)
            else { continue }
            return chunk
        }
        return nil
    }

    /// Drops segments and cues far from the play head if there are too many.
    private func forgetFarAway(_ state: inout State, from time: Nanoseconds) {
        guard state.cues.count > Self.maximumCues || state.progress.count > Self.maximumSegments else { return }
        let (start, end) = (time &- Self.kept, time &+ 2 &* Self.goal)
        let count = state.progress.count
        state.progress = state.progress.filter { _, progress in
            switch progress {
            case .loaded(let chunk): chunk.end >= start && chunk.start <= end
            case .failed: false
            }
        }
        // One segment may contain the cues of the whole item; dropping these would reload the segment repeatedly.
        if state.progress.count < count { state.cues.keep(from: start, through: end) }
    }

    // MARK: - Requests

    func carryOut(_ work: Work, _ surroundings: Surroundings) {
        switch work {
        case .playlist(let request): load(request, surroundings.variables)
        case .segment(let loading): load(loading)
        }
    }

    private func load(_ request: ReloadPlan.Request, _ variables: [String: String]?) {
        let requestedAt = now
        loader.fetch(client.request(request.url, .playlist)) { [weak self] result in
            guard let self else { return }
            do throws(MediaError) {
                let parsed = try client.parse(
                    try result.get(), expecting: .mediaPlaylist, variables: variables)
                if let playlist = parsed.media { take(playlist, requestedAt: requestedAt) }
            } catch {
                playlistFailed(error)
            }
            changed()
        }
    }

    private func take(_ playlist: MediaPlaylist, requestedAt: Duration) {
        state.withLock { state in
            state.playlistAttempts = 0
            // If a delta update does not fit, the full playlist is requested.
            _ = try? state.tracker.received(playlist, requestedAt: requestedAt, now: now)
        }
    }

    private func playlistFailed(_ error: MediaError) {
        guard error.code != .cancelled else { return }
        state.withLock { state in
            _ = state.tracker.failed(status: error.httpStatus, now: now)
            state.playlistAttempts += 1
            state.playlistRetryAt =
                state.playlistAttempts < Self.attempts ? now + Self.retryDelay : .seconds(Int64.max / 2)
            events.report(
                error,
                state.playlistAttempts < Self.attempts
                    ? "The playlist is requested again." : "No captions are displayed.")
        }
    }

    private func load(_ loading: SegmentLoading) {
        let number = loading.number
        let chunk = loading.chunk
        let fetch = loader.fetch(client.request(for: chunk, kind: nil)) { [weak self] in
            self?.arrived(.media, number, $0)
        }
        state.withLock { if $0.loading?.number == number { $0.fetch = fetch } }
        for resource in loading.missing {
            guard let request = client.request(for: resource) else { continue }
            loader.fetch(request) { [weak self] in self?.arrived(resource, number, $0) }
        }
    }

    private func arrived(
        _ resource: SegmentLoading.Resource, _ number: Int, _ result: Result<FetchedResource, MediaError>
    ) {
        let isDone = state.withLock { state -> Bool in
            guard let chunk = state.loading?.chunk, state.loading?.number == number else { return false }
            do throws(MediaError) {
                let fetched = try result.get()
                state.caches.keep(fetched.bytes, of: resource)
                state.loading?.put(fetched.bytes, for: resource)
                guard let loading = state.loading, loading.isWhole else { return false }
                let segment = try SubtitleSegment(try loading.content())
                if let fault = segment.faults.first {
                    events.report(
                        MediaError(
                            .malformed, "Subtitles violate their format. \(fault.message)",
                            detail: "line \(fault.line), \(fault.rule), \(segment.faults.count) in all", url: chunk.url),
                        "The readable part of the segment is displayed.")
                }
                state.progress[Key(chunk)] = .loaded(chunk)
                state.waiting.append((segment, chunk))
                state.loading = nil
            } catch {
                state.fetch?.cancel()
                state.loading = nil
                recordFailure(chunk, error, &state)
            }
            return true
        }
        if isDone { changed() }
    }

    /// Records that a segment failed, and reports the error.
    private func recordFailure(_ chunk: MediaChunk, _ error: MediaError, _ state: inout State) {
        guard error.code != .cancelled else { return }
        var times = 1
        if case .failed(let before, _)? = state.progress[Key(chunk)] { times += before }
        // A retry would fail in the same way.
        if error.code == .contentIsProtected || error.code == .badURL { times = Self.attempts }
        state.progress[Key(chunk)] = .failed(times: times, retryAt: now + Self.retryDelay)
        events.report(error.at(chunk.url), "The captions of the segment are not displayed.")
    }
}

extension SubtitleFeed.Key {
    init(_ chunk: MediaChunk) { self.init(era: chunk.discontinuity.era, start: chunk.start) }
}
