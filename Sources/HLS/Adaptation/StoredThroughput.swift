import Foundation

/// A measurement kept from an earlier item or an earlier run, by network or host.
///
/// It counts fully at first and half after an hour; after a day it is forgotten (spec section 11, point 1).
public struct StoredThroughput: Sendable, Equatable, Codable {
    /// Bits per second.
    public var bitsPerSecond: Double
    /// Seconds to the first byte.
    public var latency: Double
    /// When, in seconds of the clock that ``rate(at:)`` is asked with: the caller translates from wall-clock time when it loads one.
    public var storedAt: Double

    static let lifetime = 86_400.0
    static let halfLife = 3_600.0
    /// A fresh memory weighs as much as this many seconds of measurement.
    static let secondsOfTrust = 1.0

    public init(bitsPerSecond: Double, latency: Double, storedAt: Double) {
        self.bitsPerSecond = bitsPerSecond
        self.latency = latency
        self.storedAt = storedAt
    }

    /// From 1, fresh, to 0, forgotten.
    func weight(at time: Double) -> Double {
        let age = max(0, time - storedAt)
        guard age < Self.lifetime, bitsPerSecond.isFinite, bitsPerSecond > 0 else { return 0 }
        return exp2(-age / Self.halfLife)
    }

    /// Bits per second to start from, which move towards the general guess as the memory fades; nil when forgotten.
    func rate(at time: Double) -> Double? {
        let weight = weight(at: time)
        guard weight > 0 else { return nil }
        return bitsPerSecond * weight + AdaptationTuning.startRate * (1 - weight)
    }
}
