import HLS

/// Audio decoding, and switches between audio tracks (hls.md section 4).
extension PlaybackMachine {
    /// The state of the device's ring buffer, as reported by the audio decoder.
    struct AudioQueue: Sendable {
        /// The serial that the decoder is processing.
        var serial: Int
        /// The media time after the last converted sample; nil before the first.
        var nextTime: Nanoseconds?
        var hasRoom: Bool
        /// Whether converted samples wait for room in the ring buffer.
        var hasPending: Bool
        /// Whether the track has been converted to its end.
        var isDrained: Bool
        /// The end of playback at which the audio was cut; nil: it was not cut.
        var cutEnd: Nanoseconds?
    }

    /// The parameters of audio playback.
    struct AudioPlan: Sendable {
        var serial: Int
        var track: TrackInfo
        var rate: Double
        var keepsPitch: Bool
        /// Samples before this media time are dropped.
        var start: Nanoseconds
        /// Samples at and after this media time are dropped; nil: none.
        var end: Nanoseconds?
    }

    enum AudioJob: Sendable {
        /// Discard all audio in the pipeline and restart.
        case restart(AudioPlan)
        /// There is no audio track.
        case nothing(serial: Int)
        /// Move pending samples into the ring buffer.
        case move(AudioPlan)
        /// Decode a packet; nil: the end of the track.
        case decode(Sample?, AudioPlan)
    }

    enum AudioWait: Sendable {
        case job(AudioJob)
        /// No work until the state changes.
        case wait
        /// The ring buffer is full.
        case waitForRoom
    }

    /// Takes the audio decoder's next job.
    mutating func takeAudioJob(_ queue: AudioQueue) -> AudioWait {
        guard isReady else { return .wait }
        if queue.serial != audio.serial { return .job(plan.map(AudioJob.restart) ?? .nothing(serial: audio.serial)) }
        takeOverAudio(after: queue.nextTime ?? time, isDrained: queue.isDrained)
        if queue.serial != audio.serial { return .job(plan.map(AudioJob.restart) ?? .nothing(serial: audio.serial)) }
        if let cut = queue.cutEnd, cut != transport.forwardEnd, !audio.isCutOutdated {
            // Playback continues beyond its former end.
            audio.isCutOutdated = true
            resyncAudio()
            if queue.serial != audio.serial {
                return .job(plan.map(AudioJob.restart) ?? .nothing(serial: audio.serial))
            }
        }
        guard let plan, pendingSeek?.isRequested != true else { return .wait }
        if case .reversing = mode { return .wait }
        guard queue.hasRoom else { return .waitForRoom }
        if queue.hasPending { return .job(.move(plan)) }
        if queue.cutEnd != nil { return .wait }
        let index = plan.track.index
        if let next = cache[index].next {
            cache[index].take()
            return .job(.decode(next, plan))
        }
        if cache.isAtEnd, !queue.isDrained { return .job(.decode(nil, plan)) }
        return .wait
    }

    private var plan: AudioPlan? {
        guard let track = source.audioTrack else { return nil }
        // Catching up with a live stream must not change the pitch.
        let isNormal = audio.rate == 1
        return AudioPlan(
            serial: audio.serial, track: track, rate: audio.rate * (isNormal ? live.pace.rate : 1),
            keepsPitch: audio.keepsPitch || isNormal, start: audio.start, end: transport.forwardEnd)
    }

    /// Restarts the audio at a media time.
    mutating func restartAudio(at time: Nanoseconds, rate: Double) {
        _ = takeOverPendingAudio()
        audio.serial += 1
        audio.start = time
        audio.rate = rate
        audio.playOutDeadline = nil
        audio.isCutOutdated = false
        guard let index = source.audioTrack?.index else { return }
        let track = cache[index]
        let first = track.firstPacket(endingAfter: time &- PlaybackLimits.audioPreroll)
        cache[index].move(to: first ?? (track.packets.isEmpty ? track.base : track.end))
    }

    /// Restarts the audio at the current time; the clock stops only until the device starts.
    mutating func resyncAudio() {
        guard isReady, pendingSeek == nil else { return }
        switch mode {
        case .playing:
            freeze()
            restartAudio(at: time, rate: audio.rate)
            settle()
        case .reversing, .scanning: audio.serial += 1
        default: restartAudio(at: time, rate: audio.rate)
        }
    }

    /// Converts the audio of a paused session at the rate at which it will play, so that it can follow another session without a gap.
    mutating func prepareAudio(atRate rate: Double) {
        guard transport.rate == 0, rate != audio.rate, AudioState.isAudible(rate) else { return }
        if isReady, pendingSeek == nil { restartAudio(at: time, rate: rate) } else { audio.rate = rate }
    }

    mutating func setKeepsPitch(_ keeps: Bool) {
        guard keeps != audio.keepsPitch else { return }
        audio.keepsPitch = keeps
        if audio.rate != 1 { resyncAudio() }
    }

    // MARK: - The device

    mutating func audioDeviceOpening() { audio.device = .opening }

