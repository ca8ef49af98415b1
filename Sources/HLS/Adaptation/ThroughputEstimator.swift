/// Learns from transfers how many bits per second the link carries (spec section 11, point 1).
///
/// Transfers that run at the same time share the link, so that what counts is the sum of their bytes over the union of the
/// times in which at least one of them flows. The wait for the first byte is kept apart. Nothing is measured of transfers that the
/// caller marks as unmetered: cache hits, and requests that the server holds back on purpose.
public struct ThroughputEstimator: Sendable {
    /// What a transfer may teach.
    public enum Metering: Sendable {
        /// Bytes and the wait for the first one.
        case full
        /// Bytes only: the server made it wait (a blocking reload, a hinted part).
        case bytesOnly
        /// Nothing: it did not come over the network.
        case none
    }

    struct Running: Sendable {
        var metering: Metering
        var startedAt: Double
        var firstByteAt: Double?
        var byteCount = 0
    }

    /// Seconds of flow that make one sample.
    static let sliceDuration = 0.25
    /// What came in less flow than this says more about buffers on the way than about the link.
    static let shortestSlice = 0.002
    /// Seconds without a word after which it is taken that nothing came.
    static let silence = 1.0
    /// Fewer bytes than this in one burst are no sample.
    static let fewestBytes = 16_000
    /// Bits per second above which differences no longer matter.
    static let highestRate = 200e6
    /// Seconds of half-life of the two averages. (The specification's 3 and 9 did a little worse.)
    static let fastHalfLife = 5.0
    static let slowHalfLife = 8.0
    /// Seconds that a burst counts for at least: weighed by its time alone, a link that has become fast would hardly be noticed.
    static let leastBurst = 6.0
    /// The wait for a first byte before any was seen.
    static let defaultLatency = 0.1

    private(set) var running: [Int: Running] = [:]
    private var lastEvent = 0.0
    /// When bytes of anything came last.
    private var lastBytesAt = -Double.infinity
    /// What flowed since the link was last idle.
    private var burst = (bits: 0.0, seconds: 0.0)
    private var sliceBits = 0.0
    private var sliceSeconds = 0.0
    private(set) var averages = RateAverages()
    private var recent = RecentRate()
    private var latencyAverage = DecayingAverage(halfLife: 5)
    private var remembered: StoredThroughput?

    public init(remembered: StoredThroughput? = nil) { self.remembered = remembered }

    public mutating func started(_ id: Int, at time: Double, metering: Metering = .full) {
        advance(to: time)
        running[id] = Running(metering: metering, startedAt: time)
    }

    /// Tells how many bytes of a transfer have come in all. Call it at least a few times a second while bytes come; also calling when none came makes
    /// an outage known while it lasts.
    public mutating func progressed(_ id: Int, byteCount: Int, at time: Double) {
        if let transfer = running[id], transfer.firstByteAt != nil, byteCount > transfer.byteCount,
            time - lastEvent > Self.silence
        {
            // Who is told of bytes only tells us nothing while none come: the time before these was an outage.
            if sliceSeconds >= Self.shortestSlice { closeSlice() }
            advance(to: time - Self.sliceDuration)
        }
        advance(to: time, closes: false)
        defer { closeSliceIfLong() }
        guard var transfer = running[id], byteCount > transfer.byteCount else { return }
        lastBytesAt = time
        if transfer.firstByteAt == nil {
            // What lies there at the first look came before it, in a time that nobody saw: it tells nothing about the rate.
            transfer.firstByteAt = time
            if transfer.metering == .full { latencyAverage.add(max(0, time - transfer.startedAt), weight: 1) }
        } else if transfer.metering != .none {
            sliceBits += Double(byteCount - transfer.byteCount) * 8
        }
        transfer.byteCount = byteCount
        running[id] = transfer
    }

    /// Ends a transfer, whether whole or not.
    public mutating func finished(_ id: Int, byteCount: Int, at time: Double) {
        let isSeenForTheFirstTime = running[id].map { $0.firstByteAt == nil } ?? false
        if isSeenForTheFirstTime, let transfer = running[id], byteCount > 0, transfer.metering != .none {
            // It came in one piece: all that is known is how long it took together with the wait.
            running[id] = nil
            advance(to: time)
            let seconds = time - transfer.startedAt - (transfer.metering == .full ? latency : 0)
            if flowing.isEmpty, byteCount >= Self.fewestBytes {
                add(bits: Double(byteCount) * 8, seconds: max(seconds, Self.shortestSlice))
                endBurst()
            } else {
                sliceBits += Double(byteCount) * 8
            }
            return
        }
        progressed(id, byteCount: byteCount, at: time)
        running[id] = nil
        guard flowing.isEmpty else { return }
        if sliceBits >= Double(Self.fewestBytes) * 8 || sliceSeconds >= Self.sliceDuration { closeSlice() }
        endBurst()
    }

