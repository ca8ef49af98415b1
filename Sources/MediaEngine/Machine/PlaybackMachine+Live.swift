import CoreMedia
import HLS

/// A live stream's distance to its edge: kept by a slightly different rate, or restored by a jump (hls.md section 6).
extension PlaybackMachine {
    private var liveConditions: LivePace.Conditions? {
        source.facts.live.map {
            LivePace.Conditions(
                isLowLatency: $0.target.isLowLatency, preservesOffset: transport.streaming.keepsLiveDistance)
        }
    }

    /// Seconds from `media` to the live target. After a pause the stream is assumed to have grown all the time.
    private func distance(to target: LiveTarget, from media: Nanoseconds, hasPaused: Bool = false) -> Double {
        (target.latest(growingUpTo: hasPaused ? .never : target.step) &- media).seconds
    }

    /// The seek that playback begins with where it has fallen too far behind the live edge.
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

    /// Back to the distance that is kept.
    /// - Parameter growth: how much the stream is assumed to have grown since its last playlist.
    private func jump(to target: LiveTarget, assuming growth: Nanoseconds) -> SeekRequest {
        let offset = live.pace.offset
        let position =
            offset > 0 ? target.latest(growingUpTo: growth) &- Nanoseconds(seconds: offset) : Nanoseconds.never
        var jump = SeekRequest.exact(position)
        jump.keepsLiveDistance = true
        return jump
    }

    /// A seek has ended here: from now on that distance is kept.
    mutating func noteLiveDistance(of request: SeekRequest, at media: Nanoseconds) {
        live.standstill.moved()
        guard let target = source.facts.live?.target, let conditions = liveConditions else { return }
        // After a seek during a pause there is no other pause to make up for.
        if live.interruption != .start { live.interruption = transport.rate == 0 ? .pause : nil }
        guard !request.keepsLiveDistance else { return }
        let behind = request.target == .never ? 0 : distance(to: target, from: media, hasPaused: true)
        live.pace.placed(behind, conditions)
    }

    /// The seek to the live edge where the video stands for no reason, because the next frame's time is far ahead by mistake.
    mutating func jumpOverStandstill(at media: Nanoseconds, _ knownGap: Nanoseconds) -> SeekRequest? {
        guard transport.rate > 0, now &- live.watchedAt >= PlaybackLimits.liveInterval, source.videoTrack != nil,
            video.failure == nil
        else { return nil }
        live.watchedAt = now
        guard let facts = source.facts.live else { return nil }
        var sight = FrozenVideoDetector.Observation(
            media: media.seconds, shownEnd: video.displayed?.end.seconds, waiting: video.frames.map(\.time.seconds))
        sight.knownHole = knownGap.seconds
        guard let found = live.standstill.look(sight, at: now.seconds) else { return nil }
        let edge = facts.window?.upperBound ?? media
        send(
            .warning(
                MediaError(
                    .contentChanged,
                    "A live stream's video stood still for \(Int(found.stood)) s, and its next frame is \(Int(found.ahead)) s ahead. "
                        + "Playback continues at the live edge.",
                    detail: "at \(media.seconds) s of \(edge.seconds) s", url: url)))
        live.pace = LivePace()
        var jump = SeekRequest.liveEdge
        // The buffered frames are the ones with wrong times.
        jump.readsAgain = true
        return jump
    }

    /// The rate follows the distance.
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
        // Where there is audio, time follows it.
        if rate != before, !isAudioMaster { clock.setRate(rate, at: now) }
    }
}
