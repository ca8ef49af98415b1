import CoreMedia
import Foundation
import HLS

/// Plays an HTTP Live Streaming presentation: chooses variants, fetches segments, and gives their packets out on one time line.
///
/// The session's reader thread calls `read`; answers of the network come on others. Each stream has one piece under way while the
/// last one is given out; what is held beyond that is the session's packet cache.
///
/// Decisions are values with files of their own: `VariantLadder`, `PlaylistTracker`, `WindowAlignment`, `RenditionPipeline`,
/// `AdaptationController`. The extensions carry them out: `+Opening`, `+Playlists`, `+Segments`, `+Splitting`, `+Switching`,
/// `+Adaptation`, `+Subtitles`, `+SessionData`, `+Info`.
final class StreamingReader: MediaReader, @unchecked Sendable {
    // Every stored `var` is read and written with `gate` held; splitters are used by the reading thread alone.
    let locator: MediaLocator
    let loader: ResourceLoader
    let clock: any HostClock
    let gate = Condition()
    let events = StreamEvents()
    /// What this network carried in earlier runs; nil: nothing is remembered, or kept.
    let memory: ThroughputMemory?
    let network: NetworkIdentity

    /// Media ahead of the play head that is enough.
    static let bufferGoal: Nanoseconds = 45 * .second

    var preferences: StreamingPreferences
    var multivariant: MultivariantPlaylist?
    var ladder: VariantLadder?
    /// Which pathway plays; nil where there is one only.
    var steering: ContentSteeringState?
    var isSteeringLoading = false
    /// Which of its redundant streams plays each rung, where that is not the first.
    var copies: [Int: Int] = [:]
    /// Rungs that the view or the app's limits stand against, as of `preferences`.
    var limitedRungs: Set<Int> = []
    var adaptation: AdaptationController
    var pipelines: [RenditionPipeline.Role: RenditionPipeline] = [:]
    var timeline = StreamTimeline()
    var caches = StreamCaches()
    /// Who waits for a key or init section that is under way.
    var waiting: [SegmentLoading.Resource: [(role: RenditionPipeline.Role, number: Int)]] = [:]
    /// The variant's window that was seen last, also while another's is fetched.
    var reference: WindowAlignment?
    /// Whether the variant plays parts.
    var playsParts = false
    /// Dates of the variant's window, made when somebody asks.
    var dateMap: ProgramDateMap??
    /// Where playing begins unless somebody says otherwise.
    var joinTime: Nanoseconds = 0
    /// When the variant's window last grew, or was first seen.
    var newsAt: Duration?
    var lateness = LiveLateness()
    var holes = KnownHoles()
    var playedPieces = PlayedPieces()
    /// The distance that was told last.
    var toldDistance: Nanoseconds?
    /// Reloads of the variant's playlist that have come or failed.
    var reloadCount = 0
    var tracks = StreamTracks()
    var selectedTracks: Set<Int> = [StreamTracks.video]
    /// Sound that could not be had when the stream was opened.
    var lostSounds: Set<RenditionOption> = []
    /// Sound that could not be had later, of which the session is still to be told.
    var lostTracks: Set<Int> = []
    var seams: [Int: SeamCutter] = [:]
    var subtitles = FollowedSubtitles()
    var dateRanges = KnownDateRanges()
    var toldMetadata = ToldMetadata()
    var toldPlaylistFaults: Set<ToldPlaylistFault> = []
    /// Packed audio without a clock is told of once.
    var hasToldMissingClock = false
    var interstitials = KnownInterstitials()
    /// Names this playing of the stream in every request.
    let sessionID: String
    var formats: [Int: StreamFormat] = [:]
    var trackDetails: [TrackInfo.Kind: TrackInfo] = [:]
    var containerName = "hls"
    var builtInfo: MediaInfo?
    var isCancelled = false
    /// Whoever reads is wanted elsewhere rather than asleep.
    var isInterrupted = false
    var failure: MediaError?
    var byteCount: Int64 = 0
    var loadCount = 0
    /// Grows with each seek: what was under way before is not taken.
    var generation = 0
    /// Whether the reading thread waits for an answer or for a moment to come.
    private(set) var isAsleep = false
    /// That moment; nil where only an answer can bring news.
    private(set) var sleepsUntil: Int64?
    var playHead: Nanoseconds = 0
    var rate = 1.0
    /// When the two were told.
    var toldAt: Nanoseconds = 0
    /// When what the network carries was kept last.
    var rememberedAt = -Double.infinity
    /// Whether pictures came since the start or the last seek.
    var hasLoadedMedia = false
    var hasGivenOut = false
    /// Whether every selected stream has its first packets: until then nothing is loaded that the first picture does not need.
    var isPrimed = false
    /// Rungs that failed, and until when they are left out.
    var banned: [Int: Double] = [:]
    /// Rungs that the decoder stands against.
    var decoderLimits = DecoderLimits()
    /// Variants, by URI, of codecs of which nothing could be decoded.
    var undecodable: Set<String> = []
    /// Rungs of which nothing came any more, and when that was found.
    var silentAt: [Int: Double] = [:]
    var decisions: [AdaptationDecision] = []