    /// Bits per second that the link is taken to carry at a time; nil when nothing was ever measured or remembered.
    public func estimate(at time: Double) -> Double? {
        var current = self
        current.advance(to: time)
        if current.sliceSeconds >= Self.sliceDuration { current.closeSlice() }
        guard let measured = current.averages.rate else { return remembered?.rate(at: time) }
        guard let remembered, let old = remembered.rate(at: time) else { return measured }
        // A memory counts as much as a few seconds of measurement, and less from second to second.
        let trust = remembered.weight(at: time) * StoredThroughput.secondsOfTrust
        return (measured * current.averages.seconds + old * trust) / (current.averages.seconds + trust)
    }

    /// Bits per second of the last second or two of flow, the present moment included; nil before that much was seen.
    func recentRate(at time: Double) -> Double? {
        // Who is told of bytes only has a slice that is as long as the silence: what came before that is not recent.
        if time - lastBytesAt > 2 * Self.silence, lastBytesAt.isFinite { return 0 }
        var current = self
        current.advance(to: time)
        return current.recent.rate(with: current.sliceBits, seconds: current.sliceSeconds)
    }

    /// Seconds of flow for which the link has been much slower than before, the present moment included; 0 when it is not slow.
    func slowSeconds(at time: Double) -> Double {
        var current = self
        current.advance(to: time)
        return current.averages.slowSeconds
    }

    /// Seconds from a request to its first byte.
    public var latency: Double { latencyAverage.value ?? remembered?.latency ?? Self.defaultLatency }

    /// Seconds of flow that were measured.
    public var measuredSeconds: Double { averages.seconds }

    /// What to keep for the next time this network or host is used.
    public func stored(at time: Double) -> StoredThroughput? {
        guard let rate = averages.rate else { return remembered }
        return StoredThroughput(bitsPerSecond: rate, latency: latency, storedAt: time)
    }

    // MARK: Slices

    /// Transfers whose bytes take up the link. One that waits for its first byte much longer than usual counts, so that a dead link is noticed.
    private var flowing: [Int: Running] { flowing(at: lastEvent) }

    private func flowing(at time: Double) -> [Int: Running] {
        running.filter { _, transfer in
            switch transfer.metering {
            case .none: false
            case .bytesOnly: transfer.firstByteAt != nil
            case .full: transfer.firstByteAt != nil || time > transfer.startedAt + patience
            }
        }
    }

    private var patience: Double { 2 * latency + 0.5 }

    /// Moves on to a time. `closes` is false when the bytes of that time are still to be counted.
    private mutating func advance(to time: Double, closes: Bool = true) {
        guard time > lastEvent else { return }
        var from = lastEvent
        let flowing = flowing(at: time)
        if !flowing.isEmpty {
            let begin = flowing.values.map { $0.firstByteAt ?? $0.startedAt + patience }.min() ?? time
            from = max(from, min(begin, time))
            averages.age(by: from - lastEvent)
            sliceSeconds += time - from
        } else {
            averages.age(by: time - lastEvent)
        }
        lastEvent = time
        if closes { closeSliceIfLong() }
    }

    private mutating func closeSliceIfLong() {
        if sliceSeconds >= Self.sliceDuration { closeSlice() }
    }

    /// The link is idle: a short burst counts for more than its time, else a fast link would hardly be noticed.
    private mutating func endBurst() {
        let missing = Self.leastBurst - burst.seconds
        if burst.seconds > 0, burst.bits >= Double(Self.fewestBytes) * 8, missing > 0 {
            averages.add(rate: burst.bits / burst.seconds, seconds: missing, isFlow: false)
        }
        burst = (0, 0)
        sliceBits = 0
        sliceSeconds = 0
    }

    private mutating func closeSlice() {
        if sliceSeconds > 0 { add(bits: sliceBits, seconds: max(sliceSeconds, Self.shortestSlice)) }
        sliceBits = 0
        sliceSeconds = 0
    }

    private mutating func add(bits: Double, seconds: Double) {
        let rate = min(bits / seconds, Self.highestRate)
        averages.add(rate: rate, seconds: seconds)
        burst.bits += rate * seconds
        burst.seconds += seconds
        recent.add(bits: rate * seconds, seconds: seconds)
    }
}
