import CoreMedia
import MediaEngine

/// The captions of an item that are known so far, and when which of them show.
struct CaptionSchedule: TimeSchedule {
    private(set) var cues: [TimedText] = []
    private var shown: [TimedText] = []

    /// What lies further back is forgotten when there are more than this.
    static let capacity = 500

    /// Captions may come twice, as after a seek.
    mutating func add(_ cue: TimedText) {
        guard !cues.contains(cue), cue.range.isValid else { return }
        if cues.count >= Self.capacity { cues.removeFirst() }
        cues.append(cue)
    }

    /// In the order in which they begin.
    func active(at seconds: Double) -> [TimedText] {
        cues.filter { $0.range.start.seconds <= seconds && seconds < $0.range.end.seconds }
            .sorted { $0.range.start < $1.range.start }
    }

    mutating func jumped(to anchor: TimeAnchor) -> Bool { moved(to: anchor) }

    mutating func startedOrStopped(at anchor: TimeAnchor) -> Bool { moved(to: anchor) }

    mutating func moved(to anchor: TimeAnchor) -> Bool {
        let now = active(at: anchor.seconds)
        guard now != shown else { return false }
        shown = now
        return true
    }

    func nextWake(after anchor: TimeAnchor) -> Int64? {
        guard anchor.rate != 0 else { return nil }
        let edges = cues.flatMap { [$0.range.start.seconds, $0.range.end.seconds] }
        let next =
            anchor.rate > 0
            ? edges.filter { $0 > anchor.seconds }.min() : edges.filter { $0 < anchor.seconds }.max()
        return next.flatMap { anchor.hostTime(reaching: $0) }
    }
}
