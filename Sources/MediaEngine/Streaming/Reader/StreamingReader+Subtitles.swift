import Foundation
import HLS

/// Subtitles come beside the packets: `SubtitleFeed` fetches them while they are followed.
extension StreamingReader {
    func captions(of track: Int, from start: Nanoseconds, through end: Nanoseconds) -> [TimedText]? {
        let (feed, surroundings) = gate.withLock { () -> (SubtitleFeed?, SubtitleFeed.Surroundings?) in
            guard tracks.option(of: track)?.kind == .subtitles else { return (nil, nil) }
            chooseSubtitles(track)
            return (
                subtitles.feed,
                SubtitleFeed.Surroundings(
                    timeline: timeline, reference: reference, variables: multivariant?.variables)
            )
        }
        guard let surroundings else { return nil }
        return feed?.captions(from: start, through: end, in: surroundings) ?? []
    }

    func listenForCaptions(_ listener: @escaping @Sendable () -> Void) {
        gate.withLock { subtitles.listener = listener }
    }

    /// The feed of a track, in the group that the variant names. `gate` is held.
    private func chooseSubtitles(_ track: Int) {
        guard let rung = pipelines[.main]?.rung, subtitles.feed?.track != track || subtitles.rung != rung,
            let option = tracks.option(of: track), let variant = ladder?.variant(rung)
        else { return }
        subtitles.rung = rung
        // A variant without the option goes on with what another one has.
        guard let (url, _) = address(of: option, in: variant) ?? anyAddress(of: option),
            subtitles.feed?.track != track || subtitles.feed?.url != url
        else { return }
        subtitles.feed?.close()
        subtitles.feed = SubtitleFeed(url: url, track: track, loader: loader, clock: clock, events: events) {
            [weak self] in
            guard let self else { return }
            gate.withLock { subtitles.listener }?()
        }
    }

    private func anyAddress(of option: RenditionOption) -> (url: URL, Rendition)? {
        ladder?.rungs.lazy.compactMap { self.address(of: option, in: $0.variant) }.first
    }

    /// Nothing more is fetched of a track that is not selected. `gate` is held.
    func dropSubtitles(except tracks: Set<Int>) {
        guard let feed = subtitles.feed, !tracks.contains(feed.track) else { return }
        feed.close()
        subtitles.feed = nil
    }
}

/// The subtitles that are followed.
struct FollowedSubtitles {
    var feed: SubtitleFeed?
    /// The rung whose group the feed was chosen from.
    var rung: Int?
    /// Told when captions have come.
    var listener: (@Sendable () -> Void)?
}
