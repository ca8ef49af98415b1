import CoreMedia
import Foundation
import MediaEngine
import Synchronization

/// The captions of an item that are known so far.
struct CaptionList: Sendable {
    private(set) var cues: [TimedText] = []
    /// Whether captions have been added that are drawn in place of their text.
    private(set) var hasGraphics = false
    /// Different for lists that differ.
    private(set) var revision = Self.nextRevision()

    private static let revisions = Atomic<UInt64>(0)
    private static func nextRevision() -> UInt64 { revisions.add(1, ordering: .relaxed).newValue }

    init() {}

    /// - Parameter cues: all captions, as of a file; their number is not limited.
    init(cues: [TimedText]) {
        self.cues = cues
        hasGraphics = cues.contains { $0.graphics != nil }
    }

    /// The limit of stored captions; beyond it the one that was added first is removed.
    static let capacity = 500
    /// The limit of stored captions that are pictures, which need much memory.
    static let pictureCapacity = 32

    /// Adds a caption, unless it is known already, as after a seek.
    mutating func add(_ cue: TimedText) {
        guard cue.range.isValid, cue.range.start.isNumeric, cue.range.end.isNumeric, !cues.contains(cue) else { return }
        cues.removeAll { cue.continues($0) }
        let capacity = if case .pictures = cue.graphics { Self.pictureCapacity } else { Self.capacity }
        if cues.count >= capacity { cues.removeFirst() }
        cues.append(cue)
        revision = Self.nextRevision()
        if cue.graphics != nil { hasGraphics = true }
    }

    /// Removes all captions, when those of another track follow.
    mutating func removeAll() {
        cues.removeAll()
        revision = Self.nextRevision()
    }

    /// Returns the captions that are displayed at a time, by their order.
    func active(at time: CMTime) -> [TimedText] {
        cues.filter { $0.range.start <= time && time < $0.range.end }.sorted {
            ($0.orderTime ?? $0.range.start) < ($1.orderTime ?? $1.range.start)
        }
    }

    /// Returns the times after `start`, up to and including `end`, at which the displayed captions may change, in order.
    func edges(after start: CMTime, through end: CMTime) -> [CMTime] {
        var edges: [CMTime] = []
        for edge in cues.flatMap({ [$0.range.start, $0.range.end] }).sorted()
        where start < edge && edge <= end && edges.last != edge {
            edges.append(edge)
        }
        return edges
    }
}

/// The progress of one output in the delivery of an item's captions.
struct CaptionCursor: Sendable {
    struct Change: Sendable, Equatable {
        var texts: [TimedText]
        /// The item time from which exactly these captions are displayed.
        var time: CMTime

        /// Returns the texts, with the styles of the rules. Captions that are pictures have none.
        func strings(_ rules: [AVTextStyleRule]) -> [NSAttributedString] {
            texts.filter { !$0.text.isEmpty }.map { rules.applied(to: $0.attributed) }
        }
    }

    private static let moment = CMTime(value: 1, timescale: 1000)

    private var reported: CMTime?
    private var shown: [TimedText] = []

    /// Restarts the delivery after a jump of the position.
    mutating func flush() { self = CaptionCursor() }

    /// Returns the changes that are due, after time has advanced or captions were added.
    /// - Parameters:
    ///   - ahead: how much earlier than its time a change is delivered.
    ///   - isBackwards: whether playback is reverse; then nothing is delivered early.
    mutating func move(
        to now: CMTime, ahead: CMTime, isBackwards: Bool, in captions: borrowing CaptionList
    ) -> [Change] {
        guard now.isNumeric else { return [] }
        var changes: [Change] = []
        guard let last = reported, !isBackwards else {
            reported = now
            // In reverse playback, the frame before the current time is the one displayed.
            show(captions.active(at: isBackwards ? now - Self.moment : now), from: now, &changes)
            if !isBackwards { changes += move(to: now, ahead: ahead, isBackwards: false, in: captions) }
            return changes
        }
        // Captions that were added after their time had passed.
        let due = captions.active(at: last)
        show(due, from: max(now, due.last?.range.start ?? now), &changes)
        let target = now + ahead
        guard target > last else { return changes }
        for edge in captions.edges(after: last, through: target) {
            show(captions.active(at: edge), from: edge, &changes)
        }
        reported = target
        return changes
    }

    private mutating func show(_ texts: [TimedText], from time: CMTime, _ changes: inout [Change]) {
        guard texts != shown else { return }
        shown = texts
        changes.append(Change(texts: texts, time: time))
    }
}
