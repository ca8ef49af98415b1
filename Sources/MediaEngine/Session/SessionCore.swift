import CoreMedia
import Foundation
import HLS

/// The working half of a `PlaybackSession`: its state behind one lock, and the threads that wait on it.
///
/// - reader: opens the media, fills the packet cache, carries out seeks
/// - video: decodes pictures up to a few ahead
/// - audio: decodes, converts and queues sound
/// - presenter: shows each picture at its time and says when things end or run dry
/// - scan: makes the pictures of rates that are too fast for the others; from the first such rate on
///
/// The threads keep the core alive, not the session: `close` ends them.
final class SessionCore: @unchecked Sendable {
    // Every stored `var` is read and written with `gate` held, except those marked as belonging to one thread.
    let asset: MediaAsset
    let options: PlaybackSession.Options
    let clockSource: any HostClock
    let gate = Condition()
    let video: VideoOutput
    private let deliver: @Sendable (SessionEvent) -> Void
    private let eventQueue = DispatchQueue(label: "openavkit.media.events")

    enum Phase { case idle, opening, ready, failed, closed }

    /// Decoded pictures held ahead of the one shown.
    static let framesAhead = 4
    /// Media ahead of the play head from which playing is expected to go on without a stall.
    static let comfortableAhead: Nanoseconds = 2 * .second
    /// Pictures kept of a group that plays backwards.
    static let backwardFrames = 32

    /// Ends the wait for the media to open.
    let opening = Interruption()
    var phase = Phase.idle
    var demuxer: (any MediaReader)?
    var info: MediaInfo?
    /// Whether a stream's pictures are here and its sound is on its way: the first is shown, time stands, and nobody has been told more.
    var awaitsSound = false
    var cache = PacketCache()
    var duration: Nanoseconds?
    var readFailure: MediaError?
    /// Whether the reader no longer stands where the cache ends, so that only a seek of its own makes it go on.
    var isReaderAstray = false
    /// Whether the file ended long before its own header said it would.
    var isCutShort = false

    var selected: [TrackInfo.Kind: Int] = [:]
    var videoTrack: TrackInfo?
    var audioTrack: TrackInfo?
    /// What was chosen to be heard and takes over as soon as enough of it is here.
    var comingAudioTrack: TrackInfo?
    /// Tracks of sound that could not be had; what is chosen by hand is tried again.
    var lostSoundTracks: Set<Int> = []

    /// Grows when the sound under way becomes void.
    var audioSerial = 0

    var frames: [Frame] = []
    var shown: Frame?
    var lane = DecoderLane(id: 0, epoch: 0)
    var parked: [DecoderLane] = []
    var laneCount = 0
    var epochCount = 0
    var useCount = 0
    var isVideoDrained = false
    var videoFailure: MediaError?
    /// Whether the decoder keeps up with the variant that plays.
    var decoderLoad = DecoderLoad()
    /// Pictures were decoded before, and what follows is too damaged; the viewer has been told.
    var isPictureLost = false

    var request: SeekRequest? {
        // The reading thread may be waiting for a network that has nothing to do with it.
        didSet { if request != nil { demuxer?.interrupt() } }
    }
    var landing: Landing?

    var clock = MediaClock()
    var wantedRate = 0.0
    var reportedRate = 0.0
    /// Whether playing waits for data.
    var isStalled = false
    /// Whether the sound device has been told to run and has not moved yet.
    var audioStartDeadline: Nanoseconds?
    var isEnded = false
    /// Whether it ended before the film did.
    var isBrokenOff = false
    var endTime: Nanoseconds?
    var forwardBuffer: Nanoseconds = 0
    var streaming: StreamingPreferences
    var reportedBuffer: BufferState?
    var reportedEnd: Nanoseconds = 0
    var presentationSize: (Int, Int) = (0, 0)
    var hasFirstPicture = false
    /// Whether reading and decoding go on as far as they may.
    var isStartOver = false
    var startedAt: Nanoseconds = 0

