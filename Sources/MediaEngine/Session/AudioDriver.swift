import CFFmpeg
import Foundation
import Synchronization

/// The audio thread: decodes and converts audio, and fills the ring buffer of the device. Owns the decoder, the ring buffer and the device.
final class AudioDriver: Sendable {
    /// The capacity of the ring buffer in seconds; the device's own buffer comes on top.
    static let queueSeconds = 0.4
    /// The number of frames converted at once.
    private static let chunkFrames = 2048
    /// The maximum number of seconds of silence between the end of the audio and the next item.
    private static let longestTail = 10.0

    /// The audio device with the ring buffer that feeds it.
    private struct Device {
        var ring: AudioRing
        var output: any AudioOutput
        var isReady = false
    }

    private struct Gain {
        var value: Float
        var isMuted: Bool
        /// From -1, left, to 1, right.
        var pan: Float = 0
        var effective: Float { isMuted ? 0 : value }
    }

    private struct Shared {
        var device: Device?
        var gain: Gain
        /// How much later than its media time audio is played.
        var delay: Nanoseconds = 0
        var mix = AudioMixPlan()
        var measuresLevels = false
    }

    private let shared: Mutex<Shared>
    // Decoder and converter are used by one thread at a time: the one that holds this lock while it runs.
    private let state = Mutex<UnsafeTransfer<DecodingState>>(UnsafeTransfer(DecodingState()))

    init(volume: Float, isMuted: Bool) {
        shared = Mutex(Shared(gain: Gain(value: volume, isMuted: isMuted)))
    }

    deinit { release() }

    // MARK: - Any thread

    func setVolume(_ volume: Float) { changeGain { $0.value = volume } }
    func setMuted(_ muted: Bool) { changeGain { $0.isMuted = muted } }
    func setPan(_ pan: Float) { changeGain { $0.pan = pan } }

    func setMetering(_ isEnabled: Bool) {
        let ring = shared.withLock { shared in
            shared.measuresLevels = isEnabled
            return shared.device?.ring
        }
        ring?.setMetering(isEnabled)
    }

    /// Sets how much later than its media time audio is played, from the next restart of the audio on; negative: earlier.
    func setDelay(_ delay: Nanoseconds) { shared.withLock { $0.delay = delay } }

    /// Sets the volumes of tracks, for samples that are converted from now on.
    func setMix(_ mix: AudioMixPlan) { shared.withLock { $0.mix = mix } }

    private func changeGain(_ change: (inout Gain) -> Void) {
        let (ring, gain) = shared.withLock { shared in
            change(&shared.gain)
            return (shared.device?.ring, shared.gain)
        }
        ring?.setGain(gain.effective, pan: gain.pan, ramps: true)
    }

    /// The ring buffer of the device; nil before the first audio track plays.
    var ring: AudioRing? { shared.withLock { $0.device?.ring } }

    func setPaused(_ paused: Bool) {
        guard let device = shared.withLock({ $0.device }) else { return }
        device.output.setPaused(paused)
        if paused { device.ring.clearLevels() }
    }

    /// Pauses the device after the last sample, unless the audio of another session follows without a gap.
    func handOver() { shared.withLock { $0.device?.output }?.handOver() }

    /// The playback position of the device; nil if no device is open.
    func deviceState(at host: HostTime) -> AudioDeviceState? {
        guard let device = shared.withLock({ $0.device }), device.isReady else { return nil }
        return device.ring.deviceState(at: host) { device.output.position() }
    }

    /// Closes the device. Call only while no audio thread runs.
    func release() {
        let device = shared.withLock { shared in
            defer { shared.device = nil }
            return shared.device
        }
        device?.output.stop()
        state.withLock { $0.value = DecodingState() }
    }

    // MARK: - The audio thread

