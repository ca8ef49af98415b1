import CoreMedia
import HLS

/// The inputs of the adaptation algorithm, and how its decisions are applied.
extension StreamMachine {
    /// The assumed bits per second of an audio rendition whose bandwidth no playlist declares.
    private static let usualAudioRate = 128_000.0
    private static let upcomingSegments = 16

    /// Chooses the variant of the first segment.
    mutating func firstVariant(_ ladder: VariantLadder) -> Int {
        if preferences.startsOnFirstEligible, let first = ladder.firstListed(without: variants.limited) {
            announce(
                first,
                because: SwitchCause(
                    reason: "startup", explanation: "variant \(first) is the first one listed, as the app requires"))
            return first
        }
        let state = AdaptationState(
            now: seconds, phase: .starting, buffered: 0, bufferGoal: Self.bufferGoal.seconds, variants: ladder.costs,
            upcoming: [AdaptationSegment(duration: 6)], limits: adaptationLimits)
        let decision = adaptation.choose(state)
        let variant = ladder.levels.indices.contains(decision.variant) ? decision.variant : 0
        announce(variant, because: SwitchCause(decision))
        return variant
    }

    /// Returns the decision to change the variant before the next chunk; nil to keep the current variant.
    mutating func otherVariant(for rendition: RenditionMachine) -> AdaptationDecision? {
        guard let ladder = variants.ladder, ladder.levels.count > 1,
            let state = adaptationState(of: rendition, isLoading: false)
        else { return nil }
        let decision = adaptation.choose(state)
        return decision.variant == rendition.variant ? nil : decision
    }

    /// Returns the variant to switch to if the chunk that is being loaded should be abandoned; nil to continue loading.
    mutating func variantInstead(
        of running: RunningSegment, _ rendition: RenditionMachine
    ) -> (variant: Int, SwitchCause)? {
        guard let state = adaptationState(of: rendition, isLoading: true),
            case .abandon(let variant, let explanation) = adaptation.controller.reviewRunning(running, state)
        else { return nil }
        let cause = SwitchCause(
            reason: "abandoned", explanation: explanation, estimate: adaptation.controller.estimate(at: seconds))
        return (variant, cause)
    }

    /// Reports the variant that plays from now on.
    mutating func announce(_ variant: Int, because cause: SwitchCause) {
        guard let stream = variants.ladder?.variant(variant), let url = variants.url(of: variant) else { return }
        actions.append(
            .report(
                .variant(
                    StreamVariant(
                        url: url, index: variant, bandwidth: Double(stream.bandwidth),
                        averageBandwidth: stream.averageBandwidth.map(Double.init), width: stream.resolution?.width,
                        height: stream.resolution?.height, frameRate: stream.frameRate, estimate: cause.estimate,
                        reason: cause.reason, explanation: cause.explanation))))
    }

    private var adaptationLimits: AdaptationLimits {
        variants.adaptationLimits(failed: main?.failures.variants ?? [], at: now)
    }

    private func adaptationState(of rendition: RenditionMachine, isLoading: Bool) -> AdaptationState? {
        guard let ladder = variants.ladder, let playlist = rendition.tracker.playlist,
            let (start, upcoming, beyond) = ahead(rendition, playlist)
        else { return nil }
        let hasAudioRendition = renditions.keys.contains { $0 != .main }
        let played = playHead.time(at: now)
        return AdaptationState(
            now: seconds, phase: rendition.hasLoadedMedia || isLoading ? .playing : hasStarted ? .seeking : .starting,
            liveness: rendition.tracker.playsParts ? .lowLatency : rendition.tracker.isLive ? .live : .onDemand,
            buffered: max(0, (start &- played).seconds), bufferGoal: bufferGoal(rendition, upcoming, played),
            rate: playHead.rate, variants: ladder.costs, previousVariant: rendition.variant, upcoming: upcoming,
            secondsBeyond: beyond, companionBandwidth: hasAudioRendition ? Self.usualAudioRate : 0,
            limits: adaptationLimits)
    }

    /// The seconds of media that can be buffered before the next segment; of a live stream, no more than the playlist lists.
    private func bufferGoal(
        _ rendition: RenditionMachine, _ upcoming: [AdaptationSegment], _ played: Nanoseconds
    ) -> Double {
        guard rendition.tracker.isLive else { return Self.bufferGoal.seconds }
        let available = (rendition.tracker.windowEnd &- played).seconds - (upcoming.first?.duration ?? 0)
        return max(0, min(Self.bufferGoal.seconds, available))
    }