    // Sound
    var ring: AudioRing?
    var output: (any AudioOutput)?
    var isAudioReady = false
    /// Media time before which no sample is wanted.
    var audioStart: Nanoseconds = 0
    var audioRate = 1.0
    var keepsPitch = true
    var volume: Float
    var isMuted: Bool
    var isOutputPaused = true
    /// When the device, which has been given all there is, must have played it.
    var soundEndsAt: Nanoseconds?

    // Captions
    var captions: CaptionDecoder?
    var captionTrack: Int?
    var closedCaptions: ClosedCaptionFollower?
    /// Those that do not come as packets.
    var toldCaptions: Set<TimedText> = []

    /// Tracks of tags that are told and not kept.
    var metadataTracks: Set<Int> = []

    // Backwards
    var reverse: ReverseRun?

    // Live
    var livePace = LivePace()
    /// What playing was interrupted by, until it goes on.
    var interruption: LivePace.Interruption? = .start
    /// When the distance to the live edge was looked at last.
    var pacedAt: Nanoseconds = 0
    var standstill = LiveStandstill()
    var watchedAt: Nanoseconds = 0

    // Too fast for every picture
    var scan: ScanRun?
    var scanCount = 0
    var hasScanner = false
    /// Ends the scanner's wait.
    let scanStops = StillStops()

    var statistics = SessionStatistics()

    init(
        asset: MediaAsset, options: PlaybackSession.Options, video: VideoOutput,
        deliver: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.asset = asset
        self.options = options
        self.video = video
        self.deliver = deliver
        clockSource = options.hostClock
        volume = options.volume
        isMuted = options.isMuted
        streaming = options.streaming
        forwardBuffer = Nanoseconds(seconds: options.forwardBufferSeconds.clamped(0, 3600))
        HeapUpkeep.sessionBegan()
    }

    deinit { HeapUpkeep.sessionEnded() }

    var now: Nanoseconds { clockSource.now }

    /// Tells the client, in order, on the session's event queue.
    func send(_ event: SessionEvent) {
        eventQueue.async { [deliver] in deliver(event) }
    }

    /// Runs after the events sent so far.
    func afterEvents(_ body: @escaping @Sendable () -> Void) { eventQueue.async(execute: body) }

    // MARK: - Life

    func prepare() {
        gate.withLock {
            guard phase == .idle else { return }
            phase = .opening
            startedAt = now
            EngineThread.start("reader") { self.runReader() }
        }
    }

    func close() {
        let (open, void) = gate.withLock { () -> ((any MediaReader)?, [SeekRequest]) in
            guard phase != .closed else { return (nil, []) }
            let void = [request, landing?.request].compactMap { $0 }
            request = nil
            landing = nil
            phase = .closed
            gate.broadcast()
            return (demuxer, void)
        }
        opening.raise()
        scanStops.cancel()
        open?.cancel()
        if let open { asset.settle(open, .failure(MediaError(.cancelled, "Closed while opening."))) }
        for request in void { finish(request, false, .zero) }
    }

    /// Nothing more will play. `gate` is held.
    func fail(_ error: MediaError) {
        guard phase != .failed, phase != .closed else { return }
        phase = .failed
        freeze()
        for request in [request, landing?.request].compactMap({ $0 }) { finish(request, false, .zero) }
        request = nil
        landing = nil
        reportRate()
        if let demuxer { afterEvents { [asset] in asset.settle(demuxer, .failure(error)) } }
        send(.failed(error))
        gate.broadcast()
    }

    func finish(_ request: SeekRequest, _ finished: Bool, _ landed: CMTime) {
        afterEvents { request.completion(finished, landed) }
    }

    // MARK: - Time; `gate` is held

    /// Whether sound is what time follows now.
    var isSoundInCharge: Bool {
        isAudioReady && audioTrack != nil && !isOutputPaused && ring != nil && reverse == nil
    }

    static func isAudible(_ rate: Double) -> Bool { rate >= 0.5 && rate <= 2 }

    /// Rates that differ by less are the same: devices have whole samples only.
    private static let rateTolerance = 0.002