    /// Decodes until there is no more work.
    func run(_ core: SessionCore) {
        if open(core) == .ready {
            state.withLock { state in
                while let job = core.nextJob(of: .audio, { step(&$0, &state.value, core.clock) }) {
                    perform(job, core, &state.value)
                }
            }
        } else {
            // Without a device there is no work until the session is closed.
            while core.nextJob(of: .audio, { _ in SessionCore.DriverStep<Void>.rest }) != nil {}
        }
        if !core.read({ $0.isReady }) { release() }
    }

    private enum Opening { case ready, none }

    /// Opens the device when the first audio track plays.
    private func open(_ core: SessionCore) -> Opening {
        if let device = shared.withLock({ $0.device }) { return device.isReady ? .ready : .none }
        guard let track = core.read({ $0.audio.device == .unopened ? $0.source.audioTrack?.audio : nil }) else {
            return .none
        }
        core.update { $0.audioDeviceOpening() }
        let rate = min(max(track.sampleRate, 8000), 192_000)
        let ring = AudioRing(format: AudioFormat(sampleRate: rate, channels: 2), seconds: Self.queueSeconds)
        let output = core.options.makeAudioOutput?() ?? DefaultAudioOutput.make(clock: core.clock)
        let (gain, measuresLevels) = shared.withLock { shared in
            shared.device = Device(ring: ring, output: output)
            return (shared.gain, shared.measuresLevels)
        }
        ring.setGain(gain.effective, pan: gain.pan, ramps: false)
        ring.setMetering(measuresLevels)
        do throws(MediaError) {
            try output.start(
                format: ring.format, render: { buffer, frames in ring.read(into: buffer, frames: frames) },
                events: { [weak core] event in
                    switch event {
                    case .deviceLost: core?.send(.audioDeviceChanged("none"))
                    case .deviceChanged(let name): core?.send(.audioDeviceChanged(name))
                    case .framesDiscarded: core?.update { $0.resyncAudio() }
                    }
                })
        } catch {
            shared.withLock { $0.device?.isReady = false }
            output.stop()
            core.update { $0.audioDeviceFailed(error) }
            return .none
        }
        shared.withLock { $0.device?.isReady = true }
        core.update { $0.audioDeviceReady(output.deviceName) }
        return .ready
    }

    /// The number of silent frames from the end of the audio to the end of the video, so that the next item does not start before it.
    private func silence(after ring: AudioRing, delay: Nanoseconds, _ core: SessionCore) -> Int {
        guard let last = ring.nextMediaTime else { return 0 }
        let end = core.read { machine -> Nanoseconds? in
            guard machine.source.videoTrack != nil else { return nil }
            return [machine.source.duration, machine.transport.forwardEnd].compactMap { $0 }.min()
        }
        guard let end else { return 0 }
        let seconds = (end &- (last &- delay)).seconds / max(0.01, ring.rate)
        return Int((seconds.clamped(0, Self.longestTail) * Double(ring.format.sampleRate)).rounded())
    }

    private func step(
        _ state: inout SessionCore.State, _ decoding: inout DecodingState, _ clock: any HostClock
    ) -> SessionCore.DriverStep<SessionMachine.AudioJob> {
        guard let ring else { return .rest }
        let queue = SessionMachine.AudioQueue(
            serial: decoding.serial, nextTime: ring.nextMediaTime.map { $0 &- decoding.delay },
            hasRoom: ring.freeFrames >= ring.capacity / 4,
            hasPending: decoding.pending != nil, isDrained: decoding.isDrained, cutEnd: decoding.cutEnd)
        switch state.machine.takeAudioJob(queue) {
        case .job(let job):
            return .job(job)
        case .waitForRoom:
            if state.machine.isIdle { return .rest }
            let rest = Double(ring.filledFrames - ring.capacity / 2) / Double(ring.format.sampleRate)
            return .wait(until: clock.time &+ Nanoseconds(seconds: max(0.01, rest)))
        case .wait:
            let isFed = state.machine.source.audioTrack == nil || decoding.isDrained
            return isFed ? .rest : .wait(until: nil)
        }
    }

