public import CoreMedia
import Foundation

/// The interstitials of a playlist, and their effect on playback and seeking (spec/hls.md section 9).
public struct InterstitialSchedule: Sendable, Hashable {
    /// Interstitials that play before the primary starts (CUE=PRE), in the playlist's order.
    public var beforeStart: [Interstitial] = []
    /// Interstitials on the timeline, sorted by time; those at the same time in the playlist's order.
    public var events: [Interstitial] = []
    /// Interstitials that play after the primary has ended without an error (CUE=POST).
    public var afterEnd: [Interstitial] = []
    /// Interstitials without a position, because the playlist has no dates.
    public var unplaced: [Interstitial] = []
    /// Identifiers of interstitial date ranges with neither or both of X-ASSET-URI and X-ASSET-LIST.
    public var ignored: [String] = []

    /// - Parameter all: in the order in which interstitials at the same time play.
    public init(_ all: [Interstitial] = []) {
        for event in all {
            if event.cues.contains(.pre) {
                beforeStart.append(event)
            } else if event.cues.contains(.post) {
                afterEnd.append(event)
            } else if event.start == nil {
                unplaced.append(event)
            } else {
                events.append(event)
            }
        }
        let order = events.enumerated().sorted { left, right in
            let (first, second) = (left.element.start ?? .zero, right.element.start ?? .zero)
            return first == second ? left.offset < right.offset : first < second
        }
        events = order.map(\.element)
    }

    public init(_ playlist: MediaPlaylist, map: ProgramDateMap?) {
        var (all, ignored): ([Interstitial], [String]) = ([], [])
        for range in playlist.dateRanges where range.category == Interstitial.category {
            if let event = Interstitial(range, map: map) { all.append(event) } else { ignored.append(range.id) }
        }
        self.init(all)
        self.ignored = ignored
    }

    /// The interstitials with a position, in the order of playing.
    public var all: [Interstitial] { beforeStart + events + afterEnd }

    public var isEmpty: Bool { beforeStart.isEmpty && events.isEmpty && afterEnd.isEmpty }

    /// Returns the schedule on a timeline on which the playlist begins at `offset`.
    public func shifted(by offset: CMTime) -> InterstitialSchedule {
        var shifted = self
        for index in events.indices {
            shifted.events[index].start = events[index].start.map { $0 + offset }
            shifted.events[index].departure = events[index].departure.map { $0 + offset }
        }
        return shifted
    }

    /// Returns the interstitials that playback between two times reaches, in order, including several at the same time.
    /// - Parameter played: identifiers that have played; those with CUE=ONCE do not play again.
    public func due(after: CMTime, through: CMTime, played: Set<String> = []) -> [Interstitial] {
        events.filter { event in
            guard let start = event.departure, start > after, start <= through else { return false }
            return !(event.cues.contains(.once) && played.contains(event.id))
        }
    }

    /// Returns where the primary resumes after events at the same time, whose resume offsets add up.
    /// - Parameter played: the seconds for which each event played, by identifier.
    public func resumeTime(after events: [Interstitial], played: [String: Double] = [:]) -> CMTime? {
        guard let start = events.first?.start else { return nil }
        let seconds = events.reduce(0) { $0 + $1.replacedSeconds(played: played[$1.id]) }
        guard seconds.isFinite, abs(seconds) < 1e9 else { return nil }
        return start + CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }

    public enum SeekOutcome: Sendable, Hashable {
        case primary(CMTime)
        /// The interstitial plays first, from its beginning; then the primary continues at the time.
        case interstitial(Interstitial, then: CMTime)
    }

    /// Returns the outcome of a seek by the viewer.
    public func seek(from: CMTime, to target: CMTime, played: Set<String> = []) -> SeekOutcome {
        func canPlay(_ event: Interstitial) -> Bool { !(event.cues.contains(.once) && played.contains(event.id)) }
        // A target inside the range that an event replaces plays the event, and then continues after the range.
        for event in events.reversed() where canPlay(event) {
            guard let start = event.start, start < target else { continue }
            let seconds = event.replacedSeconds(played: nil)
            guard seconds > 0, seconds < 1e9 else { continue }
            let end = start + CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
            if target < end { return .interstitial(event, then: end) }
        }
        // When the seek crosses events restricted by JUMP, only the last of them plays.
        let crossed = events.last { event in
            guard let start = event.start, event.restrictions.contains(.jump), canPlay(event) else { return false }
            return from < start && start <= target
        }
        if let crossed { return .interstitial(crossed, then: target) }
        return .primary(target)
    }

    /// Returns whether the viewer may seek forwards or play faster inside an event.
    public static func allowsSkipping(_ event: Interstitial) -> Bool { !event.restrictions.contains(.skip) }

    /// Returns where to leave the primary: over all selected playlists, the earliest of the segment boundaries nearest to the start.
    public static func departure(of event: Interstitial, in playlists: [SegmentList]) -> CMTime? {
        guard let start = event.start else { return nil }
        guard event.snap.contains(.out) else { return start }
        return playlists.compactMap { $0.boundary(nearest: start) }.min() ?? start
    }

    /// Returns where to resume the primary: over all selected playlists, the latest of the segment boundaries nearest to the resume point.
    public static func arrival(of event: Interstitial, at resume: CMTime, in playlists: [SegmentList]) -> CMTime {
        guard event.snap.contains(.in) else { return resume }
        return playlists.compactMap { $0.boundary(nearest: resume) }.max() ?? resume
    }
}

extension SegmentList {
    /// Returns the segment boundary nearest to a time, including the end of the last segment; of two at the same distance, the earlier.
    public func boundary(nearest time: CMTime) -> CMTime? {
        guard time.isNumeric, !isEmpty else { return nil }
        if time <= .zero { return .zero }
        if time >= duration { return duration }
        guard let position = position(at: time) else { return nil }
        let segment = self[position]
        return time - segment.start <= segment.end - time ? segment.start : segment.end
    }
}
