import Foundation

/// The totals of an item's playback, for the summary event. Times are seconds of any monotonic clock.
struct MetricTally: Sendable {
    private(set) var requests = 0
    private(set) var stalls = 0
    private(set) var switches = 0
    var recoverableErrors = 0
    /// The seconds during which time advanced, and those during which playback was stalled.
    private(set) var played = 0.0
    private(set) var stalled = 0.0
    /// The seconds from the start of the session until time first advanced.
    private(set) var startup: Double?
    /// The declared bits of the played media.
    private(set) var averageBits = 0.0
    private(set) var peakBits = 0.0
    /// The seconds played from variants that declare their bit rates.
    private var declared = 0.0

    private var begunAt: Double?
    private var movingSince: Double?
    private var stalledSince: Double?
    private var rates: (average: Double, peak: Double)?

    mutating func began(at now: Double) { begunAt = begunAt ?? now }
    mutating func requested() { requests += 1 }

    mutating func switched(average: Double, peak: Double, isFirst: Bool, at now: Double) {
        settle(at: now)
        if !isFirst { switches += 1 }
        rates = (average, peak)
    }

    mutating func stalled(at now: Double) {
        settle(at: now)
        stalls += 1
        stalledSince = stalledSince ?? now
    }

    mutating func rateChanged(to rate: Double, at now: Double) {
        settle(at: now)
        movingSince = rate == 0 ? nil : now
        guard rate != 0 else { return }
        if startup == nil, let begunAt { startup = now - begunAt }
        if let since = stalledSince { stalled += now - since }
        stalledSince = nil
    }

    /// Adds the time since the last change.
    mutating func settle(at now: Double) {
        guard let since = movingSince else { return }
        let seconds = max(0, now - since)
        played += seconds
        if let rates {
            declared += seconds
            averageBits += rates.average * seconds
            peakBits += rates.peak * seconds
        }
        movingSince = now
    }

    /// Returns the mean bits per second over the playback of variants that declare bit rates.
    func mean(_ bits: Double) -> Double { declared > 0 ? bits / declared : 0 }
}
