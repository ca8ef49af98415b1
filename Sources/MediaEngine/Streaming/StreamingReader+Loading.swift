import CoreMedia
import Foundation
import HLS

/// What is asked of the network, and what becomes of the answers. `gate` is held unless said otherwise.
extension StreamingReader {
    /// Segments that fail in a row before a stream is given up.
    private static let maximumFailures = 6
    /// How long a rung that failed is left out.
    private static let banSeconds = 60.0
    /// Decisions that are kept for the log.
    private static let keptDecisions = 200
    /// Bits per second taken for a sound rendition whose rate nobody says.
    private static let usualSoundRate = 128_000.0
    private static let upcomingSegments = 16

    /// Starts everything that can be under way.
    func advance() throws(MediaError) {
        for role in pipelines.keys.sorted(by: { left, _ in left == .main }) { advance(role) }
    }

    private func advance(_ role: RenditionPipeline.Role) {
        guard var pipeline = pipelines[role], failure == nil else { return }
        if pipeline.playlist == nil {
            if let known = playlists[pipeline.url], known.hasEnded {
                pipeline.update(known, at: now)
                pipelines[role] = pipeline
            } else {
                return loadPlaylist(role)
            }
        }
        guard !pipeline.isPlaylistLoading else { return }
        // One segment is under way while the one before it is given out.
        guard pipeline.loading == nil, !pipeline.isAtEnd, pipeline.packets.count - pipeline.taken < 400 else { return }
        guard isPrimed || !pipeline.hasPackets else { return }
        if role == .main, isPrimed, chooseRung(&pipeline) {
            pipelines[role] = pipeline
            return advance(role)
        }
        guard let (segment, start) = pipeline.nextSegment() else {
            if pipeline.playlist?.hasEnded == true {
                pipeline.isAtEnd = true
                pipelines[role] = pipeline
            } else if let due = pipeline.reloadAt, due <= now {
                loadPlaylist(role)
            }
            return
        }
        if segment.isGap {
            pipeline.nextSequence = segment.sequenceNumber &+ 1
            pipeline.position = start &+ (Nanoseconds(segment.duration) ?? 0)
            pipelines[role] = pipeline
            return advance(role)
        }
        load(segment, at: start, role)
    }

    // MARK: - Playlists

    func loadPlaylist(_ role: RenditionPipeline.Role) {
        guard let pipeline = pipelines[role], !pipeline.isPlaylistLoading else { return }
        pipelines[role]?.isPlaylistLoading = true
        let url = pipeline.url
        let (rung, number) = (pipeline.rung, nextLoadNumber())
        adaptation.transferStarted(number, at: now)
        _ = loader.fetch(ResourceRequest(url: url, kind: .playlist)) { [weak self] result in
            guard let self else { return }
            gate.withLock {
                adaptation.transferFinished(number, byteCount: (try? result.get())?.bytes.count ?? 0, at: now)
                guard pipelines[role]?.rung == rung, pipelines[role]?.url == url else { return }
                pipelines[role]?.isPlaylistLoading = false
                switch result {
                case .success(let fetched): take(fetched, role)
                case .failure(let error): playlistFailed(role, error)
                }
                gate.broadcast()
            }
        }
    }

    private func take(_ fetched: FetchedResource, _ role: RenditionPipeline.Role) {
        byteCount += Int64(fetched.bytes.count)
        do throws(PlaylistError) {
            let parsed = try Playlist.parse(
                fetched.bytes, baseURL: fetched.url, importedVariables: multivariant?.variables)
            guard let media = parsed.media else {
                return playlistFailed(
                    role,
                    MediaError(
                        .malformed, "A list of variants stands where a list of segments should be.", url: fetched.url))
            }
            guard let requested = pipelines[role]?.url else { return }
            playlists[requested] = media
            pipelines[role]?.update(media, at: now)
            if role == .main {
                startLive()
                lastMain = pipelines[.main].map { (media, $0.windowEnd) }
            } else {
                align(role)
            }
        } catch {
            playlistFailed(
                role,
                MediaError(
                    .malformed, "The playlist cannot be used: \(error.fault.message)", url: fetched.url, cause: error))
        }
    }

