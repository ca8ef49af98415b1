import CoreMedia
import Foundation
import HLS

/// What is asked of the network for each stream, and what becomes of the answers. `gate` is held unless said otherwise.
extension StreamingReader {
    /// Segments in a row that can be had in no variant before a stream is given up.
    private static let maximumLostPieces = 6

    func nextLoadNumber() -> Int {
        loadCount += 1
        return loadCount
    }

    func advance(_ role: RenditionPipeline.Role) {
        guard failure == nil else { return }
        refresh(role)
        guard let pipeline = pipelines[role], pipeline.tracker.playlist != nil else {
            if role == .main { checkSilence() }
            return
        }
        // One piece is under way while the one before it is given out.
        guard pipeline.loading == nil, !pipeline.isAtEnd,
            pipeline.waitingPackets < RenditionPipeline.maximumWaitingPackets, isPrimed || !pipeline.hasPackets
        else { return }
        // Where a rendition's window lies is not known before the variant's.
        if role != .main, reference == nil { return }
        if waitsForRestart(role) || (pipeline.tracker.isStale(now: moment) && pipeline.tracker.failures == 0) { return }
        if fellBehind(role) { return }
        guard let pipeline = pipelines[role] else { return }
        if role == .main, isPrimed, let rung = otherRung(for: pipeline) {
            switchMain(to: rung)
            return advance(role)
        }
        switch pipeline.upcoming() {
        case .later: if role == .main { checkSilence() }
        case .end: pipelines[role]?.isAtEnd = true
        case .unusable(let segment):
            failure = MediaError(
                .badURL, "A segment's address cannot be used.", detail: String(segment.uri.prefix(200)),
                url: pipeline.tracker.url)
        case .piece(let piece) where piece.isGap:
            events.tell(
                MediaError(.empty, "A segment is announced as missing.", url: piece.url), "It is passed over.")
            pipelines[role]?.passed(piece)
            advance(role)
        case .piece(let piece): load(piece, role)
        }
    }

    /// A segment and what it needs come together.
    private func load(_ piece: MediaPiece, _ role: RenditionPipeline.Role) {
        guard let pipeline = pipelines[role], let playlist = pipeline.tracker.playlist else { return }
        let number = nextLoadNumber()
        var loading: SegmentLoading
        do throws(MediaError) {
            loading = try SegmentLoading(piece, in: playlist, number: number, rung: pipeline.rung, startedAt: now)
        } catch {
            events.tell(error, "It cannot be played.")
            failure = error
            return
        }
        adaptation.transferStarted(number, at: now)
        loading.fetch = loader.fetch(
            ResourceRequest(
                url: piece.url, kind: .segment, byteRange: piece.byteRange?.requestRange,
                duration: piece.duration.seconds),
            progress: { [weak self] received, expected in self?.progressed(role, number, received, expected) }
        ) { [weak self] result in
            self?.mediaArrived(role, number, result)
        }
        for resource in loading.missing where resource != .media {
            if let known = caches.bytes(of: resource) {
                loading.put(known, for: resource)
            } else if waiting[resource] != nil {
                waiting[resource]?.append((role, number))
            } else {
                waiting[resource] = [(role, number)]
                fetch(resource)
            }
        }
        pipelines[role]?.loading = loading
    }

    /// Keys that the multivariant playlist announces come while the media playlists do (spec/hls.md section 12).
    func preload(_ keys: [EncryptionKey], of list: MultivariantPlaylist) {
        for key in keys.prefix(StreamCaches.keyCount) where key.isIdentity {
            guard let url = key.uri.flatMap({ list.url(for: $0) }), waiting[.key(url)] == nil else { continue }
            waiting[.key(url)] = []
            fetch(.key(url))
        }
    }

    /// Keys and init sections are fetched once for all who wait for them.
    private func fetch(_ resource: SegmentLoading.Resource) {
        let request: ResourceRequest
        switch resource {
        case .media: return
        case .key(let url): request = ResourceRequest(url: url, kind: .key)
        case .initSection(let url, let range):
            request = ResourceRequest(url: url, kind: .initSection, byteRange: range?.requestRange)
        }
        loader.fetch(request) { [weak self] result in self?.arrived(resource, result) }
    }

    /// On a thread of the network; `gate` is free.
    private func arrived(_ resource: SegmentLoading.Resource, _ result: Result<FetchedResource, MediaError>) {
        gate.withLock {
            let waiters = waiting.removeValue(forKey: resource) ?? []
            switch result {
            case .success(let fetched):
                byteCount += Int64(fetched.bytes.count)
                caches.keep(fetched.bytes, of: resource)
                for (role, number) in waiters where pipelines[role]?.loading?.number == number {
                    pipelines[role]?.loading?.put(fetched.bytes, for: resource)
                }
            case .failure(let error):
                for (role, number) in waiters where pipelines[role]?.loading?.number == number {
                    adaptation.transferFinished(number, byteCount: 0, at: now)
                    loadingFailed(role, error)
                }
            }
            wake()
        }
    }

    /// On a thread of the network; `gate` is free.
    private func mediaArrived(
        _ role: RenditionPipeline.Role, _ number: Int, _ result: Result<FetchedResource, MediaError>
    ) {
        gate.withLock {
            let count = (try? result.get())?.bytes.count ?? 0
            adaptation.transferFinished(number, byteCount: count, at: now)
            guard let loading = pipelines[role]?.loading, loading.number == number else { return }
            switch result {
            case .success(let fetched):
                byteCount += Int64(count)
                pipelines[role]?.loading?.put(fetched.bytes, for: .media)
                if role == .main, let ladder {
                    adaptation.segmentLoaded(
                        rung: loading.rung, of: ladder.costs, byteCount: count,
                        duration: loading.piece.duration.seconds, seconds: now - loading.startedAt)
                }
            case .failure(let error): loadingFailed(role, error)
            }
            wake()
        }
    }

    /// On a thread of the network; `gate` is free.
    private func progressed(_ role: RenditionPipeline.Role, _ number: Int, _ received: Int64, _ expected: Int64?) {
        gate.withLock {
            adaptation.transferProgressed(number, byteCount: Int(received), at: now)
            guard role == .main, let pipeline = pipelines[.main], let loading = pipeline.loading,
                loading.number == number, !loading.hasMedia
            else { return }
            let running = RunningSegment(
                id: number, rung: loading.rung, startedAt: loading.startedAt, byteCount: Int(received),
                expectedByteCount: expected.map { Int($0) })
            guard let rung = rungInstead(of: running, pipeline) else { return }
            adaptation.transferFinished(number, byteCount: Int(received), at: now)
            switchMain(to: rung)
            wake()
        }
    }

    func loadingFailed(_ role: RenditionPipeline.Role, _ error: MediaError) {
        guard var pipeline = pipelines[role], error.code != .cancelled, let loading = pipeline.loading else { return }
        pipeline.abandonLoading()
        pipelines[role] = pipeline
        if leaveRung(role) { return events.tell(error, "It is played from another variant.") }
        pipelines[role]?.lostPieces += 1
        let isHopeless = pipeline.lostPieces + 1 >= Self.maximumLostPieces
        if window?.isLive == true || (hasGivenOut && !isHopeless) {
            // On with the next one: a hole is better than the end.
            pipelines[role]?.passed(loading.piece)
            events.tell(error, "Its \(loading.piece.duration.seconds) s are left out.")
        } else {
            events.tell(error, "Playing ends.")
            failure = error
        }
    }
}
