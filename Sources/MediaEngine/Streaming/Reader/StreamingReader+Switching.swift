import Foundation
import HLS

/// From variant to variant, and from rendition to rendition. `gate` is held.
extension StreamingReader {
    /// How long a rung that failed is left out.
    private static let banSeconds = 60.0

    /// Tries another rung where one has failed.
    /// - Returns: false where there is no other.
    func leaveRung(_ role: RenditionPipeline.Role) -> Bool {
        guard role == .main, let ladder, ladder.rungs.count > 1, let rung = pipelines[.main]?.rung else { return false }
        banned[rung] = now + Self.banSeconds
        pipelines[.main]?.failedRungs.insert(rung)
        let failed = pipelines[.main]?.failedRungs ?? []
        let untried = ladder.rungs.indices.filter { !failed.contains($0) && !limitedRungs.contains($0) }
        // One that failed with another segment is better than none.
        let sound = untried.filter { (banned[$0] ?? 0) <= now }
        let left = sound.isEmpty ? untried : sound
        guard let next = left.last(where: { $0 < rung }) ?? left.first else {
            // Should this one fail again, the others are worth another try.
            pipelines[.main]?.failedRungs = [rung]
            return false
        }
        switchMain(to: next)
        return true
    }

    /// Goes on in another variant where the present one stops, with the groups that the other one names.
    func switchMain(to rung: Int) {
        guard let ladder, let variant = ladder.variant(rung), let url = ladder.url(of: rung) else { return }
        pipelines[.main]?.change(to: url, rung: rung)
        for role in pipelines.keys {
            guard let track = role.track, let option = tracks.option(of: track),
                let (url, _) = address(of: option, in: variant), url != pipelines[role]?.tracker.url
            else { continue }
            pipelines[role]?.change(to: url, rung: 0)
        }
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

    /// The playlist that brings an option with a variant; nil: the variant's own.
    func address(of option: RenditionOption, in variant: VariantStream) -> (url: URL, Rendition)? {
        guard let multivariant, let group = variant.group(option.kind),
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