    /// Called when the device is open and paused.
    mutating func audioDeviceReady(_ name: String) {
        statistics.audioDevice = name
        audio.device = .ready
        guard isReady else { return }
        // Time has not waited for the slow device: start the audio at the current time.
        if case .playing = mode, clock.rate != 0, AudioState.isAudible(transport.rate) {
            audio.isOutputPaused = false
            restartAudio(at: time, rate: transport.rate)
        }
        if !audio.isOutputPaused { perform(.pauseAudio(false)) }
    }

    /// Called when no device could be opened; the host clock takes over.
    mutating func audioDeviceFailed(_ error: MediaError) {
        audio.device = .unavailable
        guard isReady else { return }
        send(.warning(error))
        source.audioTrack = nil
        resumeWithoutAudio()
    }

    /// Called when the audio track cannot be decoded.
    mutating func audioFailed(_ error: MediaError) {
        guard isReady else { return }
        send(.warning(error))
        guard error.code == .decoderNotFound || source.videoTrack == nil else { return }
        if source.videoTrack == nil { return fail(error) }
        source.audioTrack = nil
        resumeWithoutAudio()
    }

    /// Continues with the host clock if time followed the device or waited for it.
    private mutating func resumeWithoutAudio() {
        guard case .playing = mode else { return }
        freeze()
        settle()
    }

    // MARK: - Switching tracks

    /// Switches to another audio track, or to none.
    mutating func switchAudio(to track: TrackInfo?) {
        source.pendingAudioTrack = nil
        guard source.facts.policy.readsSelectedTracksOnly else {
            source.audioTrack = track
            return resyncAudio()
        }
        applySelection()
        // The new track has not been read, even if the old one was read to its end.
        if track != nil, source.readFailure == nil { cache.isAtEnd = false }
        guard let track else {
            dropAudio(of: source.audioTrack)
            source.audioTrack = nil
            return resyncAudio()
        }
        // Packets of an earlier selection are read again.
        dropAudio(of: track)
        source.selections.beginAudio()
        if isAudioAtWork, let old = source.audioTrack, old.index != track.index {
            source.pendingAudioTrack = track
        } else {
            dropAudio(of: source.audioTrack)
            source.audioTrack = track
            resyncAudio()
        }
    }

    /// Handles audio tracks that failed to load: continues with the previous track, else with another one that did not fail, else without
    /// audio.
    mutating func audioTracksLost(_ lost: Set<Int>) {
        source.lostAudioTracks.formUnion(lost)
        guard let chosen = source.selected[.audio], lost.contains(chosen) else { return }
        let tracks = source.info?.tracks ?? []
        let candidates = [source.audioTrack].compactMap { $0 } + tracks.filter { $0.kind == .audio && $0.isDecodable }
        let other = candidates.first { !source.lostAudioTracks.contains($0.index) }
        source.selected[.audio] = other?.index
        switchAudio(to: other)
        selectCaptions()
        send(.audioTrackFailed(trackIndex: chosen, instead: other?.index))
    }

    /// Whether the current audio can continue until the new track is buffered.
    private var isAudioAtWork: Bool {
        guard isReady, audio.device == .ready else { return false }
        switch mode {
        case .seeking, .reversing, .scanning: return false
        default: return true
        }
    }

    enum AudioSwitch: Sendable { case switched, unchanged }

    /// Makes the selected audio track the current one, whether it is buffered or not.
    mutating func takeOverPendingAudio() -> AudioSwitch {
        guard let pending = source.pendingAudioTrack else { return .unchanged }
        source.pendingAudioTrack = nil
        dropAudio(of: source.audioTrack)
        source.audioTrack = pending
        return .switched
    }

    /// Continues with the selected audio track where the converted audio of the old one ends, if the track is buffered.
    /// - Parameters:
    ///   - edge: the end of the converted audio.
    ///   - isDrained: whether the old track has been converted to its end.
    private mutating func takeOverAudio(after edge: Nanoseconds, isDrained: Bool) {
        guard let pending = source.pendingAudioTrack else { return }
        let buffered = cache[pending.index]
        let isOldExhausted = source.audioTrack.map { cache[$0.index].isExhausted } ?? true
        if let first = buffered.packets.first?.time, let end = buffered.endTime {
            let isHere = first <= edge && (end >= edge &+ PlaybackLimits.audioTakeOver || cache.isAtEnd)
            guard isHere || isOldExhausted else { return }
        } else {
            // Nothing of the track is buffered.
            guard cache.isAtEnd, isOldExhausted else { return }
        }
        _ = takeOverPendingAudio()
        let isStalled = if case .waiting = mode { true } else { false }
        if audio.isOutputPaused || isDrained || isStalled {
            // The old track is not audible now; discard its audio.
            return restartAudio(at: time, rate: audio.rate)
        }
        if let number = cache[pending.index].firstPacket(endingAfter: edge &- PlaybackLimits.audioPreroll) {
            cache[pending.index].move(to: number)
        }
    }

    private mutating func dropAudio(of track: TrackInfo?) {
        guard let track else { return }
        cache[track.index].removeAll()
    }
}
