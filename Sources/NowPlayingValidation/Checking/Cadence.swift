/// The intervals between updates that no event explains.
struct Cadence {
    private var last: Double?
    private var interval: Double?
    private var count = 0
    /// Whether a timer has been detected.
    private(set) var isPeriodic = false
    /// The number of updates that state nothing new.
    private(set) var idleCount = 0
    /// The first of them.
    private(set) var firstIdle: Moment?

    /// Adds an update without an event.
    /// - Parameter isIdle: whether it states nothing but the passing of time.
    /// - Returns: the interval of the timer, once when it is detected.
    mutating func add(_ moment: Moment, isIdle: Bool) -> Double? {
        if isIdle {
            idleCount += 1
            if firstIdle == nil { firstIdle = moment }
        }
        defer { last = moment.time }
        guard let last else {
            count = 1
            return nil
        }
        let step = moment.time - last
        if let interval, abs(step - interval) <= max(0.25, interval * 0.2) {
            count += 1
        } else {
            count = 2
            interval = step
        }
        guard count >= Tolerance.timerUpdates, !isPeriodic else { return nil }
        isPeriodic = true
        return interval
    }
}

/// The place of a record.
struct Moment {
    var time: Double
    var record: NowPlayingRecord
    var line: Int?

    init(_ record: NowPlayingRecord, line: Int?) {
        time = record.time
        // Only the place is kept, not what the record states.
        self.record = NowPlayingRecord(time: record.time, date: record.date, player: record.player, event: record.event)
        self.line = line
    }
}
