import CoreMedia
import Foundation
import HLS

/// The sound's thread: decodes, converts, and keeps the ring filled.
extension SessionCore {
    /// Media ahead in the ring; what the device holds comes on top.
    static let ringSeconds = 0.4
    /// Frames converted in one go.
    private static let chunkFrames = 2048

    func runAudio() {
        gate.lock()
        while awaitsSound, phase == .ready { gate.wait() }
        let chosen = audioTrack
        gate.unlock()
        guard let track = chosen?.audio else { return waitForClose() }
        let rate = min(max(track.sampleRate, 8000), 192_000)
        let ring = AudioRing(format: AudioFormat(sampleRate: rate, channels: 2), seconds: Self.ringSeconds)
        let output = options.makeAudioOutput?() ?? DefaultAudioOutput.make(clock: options.hostClock)
        gate.withLock {
            ring.setGain(isMuted ? 0 : volume, ramps: false)
            self.ring = ring
            self.output = output
        }
        do throws(MediaError) {
            try output.start(
                format: ring.format,
                render: { buffer, frames in ring.read(into: buffer, frames: frames) },
                events: { [weak self] event in
                    guard let self else { return }
                    switch event {
                    case .deviceLost: self.send(.audioDeviceChanged("none"))
                    case .deviceChanged(let name): self.send(.audioDeviceChanged(name))
                    }
                })
            gate.withLock {
                statistics.audioDevice = output.deviceName
                isAudioReady = true
                // Time has not waited for a device this slow: the sound begins where time is.
                if clock.rate != 0, Self.isAudible(wantedRate) {
                    isOutputPaused = false
                    restartAudio(at: bounded(clock.time(at: now)), rate: wantedRate)
                }
                if !isOutputPaused { output.setPaused(false) }
                gate.broadcast()
            }
            fillUntilClosed(ring, output)
        } catch {
            gate.withLock {
                send(.warning(error))
                // Without sound the host clock takes over.
                audioTrack = nil
                self.output = nil
                runIfPossible()
                gate.broadcast()
            }
            waitForClose()
        }
        output.stop()
    }

    private func waitForClose() {
        gate.lock()
        while phase == .ready { gate.wait() }
        gate.unlock()
    }

    private func fillUntilClosed(_ ring: AudioRing, _ output: any AudioOutput) {
        var decoder: AudioDecoder?
        var trackIndex: Int?
        let converter = AudioConverter(output: ring.format)
        var serial = -1
        var pace = 1.0
        var earliest: Nanoseconds = 0
        var isEnded = false
        var chunk = [Float](repeating: 0, count: Self.chunkFrames * ring.format.channels)
        /// Converted frames that the ring had no room for.
        var pending: PendingSound?

        while true {
            gate.lock()
            var packet: Packet?
            var isFresh = false
            while true {
                if phase != .ready {
                    gate.unlock()
                    return
                }
                if serial != audioSerial {
                    isFresh = true
                    break
                }
                takeOverSound(at: ring.nextMediaTime ?? bounded(clock.time(at: now)), isDrained: isEnded)
                if serial != audioSerial { continue }
                if audioTrack != nil, reverse == nil, request == nil {
                    let room = ring.freeFrames
                    if room >= ring.capacity / 4 {
                        if pending != nil { break }
                        if let index = audioTrack?.index, let next = cache[index].next {
                            cache[index].take()
                            packet = next
                            break
                        }
                        if cache.isAtEnd, !isEnded { break }
                    } else {
                        let rest = Double(ring.filledFrames - ring.capacity / 2) / Double(ring.format.sampleRate)
                        clockSource.wait(on: gate, until: now &+ Nanoseconds(seconds: max(0.01, rest)))
                        continue
                    }
                }
                gate.wait()
            }
            guard let track = audioTrack, let demuxer else {
                serial = audioSerial
                gate.unlock()
                continue
            }
            let hasNewPace = pace != livePace.rate
            pace = livePace.rate
            let rate = audioRate * (audioRate == 1 ? pace : 1)
            // Nobody is to hear that a live stream is caught up with.
            let keepsPitch = self.keepsPitch || audioRate == 1
            if isFresh {
                serial = audioSerial
                earliest = audioStart
                gate.unlock()
                ring.reset(serial: serial, rate: rate)
                output.flush()
                ring.release()
                converter.reset()
                converter.setRate(rate, keepsPitch: keepsPitch)
                pending = nil
                isEnded = false
                if trackIndex == track.index { decoder?.flush() }
            } else {
                gate.unlock()
                if hasNewPace { converter.setRate(rate, keepsPitch: keepsPitch) }
            }

            do throws(MediaError) {
                if isFresh { continue }
                if packet == nil, trackIndex != track.index {
                    // Nothing of it has come, and it is at its end.
                    if pending == nil { isEnded = true }
                } else {
                    let format = packet?.format ?? decoder?.format ?? demuxer.format(of: track.index)
                    if trackIndex != track.index
                        || !(decoder.map { old in format?.decodes(like: old.format) ?? true } ?? false)
                    {
                        if trackIndex == track.index, pending == nil {
                            // Another encoding follows without a gap: what the old decoder holds back comes first.
                            try decoder?.decode(nil) { (frame, time) throws(MediaError) in
                                try converter.push(frame: frame, mediaTime: time.seconds)
                            }
                        }
                        guard
                            let format = trackIndex == track.index
                                ? format : packet?.format ?? demuxer.format(of: track.index)
                        else {
                            throw MediaError(.malformed, "The track is not there any more.", url: demuxer.locator.url)
                        }
                        decoder = try AudioDecoder(format: format, track: track, url: demuxer.locator.url)
                        trackIndex = track.index
                    }
                    if pending == nil {
                        try decoder?.decode(packet) { (frame, time) throws(MediaError) in
                            try converter.push(frame: frame, mediaTime: time.seconds)
                        }
                        if packet == nil {
                            converter.drain()
                            isEnded = true
                        }
                    }
                }
                pending = move(from: converter, to: ring, &chunk, pending, serial: serial, earliest: earliest)
                output.wake()
                if isEnded, pending == nil {
                    ring.complete(serial: serial)
                    gate.withLock { gate.broadcast() }
                }
            } catch {
                gate.withLock {
                    send(.warning(error))
                    if error.code == .decoderNotFound || videoTrack == nil {
                        if videoTrack == nil { fail(error) } else { audioTrack = nil }
                    }
                    gate.broadcast()
                }
            }
        }
    }

