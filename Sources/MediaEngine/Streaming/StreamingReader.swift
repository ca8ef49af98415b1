import CoreMedia
import Foundation
import HLS

/// Plays an HTTP Live Streaming presentation: chooses variants, fetches segments, and gives their packets out on one time line.
///
/// The session's reader thread calls `read`; answers of the network come on others. Each stream has one segment under way while the
/// last one is given out; what is held beyond that is the session's packet cache.
final class StreamingReader: MediaReader, @unchecked Sendable {
    // Every stored `var` is read and written with `gate` held; splitters are used by the reading thread alone.
    let locator: MediaLocator
    let loader: ResourceLoader
    let gate = Condition()

    /// The track of the pictures.
    static let videoTrack = 0
    /// The track of sound that comes within the variant; renditions follow.
    static let firstAudioTrack = 1
    /// Media ahead of the play head that is enough.
    static let bufferGoal: Nanoseconds = 30 * .second

    var multivariant: MultivariantPlaylist?
    var ladder: VariantLadder?
    var adaptation = AdaptationController()
    var pipelines: [RenditionPipeline.Role: RenditionPipeline] = [:]
    var timeline = StreamTimeline()
    var playlists: [URL: MediaPlaylist] = [:]
    /// The variant's playlist that was seen last, also while another is fetched.
    var lastMain: (playlist: MediaPlaylist, end: Nanoseconds)?
    var initSections: [String: [UInt8]] = [:]
    var keys: [URL: [UInt8]] = [:]
    var renditions: [Rendition] = []
    var formats: [Int: StreamFormat] = [:]
    var trackDetails: [TrackInfo.Kind: TrackInfo] = [:]
    var containerName = "hls"
    var builtInfo: MediaInfo?
    var isCancelled = false
    var failure: MediaError?
    var byteCount: Int64 = 0
    var loadCount = 0
    /// Grows with each seek: what was under way before is not taken.
    var generation = 0
    var playHead: Nanoseconds = 0
    var rate = 1.0
    var hasGivenOut = false
    /// Whether every selected stream has its first packets: until then nothing is loaded that the first picture does not need.
    var isPrimed = false
    /// Rungs that failed, and until when they are left out.
    var banned: [Int: Double] = [:]
    var decisions: [AdaptationDecision] = []

    init(_ locator: MediaLocator) {
        self.locator = locator
        loader = ResourceLoader(locator: locator)
    }

    deinit { for pipeline in pipelines.values { for fetch in pipeline.loading?.fetches ?? [] { fetch.cancel() } } }

    var info: MediaInfo { gate.withLock { builtInfo ?? emptyInfo } }
    var bytesRead: Int64 { gate.withLock { byteCount } }
    func format(of track: Int) -> StreamFormat? { gate.withLock { formats[track] } }

    /// Seconds of the monotonic clock that the adaptation counts by.
    var now: Double { Double(SystemHostClock().now) / 1e9 }

    func cancel() {
        let fetches = gate.withLock { () -> [ResourceFetch] in
            isCancelled = true
            gate.broadcast()
            return pipelines.values.flatMap { $0.loading?.fetches ?? [] }
        }
        for fetch in fetches { fetch.cancel() }
    }

    func resume() { gate.withLock { isCancelled = false } }

    /// Where playback stands: what is buffered is counted from there.
    func tell(playHead: Nanoseconds, rate: Double) {
        gate.withLock {
            self.playHead = playHead
            self.rate = rate
        }
    }

    var preferredForwardBuffer: Nanoseconds? { Self.bufferGoal }
    var readsSelectedTracksOnly: Bool { true }

    /// Takes renditions up or lets them go; a new one begins where the play head is.
    func discardAll(except tracks: Set<Int>) {
        gate.withLock {
            for role in pipelines.keys {
                if case .audio(let track) = role, !tracks.contains(track) {
                    pipelines[role]?.move(to: 0)
                    pipelines[role] = nil
                }
            }
            for (index, rendition) in renditions.enumerated() where rendition.uri != nil {
                let track = Self.firstAudioTrack + index
                guard tracks.contains(track), pipelines[.audio(track)] == nil else { continue }
                addAudio(track, rendition, at: playHead)
            }
            gate.broadcast()
        }
    }

    // MARK: - Reading

    func read() throws(MediaError) -> Packet? {
        gate.lock()
        defer { gate.unlock() }
        while true {
            if isCancelled { throw MediaError(.cancelled, "Reading was cancelled.", url: locator.url) }
            try advance()
            if try splitWhatIsHere() { continue }
            if let packet = nextPacket() {
                hasGivenOut = true
                return packet
            }
            if let failure { throw failure }
            if pipelines.values.allSatisfy({ $0.isAtEnd }) { return nil }
            waitForNews()
        }
    }

    /// Sleeps until something comes, or a playlist is due. `gate` is held.
    func waitForNews() {
        let due = pipelines.values.compactMap { $0.isAtEnd || $0.loading != nil ? nil : $0.reloadAt }.min()
        if let due {
            gate.wait(until: Date(timeIntervalSinceNow: max(0.005, due - now)))
        } else {
            gate.wait()
        }
    }