    /// The end of a live stream is joined some way behind it, and time counts from there.
    func startLive() {
        guard var main = pipelines[.main], let playlist = main.playlist, !playlist.hasEnded, playlist.kind != .event,
            main.nextSequence == nil, main.position == 0, main.windowStart == 0, !hasGivenOut
        else { return }
        let length = Nanoseconds(playlist.segments.duration) ?? 0
        let target = Nanoseconds(playlist.targetDuration ?? .zero) ?? 0
        let back = playlist.holdBack.flatMap { Nanoseconds($0) } ?? 3 &* target
        let wanted = max(0, length &- max(back, target))
        let at = playlist.segments.position(at: wanted.time) ?? 0
        guard playlist.segments.indices.contains(at) else { return }
        main.windowStart = -(Nanoseconds(playlist.segments[at].start) ?? 0)
        main.nextSequence = playlist.segments.sequenceNumber(at: at)
        pipelines[.main] = main
        for role in pipelines.keys where role != .main { align(role) }
    }

    /// Lays a rendition's window beside the variant's, by sequence number or else by their ends.
    private func align(_ role: RenditionPipeline.Role) {
        guard role != .main, let main = pipelines[.main], let leading = main.playlist, !leading.hasEnded,
            let own = pipelines[role]?.playlist, pipelines[role]?.nextSequence == nil
        else { return }
        if let at = leading.segments.position(ofSequenceNumber: own.mediaSequence) {
            pipelines[role]?.windowStart = main.windowStart &+ (Nanoseconds(leading.segments[at].start) ?? 0)
        } else if let at = own.segments.position(ofSequenceNumber: leading.mediaSequence) {
            pipelines[role]?.windowStart = main.windowStart &- (Nanoseconds(own.segments[at].start) ?? 0)
        } else {
            pipelines[role]?.windowStart = main.windowEnd &- (Nanoseconds(own.segments.duration) ?? 0)
        }
    }

    private func playlistFailed(_ role: RenditionPipeline.Role, _ error: MediaError) {
        guard var pipeline = pipelines[role], error.code != .cancelled else { return }
        pipeline.reloadFailures += 1
        if pipeline.playlist != nil, pipeline.reloadFailures < 3 {
            // The old one stands; the next try comes after half a target duration.
            pipeline.reloadAt = now + (pipeline.playlist?.targetDuration?.seconds ?? 6) / 2
            pipelines[role] = pipeline
            return
        }
        pipelines[role] = pipeline
        if !leaveRung(role, because: error) { failure = error }
    }

    // MARK: - Segments

    func nextLoadNumber() -> Int {
        loadCount += 1
        return loadCount
    }

    private func load(_ segment: MediaSegment, at start: Nanoseconds, _ role: RenditionPipeline.Role) {
        guard let pipeline = pipelines[role], let url = segmentURL(segment, pipeline) else {
            failure = MediaError(
                .badURL, "A segment's address cannot be used.", detail: segment.uri, url: pipelines[role]?.url)
            return
        }
        let key = segment.keys.first { $0.method != .none }
        if let key, !(key.isIdentity && key.method == .aes128) {
            failure = MediaError(
                .contentIsProtected,
                "This stream is protected by \(key.isIdentity ? key.method.rawValue : key.format), which cannot be opened here.",
                url: url)
            return
        }
        let number = nextLoadNumber()
        var loading = RenditionPipeline.Loading(
            number: number, segment: segment, rung: pipeline.rung, start: start, startedAt: now,
            needsInit: segment.initialization != nil, needsKey: key != nil)
        // A segment and what it needs come together.
        adaptation.transferStarted(number, at: now)
        loading.fetches.append(
            loader.fetch(
                ResourceRequest(url: url, kind: .segment, byteRange: segment.byteRange.flatMap(Self.range)),
                progress: { [weak self] received, expected in self?.progressed(role, number, received, expected) }
            ) { [weak self] result in
                self?.arrived(role, number, result) { $0.bytes = $1 }
            })
        if let section = segment.initialization {
            let address = pipeline.playlist?.url(for: section.uri)
            let name = "\(address?.absoluteString ?? "")#\(section.byteRange.map { "\($0.offset)+\($0.length)" } ?? "")"
            if let known = initSections[name] {
                loading.initBytes = known
            } else if let address {
                loading.fetches.append(
                    loader.fetch(
                        ResourceRequest(
                            url: address, kind: .initSection, byteRange: section.byteRange.flatMap(Self.range))
                    ) { [weak self] result in
                        self?.arrived(role, number, result) { [weak self] in
                            $0.initBytes = $1
                            self?.initSections[name] = $1
                        }
                    })
            }
        }
        if let key, let address = key.uri.flatMap({ pipeline.playlist?.url(for: $0) }) {
            if let known = keys[address] {
                loading.key = known
            } else {
                loading.fetches.append(
                    loader.fetch(ResourceRequest(url: address, kind: .key)) { [weak self] result in
                        self?.arrived(role, number, result) { [weak self] in
                            $0.key = $1
                            self?.keys[address] = $1
                        }
                    })
            }
        }
        pipelines[role]?.loading = loading
    }

