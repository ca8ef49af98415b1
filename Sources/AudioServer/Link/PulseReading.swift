/// A reading of the server's state, whose lists arrive one after another.
///
/// When the server changes between two of the replies, the lists contradict each other: the streams have left a device that the list of
/// devices still has. Such a reading is repeated in place of being published.
struct PulseReading {
    /// A server that changes during this number of readings in a row does not keep its state from being published.
    static let maximumRepeats = 5

    var snapshot = PulseSnapshot()
    /// The readings that were discarded directly before this one.
    private var repeats = 0
    /// Whether the server has reported a change since the reading began.
    private var isOutdated = false

    /// Notes that the server has reported a change.
    mutating func noteChange() { isOutdated = true }

    /// Whether the complete reading is published.
    var isPublished: Bool { !isOutdated || repeats == Self.maximumRepeats }

    /// The reading that follows the complete one at once; nil where the server has not changed since.
    var next: PulseReading? {
        guard isOutdated else { return nil }
        var next = PulseReading()
        if !isPublished { next.repeats = repeats + 1 }
        return next
    }
}
