import CoreMedia
import Foundation
import HLS

/// The decision logic of a session as a value type: inputs go in, actions come out. It has no I/O, no locks and no threads.
///
/// Inputs are commands, packets, frames, the audio device's position, clock ticks and the reader's reports. Each input method may add
/// actions, which the owner takes with `takeActions` and performs in order. Set `now` before each input. Media times are `Nanoseconds` from
/// the start of the media, host times are `HostTime`.
struct PlaybackMachine<Sample: TimedSample, VideoFrame: TimedFrame>: Sendable {
    /// The actions for the owner, performed in order.
    enum Action: Sendable {
        case send(SessionEvent)
        /// Call the completion of a client's seek.
        case complete(SeekID, finished: Bool, at: CMTime)
        /// Display this frame; nil: none.
        case display(VideoFrame?)
        /// Report when the first frame has been drawn.
        case awaitFirstDraw
        case pauseAudio(Bool)
        /// Pause the device, unless the audio of another session follows without a gap.
        case handOverAudio
        /// End a blocked read, because a seek or a change of direction is pending.
        case interruptReader
        /// Read these tracks only.
        case readTracks(Set<Int>)
        /// Complete the asset's load, for which other users of the asset wait.
        case settleAsset(Result<MediaInfo, MediaError>)
        /// Start to observe the reader's events.
        case observeReader
        case captions(CaptionWork)
        case startScanner
        case cancelScan
    }

    /// Captions to send or to search for.
    enum CaptionWork: Sendable {
        /// Restart at a time, for this source, or for none.
        case restart(DisplayedCaptions?, at: Nanoseconds)
        /// Due packets of the caption track, and the time up to which captions of a stream are due.
        case due([Sample], from: Nanoseconds, through: Nanoseconds)
        /// Packets that may carry closed captions.
        case search([Sample], isAtEnd: Bool, at: Nanoseconds)
    }

    var mode = Mode.idle(nil)
    /// The host time of the current input.
    var now = HostTime.zero
    var transport = Transport()
    var clock = MediaClock()
    var source = SourceState()
    var cache = PacketCache<Sample>()
    var video = VideoState<VideoFrame>()
    var audio = AudioState()
    var live = LiveState()
    var captions = CaptionState()
    var reported = ReportedState()
    var start = StartState()
    var statistics = SessionStatistics()
    /// The URL for error messages.
    let url: URL
    /// Whether the reader pauses until the buffer has shrunk, after the buffer was filled.
    var isReaderPaused = false
    private var scanCount = 0
    private var actions: [Action] = []

    init(url: URL) { self.url = url }

    mutating func perform(_ action: Action) { actions.append(action) }
    mutating func send(_ event: SessionEvent) { actions.append(.send(event)) }

    /// Returns the actions since the last call.
    mutating func takeActions() -> [Action] {
        guard !actions.isEmpty else { return [] }
        defer { actions = [] }
        return actions
    }

    mutating func nextScanNumber() -> Int {
        scanCount += 1
        return scanCount
    }

    // MARK: - Queries

    /// Whether the media is open and playable.
    var isReady: Bool {
        switch mode {
        case .idle, .opening, .failed, .closed: false
        case .paused, .waiting, .playing, .seeking, .scanning, .reversing, .ended: true
        }
    }

    var pendingSeek: PendingSeek<VideoFrame>? {
        if case .seeking(let seek) = mode { seek } else { nil }
    }

    var isEnded: Bool {
        switch mode {
        case .ended: true
        case .seeking(let seek): seek.next != .resume
        default: false
        }
    }

    /// Whether time runs, or will run as soon as the audio device starts.
    var isMoving: Bool {
        switch mode {
        case .playing, .scanning, .reversing: true
        default: false
        }
    }

    /// Whether nothing happens without an external input.
    var isIdle: Bool {
        switch mode {
        case .paused, .ended, .failed, .closed, .idle: true
        case .opening, .waiting, .playing, .seeking, .scanning, .reversing: false
        }
    }

    /// The item time at a host time.
    func time(at host: HostTime) -> Nanoseconds { bounded(clock.time(at: host)) }

    /// The current item time.
    var time: Nanoseconds { time(at: now) }

    func bounded(_ time: Nanoseconds) -> Nanoseconds {
        var time = max(0, time)
        if let duration = source.duration { time = min(time, duration) }
        if let end = transport.forwardEnd, transport.rate > 0, time > end, clock.rate != 0 { time = end }
        return time
    }

    /// Whether the clock follows the audio.
    var isAudioMaster: Bool {
        guard case .playing = mode else { return false }
        return audio.device == .ready && source.audioTrack != nil && !audio.isOutputPaused
    }

    // MARK: - Life cycle

    mutating func prepare() {
        guard case .idle(let seek) = mode else { return }
        start.startedAt = now
        mode = .opening(seek)
    }

    mutating func close() {
        if case .closed = mode { return }
        dropPendingSeek()
        let wasScanning = if case .scanning = mode { true } else { false }
        mode = .closed
        if wasScanning { perform(.cancelScan) }
    }

