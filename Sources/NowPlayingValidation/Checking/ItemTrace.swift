import Foundation

/// An item that a player publishes: from its first dictionary to nil.
struct ItemTrace {
    let category: ContentCategory
    private(set) var last: NowPlayingInfo
    /// The time of the last update.
    private(set) var lastTime: Double
    /// The time of the last update that an event explains.
    var lastEventTime: Double
    /// Whether the elapsed time is known to be wrong, so that its correction is no seek.
    var owesPosition = false
    var cadence = Cadence()
    /// The violations that have been reported, each of which is reported once an item.
    private var reported: Set<String> = []

    init(_ info: NowPlayingInfo, category: ContentCategory, time: Double) {
        self.category = category
        last = info
        lastTime = time
        lastEventTime = time
    }

    mutating func update(_ info: NowPlayingInfo, time: Double) {
        last = info
        lastTime = time
    }

    /// Returns the elapsed time at a later time, as the system extrapolates it.
    func elapsed(at time: Double) -> Double? { last.elapsed.map { $0 + last.rate * (time - lastTime) } }

    /// Returns the playback date at a later time, as the system extrapolates it.
    func date(at time: Double) -> Date? { last.date?.addingTimeInterval(last.rate * (time - lastTime)) }

    /// Returns the time at which the item ends if nothing happens before; nil if it is paused, live or of unknown length.
    var end: Double? {
        guard let elapsed = last.elapsed, let duration = last.duration, last.rate > 0, duration > 0 else { return nil }
        return lastTime + max(0, duration - elapsed) / last.rate
    }

    /// Returns whether a violation has not been reported yet, and notes it as reported.
    mutating func isNew(_ rule: NowPlayingRule, _ subject: String) -> Bool {
        reported.count < 1_000 && reported.insert("\(rule.id) \(subject)").inserted
    }

    func hasReported(_ rule: NowPlayingRule) -> Bool { reported.contains { $0.hasPrefix("\(rule.id) ") } }
}
