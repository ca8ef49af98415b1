import AVFAudio
import AVFoundation
import CoreMedia
import Foundation
import MediaEngine
import Synchronization
import VideoFrames

@testable import AVFoundation

/// A simulated environment for players: its own main queue, clock, timers and sessions, all controlled by the test.
final class PlaybackWorld: Sendable {
    struct State {
        var main: [@Sendable () -> Void] = []
        var engine: [@Sendable () -> Void] = []
        var now: Int64 = 1_000_000_000
        var timers: [FakeTimer] = []
        var sessions: [FakeSession] = []
    }

    private let state = Mutex(State())
    let audioSession = AVAudioSession(environment: QuietEnvironment())

    var environment: PlaybackEnvironment {
        PlaybackEnvironment(
            onMain: { [self] work in state.withLock { $0.main.append(work) } },
            hostClock: FakeHostClock(world: self),
            schedule: { [self] hostTime, work in
                let timer = FakeTimer(hostTime: hostTime, work: work)
                state.withLock { $0.timers.append(timer) }
                return timer
            },
            makeSession: { [self] asset, options, events in
                let session = FakeSession(world: self, url: asset.locator.url, options: options, events: events)
                state.withLock { $0.sessions.append(session) }
                return session
            },
            // The test reports the duration itself.
            loadDuration: { _, _ in },
            makeAudioOutput: nil, audioSession: audioSession)
    }

    var now: Int64 { state.withLock { $0.now } }
    var sessions: [FakeSession] { state.withLock { $0.sessions } }
    var allAreClosed: Bool { sessions.allSatisfy(\.isClosed) }
    var pendingTimers: Int { state.withLock { $0.timers.count { !$0.isCancelled } } }

    /// Queues an event of the simulated engine, which is delivered after the current call.
    func engineWill(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.engine.append(work) } }

    /// Delivers engine events and runs the main queue until nothing is left to do.
    func settle() {
        while true {
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                if !state.engine.isEmpty { return state.engine.removeFirst() }
                return state.main.isEmpty ? nil : state.main.removeFirst()
            }
            guard let next else { return }
            next()
        }
    }

    /// Delivers engine events while the main queue is blocked.
    func settleEngine() {
        while let next = state.withLock({ $0.engine.isEmpty ? nil : $0.engine.removeFirst() }) { next() }
    }

    /// Advances the clock, with every timer fired at its time.
    func advance(seconds: Double) {
        let end = now + Int64(seconds * 1e9)
        settle()
        while true {
            let due = state.withLock { state -> FakeTimer? in
                state.timers.removeAll(where: \.isCancelled)
                guard let next = state.timers.min(by: { $0.hostTime < $1.hostTime }), next.hostTime <= end else {
                    return nil
                }
                state.timers.removeAll { $0 === next }
                state.now = max(state.now, next.hostTime)
                return next
            }
            guard let due else { break }
            due.work()
            settle()
        }
        state.withLock { $0.now = end }
    }

    func asset(_ name: String = "film") -> AVAsset {
        AVURLAsset(url: URL(fileURLWithPath: "/nowhere/\(name).mp4"))
    }

    func item(_ name: String = "film", keys: [String] = []) -> AVPlayerItem {
        AVPlayerItem(asset: asset(name), keys: keys, environment: environment)
    }

    func player(_ item: AVPlayerItem? = nil) -> AVPlayer { AVPlayer(playerItem: item, environment: environment) }

    func queuePlayer(_ items: [AVPlayerItem] = []) -> AVQueuePlayer {
        AVQueuePlayer(items: items, environment: environment)
    }
}

final class FakeTimer: PlaybackTimer {
    let hostTime: Int64
    let work: @Sendable () -> Void
    private let cancelled = Atomic(false)

    init(hostTime: Int64, work: @escaping @Sendable () -> Void) {
        self.hostTime = hostTime
        self.work = work
    }

    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
    func cancel() { cancelled.store(true, ordering: .relaxed) }
}

struct FakeHostClock: HostClock {
    let world: PlaybackWorld
    var now: Int64 { world.now }
    func wait(on condition: Condition, until deadline: Int64?) {}
}

