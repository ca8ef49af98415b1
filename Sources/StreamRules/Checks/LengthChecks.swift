import CoreMedia
import HLS

/// Compares the measured lengths of audio renditions with that of the video. Audio that was converted from another frame rate
/// is shorter or longer by a fixed share, which the declared durations hide in a long programme.
struct LengthChecks {
    let facts: StreamFacts

    private struct Track {
        var playlist: PlaylistFacts
        var codec: String
        /// In seconds.
        var length: Double
    }

    /// In seconds: what encoders and packagers add to the end or leave out.
    private static let slack = 0.5
    private static let share = 0.0005
    /// The same for audio of one codec, of which other renditions are as long as the video.
    private static let narrowSlack = 0.1
    private static let narrowShare = 0.002
    /// Distances that are an error of `align.duration` already.
    private static let reported = (seconds: 1.0, share: 0.005)

    func check(_ log: inout FindingLog) {
        guard let list = facts.multivariant,
            let video = facts.playlists.first(where: \.isVariant).flatMap({ track($0, .video) })
        else { return }
        let audio = facts.playlists.compactMap { playlist -> Track? in
            guard case .rendition(let index) = playlist.role, list.renditions.indices.contains(index),
                list.renditions[index].kind == .audio
            else { return nil }
            return track(playlist, .audio)
        }
        for track in audio { compare(track, video, audio, &log) }
    }

    /// Returns nil where the length of the media is unknown.
    private func track(_ playlist: PlaylistFacts, _ kind: TrackFacts.Kind) -> Track? {
        guard let media = playlist.playlist, media.hasEnded, let timeline = Timeline(playlist, kind),
            timeline.entries.count == media.segments.count, !media.segments.contains(where: \.isDiscontinuity)
        else { return nil }
        return Track(playlist: playlist, codec: timeline.entries[0].track.codec, length: timeline.total)
    }

    private func compare(_ own: Track, _ video: Track, _ others: [Track], _ log: inout FindingLog) {
        let difference = own.length - video.length
        let distance = abs(difference)
        guard distance <= max(Self.reported.seconds, Self.reported.share * video.length) else { return }
        let isLarge = distance > Self.slack + Self.share * video.length
        // Whether all other audio of the codec is as long as the video.
        let peers = others.filter { $0.codec == own.codec && $0.playlist.document.url != own.playlist.document.url }
        let isOdd =
            distance > max(Self.narrowSlack, Self.narrowShare * video.length) * 0.8 && !peers.isEmpty
            && peers.allSatisfy { peer in
                abs(peer.length - video.length) < Self.narrowSlack / 2
                    && abs(peer.length - own.length) > max(Self.narrowSlack, Self.narrowShare * video.length)
            }
        guard isLarge || isOdd else { return }
        let percent = Words.decimal((distance / video.length * 1000).rounded() / 10)
        log.add(
            .audioLength,
            "The audio has \(Words.seconds(own.length)) s, and the video of \(video.playlist.name) "
                + "\(Words.seconds(video.length)) s: \(percent) % \(difference < 0 ? "less" : "more").",
            at: own.playlist.place, level: isLarge ? nil : .info)
    }
}
