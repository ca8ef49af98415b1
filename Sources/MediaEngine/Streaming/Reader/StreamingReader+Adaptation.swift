import CoreMedia
import HLS

/// What the adaptation is asked, and told. `gate` is held.
extension StreamingReader {
    /// Decisions that are kept for the log.
    private static let keptDecisions = 200
    /// Bits per second taken for a sound rendition whose rate nobody says.
    private static let usualSoundRate = 128_000.0
    private static let upcomingSegments = 16

    /// The rung of the first segment.
    func firstRung(_ ladder: VariantLadder) -> Int {
        let state = AdaptationState(
            now: now, phase: .starting, buffered: 0, bufferGoal: Self.bufferGoal.seconds, rungs: ladder.costs,
            upcoming: [AdaptationSegment(duration: 6)], limits: adaptationLimits)
        let decision = adaptation.chooseRung(state)
        decisions.append(decision)
        return ladder.rungs.indices.contains(decision.rung) ? decision.rung : 0
    }

    /// Asks which rung the next segment comes from.
    /// - Returns: another one than the present; nil: stay.
    func otherRung(for pipeline: RenditionPipeline) -> Int? {
        guard let ladder, ladder.rungs.count > 1, let state = state(of: pipeline, isRunning: false) else { return nil }
        let decision = adaptation.chooseRung(state)
        decisions.append(decision)
        if decisions.count > Self.keptDecisions { decisions.removeFirst() }
        return decision.rung == pipeline.rung ? nil : decision.rung
    }

    /// Asks whether a segment that is being loaded should come from another rung instead.
    func rungInstead(of running: RunningSegment, _ pipeline: RenditionPipeline) -> Int? {
        guard let state = state(of: pipeline, isRunning: true),
            case .abandon(let rung, _) = adaptation.reviewRunning(running, state)
        else { return nil }
        return rung
    }

    private var adaptationLimits: AdaptationLimits {
        // What cannot be had now counts more than what failed with another segment.
        let hard = limitedRungs.union(pipelines[.main]?.failedRungs ?? [])
        let all = hard.union(banned.filter { $0.value > now }.keys)
        return AdaptationLimits(excludedRungs: all.count < ladder?.rungs.count ?? 0 ? all : hard)
    }

    private func state(of pipeline: RenditionPipeline, isRunning: Bool) -> AdaptationState? {
        guard let ladder, let playlist = pipeline.tracker.playlist,
            let (start, upcoming, reachesEnd) = ahead(pipeline, playlist)
        else { return nil }
        let hasRendition = pipelines.keys.contains { $0 != .main }
        return AdaptationState(
            now: now, phase: hasGivenOut ? .playing : .starting,
            liveness: pipeline.tracker.playsParts ? .lowLatency : pipeline.tracker.isLive ? .live : .onDemand,
            buffered: max(0, (start &- playHead).seconds), bufferGoal: Self.bufferGoal.seconds, rate: rate,
            rungs: ladder.costs, previousRung: hasGivenOut || isRunning ? pipeline.rung : nil, upcoming: upcoming,
            upcomingReachesEnd: reachesEnd,
            companionBandwidth: hasRendition ? Self.usualSoundRate : 0, limits: adaptationLimits)
    }

    /// What comes next: from where, which segments, and whether they are the last. Parts are not decided on one by one: nil within a segment.
    private func ahead(
        _ pipeline: RenditionPipeline, _ playlist: MediaPlaylist
    ) -> (start: Nanoseconds, upcoming: [AdaptationSegment], reachesEnd: Bool)? {
        if case .part(let number, let index) = pipeline.next {
            let at = playlist.segments.position(ofSequenceNumber: number)
            guard let at, index >= playlist.segments[at].parts.count else { return nil }
        }
        if let at = pipeline.upcomingPosition(in: playlist) {
            let upcoming = playlist.segments[at..<min(at + Self.upcomingSegments, playlist.segments.endIndex)].map {
                AdaptationSegment(duration: $0.duration.seconds)
            }
            let start = pipeline.tracker.windowStart &+ (Nanoseconds(playlist.segments[at].start) ?? 0)
            return (start, upcoming, playlist.hasEnded && at + upcoming.count >= playlist.segments.endIndex)
        }
        guard pipeline.tracker.playsParts, let target = playlist.targetDuration else { return nil }
        return (pipeline.tracker.windowEnd, [AdaptationSegment(duration: target.seconds)], false)
    }
}
