import CoreMedia
import Foundation
import HLS

/// What is asked of the network for each stream, and what becomes of the answers. `gate` is held unless said otherwise.
extension StreamingReader {
    /// Segments in a row that can be had in no variant before a stream is given up.
    static let maximumLostPieces = 6
    /// The same of sound of which nothing has come.
    static let maximumLostFirstSounds = 2

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
        if let retryAt = pipeline.retryAt {
            guard retryAt <= now else { return }
            pipelines[role]?.retryAt = nil
        }
        // One piece is under way while the one before it is given out.
        guard pipeline.loading == nil, !pipeline.isAtEnd,
            pipeline.waitingPackets < RenditionPipeline.maximumWaitingPackets, isPrimed || !pipeline.hasBegun
        else { return }
        // Where a rendition's window lies is not known before the variant's.
        if role != .main, reference == nil { return }
        // After a pause in which nobody asked, the variant's window says whether anything of what is wanted is left.
        let isStale = [pipeline, pipelines[.main] ?? pipeline].contains {
            $0.tracker.isStale(now: moment) && $0.tracker.failures == 0
        }
        if isStale || waitsForRestart(role) { return }
        if fellBehind(role) { return }
        guard let pipeline = pipelines[role] else { return }
        // Renditions come beside the pictures, not before them: what is far ahead would only take the network from what is missing.
        if role != .main, isPrimed, isAhead(pipeline) { return }
        if role == .main, isPrimed, let other = otherRung(for: pipeline) {
            switchMain(to: other.rung, because: SwitchCause(other))
            return advance(role)
        }
        switch pipeline.upcoming() {
        case .later: if role == .main { checkSilence() }
        case .end: pipelines[role]?.isAtEnd = true
        case .unusable(let uri):
            let error = MediaError(
                .badURL, "A segment's address cannot be used.", detail: String(uri.prefix(200)),
                url: pipeline.tracker.url)
            if leaveRung(role, because: error) {
                events.tell(error, "It is played from another variant.")
                return advance(role)
            }
            failure = error
        case .piece(let piece) where piece.isGap:
            // Another variant may have it.
            if leaveRung(role, isBanned: false) { return advance(role) }
            events.tell(
                MediaError(.empty, "A segment is announced as missing.", url: piece.url), "It is passed over.")
            passOver(piece, role)
            advance(role)
        case .piece(let piece) where piece.isHint && piece.isSameHint(as: pipeline.brokenHint): break
        // Only web servers go on with what they are making.
        case .piece(let piece) where piece.openStart != nil && (locator.provider != nil || !piece.url.isWeb): break
        case .piece(let piece): load(piece, role)
        }
    }

    /// Whether a rendition's next piece begins behind what the variant has and is loading.
    private func isAhead(_ pipeline: RenditionPipeline) -> Bool {
        guard let main = pipelines[.main], !main.isAtEnd, window?.isLive != true else { return false }
        // Beside a piece of the variant that is under way comes what begins within it.
        let reach = main.loading.map { $0.piece.end &- Self.renditionSlack } ?? main.position &+ Self.renditionSlack
        return pipeline.position > reach
    }

    /// What rounding may put between the same places in two playlists.
    private static let renditionSlack: Nanoseconds = 500 * .millisecond

    /// A segment and what it needs come together.
    private func load(_ piece: MediaPiece, _ role: RenditionPipeline.Role) {
        guard let pipeline = pipelines[role], let playlist = pipeline.tracker.playlist else { return }
        let number = nextLoadNumber()
        var loading: SegmentLoading
        do throws(MediaError) {
            loading = try SegmentLoading(piece, in: playlist, number: number, rung: pipeline.rung, startedAt: now)
        } catch {
            // Another variant may be protected in another way, or not at all.
            if leaveRung(role, because: error) {
                events.tell(error, "It is played from another variant.")
                return advance(role)
            }
            events.tell(error, "It cannot be played.")
            failure = error
            return
        }
        // A part that is not there yet is held back by the server: only its bytes tell of the network.
        adaptation.transferStarted(number, at: now, metering: piece.isHint ? .bytesOnly : .full)
        var request = ResourceRequest(
            url: piece.url, kind: .segment, byteRange: piece.byteRange?.requestRange,
            duration: piece.duration.seconds + (piece.isHint ? playlist.targetDuration?.seconds ?? 0 : 0),
            mediaKind: role.mediaKind)
        request.openStart = piece.openStart
        // A start does not wait for the same server twice while there is less to ask for.
        if role == .main, !hasLoadedMedia, hasLowerRung(pipeline) { request.isRepeatedAfterSilence = false }
        loading.fetch = loader.fetch(
            request,
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

    private func hasLowerRung(_ pipeline: RenditionPipeline) -> Bool {
        (0..<max(0, pipeline.rung)).contains { !limitedRungs.contains($0) && !pipeline.failedRungs.contains($0) }
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
                if role == .main { hasLoadedMedia = true }
                remember(atLeastAfter: Self.memoryInterval)
                if role == .main, let ladder, !loading.piece.isHint {
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
            guard let (rung, cause) = rungInstead(of: running, pipeline) else { return }
            adaptation.transferFinished(number, byteCount: Int(received), at: now)
            switchMain(to: rung, because: cause)
            wake()
        }
    }

    func loadingFailed(_ role: RenditionPipeline.Role, _ error: MediaError) {
        guard var pipeline = pipelines[role], error.code != .cancelled, let loading = pipeline.loading else { return }
        pipeline.abandonLoading()
        if loading.piece.isHint {
            // It was a promise, no more: the playlist will say what became of it.
            pipeline.brokenHint = loading.piece
            pipelines[role] = pipeline
            return
        }
        pipelines[role] = pipeline
        // What a live playlist lists may come a little later (spec/hls.md section 13).
        let isEarly = error.isMissing && pipeline.tracker.isLive && pipeline.misses == 0
        if leaveRung(role, because: error, isBanned: !isEarly && isToBlame(pipeline.rung, for: error)) {
            return events.tell(error, "It is played from another variant.")
        }
        if waitsOut(error, role) || waitsForServer(of: loading.piece, error, role) { return }
        pipelines[role]?.lostPieces += 1
        // There may be another sound; of one that never came not much is to be hoped for.
        let most = role == .main || pipeline.hasBegun ? Self.maximumLostPieces : Self.maximumLostFirstSounds
        let isHopeless = pipeline.lostPieces + 1 >= most
        // At the beginning a film that nobody lets in fails at once; one that lacks a piece does not.
        if window?.isLive == true || ((hasGivenOut || error.isMissing) && !isHopeless) {
            // On with the next one: a hole is better than the end.
            passOver(loading.piece, role)
            events.tell(error, "Its \(loading.piece.duration.seconds) s are left out.")
        } else if !playsWithout(role, because: error), !losesSound(role, because: error) {
            events.tell(error, "Playing ends.")
            failure = error
        }
    }

    /// On behind a piece of which there is nothing.
    private func passOver(_ piece: MediaPiece, _ role: RenditionPipeline.Role) {
        if role == .main { holes.note(from: piece.start, to: piece.end) }
        pipelines[role]?.passed(piece)
    }

    /// A server that cannot be reached may come back: what is held plays on, and the same piece is asked for again, up to a minute.
    /// - Returns: whether it is asked for again.
    func waitsOut(_ error: MediaError, _ role: RenditionPipeline.Role) -> Bool {
        guard error.isOutage, hasGivenOut, var pipeline = pipelines[role] else { return false }
        let outage = pipeline.outage ?? (now, 0)
        guard now - outage.since < Self.longestOutage else {
            events.tell(error, "It has not come back for \(Int(now - outage.since)) s: playing ends.")
            failure = error
            return true
        }
        let wait = min(Self.longestRetry, Double(1 << min(outage.count, 10)))
        pipeline.outage = (outage.since, outage.count + 1)
        pipeline.retryAt = now + wait
        pipeline.failedRungs = []
        pipeline.failedCopies = [:]
        pipelines[role] = pipeline
        if role == .main { banned = [:] }
        events.tell(error, "It is asked for again in \(Int(wait)) s.")
        return true
    }

    /// Servers list a live stream's newest segments before all of them have them (spec/hls.md section 13): where nobody has one, it is
    /// asked for again after half a target duration, of parts for a part.
    /// - Returns: whether it is asked for again.
    private func waitsForServer(
        of piece: MediaPiece, _ error: MediaError, _ role: RenditionPipeline.Role
    ) -> Bool {
        guard error.httpStatus == 404, window?.isLive == true, hasGivenOut, var pipeline = pipelines[role],
            pipeline.misses < Self.maximumMisses, let playlist = pipeline.tracker.playlist,
            let target = (piece.part == nil ? playlist.targetDuration : playlist.partTargetDuration)?.seconds,
            piece.sequenceNumber &+ Self.newestSegments >= playlist.nextSequenceNumber
        else { return false }
        pipeline.misses += 1
        pipeline.retryAt = now + target / 2
        pipeline.failedRungs = []
        pipeline.failedCopies = [:]
        pipelines[role] = pipeline
        if role == .main { banned = [:] }
        events.tell(error, "It is asked for again in \(target / 2) s.")
        return true
    }

    /// As many of a playlist's last segments as players that keep the usual distance ask for.
    private static let newestSegments: UInt64 = 4
    /// So often a segment that nobody has is asked for again.
    private static let maximumMisses = 2

    /// Seconds after which a server that does not answer is given up.
    static let longestOutage = 60.0
    private static let longestRetry = 8.0
}

extension MediaError {
    /// Whether nobody has answered, or not gone on with it.
    var isSilence: Bool { [.networkTimedOut, .connectionLost, .cannotConnect, .cannotFindHost].contains(code) }

    /// Whether a server says that it does not have it.
    var isMissing: Bool { code == .httpStatus && (httpStatus == 404 || httpStatus == 410) }

    /// Whether the fault is of the network or of a server in distress, and may pass.
    var isOutage: Bool {
        switch code {
        case .cannotConnect, .connectionLost, .networkTimedOut, .cannotFindHost, .timedOut: true
        case .httpStatus: httpStatus.map { $0 >= 500 || $0 == 408 || $0 == 429 } ?? false
        default: false
        }
    }
}

extension URL {
    fileprivate var isWeb: Bool { ["http", "https"].contains(scheme?.lowercased()) }
}
