import CoreMedia
import HLS

/// What the adaptation is asked, and told. `gate` is held.
extension StreamingReader {
    /// Decisions that are kept for the log.
    private static let keptDecisions = 200
    /// Bits per second taken for a sound rendition whose rate nobody says.
    private static let usualSoundRate = 128_000.0
    private static let upcomingSegments = 16

    /// Seconds between two notes of what the network carries.
    static let memoryInterval = 10.0

    /// Why another variant is taken.
    struct SwitchCause {
        var reason: String
        var explanation: String
        var estimate: Double?

        init(reason: String, explanation: String, estimate: Double?) {
            self.reason = reason
            self.explanation = explanation
            self.estimate = estimate
        }

        /// What was loaded before cannot be had.
        static func loss(_ error: MediaError?) -> SwitchCause {
            SwitchCause(
                reason: "failure", explanation: "the one before cannot be had: \(error?.message ?? "a gap")",
                estimate: nil)
        }

        /// The decoder stands against it.
        static func decoder(_ error: MediaError) -> SwitchCause {
            SwitchCause(
                reason: "decoder", explanation: "the one before is left out for a while: \(error.message)",
                estimate: nil)
        }

        init(_ decision: AdaptationDecision) {
            reason = decision.reason.rawValue
            explanation = decision.explanation
            estimate = decision.estimate
        }
    }

    /// The rung of the first segment.
    func firstRung(_ ladder: VariantLadder) -> Int {
        if preferences.startsOnFirstEligible, let first = ladder.firstListed(without: limitedRungs) {
            announce(
                first,
                because: SwitchCause(
                    reason: "startup", explanation: "rung \(first) is the first one listed, as the app wants",
                    estimate: nil))
            return first
        }
        let state = AdaptationState(
            now: now, phase: .starting, buffered: 0, bufferGoal: Self.bufferGoal.seconds, rungs: ladder.costs,
            upcoming: [AdaptationSegment(duration: 6)], limits: adaptationLimits)
        let decision = adaptation.chooseRung(state)
        decisions.append(decision)
        let rung = ladder.rungs.indices.contains(decision.rung) ? decision.rung : 0
        announce(rung, because: SwitchCause(decision))
        return rung
    }

    /// Asks which rung the next segment comes from.
    /// - Returns: another one than the present; nil: stay.
    func otherRung(for pipeline: RenditionPipeline) -> AdaptationDecision? {
        guard let ladder, ladder.rungs.count > 1, let state = state(of: pipeline, isRunning: false) else { return nil }
        let decision = adaptation.chooseRung(state)
        decisions.append(decision)
        if decisions.count > Self.keptDecisions { decisions.removeFirst() }
        return decision.rung == pipeline.rung ? nil : decision
    }

    /// Asks whether a segment that is being loaded should come from another rung instead.
    func rungInstead(of running: RunningSegment, _ pipeline: RenditionPipeline) -> (Int, SwitchCause)? {
        guard let state = state(of: pipeline, isRunning: true),
            case .abandon(let rung, let explanation) = adaptation.reviewRunning(running, state)
        else { return nil }
        let cause = SwitchCause(
            reason: "abandoned", explanation: explanation, estimate: adaptation.estimate(at: now))
        return (rung, cause)
    }

    /// Tells whoever listens which variant is taken.
    func announce(_ rung: Int, because cause: SwitchCause) {
        guard let ladder, let variant = ladder.variant(rung), let url = ladder.url(of: rung, copy: copies[rung] ?? 0)
        else { return }
        events.tell(
            .variant(
                StreamVariant(
                    url: url, rung: rung, bandwidth: Double(variant.bandwidth),
                    averageBandwidth: variant.averageBandwidth.map(Double.init), width: variant.resolution?.width,
                    height: variant.resolution?.height, frameRate: variant.frameRate, estimate: cause.estimate,
                    reason: cause.reason, explanation: cause.explanation)))
    }

    /// Keeps what the network carries for the next run, now and then.
    func remember(atLeastAfter seconds: Double) {
        guard let memory, now - rememberedAt >= seconds, adaptation.estimator.measuredSeconds > 0.5,
            let measured = adaptation.stored(at: now)
        else { return }
        rememberedAt = now
        memory.keep(measured, for: network)
    }