    private static func range(_ range: ByteRange) -> Range<Int64>? {
        guard let start = Int64(exactly: range.offset), let end = Int64(exactly: range.end), start < end else {
            return nil
        }
        return start..<end
    }

    /// On a thread of the network; `gate` is free.
    private func arrived(
        _ role: RenditionPipeline.Role, _ number: Int, _ result: Result<FetchedResource, MediaError>,
        _ put: (inout RenditionPipeline.Loading, [UInt8]) -> Void
    ) {
        gate.withLock {
            guard var loading = pipelines[role]?.loading, loading.number == number else { return }
            switch result {
            case .success(let fetched):
                byteCount += Int64(fetched.bytes.count)
                let hadBytes = loading.bytes != nil
                put(&loading, fetched.bytes)
                pipelines[role]?.loading = loading
                if !hadBytes, loading.bytes != nil {
                    adaptation.transferFinished(number, byteCount: fetched.bytes.count, at: now)
                    if role == .main, let ladder {
                        adaptation.segmentLoaded(
                            rung: loading.rung, of: ladder.rungs, byteCount: fetched.bytes.count,
                            duration: loading.segment.duration.seconds, seconds: now - loading.startedAt)
                    }
                }
            case .failure(let error):
                adaptation.transferFinished(number, byteCount: 0, at: now)
                loadingFailed(role, error)
            }
            gate.broadcast()
        }
    }

    /// On a thread of the network; `gate` is free.
    private func progressed(_ role: RenditionPipeline.Role, _ number: Int, _ received: Int64, _ expected: Int64?) {
        gate.withLock {
            adaptation.transferProgressed(number, byteCount: Int(received), at: now)
            guard role == .main, let pipeline = pipelines[.main], let loading = pipeline.loading,
                loading.number == number, loading.bytes == nil, let state = state(of: pipeline, isRunning: true)
            else { return }
            let running = RunningSegment(
                id: number, rung: loading.rung, startedAt: loading.startedAt, byteCount: Int(received),
                expectedByteCount: expected.map { Int($0) })
            guard case .abandon(let rung, _) = adaptation.reviewRunning(running, state) else { return }
            for fetch in loading.fetches { fetch.cancel() }
            adaptation.transferFinished(number, byteCount: Int(received), at: now)
            pipelines[.main]?.loading = nil
            pipelines[.main]?.position = loading.start
            switchMain(to: rung)
            gate.broadcast()
        }
    }

    func loadingFailed(_ role: RenditionPipeline.Role, _ error: MediaError) {
        guard var pipeline = pipelines[role], error.code != .cancelled, let loading = pipeline.loading else { return }
        for fetch in loading.fetches { fetch.cancel() }
        pipeline.loading = nil
        pipeline.segmentFailures += 1
        let isHopeless = pipeline.segmentFailures >= Self.maximumFailures
        pipelines[role] = pipeline
        if leaveRung(role, because: error), !isHopeless { return }
        let segment = loading.segment
        if pipeline.playlist?.hasEnded == false || (hasGivenOut && !isHopeless) {
            // On with the next one: a hole is better than the end.
            pipelines[role]?.nextSequence = segment.sequenceNumber &+ 1
            pipelines[role]?.position = loading.start &+ (Nanoseconds(segment.duration) ?? 0)
        } else {
            failure = error
        }
    }

