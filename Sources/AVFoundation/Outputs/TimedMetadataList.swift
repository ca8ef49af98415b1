import CoreMedia
import MediaEngine

/// The timed metadata of an item that is known so far, by time.
struct TimedMetadataList: Sendable {
    private(set) var entries: [TimedMetadata] = []

    /// The limit of stored entries; beyond it the earliest is removed.
    static let capacity = 1_000

    /// Adds metadata, unless it is known already, as after a seek.
    mutating func add(_ metadata: TimedMetadata) {
        guard metadata.range.start.isNumeric, !entries.contains(where: metadata.repeats) else { return }
        let at = entries.firstIndex { $0.range.start > metadata.range.start } ?? entries.endIndex
        entries.insert(metadata, at: at)
        if entries.count > Self.capacity { entries.removeFirst() }
    }
}

/// The progress of one output in the delivery of an item's metadata.
struct TimedMetadataCursor: Sendable {
    /// Metadata that began at most this long before the start of playback is still delivered.
    private static let moment = CMTime(value: 50, timescale: 1000)

    /// Where playback started, or the target of the last seek.
    private var from: CMTime?
    private var reported: Set<TimedMetadata> = []

    /// Restarts the delivery after a jump of the position.
    mutating func flush() { self = TimedMetadataCursor() }

    /// Returns the metadata that is due, after time has advanced or metadata was added.
    /// - Parameter ahead: how much earlier than its time metadata is delivered.
    /// - Returns: the entries that are due and have not been delivered, by time; none in reverse playback.
    mutating func move(
        to now: CMTime, ahead: CMTime, isBackwards: Bool, in list: borrowing TimedMetadataList
    ) -> [TimedMetadata] {
        guard now.isNumeric, !isBackwards else { return [] }
        let start = from ?? now
        from = start
        let due = list.entries.filter { entry in
            guard entry.range.start <= now + ahead else { return false }
            // Metadata with a duration is due until its end.
            return (entry.range.start >= start - Self.moment || entry.range.end > start) && !reported.contains(entry)
        }
        reported.formUnion(due)
        if reported.count > TimedMetadataList.capacity { reported = reported.intersection(list.entries) }
        return due
    }
}