    private func perform(_ job: SessionMachine.AudioJob, _ core: SessionCore, _ state: inout DecodingState) {
        guard let device = shared.withLock({ $0.device }), let reader = core.reader else { return }
        let ring = device.ring
        state.mixer.mix = shared.withLock { $0.mix }
        do throws(MediaError) {
            switch job {
            case .nothing(let serial):
                state.serial = serial
                core.noteAudioSerial(serial)
            case .restart(let plan):
                state.restart(plan, delay: shared.withLock { $0.delay }, format: ring.format)
                ring.reset(serial: plan.serial, rate: plan.rate)
                device.output.flush()
                ring.release()
                core.noteAudioSerial(plan.serial)
                return
            case .move(let plan): state.follow(plan)
            case .decode(let packet, let plan):
                state.follow(plan)
                try state.decode(packet, of: plan.track, reader)
            }
            state.move(to: ring, chunkFrames: Self.chunkFrames)
            device.output.wake()
            if state.isDrained, state.pending == nil {
                ring.complete(serial: state.serial)
                device.output.end(silentFrames: silence(after: ring, delay: state.delay, core))
                // Lets the presenter check whether all audio has been played.
                core.update { _ in }
            }
        } catch {
            core.update { $0.audioFailed(error) }
        }
    }
}

/// The state of decoding and conversion. Used by one thread at a time.
private struct DecodingState {
    /// Converted frames that did not fit into the ring buffer.
    struct PendingAudio {
        var frames: Int
        var from: Int
        var time: Nanoseconds
        /// Media seconds per second of output.
        var rate: Double
    }

    var serial = -1
    /// Whether the track has been converted to its end.
    var isDrained = false
    var pending: PendingAudio?
    private var decoder: AudioDecoder?
    private var trackIndex: Int?
    private var converter: AudioConverter?
    private var chunk: [Float] = []
    var mixer = TrackMixer()
    /// The track whose volume applies to the converted samples; nil for tracks that were mixed before.
    private var volumeTrack: Int32?
    private var earliest: Nanoseconds = 0
    /// The end of playback; later samples are dropped.
    private var latest: Nanoseconds?
    /// The end of playback at which the audio was cut; nil: the audio was not cut.
    private(set) var cutEnd: Nanoseconds?
    /// How much later than its media time audio is played.
    private(set) var delay: Nanoseconds = 0
    private var rate = 1.0

    /// Discards all state, because the audio restarts at another time.
    mutating func restart(_ plan: SessionMachine.AudioPlan, delay: Nanoseconds, format: AudioFormat) {
        self.delay = delay
        let converter = self.converter ?? AudioConverter(output: format)
        self.converter = converter
        serial = plan.serial
        earliest = plan.start
        latest = plan.end
        cutEnd = nil
        rate = plan.rate
        converter.reset()
        converter.setRate(rate, keepsPitch: plan.keepsPitch)
        pending = nil
        isDrained = false
        if trackIndex == plan.track.index { decoder?.flush() }
    }

    /// Applies a slightly changed rate, used to catch up with a live stream.
    mutating func follow(_ plan: SessionMachine.AudioPlan) {
        latest = plan.end
        guard plan.rate != rate else { return }
        rate = plan.rate
        converter?.setRate(rate, keepsPitch: plan.keepsPitch)
    }

    /// Converts a decoded frame of a track; the pairs of a composition are mixed before.
    private func push(
        _ frame: UnsafePointer<AVFrame>, at time: Nanoseconds, of track: TrackInfo, to converter: AudioConverter
    ) throws(MediaError) {
        guard let tracks = track.mixed else {
            return try converter.push(frame: frame, mediaTime: (time &+ delay).seconds)
        }
        var mixed: UnsafeMutablePointer<AVFrame>? = try mixer.mixed(frame, tracks, time: time)
        defer { av_frame_free(&mixed) }
        if let mixed { try converter.push(frame: mixed, mediaTime: (time &+ delay).seconds) }
    }