    // MARK: - Variants

    /// Tries another rung where one has failed.
    /// - Returns: false where there is no other.
    private func leaveRung(_ role: RenditionPipeline.Role, because error: MediaError) -> Bool {
        guard role == .main, let ladder, ladder.rungs.count > 1, let rung = pipelines[.main]?.rung else { return false }
        banned[rung] = now + Self.banSeconds
        let left = ladder.rungs.indices.filter { (banned[$0] ?? 0) <= now }
        guard let next = left.last(where: { $0 < rung }) ?? left.first else { return false }
        switchMain(to: next)
        return true
    }

    /// Goes on in another variant where the present one stops.
    private func switchMain(to rung: Int) {
        guard var main = pipelines[.main], let ladder, ladder.variants.indices.contains(rung),
            let url = multivariant?.url(for: ladder.variants[rung].uri)
        else { return }
        let isLive = main.playlist?.hasEnded == false
        if let (segment, start) = main.nextSegment() {
            // Segments of two variants start at the same place, give or take what their playlists round.
            main.position = start &+ (Nanoseconds(segment.duration) ?? 0) / 4
        }
        if !isLive { main.nextSequence = nil }
        main.rung = rung
        main.url = url
        main.isPlaylistLoading = false
        if let known = playlists[url], known.hasEnded {
            main.update(known, at: now)
        } else {
            main.playlist = isLive ? main.playlist : nil
            main.reloadAt = 0
        }
        pipelines[.main] = main
        if isLive { loadPlaylist(.main) }
    }

    /// Asks the adaptation which rung the next segment comes from.
    /// - Returns: whether it is another one.
    private func chooseRung(_ pipeline: inout RenditionPipeline) -> Bool {
        guard let ladder, ladder.rungs.count > 1, let state = state(of: pipeline, isRunning: false) else {
            return false
        }
        let decision = adaptation.chooseRung(state)
        decisions.append(decision)
        if decisions.count > Self.keptDecisions { decisions.removeFirst() }
        guard decision.rung != pipeline.rung else { return false }
        switchMain(to: decision.rung)
        guard let switched = pipelines[.main] else { return false }
        pipeline = switched
        return true
    }

    private func state(of pipeline: RenditionPipeline, isRunning: Bool) -> AdaptationState? {
        guard let ladder, let playlist = pipeline.playlist, let next = pipeline.nextSegment(),
            let at = playlist.segments.position(ofSequenceNumber: next.segment.sequenceNumber)
        else { return nil }
        let upcoming = playlist.segments[at..<min(at + Self.upcomingSegments, playlist.segments.endIndex)].map {
            AdaptationSegment(duration: $0.duration.seconds)
        }
        var limits = AdaptationLimits()
        limits.excludedRungs = Set(banned.filter { $0.value > now }.keys)
        let hasRendition = pipelines.keys.contains { $0 != .main }
        return AdaptationState(
            now: now, phase: hasGivenOut ? .playing : .starting,
            liveness: playlist.hasEnded ? .onDemand : .live,
            buffered: max(0, (next.start &- playHead).seconds), bufferGoal: Self.bufferGoal.seconds, rate: rate,
            rungs: ladder.rungs, previousRung: hasGivenOut || isRunning ? pipeline.rung : nil, upcoming: upcoming,
            upcomingReachesEnd: playlist.hasEnded && at + upcoming.count >= playlist.segments.endIndex,
            companionBandwidth: hasRendition ? Self.usualSoundRate : 0, limits: limits)
    }

    func addAudio(_ track: Int, _ rendition: Rendition, at time: Nanoseconds) {
        guard let uri = rendition.uri, let url = multivariant?.url(for: uri) else { return }
        var pipeline = RenditionPipeline(role: .audio(track), rung: 0, url: url)
        pipeline.position = max(0, time)
        pipelines[.audio(track)] = pipeline
        align(.audio(track))
    }
}
