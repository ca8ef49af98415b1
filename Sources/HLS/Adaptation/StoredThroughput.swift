import Foundation

/// A throughput measurement of an earlier item or process, stored by network or host.
///
/// It has full weight at first, half after an hour, and none after a day (spec section 11, point 1).
public struct StoredThroughput: Sendable, Equatable, Codable {
    /// Bits per second.
    public var bitsPerSecond: Double
    /// Seconds to the first byte.
    public var latency: Double
    /// When it was measured, on the clock of `rate(at:)`. The caller converts it from wall-clock time when it loads a stored measurement.
    public var storedAt: Double

    static let lifetime = 86_400.0
    static let halfLife = 3_600.0
    /// The weight of a fresh stored measurement, in seconds of measurement.
    static let secondsOfWeight = 1.0

    public init(bitsPerSecond: Double, latency: Double, storedAt: Double) {
        self.bitsPerSecond = bitsPerSecond
        self.latency = latency
        self.storedAt = storedAt
    }

    /// The weight, from 1 (fresh) to 0 (expired).
    func weight(at time: Double) -> Double {
        let age = max(0, time - storedAt)
        guard age < Self.lifetime, bitsPerSecond.isFinite, bitsPerSecond > 0 else { return 0 }
        return exp2(-age / Self.halfLife)
    }

    /// Bits per second to start from, which approach the default start rate as the measurement ages; nil when expired.
    func rate(at time: Double) -> Double? {
        let weight = weight(at: time)
        guard weight > 0 else { return nil }
        return bitsPerSecond * weight + AdaptationTuning.startRate * (1 - weight)
    }
}