/// A simulated session that performs its commands at once and reports them as events.
final class FakeSession: ItemPlayback {
    struct State {
        var calls: [String] = []
        var anchor: (seconds: Double, hostTime: Int64, rate: Double)
        var wantedRate = 0.0
        var duration = 0.0
        var loaded: [CMTimeRange] = []
        var pendingSeeks: [@Sendable (Bool, CMTime) -> Void] = []
        var landsByItself = true
        /// Whether time stands still during a seek and the session reports that, as the engine's does.
        var stopsForSeeks = false
        var selected: [TrackInfo.Kind: Int] = [:]
        var statistics = SessionStatistics()
        /// The responses to asset list requests; nil: no response arrives.
        var lists: [String: Result<LoadedAssetList, MediaError>] = [:]
        var askedLists: [URL] = []
        var boundaries: [CMTime] = []
        /// The date of time 0.
        var date: Date?
        /// The commands since the session was created.
        var streaming: [StreamingPreferences] = []
        var isClosed = false
    }

    let world: PlaybackWorld
    let url: URL
    let options: PlaybackSession.Options
    let fakeVideo = FakeVideo()
    private let events: @Sendable (SessionEvent) -> Void
    private let state: Mutex<State>

    init(
        world: PlaybackWorld, url: URL, options: PlaybackSession.Options,
        events: @escaping @Sendable (SessionEvent) -> Void
    ) {
        self.world = world
        self.url = url
        self.options = options
        self.events = events
        state = Mutex(State(anchor: (options.startTime.seconds, world.now, 0)))
    }

    // MARK: Control by the test

