import CoreMedia
import MediaEngine

/// The captions of an item that are known so far.
struct CaptionList: Sendable {
    private(set) var cues: [TimedText] = []

    /// What was told first is forgotten when there are more than this.
    static let capacity = 500

    /// Captions may come twice, as after a seek.
    mutating func add(_ cue: TimedText) {
        guard cue.range.isValid, cue.range.start.isNumeric, cue.range.end.isNumeric, !cues.contains(cue) else { return }
        cues.removeAll { cue.continues($0) }
        if cues.count >= Self.capacity { cues.removeFirst() }
        cues.append(cue)
    }

    /// Another track is read from now on.
    mutating func drop(allBut trackIndex: Int?) { cues.removeAll { $0.trackIndex != trackIndex } }

    /// What shows at a time, in the order in which it begins.
    func active(at time: CMTime) -> [TimedText] {
        cues.filter { $0.range.start <= time && time < $0.range.end }.sorted { $0.range.start < $1.range.start }
    }

    /// The times after `start`, up to and with `end`, at which what shows may change, in order.
    func edges(after start: CMTime, through end: CMTime) -> [CMTime] {
        var edges: [CMTime] = []
        for edge in cues.flatMap({ [$0.range.start, $0.range.end] }).sorted()
        where start < edge && edge <= end && edges.last != edge {
            edges.append(edge)
        }
        return edges
    }
}

/// How far one output has been told of an item's captions.
struct CaptionCursor: Sendable {
    struct Change: Sendable, Equatable {
        var texts: [TimedText]
        /// The item time from which these show, and no others.
        var time: CMTime
    }

    private static let moment = CMTime(value: 1, timescale: 1000)

    private var told: CMTime?
    private var shown: [TimedText] = []

    /// What came before is no longer followed by what comes.
    mutating func flush() { self = CaptionCursor() }

    /// Time has moved on, or captions have become known.
    /// - Parameters:
    ///   - ahead: how much earlier than its time a change is told.
    ///   - isBackwards: whether time runs backwards; then nothing is told ahead.
    mutating func move(
        to now: CMTime, ahead: CMTime, isBackwards: Bool, in captions: borrowing CaptionList
    ) -> [Change] {
        guard now.isNumeric else { return [] }
        var changes: [Change] = []
        guard let last = told, !isBackwards else {
            told = now
            // Backwards, what shows is what lies just before.
            show(captions.active(at: isBackwards ? now - Self.moment : now), from: now, &changes)
            if !isBackwards { changes += move(to: now, ahead: ahead, isBackwards: false, in: captions) }
            return changes
        }
        // What became known only now, though it had been due.
        let due = captions.active(at: last)
        show(due, from: max(now, due.last?.range.start ?? now), &changes)
        let target = now + ahead
        guard target > last else { return changes }
        for edge in captions.edges(after: last, through: target) {
            show(captions.active(at: edge), from: edge, &changes)
        }
        told = target
        return changes
    }

    private mutating func show(_ texts: [TimedText], from time: CMTime, _ changes: inout [Change]) {
        guard texts != shown else { return }
        shown = texts
        changes.append(Change(texts: texts, time: time))
    }
}