    /// Where playback must be by now: whoever waits for a segment tells nothing.
    private var expectedPlayHead: Nanoseconds {
        guard rate != 0 else { return playHead }
        return playHead &+ Nanoseconds(Double(max(0, clock.now &- toldAt)) * abs(rate))
    }

    private var adaptationLimits: AdaptationLimits {
        // What cannot be had now counts more than what failed with another segment.
        let hard = limitedRungs.union(pipelines[.main]?.failedRungs ?? [])
        let all = hard.union(banned.filter { $0.value > now }.keys).union(decoderLimits.excluded(at: now))
        return AdaptationLimits(excludedRungs: all.count < ladder?.rungs.count ?? 0 ? all : hard)
    }

    private func state(of pipeline: RenditionPipeline, isRunning: Bool) -> AdaptationState? {
        guard let ladder, let playlist = pipeline.tracker.playlist,
            let (start, upcoming, beyond) = ahead(pipeline, playlist)
        else { return nil }
        let hasRendition = pipelines.keys.contains { $0 != .main }
        return AdaptationState(
            now: now, phase: hasLoadedMedia || isRunning ? .playing : isPrimed ? .seeking : .starting,
            liveness: pipeline.tracker.playsParts ? .lowLatency : pipeline.tracker.isLive ? .live : .onDemand,
            buffered: max(0, (start &- expectedPlayHead).seconds), bufferGoal: bufferGoal(pipeline, upcoming),
            rate: rate,
            rungs: ladder.costs, previousRung: pipeline.rung, upcoming: upcoming,
            secondsBeyond: beyond,
            companionBandwidth: hasRendition ? Self.usualSoundRate : 0, limits: adaptationLimits)
    }

    /// What there is to buffer before the next segment: of a live stream, what has been made.
    private func bufferGoal(_ pipeline: RenditionPipeline, _ upcoming: [AdaptationSegment]) -> Double {
        guard pipeline.tracker.isLive else { return Self.bufferGoal.seconds }
        let made = (pipeline.tracker.windowEnd &- expectedPlayHead).seconds - (upcoming.first?.duration ?? 0)
        return max(0, min(Self.bufferGoal.seconds, made))
    }

    /// Those that a live stream has not made yet will be like its last: what a switch costs has to be seen against all of them.
    private func prolonged(_ upcoming: [AdaptationSegment], _ playlist: MediaPlaylist) -> [AdaptationSegment] {
        guard !playlist.hasEnded, let last = upcoming.last else { return upcoming }
        return upcoming + Array(repeating: last, count: max(0, Self.upcomingSegments - upcoming.count))
    }

    /// What comes next: from where, which segments, and how many seconds of the stream after them. Parts are not decided on one by one: nil within a segment.
    private func ahead(
        _ pipeline: RenditionPipeline, _ playlist: MediaPlaylist
    ) -> (start: Nanoseconds, upcoming: [AdaptationSegment], beyond: Double?)? {
        if case .part(let number, let index) = pipeline.next {
            let at = playlist.segments.position(ofSequenceNumber: number)
            guard let at, index >= playlist.segments[at].parts.count else { return nil }
        }
        if let at = pipeline.upcomingPosition(in: playlist) {
            let upcoming = playlist.segments[at..<min(at + Self.upcomingSegments, playlist.segments.endIndex)].map {
                AdaptationSegment(duration: $0.duration.seconds)
            }
            let start = pipeline.tracker.windowStart &+ (Nanoseconds(playlist.segments[at].start) ?? 0)
            guard playlist.hasEnded, let last = playlist.segments.last else {
                return (start, prolonged(upcoming, playlist), nil)
            }
            let end = playlist.segments[at + upcoming.count - 1].end
            return (start, upcoming, (last.end - end).seconds)
        }
        guard pipeline.tracker.playsParts, let target = playlist.targetDuration else { return nil }
        return (
            pipeline.tracker.windowEnd, prolonged([AdaptationSegment(duration: target.seconds)], playlist), nil
        )
    }
}
