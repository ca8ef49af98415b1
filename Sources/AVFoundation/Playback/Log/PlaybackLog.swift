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
        /// What the segments of the stretch are loaded of; nil where there are no variants.
        var variant: StreamVariant?
        var transfers = TransferSums()
        /// Whether the stretch began with another variant.
        var isSwitch = false
        var isLive = false
    }

    struct Failure: Sendable {
        var date: Date
        var url: URL?
        var error: MediaError
    }

    private(set) var accesses: [Access] = []
    private(set) var failures: [Failure] = []
    /// What goes on in a stream.
    private var variant: StreamVariant?
    /// What came before anything was played.
    private var earlyTransfers = TransferSums()
    private var variantOfLast: URL?
    var isLive = false

    /// Older entries are forgotten when there are more than this.
    static let capacity = 500

    enum Entry: Sendable { case added, none }

    mutating func began(_ statistics: SessionStatistics, of url: URL?, atSeconds seconds: Double, date: Date) -> Entry {
        if let last = accesses.indices.last, accesses[last].end == nil { return .none }
        if accesses.count >= Self.capacity { accesses.removeFirst() }
        // What was read before playing began belongs to the first stretch.
        let isFirst = accesses.isEmpty
        var access = Access(
            date: date, url: url, startOffset: seconds, first: isFirst ? SessionStatistics() : statistics,
            last: statistics, end: nil)
        access.variant = variant
        access.isSwitch = !isFirst && variant?.url != variantOfLast
        access.isLive = isLive
        if isFirst { access.transfers = earlyTransfers }
        variantOfLast = variant?.url
        accesses.append(access)
        return .added
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

    /// An attempt to get something has ended. It counts for the stretch under way, or the last one.
    mutating func transferred(_ transfer: StreamTransfer) {
        if let last = accesses.indices.last {
            accesses[last].transfers.add(transfer)
        } else {
            earlyTransfers.add(transfer)
        }
    }

    /// Another variant is loaded: a stretch that is under way ends, and one of the new variant begins.
    mutating func switched(
        to fresh: StreamVariant, _ statistics: SessionStatistics, atSeconds seconds: Double, date: Date
    ) -> Entry {
        variant = fresh
        guard let last = accesses.last, last.end == nil, fresh.url != variantOfLast else { return .none }
        ended(statistics, at: date)
        return began(statistics, of: last.url, atSeconds: seconds, date: date)
    }

    mutating func failed(_ error: MediaError, of url: URL?, at date: Date) {
        if failures.count >= Self.capacity { failures.removeFirst() }
        failures.append(Failure(date: date, url: error.url ?? url, error: error))
    }
}