    var calls: [String] { state.withLock { $0.calls } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    var streaming: [StreamingPreferences] { state.withLock { $0.streaming } }
    var wantedRate: Double { state.withLock { $0.wantedRate } }

    func emit(_ event: SessionEvent) {
        world.engineWill { [self] in
            guard !isClosed else { return }
            events(event)
        }
    }

    /// Sends an event late: after the session was closed.
    func emitThoughClosed(_ event: SessionEvent) { world.engineWill { [self] in events(event) } }

    /// Opens the session: media with the given duration, with video and audio.
    func open(seconds: Double = 60, info change: (inout MediaInfo) -> Void = { _ in }) {
        var info = MediaInfo.clip(seconds: seconds)
        change(&info)
        state.withLock { state in
            state.duration = seconds
            for track in info.tracks where state.selected[track.kind] == nil {
                state.selected[track.kind] = track.index
            }
            state.selected[.subtitle] = nil
        }
        emit(.ready(info))
    }

    /// Opens the session, with the first frame and a sufficient buffer.
    func start(seconds: Double = 60) {
        open(seconds: seconds)
        fakeVideo.show(at: options.startTime)
        emit(.firstFrame)
        fill()
    }

    func fill() { emit(.bufferStateChanged(BufferState(isEmpty: false, isLikelyToKeepUp: true, isFull: false))) }

    func trickle() { emit(.bufferStateChanged(BufferState(isEmpty: false, isLikelyToKeepUp: false, isFull: false))) }

    func runDry() {
        setEffective(0)
        emit(.bufferStateChanged(BufferState(isEmpty: true, isLikelyToKeepUp: false, isFull: false)))
        emit(.stalled)
    }

    func reachEnd() {
        let end = state.withLock { state -> CMTime in
            let seconds = state.wantedRate < 0 ? 0 : state.duration
            state.anchor = (seconds, world.now, 0)
            return CMTime(seconds: seconds, preferredTimescale: 600)
        }
        _ = end
        emit(.ended)
        emit(.effectiveRateChanged(0))
    }

    func load(_ ranges: [(Double, Double)]) {
        state.withLock { state in
            state.loaded = ranges.map { range in
                CMTimeRange(
                    start: CMTime(seconds: range.0, preferredTimescale: 600),
                    end: CMTime(seconds: range.1, preferredTimescale: 600))
            }
        }
        emit(.loadedRangesChanged)
    }

    /// Makes seeks wait for `landSeeks` from now on.
    func holdSeeks() { state.withLock { $0.landsByItself = false } }

    func landSeeks() {
        let pending = state.withLock { state in
            defer { state.pendingSeeks = [] }
            return state.pendingSeeks
        }
        for completion in pending { land(completion) }
    }

    private func land(_ completion: @escaping @Sendable (Bool, CMTime) -> Void) {
        let time = currentTime
        emit(.timeJumped(time))
        world.engineWill { completion(true, time) }
        setEffective(state.withLock { $0.wantedRate })
    }

    /// Makes time stand still during seeks from now on.
    func stopForSeeks() { state.withLock { $0.stopsForSeeks = true } }

    /// The commands that the session has received, without those for buffer sizes and similar settings.
    var commands: [String] { calls.filter { $0.hasPrefix("setRate") || $0.hasPrefix("seek") } }

    /// The responses to asset list requests, by the last path component.
    func answer(_ lists: [String: Result<LoadedAssetList, MediaError>]) { state.withLock { $0.lists = lists } }
    var askedLists: [URL] { state.withLock { $0.askedLists } }
    func setDate(ofZero date: Date) { state.withLock { $0.date = date } }
    var currentDate: Date? {
        let time = currentTime.seconds
        return state.withLock { $0.date.map { $0 + time } }
    }
    func setBoundaries(_ seconds: [Double]) {
        state.withLock { $0.boundaries = seconds.map { CMTime(seconds: $0, preferredTimescale: 600) } }
    }

    func set(_ statistics: SessionStatistics) { state.withLock { $0.statistics = statistics } }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

    private func setEffective(_ rate: Double) {
        let changed = state.withLock { state -> Bool in
            let seconds = Self.seconds(state, world.now)
            defer { state.anchor = (seconds, world.now, rate) }
            return state.anchor.rate != rate
        }
        if changed { emit(.effectiveRateChanged(rate)) }
    }

    private static func seconds(_ state: borrowing State, _ now: Int64) -> Double {
        state.anchor.seconds + Double(now - state.anchor.hostTime) / 1e9 * state.anchor.rate
    }

    // MARK: ItemPlayback

    var videoOutput: any ItemVideo { fakeVideo }
    var currentTime: CMTime {
        CMTime(seconds: state.withLock { Self.seconds($0, world.now) }, preferredTimescale: 90_000)
    }
    var effectiveRate: Double { state.withLock { $0.anchor.rate } }
    var loadedRanges: [CMTimeRange] { state.withLock { $0.loaded } }
    var seekableRanges: [CMTimeRange] {
        let seconds = state.withLock { $0.duration }
        guard seconds > 0 else { return [] }
        return [CMTimeRange(start: .zero, duration: CMTime(seconds: seconds, preferredTimescale: 600))]
    }
    var statistics: SessionStatistics { state.withLock { $0.statistics } }

    func segmentBoundaries(nearest time: CMTime) -> [CMTime] {
        state.withLock { $0.boundaries.min { abs(($0 - time).seconds) < abs(($1 - time).seconds) }.map { [$0] } ?? [] }
    }
    func loadAssetList(
        _ url: URL, completion: @escaping @Sendable (Result<LoadedAssetList, MediaError>) -> Void
    ) {
        let answer = state.withLock { state in
            state.askedLists.append(url)
            return state.lists[url.lastPathComponent]
        }
        if let answer { world.engineWill { completion(answer) } }
    }

    func prepare() { note("prepare") }
    func setRate(_ rate: Double) {
        note("setRate \(rate)")
        let stands = state.withLock { state in
            state.wantedRate = rate
            return state.stopsForSeeks && !state.pendingSeeks.isEmpty
        }
        if !stands { setEffective(rate) }
    }
    func seek(
        to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
        completion: @escaping @Sendable (Bool, CMTime) -> Void
    ) {
        note("seek \(time.seconds)")
        // A newer seek ends an older one that has not completed.
        let (older, lands, stops) = state.withLock { state in
            let older = state.pendingSeeks
            state.pendingSeeks = state.landsByItself ? [] : [completion]
            return (older, state.landsByItself, state.stopsForSeeks)
        }
        for completion in older { world.engineWill { completion(false, .invalid) } }
        // The position is the target at once; the event of the rate change precedes that of the jump.
        state.withLock { $0.anchor = (time.seconds, world.now, stops ? $0.anchor.rate : $0.wantedRate) }
        if stops { setEffective(0) }
        if lands { land(completion) }
    }
    func cancelPendingSeeks() {
        note("cancelPendingSeeks")
        let pending = state.withLock { state in
            defer { state.pendingSeeks = [] }
            return state.pendingSeeks
        }
        for completion in pending { world.engineWill { completion(false, .invalid) } }
        if !pending.isEmpty { setEffective(state.withLock { $0.wantedRate }) }
    }
    func step(by count: Int, completion: @escaping @Sendable (Bool) -> Void) {
        note("step \(count)")
        world.engineWill { completion(true) }
    }
    func setVolume(_ volume: Float) { note("setVolume \(volume)") }
    func setMuted(_ muted: Bool) { note("setMuted \(muted)") }
    func setPitchAlgorithm(_ algorithm: PlaybackSession.PitchAlgorithm) { note("setPitchAlgorithm \(algorithm)") }
    func setForwardEndTime(_ time: CMTime) { note("setForwardEndTime \(time.seconds)") }
    func setForwardBufferSeconds(_ seconds: Double) { note("setForwardBufferSeconds \(seconds)") }
    func prefer(_ preferences: StreamingPreferences) {
        note("prefer")
        state.withLock { $0.streaming.append(preferences) }
    }
    func select(_ kind: TrackInfo.Kind, trackIndex: Int?) {
        note("select \(kind.rawValue) \(trackIndex.map(String.init) ?? "none")")
        state.withLock { $0.selected[kind] = trackIndex }
        emit(.selectionChanged(kind, trackIndex: trackIndex))
    }
    func selectedTrack(_ kind: TrackInfo.Kind) -> Int? { state.withLock { $0.selected[kind] } }
    func close() {
        note("close")
        state.withLock { $0.isClosed = true }
    }
}

/// A simulated video output, whose frames have two pixels.
final class FakeVideo: ItemVideo {
    struct State {
        var generation: UInt64 = 0
        var time = CMTime.invalid
        var size = (width: 640, height: 360)
        var handlers: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    func show(at time: CMTime, width: Int = 640, height: Int = 360) {
        let handlers = state.withLock { state -> [@Sendable () -> Void] in
            state.generation += 1
            state.time = time
            state.size = (width, height)
            return Array(state.handlers.values)
        }
        for handler in handlers { handler() }
    }

