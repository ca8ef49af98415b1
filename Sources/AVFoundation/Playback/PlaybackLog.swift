import Foundation
import MediaEngine

/// What an item's access and error logs are made from: semantics section 7.
///
/// One access event covers one uninterrupted stretch of playing. Counters are the session's, minus what they were when the stretch began.
struct PlaybackLog: Sendable {
    struct Access: Sendable {
        var date: Date
        var url: URL?
        var startOffset: Double
        var first: SessionStatistics
        var last: SessionStatistics
        /// nil while it goes on.
        var end: Date?
        var stalls = 0
    }

    struct Failure: Sendable {
        var date: Date
        var url: URL?
        var error: MediaError
    }

    private(set) var accesses: [Access] = []
    private(set) var failures: [Failure] = []

    /// Older entries are forgotten when there are more than this.
    static let capacity = 500

    /// - Returns: whether an event was added.
    mutating func began(_ statistics: SessionStatistics, of url: URL?, atSeconds seconds: Double, date: Date) -> Bool {
        if let last = accesses.indices.last, accesses[last].end == nil { return false }
        if accesses.count >= Self.capacity { accesses.removeFirst() }
        // What was read before playing began belongs to the first stretch.
        let first = accesses.isEmpty ? SessionStatistics() : statistics
        accesses.append(
            Access(date: date, url: url, startOffset: seconds, first: first, last: statistics, end: nil))
        return true
    }

    mutating func grew(_ statistics: SessionStatistics) {
        guard let last = accesses.indices.last, accesses[last].end == nil else { return }
        accesses[last].last = statistics
    }

    mutating func stalled() {
        guard let last = accesses.indices.last else { return }
        accesses[last].stalls += 1
    }

    mutating func ended(_ statistics: SessionStatistics, at date: Date) {
        guard let last = accesses.indices.last, accesses[last].end == nil else { return }
        accesses[last].last = statistics
        accesses[last].end = date
    }

    mutating func failed(_ error: MediaError, of url: URL?, at date: Date) {
        if failures.count >= Self.capacity { failures.removeFirst() }
        failures.append(Failure(date: date, url: error.url ?? url, error: error))
    }
}
