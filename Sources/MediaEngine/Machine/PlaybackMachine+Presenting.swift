import CoreMedia
import Foundation
import HLS

/// Clock ticks: display of due frames, the end of playback, and stalls.
extension PlaybackMachine {
    /// The measurements that a clock tick needs.
    struct TickInput: Sendable {
        /// Nil without an audio device.
        var audio: AudioDeviceState?
        /// The duration without video, as declared by the playlist, between the current time and the first queued frame.
        var knownGap: Nanoseconds = 0
        /// Host time from the display of a frame to the end of its drawing.
        var drawingDelay: Nanoseconds = 0
    }

    /// Whether ticks are needed.
    var needsTicks: Bool { isMoving }

    /// Displays due frames, and checks for the end and for stalls.
    /// - Returns: the time of the next tick; nil: after the next input.
    mutating func tick(_ input: TickInput) -> HostTime? {
        switch mode {
        case .scanning: return tickScan()
        case .reversing: return tickReverse()
        case .playing: return tickPlaying(input)
        case .idle, .opening, .paused, .waiting, .seeking, .ended, .failed, .closed: return nil
        }
    }

    private mutating func tickPlaying(_ input: TickInput) -> HostTime? {
        followAudio(input.audio)
        if isAwaitingAudioStart { return now &+ PlaybackLimits.audioStartInterval }
        let running = clock.time(at: now)
        let media = bounded(running)
        if let end = transport.forwardEnd, media >= end {
            reachEnd(at: end)
            return nil
        }
        followLiveEdge(at: media)
        guard case .playing = mode else { return nil }
        sendCaptions(at: media)
        // The media time that passes until a frame submitted now has been drawn.
        let lead = PlaybackLimits.displayLead &+ Nanoseconds(Double(input.drawingDelay) * clock.rate)
        // Durations in playlists and headers can be too short, so frames after the duration are displayed too.
        displayDueFrames(through: running &+ lead)
        if let jump = jumpOverFrozenVideo(at: media, input.knownGap) {
            freeze()
            beginSeek(jump)
            return nil
        }
        if source.isBehindWindow, isVideoOver(at: media) {
            // The remaining audio is not played without its video.
            joinLiveEdge()
            return nil
        }
        if isOver(at: media, running: running, input.audio) {
            finishPlaying(at: media)
            return nil
        }
        if isExhausted(at: media, input.audio) {
            stall()
            return nil
        }
        var wake = now &+ PlaybackLimits.correctionInterval
        if let next = video.frames.first, let due = clock.host(at: next.time &- lead) {
            // The tick of a frame corrects the clock too: video of a usual frame rate needs no other ticks.
            wake = due <= now &+ PlaybackLimits.longestFrameWait ? max(due, now) : wake
        }
        if let end = transport.forwardEnd, let due = clock.host(at: end) { wake = min(wake, max(due, now)) }
        return wake
    }

    /// Corrects the clock towards the audio device's position, and starts the clock when the device starts.
    private mutating func followAudio(_ device: AudioDeviceState?) {
        guard case .playing(var playing) = mode else { return }
        if let device, isAudioMaster, device.serial == audio.serial {
            if device.isFinished { audio.finishedSerial = device.serial }
            if playing.audioStartDeadline != nil {
                if device.isFinished {
                    playing.audioStartDeadline = nil
                    clock.setRate(transport.rate, at: now)
                } else if let audible = device.audible {
                    playing.audioStartDeadline = nil
                    clock.start(at: audible.time, rate: audible.rate, at: now)
                }
            } else if !device.isFinished, let audible = device.audible {
                clock.correct(to: audible.time, at: now)
                if abs(clock.rate - audible.rate) > PlaybackLimits.rateTolerance {
                    clock.setRate(audible.rate, at: now)
                }
            }
        }
        if let deadline = playing.audioStartDeadline, now >= deadline {
            playing.audioStartDeadline = nil
            clock.setRate(transport.rate, at: now)
        }
        mode = .playing(playing)
    }