    /// The earliest packet that is here. `gate` is held.
    private func nextPacket() -> Packet? {
        let earliest = pipelines.filter { $0.value.hasPackets }.min {
            ($0.value.next?.decodeTime ?? .max) < ($1.value.next?.decodeTime ?? .max)
        }
        guard let role = earliest?.key else { return nil }
        return pipelines[role]?.takePacket()
    }

    func seek(to time: Nanoseconds, track: Int?) throws(MediaError) {
        gate.withLock {
            generation += 1
            failure = nil
            for role in pipelines.keys { pipelines[role]?.move(to: max(0, time)) }
            playHead = time
            hasGivenOut = false
        }
    }

    // MARK: - Segments into packets

    /// Turns one segment that has come into packets. `gate` is held, and let go meanwhile.
    /// - Returns: whether there was one.
    func splitWhatIsHere() throws(MediaError) -> Bool {
        let order: [RenditionPipeline.Role] = pipelines.keys.sorted { left, _ in left == .main }
        for role in order {
            guard let pipeline = pipelines[role], let loading = pipeline.loading, loading.isWhole,
                let bytes = loading.bytes
            else { continue }
            // Sound waits for the pictures to say where the clock of a new discontinuity stands.
            if role != .main, timeline.offset(of: loading.segment.discontinuitySequence) == nil,
                let main = pipelines[.main], !main.isAtEnd, failure == nil,
                main.loading?.segment.discontinuitySequence == loading.segment.discontinuitySequence
            {
                continue
            }
            let seen = generation
            let splitter = pipeline.splitter
            let url = segmentURL(loading.segment, pipeline) ?? pipeline.url
            gate.unlock()
            let split: Result<SegmentSplitter.Split, MediaError>
            do throws(MediaError) {
                var whole = loading.initBytes ?? []
                whole += try decrypted(bytes, loading, url)
                split = .success(try splitter.split(whole, url: url))
            } catch {
                split = .failure(error)
            }
            gate.lock()
            guard generation == seen, pipelines[role]?.loading?.number == loading.number else { return true }
            switch split {
            case .success(let split): take(split, loading, role)
            case .failure(let error): loadingFailed(role, error)
            }
            return true
        }
        return false
    }

    private func decrypted(_ bytes: [UInt8], _ loading: RenditionPipeline.Loading, _ url: URL)
        throws(MediaError) -> [UInt8]
    {
        guard let key = loading.segment.keys.first(where: { $0.isIdentity && $0.method == .aes128 }) else {
            return bytes
        }
        guard let secret = loading.key else { return bytes }
        return try SegmentCipher.decryptAES128(
            bytes, key: secret, iv: key.vector(forSequenceNumber: loading.segment.sequenceNumber))
    }

    /// `gate` is held.
    private func take(
        _ split: SegmentSplitter.Split, _ loading: RenditionPipeline.Loading, _ role: RenditionPipeline.Role
    ) {
        guard var pipeline = pipelines[role] else { return split.samples.forEach(SegmentSplitter.free) }
        let segment = loading.segment
        let leading = split.samples.contains { $0.kind == .video } ? TrackInfo.Kind.video : .audio
        let stamps = split.samples.filter { $0.kind == leading }.map(\.time)
        if let first = stamps.min() {
            timeline.learn(segment.discontinuitySequence, stamp: first, start: loading.start)
        }
        var offset = timeline.offset(of: segment.discontinuitySequence) ?? 0
        if let first = stamps.min() {
            offset = offset &+ StreamTimeline.unwrapping(first &+ offset, near: loading.start)
        }
        for (kind, track) in split.tracks where trackDetails[kind] == nil || role == .main {
            trackDetails[kind] = track
        }
        containerName = split.container
        for sample in split.samples {
            guard let track = trackNumber(of: sample.kind, role) else {
                SegmentSplitter.free(sample)
                continue
            }
            // Where segments of two variants overlap, the first one counts.
            if let last = pipeline.lastTimes[sample.kind], sample.decodeTime &+ offset <= last {
                SegmentSplitter.free(sample)
                continue
            }
            let packet = sample.packet(track: track, offset: offset)
            pipeline.lastTimes[sample.kind] = packet.decodeTime
            if formats[track] == nil { formats[track] = packet.format }
            pipeline.packets.append(packet)
        }
        pipeline.loading = nil
        pipeline.segmentFailures = 0
        pipeline.nextSequence = segment.sequenceNumber &+ 1
        pipeline.position = loading.start &+ (Nanoseconds(segment.duration) ?? 0)
        pipelines[role] = pipeline
    }

    /// `gate` is held.
    private func trackNumber(of kind: TrackInfo.Kind, _ role: RenditionPipeline.Role) -> Int? {
        switch (role, kind) {
        case (.main, .video): Self.videoTrack
        case (.main, .audio): pipelines.keys.contains { $0 != .main } ? nil : Self.firstAudioTrack
        case (.audio(let track), .audio): track
        default: nil
        }
    }

    func segmentURL(_ segment: MediaSegment, _ pipeline: RenditionPipeline) -> URL? {
        pipeline.playlist?.url(for: segment.uri)
    }
}
