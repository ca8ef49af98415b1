import Foundation
import HLS

/// From an address to the first packets of every selected stream.
extension StreamingReader {
    /// Blocks until the first segments are here; where pictures will do, until those of the variant are.
    static func open(
        _ locator: MediaLocator, preferences: StreamingPreferences = StreamingPreferences(),
        memory: ThroughputMemory? = nil, clock: any HostClock = SystemHostClock(),
        policy: FetchPolicy = .standard, waitsForSound: Bool = true,
        created: (@escaping @Sendable () -> Void) -> Void = { _ in }
    ) throws(MediaError) -> StreamingReader {
        let reader = StreamingReader(
            locator, preferences: preferences, memory: memory, clock: clock, policy: policy)
        created { [weak reader] in reader?.cancel() }
        try reader.open()
        if waitsForSound { try reader.complete() }
        return reader
    }

    private func open() throws(MediaError) {
        let number = gate.withLock { nextLoadNumber() }
        let asked = moment
        gate.withLock { adaptation.transferStarted(number, at: now) }
        let fetched = try fetchFirst()
        gate.withLock { adaptation.transferFinished(number, byteCount: fetched.bytes.count, at: now) }
        let parsed: ParsedPlaylist
        do throws(PlaylistError) {
            parsed = try Playlist.parse(fetched.bytes, baseURL: fetched.url)
        } catch {
            throw MediaError(
                .malformed, "The playlist cannot be used: line \(error.fault.line): \(error.fault.message)",
                detail: error.fault.rule.description, url: locator.url, cause: error)
        }
        gate.lock()
        defer { gate.unlock() }
        byteCount += Int64(fetched.bytes.count)
        tell(parsed.faults, of: fetched.url)
        switch parsed.playlist {
        case .media(let media):
            pipelines[.main] = pipeline(.main, rung: 0, url: fetched.url, at: 0)
            take(media, from: fetched.url, answer: fetched, requestedAt: asked, .main)
        case .multivariant(let list):
            guard !list.variants.isEmpty else { throw nothingToPlay(parsed.faults) }
            try begin(list)
        }
        try wait { hasEverythingBegun || pipelines[.main]?.hasBegun == true && trackDetails[.video] != nil }
        if hasEverythingBegun {
            begun()
        } else {
            builtInfo = buildInfo()
        }
    }

    var isComplete: Bool { gate.withLock { isPrimed } }

    func complete() throws(MediaError) {
        gate.lock()
        defer { gate.unlock() }
        guard !isPrimed else { return }
        try wait { hasEverythingBegun }
        begun()
    }

    /// Whether each stream that plays has had its first packets, or has none. `gate` is held.
    var hasEverythingBegun: Bool { pipelines.values.allSatisfy { $0.hasBegun || $0.isAtEnd } }

    /// The first picture and the first sound are here: on with all that they did not need. `gate` is held.
    func begun() {
        isPrimed = true
        builtInfo = buildInfo()
        builtInfo?.lateChapters = loadChapters()
        builtInfo?.localizedNames = loadNames()
    }

    private func nothingToPlay(_ faults: [PlaylistFault]) -> MediaError {
        let reason = faults.first { $0.level == .error && $0.line > 0 }
        return MediaError(
            .noPlayableTracks,
            reason.map { "The playlist has no variant that can be used: line \($0.line): \($0.message)" }
                ?? "The playlist names neither variants nor segments: there is nothing in it to play.",
            detail: reason?.rule.description ?? "the playlist names no variant", url: locator.url)
    }

    private func fetchFirst() throws(MediaError) -> FetchedResource {
        let answer = Answer()
        let fetch = loader.fetch(ResourceRequest(url: locator.url, kind: .multivariant)) { [gate] result in
            gate.withLock {
                answer.result = result
                gate.broadcast()
            }
        }
        gate.lock()
        while answer.result == nil, !isCancelled { gate.wait() }
        let result = answer.result
        gate.unlock()
        guard let result else {
            fetch.cancel()
            throw MediaError(.cancelled, "Opening was cancelled.", url: locator.url)
        }
        return try result.get()
    }

    private final class Answer: @unchecked Sendable {
        // Read and written with the reader's gate held.
        var result: Result<FetchedResource, MediaError>?
    }

    /// Chooses the first variant and its sound. `gate` is held.
    private func begin(_ list: MultivariantPlaylist) throws(MediaError) {
        multivariant = list
        preload(list.sessionKeys, of: list)
        let state = ContentSteeringState(list, now: moment)
        if list.contentSteering != nil || state.pathways.count > 1 { steering = state }
        let ladder = try VariantLadder(list, environment: environment, url: locator.url)
        self.ladder = ladder
        limitedRungs = ladder.excluded(under: environment)
        tracks = StreamTracks(list, variants: ladder.rungs.map(\.variant))
        let rung = firstRung(ladder)
        guard let variant = ladder.variant(rung), let url = ladder.url(of: rung) else {
            throw MediaError(
                .badURL, "A variant's address cannot be used.", detail: ladder.variant(rung)?.uri, url: locator.url)
        }
        pipelines[.main] = pipeline(.main, rung: rung, url: url, at: 0)
        guard let group = variant.audioGroup,
            let sound = preferences.audio.select(list.renditions(.audio, inGroup: group)),
            let track = tracks.track(of: RenditionOption(sound))
        else {
            selectedTracks.insert(StreamTracks.firstAudio)
            return
        }
        selectedTracks.insert(track)
        // Without an address it comes within the variant.
        if sound.uri != nil { takeUp(.audio(track), at: 0) }
    }

    /// Waits for first packets. `gate` is held.
    private func wait(until isEnough: () -> Bool) throws(MediaError) {
        while true {
            if isCancelled { throw MediaError(.cancelled, "Opening was cancelled.", url: locator.url) }
            advance()
            if splitWhatIsHere() { continue }
            if let failure { throw failure }
            if isEnough() {
                guard pipelines.values.contains(where: { $0.hasBegun }) else {
                    let isListed = pipelines.values.contains { $0.tracker.playlist?.segments.isEmpty == false }
                    throw MediaError(
                        .empty,
                        "There is nothing in this stream: "
                            + (isListed
                                ? "its segments hold neither picture nor sound." : "its playlist names no segment."),
                        url: locator.url)
                }
                return
            }
            waitForNews()
        }
    }

    func pipeline(
        _ role: RenditionPipeline.Role, rung: Int, url: URL, at time: Nanoseconds
    ) -> RenditionPipeline {
        RenditionPipeline(role: role, rung: rung, url: url, at: time, splitter: SegmentSplitter())
    }
}