    private mutating func displayDueFrames(through due: Nanoseconds) {
        while let next = video.frames.first, next.time <= due {
            video.frames.removeFirst()
            if let following = video.frames.first, following.time <= due {
                statistics.droppedFrames += 1
            } else {
                display(next)
            }
        }
    }

    /// Whether the last frame has been displayed for its duration.
    private func isVideoOver(at media: Nanoseconds) -> Bool {
        guard source.videoTrack != nil, video.failure == nil, video.isDrained, video.frames.isEmpty else {
            return false
        }
        return video.displayed.map { media >= min($0.end, source.duration ?? $0.end) } ?? true
    }

    /// Whether all frames and samples have been played.
    /// - Parameter running: the unbounded clock time, which continues past the end if the audio device does not finish.
    private mutating func isOver(at media: Nanoseconds, running: Nanoseconds, _ device: AudioDeviceState?) -> Bool {
        guard cache.isAtEnd else { return false }
        if source.videoTrack != nil, video.failure == nil, !isVideoOver(at: media) { return false }
        // A device that does not play must not prevent the item from ending.
        if let end = bufferedRange?.end, running > end &+ PlaybackLimits.longestDeviceBuffer { return true }
        if source.audioTrack != nil, audio.device == .ready, AudioState.isAudible(transport.rate) {
            estimatePlayOut(device)
            return audio.finishedSerial == audio.serial || audio.playOutDeadline.map { now >= $0 } ?? false
        }
        if source.videoTrack == nil, let duration = source.duration { return media >= duration }
        return true
    }

    /// Devices may drop or not report their last samples. Playback ends when these must have been played, at the latest a fixed time after
    /// the device received them.
    private mutating func estimatePlayOut(_ device: AudioDeviceState?) {
        guard let device, device.serial == audio.serial, device.isPassedToDevice else {
            audio.playOutDeadline = nil
            return
        }
        guard audio.playOutDeadline == nil else { return }
        let left = Nanoseconds(seconds: device.secondsLeft) &+ PlaybackLimits.audioEndSlack
        audio.playOutDeadline = now &+ min(left, PlaybackLimits.longestDeviceBuffer)
    }

    private mutating func finishPlaying(at media: Nanoseconds) {
        // Time may have run slightly beyond the buffered range; the reported end is bounded.
        let end = min(media, bufferedRange?.end ?? media)
        if source.isBehindWindow {
            joinLiveEdge()
        } else if let failure = source.readFailure {
            endEarly(failure, at: end)
        } else if source.isTruncated {
            let failure = MediaError(
                .truncated, "The file ends before its header says: it was truncated. Download it again.",
                detail: "ends at \(end.seconds) s of \((source.duration ?? 0).seconds) s", url: url)
            send(.warning(failure))
            endEarly(failure, at: end)
        } else {
            reachEnd(at: source.duration ?? media)
        }
    }

    /// Whether the next frame or sample is due and not buffered.
    private func isExhausted(at media: Nanoseconds, _ device: AudioDeviceState?) -> Bool {
        guard !cache.isAtEnd else { return false }
        if let index = source.videoTrack?.index, video.failure == nil, video.frames.isEmpty, cache[index].isExhausted {
            return video.displayed.map { media >= $0.end } ?? true
        }
        if let index = source.audioTrack?.index, audio.device == .ready, let device, device.serial == audio.serial,
            cache[index].isExhausted, device.isQueueEmpty
        {
            return AudioState.isAudible(transport.rate)
        }
        return false
    }

    private mutating func stall() {
        live.interruption = .stall
        statistics.stalls += 1
        freeze()
        send(.stalled)
        enter(.waiting(.buffering))
        // After a stall the state of the buffer is reported even if it has not changed.
        reported.buffer = nil
        reportBuffer()
    }
}
