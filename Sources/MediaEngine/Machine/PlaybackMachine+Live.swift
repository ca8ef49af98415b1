import CoreMedia
import HLS

/// Controls the distance to the live edge: by a slightly different rate, or by a jump (hls.md section 6).
extension PlaybackMachine {
    private var liveConditions: LivePace.Conditions? {
        source.facts.live.map {
            LivePace.Conditions(
                isLowLatency: $0.target.isLowLatency, preservesOffset: transport.streaming.keepsLiveDistance)
        }
    }

    /// Returns the seconds from `media` to the live target. After a pause, the stream is assumed to have grown continuously.
    private func distance(to target: LiveTarget, from media: Nanoseconds, hasPaused: Bool = false) -> Double {
        (target.latest(growingUpTo: hasPaused ? .never : target.step) &- media).seconds
    }

    /// Returns the seek to start with if playback is too far behind the live edge.
    mutating func jumpBeforeResuming() -> SeekRequest? {
        guard let interruption = live.interruption else { return nil }
        live.interruption = nil
        guard transport.rate > 0, let facts = source.facts.live, let conditions = liveConditions else { return nil }
        let behind = distance(to: facts.target, from: time, hasPaused: true)
        let joined = min(facts.target.latest, facts.startPosition).seconds
        guard
            live.pace.resumed(
                behind, after: interruption, joined: joined, ahead: aheadOfPlayHead.seconds, conditions)
        else { return nil }
        return jump(to: facts.target, assuming: .never)
    }

    /// Returns the seek that restores the configured distance.
    /// - Parameter growth: the assumed growth of the stream since its last playlist.
    private func jump(to target: LiveTarget, assuming growth: Nanoseconds) -> SeekRequest {
        let offset = live.pace.offset
        let position =
            offset > 0 ? target.latest(growingUpTo: growth) &- Nanoseconds(seconds: offset) : Nanoseconds.never
        var jump = SeekRequest.exact(position)
        jump.keepsLiveDistance = true
        return jump
    }

    /// Records the end position of a seek, whose distance to the live edge is maintained from now on.
    mutating func noteLiveDistance(of request: SeekRequest, at media: Nanoseconds) {
        live.frozenVideo.moved()
        guard let target = source.facts.live?.target, let conditions = liveConditions else { return }
        // After a seek during a pause, no other pause must be compensated.
        if live.interruption != .start { live.interruption = transport.rate == 0 ? .pause : nil }
        guard !request.keepsLiveDistance else { return }
        let behind = request.target == .never ? 0 : distance(to: target, from: media, hasPaused: true)
        live.pace.placed(behind, conditions)
    }

    /// Returns a seek to the live edge if video playback is stuck because the next frame's timestamp is wrong and far ahead.
    mutating func jumpOverFrozenVideo(at media: Nanoseconds, _ knownGap: Nanoseconds) -> SeekRequest? {
        guard transport.rate > 0, now &- live.watchedAt >= PlaybackLimits.liveInterval, source.videoTrack != nil,
            video.failure == nil
        else { return nil }
        live.watchedAt = now
        guard let facts = source.facts.live else { return nil }
        var observation = FrozenVideoDetector.Observation(
            media: media.seconds, shownEnd: video.displayed?.end.seconds, waiting: video.frames.map(\.time.seconds))
        observation.knownGap = knownGap.seconds
        guard let found = live.frozenVideo.check(observation, at: now.seconds) else { return nil }
        let edge = facts.window?.upperBound ?? media
        send(
            .warning(
                MediaError(
                    .contentChanged,
                    "A live stream's video was stuck for \(Int(found.frozenSeconds)) s, and its next frame is \(Int(found.secondsToNextFrame)) s ahead. "
                        + "Playback continues at the live edge.",
                    detail: "at \(media.seconds) s of \(edge.seconds) s", url: url)))
        live.pace = LivePace()
        var jump = SeekRequest.liveEdge
        // The buffered frames have the wrong timestamps.
        jump.readsAgain = true
        return jump
    }

    /// Adapts the rate to the distance from the live edge.
    mutating func followLiveEdge(at media: Nanoseconds) {
        guard transport.rate == 1, now &- live.pacedAt >= PlaybackLimits.liveInterval else { return }
        live.pacedAt = now
        guard let target = source.facts.live?.target, let conditions = liveConditions else { return }
        let (behind, ahead) = (distance(to: target, from: media), aheadOfPlayHead.seconds)
        if live.pace.updateAfterStart(behind, edge: target.latest.seconds, ahead: ahead, conditions) {
            freeze()
            return beginSeek(jump(to: target, assuming: target.step))
        }
        let before = live.pace.rate
        let rate = live.pace.follow(behind, ahead: ahead, conditions)
        // With audio, the clock follows the audio.
        if rate != before, !isAudioMaster { clock.setRate(rate, at: now) }
    }
}
