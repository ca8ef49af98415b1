import Foundation
import HLS
import Synchronization

/// Subtitles are not delivered as packets: `SubtitleFeed` loads them while a client requests captions.
extension StreamingReader {
    func captions(of track: Int, from start: Nanoseconds, through end: Nanoseconds) -> [TimedText]? {
        let surroundings = query { machine -> SubtitleFeed.Surroundings? in
            guard machine.selection.options.option(of: track)?.kind == .subtitles else { return nil }
            return SubtitleFeed.Surroundings(
                timeline: machine.timeline.clocks, reference: machine.window.alignment,
                variables: machine.variants.playlist?.variables)
        }
        guard let surroundings else { return nil }
        return feed(of: track)?.captions(from: start, through: end, in: surroundings) ?? []
    }

    func observeCaptions(_ listener: @escaping @Sendable () -> Void) {
        subtitles.withLock { $0.listener = listener }
    }

    /// Returns the feed of a track, from the group that the variant declares. Replaces the feed if the variant or the track changed.
    private func feed(of track: Int) -> SubtitleFeed? {
        let source = query { $0.subtitles(of: track) }
        let (feed, replaced) = subtitles.withLock { subtitles -> (SubtitleFeed?, SubtitleFeed?) in
            guard let source, subtitles.feed?.track != track || subtitles.variant != source.variant else {
                return (subtitles.feed, nil)
            }
            subtitles.variant = source.variant
            guard subtitles.feed?.track != track || subtitles.feed?.url != source.url else {
                return (subtitles.feed, nil)
            }
            let replaced = subtitles.feed
            subtitles.feed = SubtitleFeed(
                url: source.url, track: track, loader: loader, clock: clock, events: events
            ) { [weak self] in
                self?.subtitles.withLock { $0.listener }?()
            }
            return (subtitles.feed, replaced)
        }
        replaced?.close()
        return feed
    }

    /// Stops loading a track that is no longer selected.
    func dropSubtitles(except tracks: Set<Int>) {
        let feed = subtitles.withLock { subtitles -> SubtitleFeed? in
            guard let feed = subtitles.feed, !tracks.contains(feed.track) else { return nil }
            subtitles.feed = nil
            return feed
        }
        feed?.close()
    }
}

/// The subtitle feed in use.
struct FollowedSubtitles {
    var feed: SubtitleFeed?
    /// The variant whose group the feed was chosen from.
    var variant: Int?
    /// Called when captions have been loaded.
    var listener: (@Sendable () -> Void)?
}
