import CoreMedia
import Foundation
import HLS

/// Where another rendition's window lies beside one whose place is known (spec/hls.md section 5: by date, else by discontinuity number and
/// position; the samples' time stamps correct it when they are here).
struct WindowAlignment {
    /// The window whose place is known: as a rule that of the variant.
    var playlist: MediaPlaylist
    /// The presentation time at which its first segment starts.
    var windowStart: Nanoseconds
    /// When its end was seen to be there: a live stream has gone on since.
    var seenAt = Duration.zero

    /// Windows that lie further apart than this many target durations are not placed by their dates: the dates are wrong.
    private static let believableDistance: Nanoseconds = 3

    private var end: Nanoseconds { windowStart &+ (Nanoseconds(playlist.segments.duration) ?? 0) }
    private var target: Nanoseconds { playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second }

    /// Where the end of another live playlist is to be expected.
    private func expectedEnd(of other: MediaPlaylist, seenAt moment: Duration) -> Nanoseconds {
        guard !playlist.hasEnded, !other.hasEnded else { return end }
        return end &+ Nanoseconds(seconds: (moment - seenAt).inSeconds)
    }

    /// The presentation time at which the other playlist's first segment starts.
    /// - Parameter moment: when the other one's end was seen to be there.
    func start(of other: MediaPlaylist, seenAt moment: Duration) -> Nanoseconds {
        guard !other.segments.isEmpty, !playlist.segments.isEmpty else { return windowStart }
        // Two whole films begin together.
        if other.hasEnded, playlist.hasEnded, other.mediaSequence == playlist.mediaSequence { return windowStart }
        let expected = expectedEnd(of: other, seenAt: moment)
        let length = Nanoseconds(other.segments.duration) ?? 0
        func distance(_ start: Nanoseconds) -> Nanoseconds { abs(start &+ length &- expected) }
        if let dated = startByDate(of: other, seenAt: moment) {
            // Dates that jump while one of the two was fetched: the numbers know better where they leave the end where it should be.
            guard !other.hasEnded, !playlist.hasEnded, let numbered = byNumber(other) else { return dated }
            let isApart = abs(numbered &- dated) > target &+ target / 2
            return isApart && distance(numbered) &+ target < distance(dated) ? numbered : dated
        }
        return byDiscontinuity(other) ?? byNumber(other) ?? startByEnd(of: other, seenAt: moment)
    }

    /// The same, where both have dates that can be believed; else nil.
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
        let slack = Self.believableDistance &* target
        let latest = max(end, expectedEnd(of: other, seenAt: moment))
        guard start <= latest &+ slack, start &+ length >= windowStart &- slack else { return nil }
        return start
    }

    /// The first segment behind the same EXT-X-DISCONTINUITY in both.
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

    /// Numbers need not agree between renditions, but where nothing else is said and they overlap, they mostly do.
    private func byNumber(_ other: MediaPlaylist) -> Nanoseconds? {
        if let at = playlist.segments.position(ofSequenceNumber: other.mediaSequence) {
            return windowStart &+ (Nanoseconds(playlist.segments[at].start) ?? 0)
        }
        if let at = other.segments.position(ofSequenceNumber: playlist.mediaSequence) {
            return windowStart &- (Nanoseconds(other.segments[at].start) ?? 0)
        }
        return nil
    }

    /// By the time that has passed alone: live streams grow by a segment at a time.
    func startByEnd(of other: MediaPlaylist, seenAt moment: Duration) -> Nanoseconds {
        let expected = expectedEnd(of: other, seenAt: moment)
        let steps = (Double(expected &- end) / Double(max(target, 1))).rounded()
        return end &+ Nanoseconds(seconds: steps * target.seconds) &- (Nanoseconds(other.segments.duration) ?? 0)
    }
}