    init(
        _ locator: MediaLocator, preferences: StreamingPreferences = StreamingPreferences(),
        memory: ThroughputMemory? = nil, clock: any HostClock = SystemHostClock(),
        policy: FetchPolicy = .standard
    ) {
        self.locator = locator
        self.preferences = preferences
        self.clock = clock
        self.memory = memory
        let network = NetworkIdentity(towards: locator.url)
        self.network = network
        adaptation = AdaptationController(remembered: memory?.recall(network, now: Double(clock.now) / 1e9))
        sessionID = locator.sessionIdentifier ?? UUID().uuidString
        var marked = locator
        marked.headers["X-PLAYBACK-SESSION-ID"] = sessionID
        loader = ResourceLoader(locator: marked, policy: policy) { [events] transfer in
            events.tell(.transfer(transfer))
        }
    }

    deinit { for pipeline in pipelines.values { pipeline.loading?.fetch?.cancel() } }

    var info: MediaInfo { gate.withLock { builtInfo ?? emptyInfo } }
    var bytesRead: Int64 { gate.withLock { byteCount } }
    func format(of track: Int) -> StreamFormat? { gate.withLock { formats[track] } }

    /// Seconds of the monotonic clock that the adaptation counts by, and the same for reloads.
    var now: Double { Double(clock.now) / 1e9 }
    var moment: Duration { .nanoseconds(clock.now) }

    func cancel() {
        let fetches = gate.withLock { () -> [ResourceFetch] in
            isCancelled = true
            remember(atLeastAfter: 0)
            wake()
            return pipelines.values.compactMap { $0.loading?.fetch }
        }
        for fetch in fetches { fetch.cancel() }
    }

    func resume() { gate.withLock { isCancelled = false } }

    func interrupt() {
        gate.withLock {
            isInterrupted = true
            wake()
        }
    }

    /// Where playback stands: what is buffered is counted from there.
    func tell(playHead: Nanoseconds, rate: Double) {
        gate.withLock {
            self.playHead = playHead
            self.rate = rate
            toldAt = clock.now
        }
    }

    func prefer(_ preferences: StreamingPreferences) {
        gate.withLock {
            self.preferences = preferences
            limitedRungs = ladder?.excluded(under: environment) ?? []
        }
    }

    func listen(_ listener: @escaping @Sendable (StreamEvent) -> Void) { events.listen(listener) }

    var preferredForwardBuffer: Nanoseconds? { Self.bufferGoal }

    /// As the variant that plays says, else as its pictures are.
    var forwardMemory: Int {
        gate.withLock {
            let declared = pipelines[.main].flatMap { ladder?.variant($0.rung)?.resolution }
            let found = trackDetails[.video]?.video
            return ForwardMemory.limit(
                width: declared?.width ?? found?.width, height: declared?.height ?? found?.height)
        }
    }

    var readsSelectedTracksOnly: Bool { true }
    var tellsWhatIsMissing: Bool { true }
    /// Key pictures of playlists of their own cost less than the same segments once more.
    var readsBackwards: Bool { false }
    /// Nobody's network carries much more than what it plays.
    var fastestWhole: Double { 2 }