    /// Converted frames of a chunk that the ring had no room for.
    private struct PendingSound {
        var frames: Int
        var from: Int
        var time: Nanoseconds
        /// How fast media goes by in them.
        var rate: Double
    }

    /// Moves converted samples into the ring until one is empty or the other full.
    private func move(
        from converter: AudioConverter, to ring: AudioRing, _ chunk: inout [Float],
        _ left: PendingSound?, serial: Int, earliest: Nanoseconds
    ) -> PendingSound? {
        var left = left
        let channels = ring.format.channels
        while true {
            if left == nil {
                let perFrame = converter.secondsPerFrame
                let pulled = chunk.withUnsafeMutableBufferPointer { converter.pull(into: $0, frames: Self.chunkFrames) }
                guard pulled.frames > 0 else { return nil }
                left = PendingSound(
                    frames: pulled.frames, from: 0, time: Nanoseconds(seconds: pulled.mediaTime),
                    rate: perFrame * Double(ring.format.sampleRate))
            }
            guard let part = left else { return nil }
            let written = chunk.withUnsafeBufferPointer { samples in
                ring.write(
                    UnsafeBufferPointer(
                        rebasing: samples[(part.from * channels)..<((part.from + part.frames) * channels)]),
                    frames: part.frames, mediaTime: part.time, serial: serial, earliest: earliest, rate: part.rate)
            }
            guard let written else { return nil }
            if written >= part.frames {
                left = nil
            } else {
                var rest = part
                rest.frames -= written
                rest.from += written
                rest.time = part.time &+ Nanoseconds(Double(written) / Double(ring.format.sampleRate) * part.rate * 1e9)
                return rest
            }
        }
    }

    /// Makes the sound begin anew at a media time. `gate` is held.
    func restartAudio(at time: Nanoseconds, rate: Double) {
        switchSoundNow()
        audioSerial += 1
        audioStart = time
        audioRate = rate
        if let index = audioTrack?.index {
            let track = cache[index]
            cache[index].move(
                to: track.firstPacket(endingAfter: time &- Self.prerollTime)
                    ?? (track.packets.isEmpty ? track.base : track.end))
        }
        gate.broadcast()
    }

    /// Sound decoded before the wanted sample, so that codecs with memory sound right from it on.
    static let prerollTime: Nanoseconds = 60 * .millisecond
}
