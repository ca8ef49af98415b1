import CoreMedia
import Foundation
import MediaTesting
import VideoFrames

@testable import MediaEngine

/// A compressed sample without bytes.
struct ModelSample: TimedSample {
    var trackIndex: Int
    var time: Nanoseconds
    var decodeTime: Nanoseconds { time }
    var duration: Nanoseconds
    var isTimeKnown: Bool { true }
    var isDecodeTimeKnown: Bool { true }
    var isKey: Bool
    var isLeadIn: Bool { false }
    var variant: Int? { nil }
    var footprint: Int { 1_000 }
}

/// A decoded frame without an image.
final class ModelFrame: TimedFrame {
    let time: Nanoseconds
    let duration: Nanoseconds
    let epoch: Int
    var displaySize: DisplaySize { DisplaySize(width: 16, height: 16) }
    init(_ sample: ModelSample, epoch: Int) {
        time = sample.time
        duration = sample.duration
        self.epoch = epoch
    }
}

/// A machine with a simulated reader, decoder and audio device, and checks of all of its actions.
struct MachineWorld {
    typealias Machine = PlaybackMachine<ModelSample, ModelFrame>

    static let video = 0
    static let audio = 1
    static let frame: Nanoseconds = 40 * .millisecond
    static let audioPacket: Nanoseconds = 20 * .millisecond
    static let framesInGroup = 12

    /// The behavior of the audio device.
    enum Device: CaseIterable { case usual, slowStart, frozen, erratic, none }

    private(set) var machine: Machine
    private(set) var violations: [String] = []
    private(set) var inputs = 0
    private(set) var log: [String] = []
    private(set) var host = HostTime(nanoseconds: 1_000_000_000)
    private var random: SeededGenerator
    private let duration: Nanoseconds
    private let samples: [ModelSample]
    private let device: Device
    private let failsSometimes: Bool

    // The simulated reader.
    private var position = 0
    private var carriedOut: (request: SeekRequest, first: [ModelSample])?
    private var unappliedSelections = 0
    // The simulated decoder.
    private var waitingForDecoder: [(sample: ModelSample?, epoch: Int)] = []
    // The simulated audio queue.
    private var audioSerial = -1
    private var audioStart: Nanoseconds = 0
    private var audioRate = 1.0
    private var queuedTo: Nanoseconds?
    private var isAudioDrained = false
    private var playedFrom: HostTime?
    private var played: Nanoseconds = 0
    private var isPaused = true
    private var nextTick: HostTime?