    /// Extends the list of upcoming segments of a live stream with copies of its last one, so that a switch is rated over the full horizon.
    private func prolonged(_ upcoming: [AdaptationSegment], _ playlist: MediaPlaylist) -> [AdaptationSegment] {
        guard !playlist.hasEnded, let last = upcoming.last else { return upcoming }
        return upcoming + Array(repeating: last, count: max(0, Self.upcomingSegments - upcoming.count))
    }

    /// The next segments, their start time, and the seconds of the stream after them. Nil in the middle of a segment, because the variant
    /// is not changed between parts.
    private func ahead(
        _ rendition: RenditionMachine, _ playlist: MediaPlaylist
    ) -> (start: Nanoseconds, upcoming: [AdaptationSegment], beyond: Double?)? {
        if case .part(let number, let index) = rendition.next {
            let at = playlist.segments.position(ofSequenceNumber: number)
            guard let at, index >= playlist.segments[at].parts.count else { return nil }
        }
        if let at = rendition.upcomingPosition(in: playlist) {
            let upcoming = playlist.segments[at..<min(at + Self.upcomingSegments, playlist.segments.endIndex)].map {
                AdaptationSegment(duration: $0.duration.seconds)
            }
            let start = rendition.tracker.windowStart &+ (Nanoseconds(playlist.segments[at].start) ?? 0)
            guard playlist.hasEnded, let last = playlist.segments.last else {
                return (start, prolonged(upcoming, playlist), nil)
            }
            let end = playlist.segments[at + upcoming.count - 1].end
            return (start, upcoming, (last.end - end).seconds)
        }
        guard rendition.tracker.playsParts, let target = playlist.targetDuration else { return nil }
        return (
            rendition.tracker.windowEnd, prolonged([AdaptationSegment(duration: target.seconds)], playlist), nil
        )
    }

    // MARK: - Decoder faults

    /// Excludes a variant whose video cannot be decoded, or not in real time, and switches to another one.
    mutating func switchAway(
        fromVariant variant: Int, because fault: DecoderLimits.Fault, _ error: MediaError
    ) -> VariantSwitch {
        guard let ladder = variants.ladder, let main else { return .noAlternative }
        let selector = variants
        let moment = now
        let next = variants.decoderLimits.leave(variant, because: fault, variants: ladder.costs, at: seconds) {
            !selector.limited.contains($0) && !selector.isExcluded($0, at: moment)
        }
        guard let next else {
            return fault == .overload ? .noAlternative : switchCodecs(variant, error, because: .decoder(error))
        }
        reportSwitch(variant, error)
        if variants.decoderLimits.excluded(at: seconds).contains(main.variant) {
            switchMain(to: next, because: .decoder(error))
        }
        return .switched
    }

    private mutating func reportSwitch(_ variant: Int, _ error: MediaError) {
        var fault = error
        fault.url = fault.url ?? variants.url(of: variant)
        report(fault, "Playback continues in another variant.")
    }

    /// Switches to variants with other codecs when no variant with the current codecs is playable. These are not candidates of normal
    /// switches.
    mutating func switchCodecs(
        _ variant: Int, _ error: MediaError, because cause: SwitchCause
    ) -> VariantSwitch {
        guard let ladder = variants.ladder, let stream = ladder.variant(variant) else { return .noAlternative }
        var wanted = environment
        wanted.undecodableURIs.formUnion(ladder.levels.flatMap(\.indices).map { ladder.playlist.variants[$0].uri })
        guard let other = try? VariantLadder(ladder.playlist, environment: wanted, url: url) else {
            return .noAlternative
        }
        reportSwitch(variant, error)
        variants.begin(other, under: wanted, undecodable: wanted.undecodableURIs)
        renditions[.main]?.failures.forgetVariants()
        let like = other.index(like: stream)
        let limited = variants.limited
        switchMain(
            to: limited.contains(like) ? other.levels.indices.first { !limited.contains($0) } ?? 0 : like,
            because: cause)
        return .switched
    }

    /// Reports, once per segment, that frames were decoded with errors or dropped.
    mutating func reportCorruptFrame(at time: Nanoseconds, isLost: Bool) {
        guard let url = timeline.playedChunks.takeUnreportedURL(at: time) else { return }
        let error = MediaError(
            .decodingFailed, "Frames of a segment are damaged.", detail: "from \(time.seconds) s on", url: url)
        report(error, isLost ? "Some are not displayed." : "They are displayed with errors concealed.")
    }
}
