import CoreMedia
import MediaEngine

/// What an item's media says about moments of it, as far as that is known, by time.
struct TimedMetadataList: Sendable {
    private(set) var entries: [TimedMetadata] = []

    /// What is earliest is forgotten when there are more than this.
    static let capacity = 1_000

    /// It may be told twice, as after a seek.
    mutating func add(_ metadata: TimedMetadata) {
        guard metadata.range.start.isNumeric, !entries.contains(where: metadata.repeats) else { return }
        let at = entries.firstIndex { $0.range.start > metadata.range.start } ?? entries.endIndex
        entries.insert(metadata, at: at)
        if entries.count > Self.capacity { entries.removeFirst() }
    }
}

/// How far one output has been told of an item's metadata.
struct TimedMetadataCursor: Sendable {
    /// Metadata that began so short before is still due where playing begins.
    private static let moment = CMTime(value: 50, timescale: 1000)

    /// Where playing began, or was sought.
    private var from: CMTime?
    private var told: Set<TimedMetadata> = []

    /// What came before is no longer followed by what comes.
    mutating func flush() { self = TimedMetadataCursor() }

    /// Time has moved on, or metadata has become known.
    /// - Parameter ahead: how much earlier than its time something is told.
    /// - Returns: what is due and has not been told, by time; nothing while time runs backwards.
    mutating func move(
        to now: CMTime, ahead: CMTime, isBackwards: Bool, in list: borrowing TimedMetadataList
    ) -> [TimedMetadata] {
        guard now.isNumeric, !isBackwards else { return [] }
        let start = from ?? now
        from = start
        let due = list.entries.filter { entry in
            guard entry.range.start <= now + ahead else { return false }
            // What lasts is due as long as it does.
            return (entry.range.start >= start - Self.moment || entry.range.end > start) && !told.contains(entry)
        }
        told.formUnion(due)
        if told.count > TimedMetadataList.capacity { told = told.intersection(list.entries) }
        return due
    }
}
