/// Estimates from transfers how many bits per second the link carries (spec section 11, point 1).
///
/// Concurrent transfers share the link, so the estimate divides the sum of their bytes by the union of the times in which at least one of
/// them flows. The wait for the first byte is measured separately. Transfers that the caller marks as unmetered do not count: cache hits,
/// and requests that the server delays on purpose.
public struct ThroughputEstimator: Sendable {
    /// Which measurements of a transfer count.
    public enum Metering: Sendable {
        /// Bytes and the wait for the first one.
        case full
        /// Bytes only: the server delayed the response (a blocking reload, a hinted part).
        case bytesOnly
        /// Nothing: the response did not come over the network.
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
    /// Seconds of flow below which a measurement reflects buffers on the path rather than the link.
    static let shortestSlice = 0.002
    /// Seconds without a progress report after which the link is assumed to have been idle.
    static let silence = 1.0
    /// A burst of fewer bytes gives no sample.
    static let fewestBytes = 16_000
    /// Bits per second above which differences no longer matter.
    static let highestRate = 200e6
    /// Half-lives of the two averages in seconds. (The specification's 3 and 9 did slightly worse.)
    static let fastHalfLife = 5.0
    static let slowHalfLife = 8.0
    /// Minimum weight of a burst in seconds. Weighted by its duration alone, a short burst on a link that became faster would hardly change
    /// the mean.
    static let leastBurst = 6.0
    /// The assumed wait for a first byte before one was measured.
    static let defaultLatency = 0.1

    private(set) var running: [Int: Running] = [:]
    private var lastEvent = 0.0
    /// When bytes of any transfer last arrived.
    private var lastBytesAt = -Double.infinity
    /// The bits and seconds of flow since the link was last idle.
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

    /// Records how many bytes of a transfer have arrived in total. Call it at least a few times a second while bytes arrive. Calling it
    /// also when none arrived makes an outage visible while it lasts.
    public mutating func progressed(_ id: Int, byteCount: Int, at time: Double) {
        if let transfer = running[id], transfer.firstByteAt != nil, byteCount > transfer.byteCount,
            time - lastEvent > Self.silence
        {
            // A transport that reports only received bytes makes no call while the connection is idle: the time before these bytes was an
            // outage.
            if sliceSeconds >= Self.shortestSlice { closeSlice() }
            advance(to: time - Self.sliceDuration)
        }
        advance(to: time, closes: false)
        defer { closeSliceIfLong() }
        guard var transfer = running[id], byteCount > transfer.byteCount else { return }
        lastBytesAt = time
        if transfer.firstByteAt == nil {
            // Bytes present at the first report arrived during an unmeasured time before it, so they give no rate.
            transfer.firstByteAt = time
            if transfer.metering == .full { latencyAverage.add(max(0, time - transfer.startedAt), weight: 1) }
        } else if transfer.metering != .none {
            sliceBits += Double(byteCount - transfer.byteCount) * 8
        }
        transfer.byteCount = byteCount
        running[id] = transfer
    }

    /// Records the end of a transfer, complete or not.
    public mutating func finished(_ id: Int, byteCount: Int, at time: Double) {
        let isSeenForTheFirstTime = running[id].map { $0.firstByteAt == nil } ?? false
        if isSeenForTheFirstTime, let transfer = running[id], byteCount > 0, transfer.metering != .none {
            // All bytes arrived at once: only the total time including the wait is known.
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

    /// Estimates the bits per second of the link at a time; nil without any measurement or stored estimate.
    public func estimate(at time: Double) -> Double? {
        var current = self
        current.advance(to: time)
        if current.sliceSeconds >= Self.sliceDuration { current.closeSlice() }
        guard let measured = current.averages.rate else { return remembered?.rate(at: time) }
        guard let remembered, let old = remembered.rate(at: time) else { return measured }
        // A stored estimate counts as a few seconds of measurement, and loses weight as it ages.
        let weight = remembered.weight(at: time) * StoredThroughput.secondsOfWeight
        return (measured * current.averages.seconds + old * weight) / (current.averages.seconds + weight)
    }

    /// Returns the bits per second of the last one to two seconds of flow up to the present; nil before that much was measured.
    func recentRate(at time: Double) -> Double? {
        // A transport that reports only received bytes leaves a slice as long as the silence: bytes before it are not recent.
        if time - lastBytesAt > 2 * Self.silence, lastBytesAt.isFinite { return 0 }
        var current = self
        current.advance(to: time)
        return current.recent.rate(with: current.sliceBits, seconds: current.sliceSeconds)
    }

    /// Returns the seconds of flow for which the link has been much slower than before, up to the present; 0 when it is not slow.
    func slowSeconds(at time: Double) -> Double {
        var current = self
        current.advance(to: time)
        return current.averages.slowSeconds
    }

    /// Seconds from a request to its first byte.
    public var latency: Double { latencyAverage.value ?? remembered?.latency ?? Self.defaultLatency }

    /// Seconds of flow measured so far.
    public var measuredSeconds: Double { averages.seconds }

    /// Returns the estimate to store for the next use of this network or host.
    public func stored(at time: Double) -> StoredThroughput? {
        guard let rate = averages.rate else { return remembered }
        return StoredThroughput(bitsPerSecond: rate, latency: latency, storedAt: time)
    }

    // MARK: Slices

    /// Transfers that currently use the link. A transfer that waits much longer than usual for its first byte counts, so that a dead link
    /// is detected.
    private var flowing: [Int: Running] { flowing(at: lastEvent) }

    private func flowing(at time: Double) -> [Int: Running] {
        running.filter { _, transfer in
            switch transfer.metering {
            case .none: false
            case .bytesOnly: transfer.firstByteAt != nil
            case .full: transfer.firstByteAt != nil || time > transfer.startedAt + firstByteTimeout
            }
        }
    }

    private var firstByteTimeout: Double { 2 * latency + 0.5 }

    /// Advances to a time. `closes` is false when bytes that arrived by that time still have to be counted.
    private mutating func advance(to time: Double, closes: Bool = true) {
        guard time > lastEvent else { return }
        var from = lastEvent
        let flowing = flowing(at: time)
        if !flowing.isEmpty {
            let begin = flowing.values.map { $0.firstByteAt ?? $0.startedAt + firstByteTimeout }.min() ?? time
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

    /// Ends a burst when the link becomes idle. A short burst gets more weight than its duration, so that a faster link is detected.
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