    // The observed actions.
    private var openSeeks: Set<SeekID> = []
    private var isEndReported = false
    private var reportedRate = 0.0
    private var lastTime: Nanoseconds?
    private(set) var isClosed = false
    private(set) var endCount = 0

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        duration = Nanoseconds.random(in: 10...120, using: &random) &* 100 * .millisecond
        device = Device.allCases.randomElement(using: &random) ?? .usual
        failsSometimes = Bool.random(using: &random) && Bool.random(using: &random)
        let hasVideo = Int.random(in: 0..<8, using: &random) > 0
        let hasAudio = !hasVideo || Int.random(in: 0..<4, using: &random) > 0
        var samples: [ModelSample] = []
        if hasVideo {
            for (number, time) in stride(from: 0, to: duration, by: Int(Self.frame)).enumerated() {
                samples.append(
                    ModelSample(
                        trackIndex: Self.video, time: time, duration: Self.frame,
                        isKey: number.isMultiple(of: Self.framesInGroup)))
            }
        }
        if hasAudio {
            for time in stride(from: 0, to: duration, by: Int(Self.audioPacket)) {
                samples.append(
                    ModelSample(trackIndex: Self.audio, time: time, duration: Self.audioPacket, isKey: true))
            }
        }
        self.samples = samples.sorted { ($0.time, $0.trackIndex) < ($1.time, $1.trackIndex) }
        machine = Machine(url: URL(fileURLWithPath: "/model"))
        machine.source.facts.policy.maximumBytes = 1 << 20
        machine.source.facts.policy.fastestContinuousRate = Bool.random(using: &random) ? 8 : 2
        machine.source.facts.policy.readsBackwards = Bool.random(using: &random)
        self.random = random
        input("prepare") { $0.prepare() }
        if chance(4) { seek() }
        open(hasVideo: hasVideo, hasAudio: hasAudio)
        if device != .none, hasAudio {
            input("device") { $0.audioDeviceOpening() }
            input("device ready") { $0.audioDeviceReady("model") }
        } else if hasAudio {
            input("device opening") { $0.audioDeviceOpening() }
            input("no device") { $0.audioDeviceFailed(MediaError(.audioOutputFailed, "none")) }
        }
    }

    private mutating func open(hasVideo: Bool, hasAudio: Bool) {
        var tracks: [TrackInfo] = []
        let length = duration.time
        if hasVideo {
            var track = TrackInfo(index: Self.video, trackID: 1, kind: .video, codec: "model", duration: length)
            track.video = VideoTrackInfo(width: 16, height: 16)
            tracks.append(track)
        }
        if hasAudio {
            var track = TrackInfo(index: Self.audio, trackID: 2, kind: .audio, codec: "model", duration: length)
            track.audio = AudioTrackInfo(sampleRate: 48_000, channels: 2, channelLayout: "stereo")
            tracks.append(track)
        }
        let info = MediaInfo(
            container: "model", duration: length, startTime: .zero, bitsPerSecond: nil, byteCount: nil,
            isSeekable: true, isLive: false, tracks: tracks, chapters: [], metadata: [], covers: [])
        input("opened") {
            $0.opened(info, isComplete: true, startPosition: 0, packetTracks: Set(tracks.map(\.index)))
        }
    }

    private mutating func chance(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &random) == 0 }

    // MARK: - Inputs

    @discardableResult
    private mutating func input<Result>(_ name: String, _ body: (inout Machine) -> Result) -> Result {
        machine.now = host
        inputs += 1
        log.append("\(host.nanoseconds / 1_000_000) \(name)")
        if log.count > 60 { log.removeFirst(20) }
        let result = body(&machine)
        let actions = machine.takeActions()
        // A seek is still completed, with false.
        let late = actions.filter { if case .complete(_, false, _) = $0 { false } else { true } }
        if isClosed, !late.isEmpty { violate("after closing: \(late)") }
        for action in actions { perform(action) }
        check()
        return result
    }

    private mutating func violate(_ text: String) {
        violations.append(text + "\n  " + log.suffix(25).joined(separator: "\n  "))
    }

    private mutating func perform(_ action: Machine.Action) {
        switch action {
        case .complete(let id, let finished, _):
            if openSeeks.remove(id) == nil { violate("a seek was completed twice, now \(finished)") }
        case .send(.ended), .send(.endedEarly):
            endCount += 1
            if isEndReported { violate("the end was reported twice") }
            isEndReported = true
        case .send(.effectiveRateChanged(let rate)): reportedRate = rate
        case .send(.timeJumped): lastTime = nil
        case .pauseAudio(let paused):
            isPaused = paused
            playedFrom = nil
        case .readTracks: unappliedSelections += 1
        default: break
        }
    }

    private mutating func check() {
        if case .closed = machine.mode { return }
        if (reportedRate != 0) != machine.isMoving {
            violate("the rate was reported as \(reportedRate) in \(machine.mode)")
        }
        switch machine.mode {
        case .waiting where machine.transport.rate == 0: violate("it waits at rate 0")
        case .playing where machine.transport.rate <= 0: violate("it plays forwards at rate \(machine.transport.rate)")
        case .reversing where machine.transport.rate >= 0:
            violate("it plays backwards at rate \(machine.transport.rate)")
        case .ended where !isEndReported: violate("an end was not reported")
        default: break
        }
        switch machine.mode {
        case .playing: break
        case .waiting where machine.transport.rate > 0: break
        default:
            lastTime = nil
            return
        }
        let time = machine.time(at: host)
        if let lastTime, time < lastTime { violate("time went back from \(lastTime) to \(time)") }
        lastTime = time
    }

    private mutating func seek() {
        let id = SeekID()
        openSeeks.insert(id)
        let target = chance(10) ? Nanoseconds.never : Nanoseconds.random(in: 0...duration, using: &random)
        let exact = Bool.random(using: &random)
        lastTime = nil
        isEndReported = false
        input("seek to \(target)") {
            $0.seek(
                SeekRequest(
                    to: target, toleranceBefore: exact ? .zero : .positiveInfinity,
                    toleranceAfter: exact ? .zero : .positiveInfinity, origin: .client(id)))
        }
    }

    private mutating func setRate(_ rate: Double) {
        // After leaving an end that was reached, another end may follow.
        if rate != 0, rate != machine.transport.rate { isEndReported = isEndReported && staysEnded(at: rate) }
        lastTime = nil
        input("rate \(rate)") { $0.setRate(rate) }
    }

    private func staysEnded(at rate: Double) -> Bool {
        let ending: Ending
        switch machine.mode {
        case .ended(let found): ending = found
        case .seeking(let seek):
            guard case .end(let found) = seek.next else { return false }
            ending = found
        default: return false
        }
        let isAtStart = machine.clock.time(at: host) <= 0
        return rate > 0 ? !isAtStart && !ending.isEarly : isAtStart
    }

    /// Performs one random input.
    mutating func step(commands: Bool) {
        switch Int.random(in: 0..<(commands ? 24 : 16), using: &random) {
        case 0..<5: read()
        case 5..<8: decode()
        case 8..<11: fillAudio()
        case 11..<14: advance(by: Nanoseconds.random(in: 0...30, using: &random) * .millisecond)
        case 14, 15: tick()
        case 16, 17: setRate([0, 1, 1, 1, 2, 0.5, 4, 9, 16, -1, -2, -16].randomElement(using: &random) ?? 1)
        case 18, 19: seek()
        case 20: if chance(3) { input("cancel") { $0.cancelSeeks() } }
        case 21: if chance(4) { selectOrStep() }
        case 22:
            if chance(6) {
                let end: Nanoseconds? = Bool.random(using: &random) ? nil : .random(in: 1...duration, using: &random)
                input("end time") { $0.setEndTime(end) }
            }
        default: if chance(400) { close() }
        }
    }

    private mutating func selectOrStep() {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            lastTime = nil
            input("select") { $0.select(.audio, $0.source.selected[.audio] == nil ? Self.audio : nil) }
        case 1: input("pitch") { $0.setKeepsPitch(!$0.audio.keepsPitch) }
        case 2: input("trim") { $0.trimCache() }
        default:
            let count = Bool.random(using: &random) ? 1 : -1
            guard let target = machine.stepTarget(count) else { return }
            let id = SeekID()
            openSeeks.insert(id)
            isEndReported = false
            input("step") { $0.seek(.exact(target, origin: .client(id))) }
        }
    }

    mutating func close() {
        input("close") { $0.close() }
        isClosed = true
        if !openSeeks.isEmpty { violate("\(openSeeks.count) seeks were not completed by closing") }
    }

    mutating func advance(by interval: Nanoseconds) { host = host &+ interval }

    // MARK: - The reader

    private mutating func read() {
        if unappliedSelections > 0, chance(3) {
            unappliedSelections -= 1
            input("selection applied") { $0.selectionApplied() }
        }
        if let (request, first) = carriedOut {
            carriedOut = nil
            return input("seek read") { $0.seekRead(request, first: first) }
        }
        switch machine.readerJob() {
        case nil, .followWindow: break
        case .read(_, _, let selection):
            if failsSometimes, chance(200) {
                return input("read failed") { $0.readingFailed(MediaError(.connectionLost, "model")) }
            }
            let sample = position < samples.count ? samples[position] : nil
            position = min(position + 1, samples.count)
            input("read \(sample?.time ?? -1)") { $0.read(sample, selection: selection) }
        case .seek(let request):
            let target = request.target == .never ? duration : request.target
            let plan = input("plan \(target)") { $0.planSeek(request.number, target: target) }
            guard case .read(let resolved, let video, _) = plan else { return }
            if failsSometimes, chance(20) {
                let code: MediaError.Code = Bool.random(using: &random) ? .cancelled : .connectionLost
                return input("seek failed") { $0.seekFailed(resolved, MediaError(code, "model")) }
            }
            carriedOut = (resolved, go(to: max(0, resolved.target &- resolved.preroll), video))
        case .goBack(let start):
            if failsSometimes, chance(4) {
                return input("back failed") { $0.earlierReadFailed(to: start, MediaError(.connectionLost, "model")) }
            }
            let first = go(to: start, machine.source.videoTrack?.index)
            input("back") { $0.earlierReadCompleted(to: start, first: first) }
        }
    }

    private mutating func go(to target: Nanoseconds, _ video: Int?) -> [ModelSample] {
        guard video != nil else {
            position = samples.firstIndex { $0.time >= target &- 200 * .millisecond } ?? samples.count
            return []
        }
        let key = samples.lastIndex { $0.trackIndex == Self.video && $0.isKey && $0.time <= target } ?? 0
        position = key + 1
        return [samples[key]]
    }

    // MARK: - The decoder

    private mutating func decode() {
        // The decoder returns a frame when it has the next packet.
        if waitingForDecoder.count > 1 || waitingForDecoder.first.map({ $0.sample == nil }) ?? false {
            let (sample, epoch) = waitingForDecoder.removeFirst()
            if let sample {
                input("decoded \(sample.time)") { _ = $0.decoded(ModelFrame(sample, epoch: epoch), variant: nil) }
            } else {
                input("drained") { $0.videoDrained(epoch: epoch) }
            }
            return
        }
        guard let job = input("video job", { $0.takeVideoJob() }) else { return }
        if job.flushes { waitingForDecoder.removeAll() }
        if failsSometimes, chance(300) {
            return input("damage") { $0.videoFailed(MediaError(.decodingFailed, "model")) }
        }
        waitingForDecoder.append((job.sample, job.epoch))
    }

    // MARK: - The audio

    private mutating func fillAudio() {
        let room = queuedTo.map { $0 &- played < 400 * .millisecond } ?? true
        let queue = Machine.AudioQueue(
            serial: audioSerial, nextTime: queuedTo, hasRoom: room, hasPending: false, isDrained: isAudioDrained)
        guard case .job(let job) = input("audio job", { $0.takeAudioJob(queue) }) else { return }
        switch job {
        case .nothing(let serial): audioSerial = serial
        case .restart(let plan):
            audioSerial = plan.serial
            audioStart = plan.start
            audioRate = plan.rate
            queuedTo = nil
            isAudioDrained = false
            played = plan.start
            playedFrom = nil
        case .move: break
        case .decode(let sample?, _): queuedTo = max(audioStart, sample.time &+ sample.duration)
        case .decode(nil, _): isAudioDrained = true
        }
    }

    /// Returns the audio device's reported position.
    private mutating func deviceState() -> AudioDeviceState? {
        guard device != .none, machine.audio.device == .ready else { return nil }
        var deviceState = AudioDeviceState(serial: audioSerial)
        let queued = queuedTo ?? audioStart
        if isPaused || device == .frozen {
            playedFrom = nil
        } else if let from = playedFrom {
            let delay: Nanoseconds = device == .slowStart ? 900 * .millisecond : 50 * .millisecond
            let running = host &- from &- delay
            if running > 0 {
                played = min(queued, max(played, played &+ Nanoseconds(Double(running) * audioRate)))
                playedFrom = host &+ (0 &- delay)
                deviceState.audible = (played, audioRate)
            }
            if device == .erratic, chance(5), deviceState.audible != nil {
                deviceState.audible?.time = max(0, played &+ .random(in: -600...200, using: &random) * .millisecond)
            }
        } else {
            playedFrom = host
        }
        deviceState.isPassedToDevice = isAudioDrained
        deviceState.isFinished = isAudioDrained && played >= queued
        deviceState.secondsLeft = max(0, queued &- played).seconds
        deviceState.isQueueEmpty = played >= queued
        return deviceState
    }

    private mutating func tick() {
        guard machine.needsTicks else { return }
        var tickInput = Machine.TickInput()
        tickInput.audio = deviceState()
        tickInput.drawingDelay = Nanoseconds.random(in: 0...30, using: &random) * .millisecond
        let before = machine.video.displayed
        nextTick = input("tick") { $0.tick(tickInput) }
        checkDisplay(before: before, drawingDelay: tickInput.drawingDelay)
        if let nextTick, nextTick &- host > .second { violate("the next tick is \((nextTick &- host).seconds) s away") }
    }

    /// Checks that frames are displayed as early as drawing requires, and no earlier.
    private mutating func checkDisplay(before: ModelFrame?, drawingDelay: Nanoseconds) {
        guard case .playing = machine.mode, !machine.isAwaitingAudioStart else { return }
        let lead = PlaybackLimits.displayLead &+ Nanoseconds(Double(drawingDelay) * machine.clock.rate)
        let due = machine.clock.time(at: host) &+ lead
        if let next = machine.video.frames.first, next.time <= due {
            violate("\(next.time) is due at \(due) and was not displayed")
        }
        if let displayed = machine.video.displayed, displayed !== before, displayed.time > due {
            violate("\(displayed.time) is displayed, due is \(due)")
        }
    }

    // MARK: - The end of a run

    /// Checks that without further commands, playback at rate 1 reaches the end, a failure, or a stall with a cause.
    mutating func playOut() {
        guard !isClosed else { return }
        setRate(1)
        for round in 0..<60_000 {
            read()
            read()
            decode()
            decode()
            fillAudio()
            fillAudio()
            tick()
            if round.isMultiple(of: 3) { advance(by: 5 * .millisecond) }
            switch machine.mode {
            case .ended, .failed: return
            default: continue
            }
        }
        let (video, source) = (machine.video, machine.source)
        violate(
            """
            playback did not come to an end: \(machine.mode) at \(machine.time(at: host)) of \(duration), read to the end: \
            \(machine.cache.isAtEnd), frames \(video.frames.count), drained \(video.isDrained), draining \
            \(video.pipelines.active.isDraining), displayed \(video.displayed?.end ?? -1), audio \(machine.audio), device \
            \(device), tracks \(source.playableIndexes), queued \(queuedTo ?? -1), heard \(played), drained \(isAudioDrained), \
            clock \(machine.clock), decoder \(waitingForDecoder)
            """)
    }

    /// Checks that a closed machine produces no actions.
    mutating func pokeClosed() {
        setRate(2)
        seek()
        if !openSeeks.isEmpty { openSeeks.removeAll() }
        read()
        decode()
        fillAudio()
        advance(by: .second)
        tick()
    }
}
