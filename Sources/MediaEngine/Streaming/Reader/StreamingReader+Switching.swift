import Foundation
import HLS

/// From variant to variant, and from rendition to rendition. `gate` is held.
extension StreamingReader {
    /// How long a rung that failed is left out.
    private static let banSeconds = 60.0

    /// Tries what else there is where a rung has failed: a redundant stream, another rung, another pathway.
    /// - Parameter isBanned: whether the rung is left out for a while; a gap says nothing about what follows it.
    /// - Returns: false where there is nothing else.
    func leaveRung(
        _ role: RenditionPipeline.Role, because error: MediaError? = nil, isBanned: Bool = true
    ) -> Bool {
        guard role == .main, let ladder, let main = pipelines[.main] else { return false }
        let rung = main.rung
        let tried = main.failedCopies[rung, default: 0] + 1
        if ladder.rungs.indices.contains(rung), tried < ladder.rungs[rung].indices.count {
            pipelines[.main]?.failedCopies[rung] = tried
            copies[rung] = (copies[rung, default: 0] + 1) % ladder.rungs[rung].indices.count
            switchMain(to: rung, because: .loss(error))
            return true
        }
        if isBanned { banned[rung] = now + Self.banSeconds }
        pipelines[.main]?.failedRungs.insert(rung)
        let failed = pipelines[.main]?.failedRungs ?? []
        let untried = ladder.rungs.indices.filter { !failed.contains($0) && !limitedRungs.contains($0) }
        // One that failed with another segment is better than none.
        let undecoded = decoderLimits.excluded(at: now)
        let sound = untried.filter { (banned[$0] ?? 0) <= now && !undecoded.contains($0) }
        let left = sound.isEmpty ? untried : sound
        if let next = left.last(where: { $0 < rung }) ?? left.first {
            switchMain(to: next, because: .loss(error))
            return true
        }
        if leavePathway() { return true }
        // Should this one fail again, the others are worth another try.
        pipelines[.main]?.failedRungs = [rung]
        pipelines[.main]?.failedCopies = [:]
        return false
    }

    /// Whether a rung is to be left out for what has failed. A network that says nothing says nothing about a variant either; where it
    /// does so again and again with the same one, that one's server is silent.
    func isToBlame(_ rung: Int, for error: MediaError) -> Bool {
        guard error.isSilence else { return true }
        defer { silentAt[rung] = now }
        return silentAt[rung].map { now - $0 < Self.silenceMemory } ?? false
    }

    /// How long a rung's silence is remembered.
    private static let silenceMemory = 120.0

    /// Where a variant was only left for a segment and no other one has a playlist, the segment is tried again.
    func returnsToKnownRung(_ role: RenditionPipeline.Role) -> Bool {
        guard role == .main, hasGivenOut, let ladder, let main = pipelines[.main],
            main.lostPieces + 1 < Self.maximumLostPieces
        else { return false }
        let known = ladder.rungs.indices.first { rung in
            rung != main.rung
                && ladder.url(of: rung, copy: copies[rung] ?? 0).flatMap { caches.playlist(from: $0) } != nil
        }
        guard let known else { return false }
        pipelines[.main]?.lostPieces += 1
        switchMain(to: known)
        return true
    }

    /// Goes on in another variant where the present one stops, with the groups that the other one names.
    func switchMain(to rung: Int, because cause: SwitchCause = .loss(nil)) {
        guard let ladder, let variant = ladder.variant(rung), let url = ladder.url(of: rung, copy: copies[rung] ?? 0)
        else { return }
        announce(rung, because: cause)
        changePlaylist(.main, to: url, rung: rung)
        for role in pipelines.keys {
            guard let track = role.track, let option = tracks.option(of: track),
                let (url, _) = address(of: option, in: variant), url != pipelines[role]?.tracker.url
            else { continue }
            changePlaylist(role, to: url, rung: 0)
        }
    }

    private func changePlaylist(_ role: RenditionPipeline.Role, to url: URL, rung: Int) {
        // What the present playlist reports of the other one saves a round trip.
        let present = pipelines[role]?.tracker.playlist
        let report = present?.renditionReports.first { Self.isSamePlaylist(present?.url(for: $0.uri), url) }
        var first: URL?
        if let present, let report { first = ReloadPlan.first(for: report, in: present) }
        pipelines[role]?.change(to: url, rung: rung, first: first)
    }

    private static func isSamePlaylist(_ one: URL?, _ other: URL) -> Bool {
        guard let one else { return false }
        return one.path == other.path && one.host == other.host && one.port == other.port
    }

    /// Begins to play a rendition.
    func takeUp(_ role: RenditionPipeline.Role, at time: Nanoseconds) {
        guard let track = role.track, let option = tracks.option(of: track),
            let main = pipelines[.main], let variant = ladder?.variant(main.rung)
        else { return }
        guard let (url, _) = address(of: option, in: variant) else {
            // It comes within the variant; what has gone by of that is fetched again, for this track alone.
            if hasGivenOut { pipelines[role] = pipeline(role, rung: 0, url: main.tracker.url, at: max(0, time)) }
            return
        }
        pipelines[role] = pipeline(role, rung: 0, url: url, at: max(0, time))
    }

    /// A stream whose sound cannot be had when it opens plays all the same: with what sound is within its variants, else without.
    /// - Returns: whether it does.
    func playsWithout(_ role: RenditionPipeline.Role, because error: MediaError) -> Bool {
        guard !isPrimed, let track = role.track, let option = tracks.option(of: track), let main = pipelines[.main],
            lostSounds.insert(option).inserted
        else { return false }
        pipelines[role]?.abandonLoading()
        pipelines[role] = nil
        // What has been split already gave no sound, because this was to bring it.
        let isWithin = trackDetails[.audio] != nil
        if isWithin { pipelines[role] = pipeline(role, rung: 0, url: main.tracker.url, at: 0) }
        events.tell(error, "The stream is played with the sound that is within its variants, if there is any.")
        return true
    }

    /// Sound that cannot be had while its film plays costs itself: the session is told, and chooses another.
    /// - Returns: whether playing goes on.
    func losesSound(_ role: RenditionPipeline.Role, because error: MediaError) -> Bool {
        guard isPrimed, let track = role.track, pipelines[role] != nil else { return false }
        pipelines[role]?.abandonLoading()
        pipelines[role] = nil
        lostTracks.insert(track)
        // Whoever reads is to look.
        isInterrupted = true
        events.tell(error, "This sound is left; another one is played, if there is any.")
        wake()
        return true
    }

    func takeLostTracks() -> Set<Int> {
        gate.withLock {
            defer { lostTracks = [] }
            return lostTracks
        }
    }

    /// The playlist that brings an option with a variant; nil: the variant's own.
    func address(of option: RenditionOption, in variant: VariantStream) -> (url: URL, Rendition)? {
        guard !lostSounds.contains(option), let multivariant, let group = variant.group(option.kind),
            let rendition = multivariant.rendition(for: option, inGroup: group),
            let url = rendition.uri.flatMap({ multivariant.url(for: $0) })
        else { return nil }
        return (url, rendition)
    }

    /// The track that a variant's own sound is; nil where a rendition brings it.
    var mainAudioTrack: Int? {
        if tracks.audio.isEmpty { return StreamTracks.firstAudio }
        return selectedTracks.first { track in
            guard case .audio? = tracks.role(of: track) else { return false }
            return pipelines[.audio(track)] == nil
        }
    }
}