    /// Fails; nothing more will play.
    mutating func fail(_ error: MediaError) {
        switch mode {
        case .failed, .closed: return
        case .idle, .opening: break
        default: freeze()
        }
        dropPendingSeek()
        enter(.failed(error))
        perform(.settleAsset(.failure(error)))
        send(.failed(error))
    }

    /// Completes the client's pending seek as not finished.
    mutating func dropPendingSeek() {
        switch mode {
        case .idle(let request?), .opening(let request?): refuse(request)
        case .seeking(let seek): refuse(seek.request)
        default: break
        }
    }

    func isClients(_ request: SeekRequest) -> Bool {
        if case .client = request.origin { true } else { false }
    }

    mutating func refuse(_ request: SeekRequest) { complete(request, finished: false, at: .zero) }

    mutating func complete(_ request: SeekRequest, finished: Bool, at time: CMTime) {
        if case .client(let id) = request.origin { perform(.complete(id, finished: finished, at: time)) }
    }

    // MARK: - Modes

    /// Changes the mode and reports the resulting rate.
    mutating func enter(_ new: Mode) {
        let wasScanning = if case .scanning = mode { true } else { false }
        mode = new
        if wasScanning {
            if case .scanning = new {} else { perform(.cancelScan) }
        }
        reportRate()
    }

    /// Stops time and audio.
    mutating func freeze() {
        let at = time
        clock.setRate(0, at: now)
        clock.set(at, at: now)
        if case .playing = mode { mode = .playing(Playing()) }
        pauseOutput(true)
    }

    mutating func pauseOutput(_ paused: Bool) {
        guard audio.isOutputPaused != paused else { return }
        audio.isOutputPaused = paused
        if audio.device == .ready { perform(.pauseAudio(paused)) }
    }

    /// Reports the rate at which time moves if it has changed.
    mutating func reportRate() {
        let rate = isMoving ? transport.rate : 0
        guard rate != reported.rate else { return }
        reported.rate = rate
        send(.effectiveRateChanged(rate))
    }

    /// Enters the mode that results from the rate and the buffer, unless a seek, an end or a failure determines the mode. The clock must be
    /// stopped, or already run at the right rate.
    mutating func settle() {
        switch mode {
        case .idle, .opening, .seeking, .ended, .failed, .closed: return
        case .playing, .scanning, .reversing:
            if transport.rate != 0, clock.rate != 0 || isAwaitingAudioStart { return reportRate() }
        case .paused, .waiting: break
        }
        let isAfterStall =
            switch mode {
            case .paused(let isAfterStall): isAfterStall
            case .waiting(.buffering): true
            default: false
            }
        if transport.rate == 0 { return enter(.paused(isAfterStall: isAfterStall)) }
        if !source.isComplete { return enter(.waiting(.audioTracks)) }
        if isAfterStall { return enter(.waiting(.buffering)) }
        startMoving()
    }

    var isAwaitingAudioStart: Bool {
        if case .playing(let playing) = mode { playing.audioStartDeadline != nil } else { false }
    }

    /// Starts time at the requested rate.
    private mutating func startMoving() {
        if let jump = jumpBeforeResuming() { return beginSeek(jump) }
        let rate = transport.rate
        transport.movesFrom = time
        if mustScan(rate) {
            pauseOutput(true)
            clock.setRate(rate, at: now)
            return beginScan()
        }
        if rate < 0 {
            pauseOutput(true)
            // Without video there is nothing to play in reverse.
            guard source.videoTrack != nil, video.failure == nil else { return enter(.paused(isAfterStall: false)) }
            clock.setRate(rate, at: now)
            return beginReverse()
        }
        let mayBeHeard = AudioState.isAudible(rate) && source.audioTrack != nil
        let hasDevice = audio.device == .ready || audio.device == .unopened
        if mayBeHeard, hasDevice, audio.finishedSerial != audio.serial {
            if audio.rate != rate { restartAudio(at: time, rate: rate) }
            clock.setRate(0, at: now)
            enter(.playing(Playing(audioStartDeadline: now &+ PlaybackLimits.audioStartTimeout)))
            pauseOutput(false)
        } else {
            pauseOutput(true)
            clock.setRate(rate, at: now)
            enter(.playing(Playing()))
        }
    }

    /// Ends playback before the end of the media because of an error.
    mutating func endEarly(_ error: MediaError, at time: Nanoseconds) {
        freeze()
        clock.set(time, at: now)
        send(.endedEarly(error))
        enter(.ended(Ending(isEarly: true)))
    }

    mutating func reachEnd(at time: Nanoseconds) {
        if !audio.isOutputPaused, audio.device == .ready {
            // Another session may already continue on the device.
            audio.isOutputPaused = true
            perform(.handOverAudio)
        }
        freeze()
        clock.set(time, at: now)
        send(.ended)
        enter(.ended(Ending(isEarly: false)))
    }
}
