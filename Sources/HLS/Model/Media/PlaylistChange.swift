import CoreMedia

/// The result of comparing a reloaded playlist with the previous one (spec/hls.md section 6; bis section 6.2.1).
public enum PlaylistChange: Sendable, Hashable {
    case unchanged
    /// The number of segments appended; 0 where only parts, dates or tags changed.
    case advanced(segments: Int)
    /// An older state of the same playlist or an empty one, from a stale cache or a server that removed segments. The known playlist stays
    /// valid.
    case older
    /// The sequence numbers went backwards: a new playlist at the same URL. The timeline restarts at the live edge.
    case restarted
    /// A segment was replaced by another, which a server must not do. The timeline restarts at the live edge.
    case mismatched(sequenceNumber: UInt64)
    /// The windows do not overlap: the segments between them were never seen.
    case gap(missing: UInt64)
    /// The sequence numbers changed but the media continues: the numbers restarted, jumped, or stay constant while the window moves.
    /// - Parameter common: a segment in both windows; nil where only the elapsed time shows that no media is missing.
    case renumbered(common: CommonSegment?)

    /// A segment that two states of a playlist share, by its positions in them.
    public struct CommonSegment: Sendable, Hashable {
        public var old: Int
        public var new: Int

        public init(old: Int, new: Int) {
            self.old = old
            self.new = new
        }
    }

    /// Target durations of media that a server may publish at once, beyond the elapsed time.
    public static let burst = 3.0

    /// - Parameter elapsed: the time since the end of the old playlist last advanced. A live stream cannot have
    ///   produced much more media than that, whatever its sequence numbers; nil accepts any number.
    public static func from(
        _ old: MediaPlaylist, to new: MediaPlaylist, after elapsed: Duration? = nil
    ) -> PlaylistChange {
        guard new.mediaSequence >= old.mediaSequence, new.nextSequenceNumber >= old.nextSequenceNumber else {
            return isOlder(new, than: old) ? .older : renumbered(old, new) ?? .restarted
        }
        // An empty playlist is never newer than one with segments, whatever its sequence number.
        if new.segments.isEmpty, !old.segments.isEmpty { return .older }
        if new.mediaSequence > old.nextSequenceNumber {
            let missing = new.mediaSequence - old.nextSequenceNumber
            if let elapsed, !isPlausible(missing, before: new, after: elapsed) {
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
    /// Returns whether the missing segments and those listed after them can have been produced in a time.
    private static func isPlausible(_ missing: UInt64, before new: MediaPlaylist, after elapsed: Duration) -> Bool {
        let target = new.targetDuration?.seconds ?? 6
        let listed = new.segments.duration.seconds
        let usual = new.segments.isEmpty ? target : listed / Double(new.segments.count)
        let passed = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return Double(missing) * usual + listed <= passed + burst * target
    }

    /// Aligns two states with contradictory sequence numbers by the media that they share.
    /// - Returns: nil where they share none.
    private static func renumbered(_ old: MediaPlaylist, _ new: MediaPlaylist) -> PlaylistChange? {
        guard let common = old.segments.common(with: new.segments) else { return nil }
        // A server that is behind the previous one and numbers segments differently.
        let isBehind = new.segments.count - common.new < old.segments.count - common.old
        return isBehind ? .older : .renumbered(common: common)
    }

    /// Returns whether all segments that two states share are the same.
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
    /// Returns faults for values that must not change over reloads but did; `PlaylistChange` covers the segments.
    public func faults(comparedWith old: MediaPlaylist) -> [PlaylistFault] {
        var faults: [PlaylistFault] = []
        func add(_ rule: PlaylistRule, _ message: String) {
            faults.append(PlaylistFault(line: 0, rule: rule, level: .warning, message: message))
        }
        if let before = old.targetDuration, let now = targetDuration, before != now {
            add(
                "hls.targetduration.changed",
                "EXT-X-TARGETDURATION changed from \(before.value) to \(now.value). It must not change.")
        }
        if old.hasEnded, !hasEnded {
            add(
                "hls.endlist.removed",
                "EXT-X-ENDLIST was removed. A playlist that has ended must not continue.")
        }
        return faults
    }
}