    /// - Parameter packet: nil at the end of the track.
    mutating func decode(_ packet: Packet?, of track: TrackInfo, _ reader: any MediaReader) throws(MediaError) {
        guard let converter else { return }
        volumeTrack = track.mixed == nil ? track.trackID : nil
        let isOtherTrack = trackIndex != track.index
        if packet == nil, isOtherTrack {
            // The track has ended and none of it was decoded.
            isDrained = true
            return
        }
        let format = packet?.format ?? decoder?.format ?? reader.format(of: track.index)
        let fits = decoder.map { format?.decodes(like: $0.format) ?? true } ?? false
        if isOtherTrack || !fits {
            if !isOtherTrack {
                // The format changes without a gap: first drain the old decoder.
                try decoder?.decode(nil) { (frame, time) throws(MediaError) in
                    try push(frame, at: time, of: track, to: converter)
                }
            }
            guard let format = isOtherTrack ? packet?.format ?? reader.format(of: track.index) : format else {
                throw MediaError(.malformed, "The audio track is no longer in the media.", url: reader.url)
            }
            decoder = try AudioDecoder(format: format, track: track, url: reader.url)
            trackIndex = track.index
        }
        try decoder?.decode(packet) { (frame, time) throws(MediaError) in
            try push(frame, at: time, of: track, to: converter)
        }
        if packet == nil {
            converter.drain()
            isDrained = true
        }
    }

    private enum Cut { case before, atEnd }

    /// Drops the samples at and after the end of playback.
    private mutating func cut(_ part: inout PendingAudio, perFrame: Double) -> Cut {
        guard let latest, perFrame > 0 else { return .before }
        let room = ((latest &+ delay &- part.time).seconds / perFrame).rounded()
        guard room < Double(part.frames) else { return .before }
        part.frames = max(0, Int(room))
        // What follows is never played, even if playback continues beyond the end: the audio is then restarted.
        cutEnd = latest
        isDrained = true
        converter?.reset()
        return part.frames > 0 ? .before : .atEnd
    }

    /// Moves converted samples into the ring buffer until no samples are left or the ring buffer is full.
    mutating func move(to ring: AudioRing, chunkFrames: Int) {
        guard let converter else { return }
        let channels = ring.format.channels
        if chunk.isEmpty { chunk = [Float](repeating: 0, count: chunkFrames * channels) }
        while true {
            if pending == nil {
                let perFrame = converter.secondsPerFrame
                let pulled = chunk.withUnsafeMutableBufferPointer { converter.pull(into: $0, frames: chunkFrames) }
                guard pulled.frames > 0 else { return }
                if let volumeTrack {
                    let (mixer, delay) = (mixer, delay)
                    chunk.withUnsafeMutableBufferPointer { samples in
                        mixer.apply(
                            to: AudioTap.Chunk(
                                samples: samples, frames: pulled.frames, channels: channels,
                                sampleRate: ring.format.sampleRate,
                                time: Nanoseconds(seconds: pulled.mediaTime) &- delay, perFrame: perFrame * 1e9),
                            track: volumeTrack)
                    }
                }
                pending = PendingAudio(
                    frames: pulled.frames, from: 0, time: Nanoseconds(seconds: pulled.mediaTime),
                    rate: perFrame * Double(ring.format.sampleRate))
            }
            guard var part = pending else { return }
            if cut(&part, perFrame: part.rate / Double(ring.format.sampleRate)) == .atEnd {
                pending = nil
                return
            }
            let written = chunk.withUnsafeBufferPointer { samples in
                ring.write(
                    UnsafeBufferPointer(
                        rebasing: samples[(part.from * channels)..<((part.from + part.frames) * channels)]),
                    frames: part.frames, mediaTime: part.time, serial: serial, earliest: earliest, rate: part.rate)
            }
            guard let written, written < part.frames else {
                pending = nil
                // The serial is outdated, so the remaining samples are discarded too.
                if written == nil { return }
                continue
            }
            part.frames -= written
            part.from += written
            part.time =
                part.time &+ Nanoseconds(Double(written) / Double(ring.format.sampleRate) * part.rate * 1e9)
            pending = part
            return
        }
    }
}
