import CoreMedia

/// What a reload has brought (spec/hls.md section 6; bis section 6.2.1).
public enum PlaylistChange: Sendable, Hashable {
    case unchanged
    /// So many segments are new at the end; 0 where only parts, dates or tags changed.
    case advanced(segments: Int)
    /// An older state of the same playlist, or an empty one: a cache that lags behind, a server that took segments back. What is known stands.
    case older
    /// The numbers went backwards: a new playlist at the old address. The time line begins anew at the live edge.
    case restarted
    /// A segment has become another, which a server must not do. The time line begins anew at the live edge.
    case mismatched(sequenceNumber: UInt64)
    /// Nothing of the old window is left: segments between the two were never seen.
    case gap(missing: UInt64)
    /// The numbers are others, and the media go on: they began again, jumped, or stand still while the window moves.
    /// - Parameter common: a segment that both have; nil where only the time that has passed says that nothing is missing.
    case renumbered(common: CommonSegment?)

    /// A segment that two states of a playlist have in common, by its positions in them.
    public struct CommonSegment: Sendable, Hashable {
        public var old: Int
        public var new: Int

        public init(old: Int, new: Int) {
            self.old = old
            self.new = new
        }
    }

    /// Target durations that a server may publish at once, beyond the time that has passed.
    public static let burst = 3.0

    /// - Parameter elapsed: since the old one was news. A live stream cannot have produced much more than that, whatever its numbers say; nil:
    /// any number is believed.
    public static func from(
        _ old: MediaPlaylist, to new: MediaPlaylist, after elapsed: Duration? = nil
    ) -> PlaylistChange {
        guard new.mediaSequence >= old.mediaSequence, new.nextSequenceNumber >= old.nextSequenceNumber else {
            return isOlder(new, than: old) ? .older : renumbered(old, new) ?? .restarted
        }
        // Nothing tells less than anything, whatever its number.
        if new.segments.isEmpty, !old.segments.isEmpty { return .older }
        if new.mediaSequence > old.nextSequenceNumber {
            let missing = new.mediaSequence - old.nextSequenceNumber
            if let elapsed, !isBelievable(missing, before: new, after: elapsed) {
                return renumbered(old, new) ?? .renumbered(common: nil)
            }
            return .gap(missing: missing)
        }
        let overlap = new.mediaSequence..<old.nextSequenceNumber
        if let first = old.segments.position(ofSequenceNumber: overlap.lowerBound) {
            let pairs = zip(old.segments.records[first...], new.segments.records)
            for (index, pair) in pairs.enumerated() where !pair.0.isSameMedia(as: pair.1) {
                return renumbered(old, new) ?? .mismatched(sequenceNumber: overlap.lowerBound + UInt64(index))
            }
        }
        let added = new.nextSequenceNumber - old.nextSequenceNumber
        if added == 0, old == new { return .unchanged }
        return .advanced(segments: Int(clamping: added))
    }
}

extension PlaylistChange {
    /// Whether so many segments, and those listed behind them, can have been produced in a time.
    private static func isBelievable(_ missing: UInt64, before new: MediaPlaylist, after elapsed: Duration) -> Bool {
        let target = new.targetDuration?.seconds ?? 6
        let listed = new.segments.duration.seconds
        let usual = new.segments.isEmpty ? target : listed / Double(new.segments.count)
        let passed = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return Double(missing) * usual + listed <= passed + burst * target
    }

    /// Two states whose numbers contradict each other, by the media that they have in common.
    /// - Returns: nil where they have none.
    private static func renumbered(_ old: MediaPlaylist, _ new: MediaPlaylist) -> PlaylistChange? {
        guard let common = old.segments.common(with: new.segments) else { return nil }
        // A server that lags behind the one before, and counts in another way.
        let isBehind = new.segments.count - common.new < old.segments.count - common.old
        return isBehind ? .older : .renumbered(common: common)
    }

    /// Whether all that two states have in common is the same.
    private static func isOlder(_ new: MediaPlaylist, than old: MediaPlaylist) -> Bool {
        if new.segments.isEmpty { return true }
        let first = max(new.mediaSequence, old.mediaSequence)
        guard let here = new.segments.position(ofSequenceNumber: first),
            let there = old.segments.position(ofSequenceNumber: first)
        else { return false }
        return zip(new.segments.records[here...], old.segments.records[there...]).allSatisfy { $0.isSameMedia(as: $1) }
    }
}

extension MediaPlaylist {
    /// What must not change over reloads, and has; `PlaylistChange` says what becomes of the segments.
    public func faults(comparedWith old: MediaPlaylist) -> [PlaylistFault] {
        var faults: [PlaylistFault] = []
        func add(_ rule: PlaylistRule, _ message: String) {
            faults.append(PlaylistFault(line: 0, rule: rule, level: .warning, message: message))
        }
        if let before = old.targetDuration, let now = targetDuration, before != now {
            add(
                "hls.targetduration.changed",
                "EXT-X-TARGETDURATION was \(before.value) and is \(now.value). It must stay the same.")
        }
        if old.hasEnded, !hasEnded {
            add(
                "hls.endlist.removed",
                "EXT-X-ENDLIST was there and is gone. A playlist that has ended must not "
                    + "go on.")
        }
        return faults
    }
}
