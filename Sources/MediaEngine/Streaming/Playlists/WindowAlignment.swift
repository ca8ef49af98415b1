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

    /// Windows that lie further apart than this many target durations are not placed by their dates: the dates are wrong.
    private static let believableDistance: Nanoseconds = 3

    /// The presentation time at which the other playlist's first segment starts.
    func start(of other: MediaPlaylist) -> Nanoseconds {
        guard !other.segments.isEmpty, !playlist.segments.isEmpty else { return windowStart }
        // Two whole films begin together.
        if other.hasEnded, playlist.hasEnded, other.mediaSequence == playlist.mediaSequence { return windowStart }
        if let dated = startByDate(of: other) {
            // Dates that jump while one of the two was fetched: the numbers know better where they leave the ends together.
            guard !other.hasEnded, !playlist.hasEnded, let numbered = byNumber(other) else { return dated }
            let end = windowStart &+ (Nanoseconds(playlist.segments.duration) ?? 0)
            let length = Nanoseconds(other.segments.duration) ?? 0
            let target = playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second
            func distance(_ start: Nanoseconds) -> Nanoseconds { abs(start &+ length &- end) }
            let isApart = abs(numbered &- dated) > target &+ target / 2
            return isApart && distance(numbered) &+ target < distance(dated) ? numbered : dated
        }
        return byDiscontinuity(other) ?? byNumber(other) ?? byEnd(other)
    }

    /// The same, where both have dates that can be believed; else nil.
    func startByDate(of other: MediaPlaylist) -> Nanoseconds? {
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
        let slack = Self.believableDistance &* (playlist.targetDuration.flatMap { Nanoseconds($0) } ?? 6 * .second)
        let ownEnd = windowStart &+ (Nanoseconds(playlist.segments.duration) ?? 0)
        guard start <= ownEnd &+ slack, start &+ length >= windowStart &- slack else { return nil }
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

    private func byEnd(_ other: MediaPlaylist) -> Nanoseconds {
        windowStart &+ (Nanoseconds(playlist.segments.duration) ?? 0)
            &- (Nanoseconds(other.segments.duration) ?? 0)
    }
}