    var handlerCount: Int { state.withLock { $0.handlers.count } }
    var generation: UInt64 { state.withLock { $0.generation } }
    var currentFrame: NumberedFrame? {
        let state = state.withLock { $0 }
        guard state.generation > 0 else { return nil }
        // Two pixels, displayed at the size of the test.
        var frame = VideoFrame(
            storage: .planes([FramePlane(base: pixels.memory, bytesPerRow: 8)]), format: .bgr0, width: 2, height: 1,
            owner: pixels)
        (frame.width, frame.height) = state.size
        frame.presentationTime = state.time
        return NumberedFrame(frame, generation: state.generation)
    }
    func frame(at time: CMTime?) -> VideoFrame? {
        guard var frame = currentFrame?.frame else { return nil }
        (frame.width, frame.height) = (2, 1)
        return frame
    }
    func didDraw(generation: UInt64) {}
    func setChangeHandler(for key: ObjectIdentifier, _ handler: (@Sendable () -> Void)?) {
        state.withLock { $0.handlers[key] = handler }
    }

    private let pixels = Pixels()

    private final class Pixels: @unchecked Sendable {
        // The memory is only read after the object was made.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64)

        init() { memory.copyMemory(from: [1, 2, 3, 255, 4, 5, 6, 255] as [UInt8], byteCount: 8) }

        deinit { memory.deallocate() }
    }
}

extension MediaInfo {
    /// The description of media with video and audio.
    static func clip(seconds: Double) -> MediaInfo {
        let duration = CMTime(seconds: seconds, preferredTimescale: 600)
        var video = TrackInfo(index: 0, trackID: 1, kind: .video, codec: "h264", duration: duration)
        video.video = VideoTrackInfo(width: 640, height: 360)
        var audio = TrackInfo(index: 1, trackID: 2, kind: .audio, codec: "aac", language: "en", duration: duration)
        audio.audio = AudioTrackInfo(sampleRate: 48000, channels: 2, channelLayout: "stereo")
        return MediaInfo(
            container: "mov", duration: duration, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: true, isLive: false, tracks: [video, audio], chapters: [], metadata: [], covers: [])
    }
}

/// Records events in order.
final class Journal: Sendable {
    private let entries = Mutex<[String]>([])
    var all: [String] { entries.withLock { $0 } }
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    func clear() { entries.withLock { $0 = [] } }
}

/// Observes the notifications of an object for as long as it lives.
final class NotificationJournal {
    private var tokens: [any NSObjectProtocol] = []

    init(_ journal: Journal, _ object: AnyObject, _ names: [Notification.Name: String]) {
        for (name, text) in names {
            tokens.append(
                NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { _ in
                    journal.note(text)
                })
        }
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
