public import CoreMedia
import Foundation

/// The interstitials of a playlist, and what playing and seeking have to do with them (spec/hls.md section 9).
public struct InterstitialSchedule: Sendable, Hashable {
    /// Before the primary begins, wherever that is. In the playlist's order.
    public var beforeStart: [Interstitial] = []
    /// Placed on the time line: by time, and at the same time in the playlist's order.
    public var events: [Interstitial] = []
    /// After the primary has ended without an error.
    public var afterEnd: [Interstitial] = []
    /// Not placeable, as the playlist has no dates.
    public var unplaced: [Interstitial] = []
    /// Identifiers of ranges of the class that say neither or both of X-ASSET-URI and X-ASSET-LIST.
    public var ignored: [String] = []

    /// - Parameter all: in the order in which those at one time play.
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

    /// Those that play sometime, in the order of playing.
    public var all: [Interstitial] { beforeStart + events + afterEnd }

    public var isEmpty: Bool { beforeStart.isEmpty && events.isEmpty && afterEnd.isEmpty }

    /// The same on a time line on which the playlist begins at `offset`.
    public func shifted(by offset: CMTime) -> InterstitialSchedule {
        var shifted = self
        for index in events.indices {
            shifted.events[index].start = events[index].start.map { $0 + offset }
            shifted.events[index].departure = events[index].departure.map { $0 + offset }
        }
        return shifted
    }

    /// Interstitials that playing from one time on to another reaches. Several at the same time are all there, in order.
    /// - Parameter played: identifiers that have played, of which those with CUE=ONCE do not play again.
    public func due(after: CMTime, through: CMTime, played: Set<String> = []) -> [Interstitial] {
        events.filter { event in
            guard let start = event.departure, start > after, start <= through else { return false }
            return !(event.cues.contains(.once) && played.contains(event.id))
        }
    }

    /// Where the primary goes on after events at one time: their offsets add up.
    /// - Parameter played: how many seconds each played, by identifier.
    public func resumeTime(after events: [Interstitial], played: [String: Double] = [:]) -> CMTime? {
        guard let start = events.first?.start else { return nil }
        let seconds = events.reduce(0) { $0 + $1.replacedSeconds(played: played[$1.id]) }
        guard seconds.isFinite, abs(seconds) < 1e9 else { return nil }
        return start + CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
    }

    public enum SeekOutcome: Sendable, Hashable {
        case primary(CMTime)
        /// This one plays first, from its beginning; then the primary at the time.
        case interstitial(Interstitial, then: CMTime)
    }

    /// What a seek of the viewer leads to.
    public func seek(from: CMTime, to target: CMTime, played: Set<String> = []) -> SeekOutcome {
        func canPlay(_ event: Interstitial) -> Bool { !(event.cues.contains(.once) && played.contains(event.id)) }
        // Into the stretch that an event replaces: the event itself, and then what follows it.
        for event in events.reversed() where canPlay(event) {
            guard let start = event.start, start < target else { continue }
            let seconds = event.replacedSeconds(played: nil)
            guard seconds > 0, seconds < 1e9 else { continue }
            let end = start + CMTime(seconds: seconds, preferredTimescale: 1_000_000_000)
            if target < end { return .interstitial(event, then: end) }
        }
        // Past events that must not be jumped: the last of them stands for all.
        let crossed = events.last { event in
            guard let start = event.start, event.restrictions.contains(.jump), canPlay(event) else { return false }
            return from < start && start <= target
        }
        if let crossed { return .interstitial(crossed, then: target) }
        return .primary(target)
    }

    /// Whether the viewer may go forwards or faster inside an event.
    public static func allowsSkipping(_ event: Interstitial) -> Bool { !event.restrictions.contains(.skip) }

    /// Where to leave the primary: the earliest, over the playlists that play, of the boundaries nearest to the start.
    public static func departure(of event: Interstitial, in playlists: [SegmentList]) -> CMTime? {
        guard let start = event.start else { return nil }
        guard event.snap.contains(.out) else { return start }
        return playlists.compactMap { $0.boundary(nearest: start) }.min() ?? start
    }

    /// Where to come back: the latest, over the playlists that play, of the boundaries nearest to the resume point.
    public static func arrival(of event: Interstitial, at resume: CMTime, in playlists: [SegmentList]) -> CMTime {
        guard event.snap.contains(.in) else { return resume }
        return playlists.compactMap { $0.boundary(nearest: resume) }.max() ?? resume
    }
}

extension SegmentList {
    /// The beginning of a segment, or the end of the last, that is nearest to a time; the earlier of two.
    public func boundary(nearest time: CMTime) -> CMTime? {
        guard time.isNumeric, !isEmpty else { return nil }
        if time <= .zero { return .zero }
        if time >= duration { return duration }
        guard let position = position(at: time) else { return nil }
        let segment = self[position]
        return time - segment.start <= segment.end - time ? segment.start : segment.end
    }
}