    /// Takes renditions up or lets them go; a new one begins where the play head is.
    func discardAll(except tracks: Set<Int>) {
        gate.withLock {
            selectedTracks = tracks
            for role in pipelines.keys {
                guard let track = role.track, !tracks.contains(track) else { continue }
                pipelines[role]?.abandonLoading()
                pipelines[role] = nil
            }
            // What is chosen again begins anew, also what came within the variant.
            let unwanted = seams.keys.filter { !tracks.contains($0) }
            for track in unwanted { seams[track] = nil }
            for role in pipelines.keys { pipelines[role]?.drop(tracks: Set(unwanted)) }
            for track in tracks.sorted() {
                if let role = self.tracks.role(of: track), pipelines[role] == nil { takeUp(role, at: playHead) }
            }
            dropSubtitles(except: tracks)
            wake()
        }
    }

    // MARK: - Reading

    func read() throws(MediaError) -> Packet? {
        gate.lock()
        defer { gate.unlock() }
        while true {
            if isCancelled { throw MediaError(.cancelled, "Reading was cancelled.", url: locator.url) }
            advance()
            if splitWhatIsHere() { continue }
            if !isPrimed, hasEverythingBegun {
                begun()
                // On with what waited for that; where the sound is lost there is nothing else to wake anybody.
                continue
            }
            if let packet = nextPacket() {
                // What fails before the sound has begun fails at the start.
                hasGivenOut = isPrimed
                return packet
            }
            if let failure { throw failure }
            if pipelines.values.allSatisfy({ $0.isAtEnd }) { return nil }
            if isInterrupted {
                isInterrupted = false
                throw MediaError(.cancelled, "Reading was interrupted.", url: locator.url)
            }
            waitForNews()
        }
    }

    /// Starts everything that can be under way. `gate` is held.
    func advance() {
        if isPrimed { steer() }
        for role in pipelines.keys.sorted() { advance(role) }
    }

    /// Sleeps until something comes, or a playlist is due. `gate` is held.
    func waitForNews() {
        let now = moment
        var moments = pipelines.values.compactMap { pipeline -> Duration? in
            pipeline.isAtEnd ? nil : pipeline.tracker.nextRequest(now: now)?.earliest
        }
        moments += pipelines.values.compactMap { $0.retryAt.map { .seconds($0) } }
        if let steering = nextSteering { moments.append(steering) }
        let due = moments.min()
        let deadline = due.map { max($0.inNanoseconds, clock.now &+ .millisecond) }
        isAsleep = true
        sleepsUntil = deadline
        clock.wait(on: gate, until: deadline)
        isAsleep = false
    }

    /// There is something for the reading thread to look at. `gate` is held.
    func wake() {
        isAsleep = false
        gate.broadcast()
    }

    /// The earliest packet that is here. `gate` is held.
    private func nextPacket() -> Packet? {
        let earliest = pipelines.filter { $0.value.hasPackets }.min {
            ($0.value.nextPacket?.decodeTime ?? .max, $0.key) < ($1.value.nextPacket?.decodeTime ?? .max, $1.key)
        }
        guard let role = earliest?.key else { return nil }
        return pipelines[role]?.takePacket()
    }

    func seek(to time: Nanoseconds, track: Int?) throws(MediaError) {
        gate.withLock {
            generation += 1
            isInterrupted = false
            failure = nil
            realign()
            for role in pipelines.keys { pipelines[role]?.move(to: max(0, time)) }
            seams.removeAll()
            toldMetadata.removeAll()
            playHead = time
            toldAt = clock.now
            hasGivenOut = false
            hasLoadedMedia = false
        }
    }
}

extension RenditionPipeline.Role {
    /// What it mainly brings.
    var mediaKind: TrackInfo.Kind {
        switch self {
        case .main: .video
        case .audio: .audio
        }
    }

    /// The track that it is; nil for the variant, which has several.
    var track: Int? {
        switch self {
        case .main: nil
        case .audio(let track): track
        }
    }
}

extension Duration {
    var inNanoseconds: Int64 {
        let (seconds, fraction) = components
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflowed ? .never : whole &+ fraction / 1_000_000_000
    }
}
