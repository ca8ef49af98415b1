import Foundation
import HLS

/// Switches variants and renditions.
extension StreamMachine {
    enum FallbackOutcome { case switched, exhausted }

    /// Tries another source of a chunk or playlist that failed: a redundant stream, another variant, another pathway.
    /// - Parameter blame: whether the variant is excluded for a while; a gap is no reason to exclude it.
    mutating func fallBack(
        _ role: RenditionRole, because error: MediaError? = nil, blame: VariantSelector.Blame = .variant
    ) -> FallbackOutcome {
        guard role == .main, let main, var failures = renditions[.main]?.failures, variants.ladder != nil else {
            return .exhausted
        }
        let fallback = variants.fallBack(from: main.variant, &failures, blame: blame, at: now)
        renditions[.main]?.failures = failures
        switch fallback {
        case .redundantStream: switchMain(to: main.variant, because: .failure(error))
        case .variant(let next): switchMain(to: next, because: .failure(error))
        case .exhausted:
            if case .switched = leavePathway() { return .switched }
            if let error, !error.isOutage, let next = variants.variantBeyondLimits(failures) {
                switchMain(to: next, because: .failure(error))
                return .switched
            }
            // If this variant fails again, the others are tried once more.
            renditions[.main]?.failures.variants = [main.variant]
            renditions[.main]?.failures.copies = [:]
            return .exhausted
        }
        return .switched
    }

    /// Switches to a variant whose playlist is cached when the current playlist fails and no fallback remains.
    /// Each such switch counts as a skipped chunk.
    mutating func returnToKnownVariant(_ role: RenditionRole) -> FallbackOutcome {
        guard role == .main, hasDelivered, let ladder = variants.ladder, let main,
            main.failures.skipped + 1 < Self.maximumSkippedChunks
        else { return .exhausted }
        let known = ladder.levels.indices.first { variant in
            variant != main.variant
                && variants.url(of: variant).flatMap { resources.caches.playlist(from: $0) } != nil
        }
        guard let known else { return .exhausted }
        renditions[.main]?.failures.skipped += 1
        switchMain(to: known)
        return .switched
    }

    /// Switches to another variant at the current position, with the rendition groups that this variant declares.
    mutating func switchMain(to variant: Int, because cause: SwitchCause = .failure(nil)) {
        guard let stream = variants.ladder?.variant(variant), let url = variants.url(of: variant) else { return }
        announce(variant, because: cause)
        changePlaylist(.main, to: url, variant: variant)
        for role in renditions.keys {
            guard let track = role.track, let option = selection.options.option(of: track),
                let (url, _) = rendition(of: option, in: stream), url != renditions[role]?.tracker.url
            else { continue }
            changePlaylist(role, to: url, variant: 0)
        }
    }

    private mutating func changePlaylist(_ role: RenditionRole, to url: URL, variant: Int) {
        // A rendition report in the current playlist saves a round trip.
        let present = renditions[role]?.tracker.playlist
        let report = present?.renditionReports.first { Self.isSamePlaylist(present?.url(for: $0.uri), url) }
        var first: URL?
        if let present, let report { first = ReloadPlan.first(for: report, in: present) }
        if let number = renditions[role]?.change(to: url, variant: variant, first: first) {
            actions.append(.cancelLoad(number))
        }
    }

    private static func isSamePlaylist(_ one: URL?, _ other: URL) -> Bool {
        guard let one else { return false }
        return one.path == other.path && one.host == other.host && one.port == other.port
    }

    // MARK: - Renditions

    /// Selects tracks: starts the renditions that carry them at the play head, and ends the others.
    mutating func select(_ tracks: Set<Int>) {
        if tracks != selection.selected { untouchedPosition = nil }
        // The chunks that were demuxed before carry this audio already: selecting it once more needs no other load.
        let muxed = mainAudioTrack
        selection.selected = tracks
        for role in renditions.keys {
            guard let track = role.track, !tracks.contains(track) else { continue }
            remove(role)
        }
        // Drop packets and seams of deselected tracks, so that a track muxed into the variant can be selected again.
        let unwanted = Set(timeline.seams.keys.filter { !tracks.contains($0) })
        for track in unwanted { timeline.seams[track] = nil }
        for role in renditions.keys { pipelineChanges.append(.drop(role, tracks: unwanted)) }
        for track in tracks.sorted() {
            if let role = selection.options.role(of: track), renditions[role] == nil {
                addAudio(role, at: playHead.time, isDelivered: track == muxed)
            }
        }
    }

    /// Starts loading an audio rendition.
    /// - Parameter isDelivered: whether the chunks of the variant deliver the audio if it is muxed into the variant.
    mutating func addAudio(_ role: RenditionRole, at time: Nanoseconds, isDelivered: Bool = false) {
        guard let track = role.track, let option = selection.options.option(of: track), let main,
            let stream = variants.ladder?.variant(main.variant)
        else { return }
        if let (url, _) = rendition(of: option, in: stream) {
            add(role, variant: 0, url: url, at: max(0, time))
        } else if hasDelivered, !isDelivered {
            // The audio is muxed into the variant; chunks that were demuxed before are loaded again for this track alone.
            add(role, variant: 0, url: main.tracker.url, at: max(0, time))
        }
    }

    /// Returns the playlist of an option for a variant; nil if the option is muxed into the variant.
    func rendition(of option: RenditionOption, in variant: VariantStream) -> (url: URL, Rendition)? {
        guard !selection.failedOptions.contains(option), let list = variants.playlist,
            let group = variant.group(option.kind),
            let rendition = list.rendition(for: option, inGroup: group),
            let url = rendition.uri.flatMap({ list.url(for: $0) })
        else { return nil }
        return (url, rendition)
    }

    /// Returns the playlist of a subtitle track: from the group of the current variant, else from any other variant.
    func subtitles(of track: Int) -> (variant: Int, url: URL)? {
        guard let main, let option = selection.options.option(of: track), option.kind == .subtitles,
            let stream = variants.ladder?.variant(main.variant)
        else { return nil }
        let found =
            rendition(of: option, in: stream)
            ?? variants.ladder?.levels.lazy.compactMap { self.rendition(of: option, in: $0.variant) }.first
        return found.map { (main.variant, $0.url) }
    }

    /// The audio track muxed into the variant; nil if a rendition carries the audio.
    var mainAudioTrack: Int? {
        if selection.options.audio.isEmpty { return StreamTracks.firstAudio }
        return selection.selected.first { track in
            guard case .audio? = selection.options.role(of: track) else { return false }
            return renditions[.audio(track)] == nil
        }
    }

    func track(of kind: TrackInfo.Kind, _ role: RenditionRole) -> Int? {
        switch (role, kind) {
        case (.main, .video): StreamTracks.video
        case (.main, .audio): mainAudioTrack
        case (.audio(let track), .audio): track
        default: nil
        }
    }
}
