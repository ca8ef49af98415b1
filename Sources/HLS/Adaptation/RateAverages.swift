import Foundation

/// A mean in which old values fade by half every so many units of weight.
struct DecayingAverage: Sendable, Equatable {
    let halfLife: Double
    private var sum = 0.0
    private(set) var weight = 0.0

    init(halfLife: Double) { self.halfLife = halfLife }

    mutating func add(_ value: Double, weight added: Double) {
        guard added > 0, value.isFinite else { return }
        let kept = exp2(-added / halfLife)
        // Inside one sample the same fading applies, so that one of two seconds equals two of one second.
        let share = 1 - kept
        sum = sum * kept + value * share
        weight = weight * kept + share
    }

    /// The mean of what was added, free of a bias towards a start value; nil before the first.
    var value: Double? { weight > 0 ? sum / weight : nil }
}

/// What is known about a rate: a fast and a slow mean, and how much it wavers.
struct RateAverages: Sendable, Equatable {
    private(set) var fast = DecayingAverage(halfLife: ThroughputEstimator.fastHalfLife)
    private(set) var slow = DecayingAverage(halfLife: ThroughputEstimator.slowHalfLife)
    /// Seconds of flow behind the means.
    private(set) var seconds = 0.0

    mutating func add(rate: Double, seconds added: Double) {
        fast.add(rate, weight: added)
        slow.add(rate, weight: added)
        seconds += added
    }

    /// The lower mean: quick to fall, slow to rise.
    var rate: Double? {
        guard let fast = fast.value, let slow = slow.value else { return nil }
        return min(fast, slow)
    }
}

/// The last second or two of flow.
struct RecentRate: Sendable, Equatable {
    static let span = 1.5
    static let least = 0.5
    private var slices: [(bits: Double, seconds: Double)] = []

    mutating func add(bits: Double, seconds: Double) {
        slices.append((bits, seconds))
        var total = slices.reduce(0) { $0 + $1.seconds }
        while slices.count > 1, total - slices[0].seconds >= Self.span { total -= slices.removeFirst().seconds }
    }

    func rate(with bits: Double, seconds: Double) -> Double? {
        let allSeconds = slices.reduce(seconds) { $0 + $1.seconds }
        let allBits = slices.reduce(bits) { $0 + $1.bits }
        return allSeconds >= Self.least ? allBits / allSeconds : nil
    }

    static func == (left: Self, right: Self) -> Bool {
        left.slices.elementsEqual(right.slices) { $0.bits == $1.bits && $0.seconds == $1.seconds }
    }
}
