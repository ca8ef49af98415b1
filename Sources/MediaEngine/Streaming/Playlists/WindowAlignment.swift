import CoreMedia
import Foundation
import HLS

/// Aligns another rendition's window with one of known position (spec/hls.md section 5): by date, else by discontinuity number and
/// position. The timestamps of samples correct the result when they arrive.
struct WindowAlignment {
    /// The window of known position, usually the variant's.
    var playlist: MediaPlaylist
    /// The presentation time at which the playlist's first segment starts.
    var windowStart: Nanoseconds
    /// When the end of the window was received; a live stream has advanced since.
    var seenAt = Duration.zero

    /// Windows further apart than this many target durations are not aligned by date, because the dates must be wrong.
    private static let plausibleDistance: Nanoseconds = 3

    private var end: Nanoseconds { windowStart &+ (Nanoseconds(playlist.segments.duration) ?? 0) }
    private var target: Nanoseconds { playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second }

    /// Returns where the end of another live playlist is expected.
    private func expectedEnd(of other: MediaPlaylist, seenAt moment: Duration) -> Nanoseconds {
        guard !playlist.hasEnded, !other.hasEnded else { return end }
        return end &+ Nanoseconds(seconds: (moment - seenAt).inSeconds)
    }

    /// Returns the presentation time at which the other playlist's first segment starts.
    /// - Parameter moment: when the end of the other window was received.
    func start(of other: MediaPlaylist, seenAt moment: Duration) -> Nanoseconds {
        guard !other.segments.isEmpty, !playlist.segments.isEmpty else { return windowStart }
        // Two ended playlists with the same first sequence number start together.
        if other.hasEnded, playlist.hasEnded, other.mediaSequence == playlist.mediaSequence { return windowStart }
        let expected = expectedEnd(of: other, seenAt: moment)
        let length = Nanoseconds(other.segments.duration) ?? 0
        func distance(_ start: Nanoseconds) -> Nanoseconds { abs(start &+ length &- expected) }
        if let dated = startByDate(of: other, seenAt: moment) {
            // The dates may have jumped between the two requests. Prefer the sequence numbers if they put the end closer to where it is
            // expected.
            guard !other.hasEnded, !playlist.hasEnded, let numbered = byNumber(other) else { return dated }
            let isApart = abs(numbered &- dated) > target &+ target / 2
            return isApart && distance(numbered) &+ target < distance(dated) ? numbered : dated
        }
        return byDiscontinuity(other) ?? byNumber(other) ?? startByEnd(of: other, seenAt: moment)
    }

    /// Returns the start by date if both playlists have plausible dates; else nil.
    func startByDate(of other: MediaPlaylist, seenAt moment: Duration) -> Nanoseconds? {
        guard let own = ProgramDateMap(playlist), let theirs = ProgramDateMap(other) else { return nil }
        let start: Nanoseconds
        if theirs.startDate < own.startDate {
            guard let lead = theirs.extendedTime(of: own.startDate).flatMap({ Nanoseconds($0) }) else { return nil }
            start = windowStart &- lead
        } else {
            guard let lag = own.extendedTime(of: theirs.startDate).flatMap({ Nanoseconds($0) }) else { return nil }
            start = windowStart &+ lag
        }
        let length = Nanoseconds(other.segments.duration) ?? 0
        let slack = Self.plausibleDistance &* target
        let latest = max(end, expectedEnd(of: other, seenAt: moment))
        guard start <= latest &+ slack, start &+ length >= windowStart &- slack else { return nil }
        return start
    }

    /// Aligns the first segment after the same EXT-X-DISCONTINUITY in both playlists.
    private func byDiscontinuity(_ other: MediaPlaylist) -> Nanoseconds? {
        func seams(_ list: MediaPlaylist) -> [UInt64: Nanoseconds] {
            var result: [UInt64: Nanoseconds] = [:]
            for segment in list.segments where segment.isDiscontinuity {
                if result[segment.discontinuitySequence] == nil {
                    result[segment.discontinuitySequence] = Nanoseconds(segment.start) ?? 0
                }
            }
            return result
        }
        let (own, theirs) = (seams(playlist), seams(other))
        guard let common = own.keys.filter({ theirs[$0] != nil }).max(), let here = own[common],
            let there = theirs[common]
        else { return nil }
        return windowStart &+ here &- there
    }

    /// Aligns by sequence number. Numbers need not agree between renditions, but usually do where the windows overlap.
    private func byNumber(_ other: MediaPlaylist) -> Nanoseconds? {
        if let at = playlist.segments.position(ofSequenceNumber: other.mediaSequence) {
            return windowStart &+ (Nanoseconds(playlist.segments[at].start) ?? 0)
        }
        if let at = other.segments.position(ofSequenceNumber: playlist.mediaSequence) {
            return windowStart &- (Nanoseconds(other.segments[at].start) ?? 0)
        }
        return nil
    }

    /// Aligns by elapsed time alone, as live streams grow by one segment at a time.
    func startByEnd(of other: MediaPlaylist, seenAt moment: Duration) -> Nanoseconds {
        let expected = expectedEnd(of: other, seenAt: moment)
        let steps = (Double(expected &- end) / Double(max(target, 1))).rounded()
        return end &+ Nanoseconds(seconds: steps * target.seconds) &- (Nanoseconds(other.segments.duration) ?? 0)
    }
}
