import Foundation
import MediaEngine

/// The data of an item's access and error logs (semantics section 7).
///
/// An access event covers one uninterrupted period of playback in one variant. The counters that it takes from the
/// session are reduced by their values at the start of the period.
struct PlaybackLog: Sendable {
    struct Access: Sendable {
        var date: Date
        var url: URL?
        var startOffset: Double
        var first: SessionStatistics
        var last: SessionStatistics
        /// nil while the period lasts.
        var end: Date?
        var stalls = 0
        /// The variant of the period's segments; nil where there are no variants.
        var variant: StreamVariant?
        var transfers = TransferSums()
        /// Whether the previous period played another variant.
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
    /// The variant that is loading now.
    private var variant: StreamVariant?
    /// The transfers before playback began.
    private var earlyTransfers = TransferSums()
    private var variantOfLast: URL?
    var isLive = false

    /// The limit of entries; beyond it the oldest is removed.
    static let capacity = 500

    enum Entry: Sendable { case added, none }

    mutating func began(_ statistics: SessionStatistics, of url: URL?, atSeconds seconds: Double, date: Date) -> Entry {
        if let last = accesses.indices.last, accesses[last].end == nil { return .none }
        if accesses.count >= Self.capacity { accesses.removeFirst() }
        // Media that was loaded before playback began counts for the first period.
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

    /// Counts a completed transfer attempt for the current period, or the last one.
    mutating func transferred(_ transfer: StreamTransfer) {
        if let last = accesses.indices.last {
            accesses[last].transfers.add(transfer)
        } else {
            earlyTransfers.add(transfer)
        }
    }

    /// Handles a switch of the variant: the current period ends, and one of the new variant begins.
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