    /// Media time now, after a look at the sound device.
    func mediaTime() -> Nanoseconds { bounded(runningTime()) }

    /// The same as the clock has it: beyond the end where the film holds more than its duration says.
    func runningTime() -> Nanoseconds {
        let host = now
        if isSoundInCharge, let ring, let output {
            let position = output.position()
            if position.isRunning {
                let elapsed = Double(host &- position.hostTime) / 1e9 * Double(ring.format.sampleRate)
                let heard = position.framesHeard + max(0, elapsed)
                let isDone = ring.isDone(framesHeard: heard)
                if let place = ring.place(framesHeard: heard), !isDone, heard > 0 {
                    if audioStartDeadline != nil {
                        audioStartDeadline = nil
                        clock.set(place.mediaTime, at: host)
                        clock.setRate(wantedRate, at: host)
                    } else if clock.rate != 0 {
                        clock.correct(to: place.mediaTime, at: host)
                        if abs(clock.rate - place.rate) > Self.rateTolerance { clock.setRate(place.rate, at: host) }
                    }
                }
            }
        }
        if let deadline = audioStartDeadline, host >= deadline {
            audioStartDeadline = nil
            clock.setRate(wantedRate, at: host)
        }
        return clock.time(at: host)
    }

    func bounded(_ time: Nanoseconds) -> Nanoseconds {
        var time = max(0, time)
        if let duration { time = min(time, duration) }
        if let endTime, wantedRate > 0, time > endTime, clock.rate != 0 { time = endTime }
        return time
    }

    /// Stops time where it is, and the sound with it.
    func freeze() {
        let host = now
        let at = mediaTime()
        clock.setRate(0, at: host)
        clock.set(at, at: host)
        audioStartDeadline = nil
        pauseOutput(true)
    }

    /// Lets time run, if it is wanted and nothing stands in the way.
    func runIfPossible() {
        guard phase == .ready, wantedRate != 0, landing == nil, request == nil, !isStalled, !isEnded, !awaitsSound
        else { return }
        // What runs, runs at the wanted rate, or a little beside it where a live stream is caught up with.
        guard clock.rate == 0, !returnsToLive() else { return }
        let host = now
        if mustScan(wantedRate) {
            pauseOutput(true)
            reverse = nil
            clock.setRate(wantedRate, at: host)
            beginScan()
        } else if wantedRate < 0 {
            pauseOutput(true)
            clock.setRate(wantedRate, at: host)
            beginReverse()
        } else {
            if reverse != nil { endReverse() }
            if Self.isAudible(wantedRate), audioTrack != nil, isAudioReady || output == nil, !isAudioDrainedAndHeard() {
                if audioRate != wantedRate { restartAudio(at: bounded(clock.time(at: host)), rate: wantedRate) }
                clock.setRate(0, at: host)
                if audioStartDeadline == nil { audioStartDeadline = host &+ Self.audioStartPatience }
                pauseOutput(false)
            } else {
                pauseOutput(true)
                clock.setRate(wantedRate, at: host)
            }
        }
        reportRate()
        gate.broadcast()
    }

    /// How long time waits for the sound device to begin.
    static let audioStartPatience: Nanoseconds = 700 * .millisecond

    func isAudioDrainedAndHeard() -> Bool {
        guard let ring, let output, isAudioReady else { return false }
        return ring.isDone(framesHeard: output.position().framesHeard)
    }

    func pauseOutput(_ paused: Bool) {
        guard isOutputPaused != paused else { return }
        isOutputPaused = paused
        if isAudioReady { output?.setPaused(paused) }
    }

    /// Tells the client when the rate at which time moves has changed.
    func reportRate() {
        let moves =
            phase == .ready && wantedRate != 0 && landing == nil && request == nil && !isStalled && !isEnded
            && !awaitsSound
        let rate = moves ? wantedRate : 0
        guard rate != reportedRate else { return }
        reportedRate = rate
        send(.effectiveRateChanged(rate))
    }
}
