import Foundation

/// An exponentially decaying mean: weights halve after every `halfLife` units of added weight.
struct DecayingAverage: Sendable, Equatable {
    let halfLife: Double
    private var sum = 0.0
    private(set) var weight = 0.0

    init(halfLife: Double) { self.halfLife = halfLife }

    mutating func add(_ value: Double, weight added: Double) {
        guard added > 0, value.isFinite else { return }
        let kept = exp2(-added / halfLife)
        // Decay applies inside one sample too, so that one sample of two seconds equals two of one second.
        let share = 1 - kept
        sum = sum * kept + value * share
        weight = weight * kept + share
    }

    /// Decays the previous values as if samples of the given weight had been added, without adding a value.
    mutating func fade(by weight: Double) {
        let kept = exp2(-weight / halfLife)
        sum *= kept
        self.weight *= kept
    }

    /// Reduces the total weight of previous values to at most that of `most` units, so that new values count for more.
    mutating func forget(to most: Double) {
        let limit = 1 - exp2(-most / halfLife)
        guard weight > limit else { return }
        sum *= limit / weight
        weight = limit
    }

    /// The mean of the values, without bias towards an initial value; nil before the first value.
    var value: Double? { weight > 0 ? sum / weight : nil }
}

/// Averages of a rate: a fast and a slow mean, and whether the link is down.
///
/// An outage is not a low rate: afterwards the link usually carries what it did before. So only the first seconds of an outage count in the
/// means. While the outage lasts, the reported rate decays towards zero; afterwards new measurements have the most weight.
struct RateAverages: Sendable, Equatable {
    /// A rate below this share of the slow mean counts as no flow.
    static let deadShare = 0.02
    /// Seconds of an outage that count in the means.
    static let countedOutage = 1.5
    /// Seconds in which the reported rate halves during an outage.
    static let outageHalfLife = 1.5
    /// Weight, in seconds of flow, that the measurements before an outage keep after it.
    static let weightAfterOutage = 1.0
    /// A rate below this share of the previous mean is slow.
    static let slowShare = 0.5
    /// Seconds of flow after which a slow rate counts as the normal one.
    static let longestSlow = 24.0

    private(set) var fast = DecayingAverage(halfLife: ThroughputEstimator.fastHalfLife)
    private(set) var slow = DecayingAverage(halfLife: ThroughputEstimator.slowHalfLife)
    private var long = DecayingAverage(halfLife: 60)
    /// Seconds of flow measured in the means.
    private(set) var seconds = 0.0

    private(set) var deadSeconds = 0.0
    /// Length in seconds of the longest outage that has ended.
    private(set) var longestOutage = 0.0

    /// Seconds of flow for which the rate has been below ``slowShare`` of its previous level; 0 when the last sample was not slow.
    private(set) var slowSeconds = 0.0
    /// The slow mean before the rate became slow; nil while the rate is not slow.
    private var levelBeforeSlow: Double?

    /// Decays the means for a time without measurements.
    mutating func age(by idle: Double) {
        fast.fade(by: idle)
        slow.fade(by: idle)
    }

    /// - Parameter isFlow: whether the flow lasted that long; false where a sample is only given more weight.
    mutating func add(rate: Double, seconds whole: Double, isFlow: Bool = true) {
        var added = whole
        if let usual = slow.value, rate < usual * Self.deadShare {
            added = min(whole, Self.countedOutage - deadSeconds)
            deadSeconds += whole
            guard added > 0 else { return }
        } else {
            longestOutage = max(longestOutage, deadSeconds)
            if deadSeconds > 2 * Self.countedOutage {
                fast.forget(to: Self.weightAfterOutage)
                slow.forget(to: Self.weightAfterOutage)
            }
            deadSeconds = 0
        }
        if isFlow { compare(rate, seconds: added) }
        fast.add(rate, weight: added)
        slow.add(rate, weight: added)
        long.add(rate, weight: added)
        seconds += added
    }

    private mutating func compare(_ rate: Double, seconds added: Double) {
        guard let level = levelBeforeSlow ?? slow.value, rate < level * Self.slowShare,
            slowSeconds < Self.longestSlow
        else {
            levelBeforeSlow = nil
            slowSeconds = 0
            return
        }
        levelBeforeSlow = level
        slowSeconds += added
    }

    /// The mean over the last minutes.
    var longRun: Double? { long.value }

    /// The lower of the two means: falls fast, rises slowly.
    var rate: Double? {
        guard let fast = fast.value, let slow = slow.value else { return nil }
        let outage = max(0, deadSeconds - Self.countedOutage)
        return min(fast, slow) * exp2(-outage / Self.outageHalfLife)
    }
}

/// The rate over the last one to two seconds of flow.
struct RecentRate: Sendable, Equatable {
    static let span = 1.5
    static let least = 0.5
    /// A slice below this share of the next slice's rate counts as no flow.
    static let deadShare = 0.05
    private var slices: [(bits: Double, seconds: Double)] = []

    mutating func add(bits: Double, seconds: Double) {
        // After an outage, the slices of the outage do not describe the present rate.
        if let last = slices.last, bits / seconds * Self.deadShare > last.bits / last.seconds { slices = [] }
        slices.append((bits, seconds))
        var total = slices.reduce(0) { $0 + $1.seconds }
        while slices.count > 1, total - slices[0].seconds >= Self.span { total -= slices.removeFirst().seconds }
    }

    func rate(with bits: Double, seconds: Double) -> Double? {
        // Without bytes in the present slice the rate is 0, whatever the slices before; and the first bytes after an outage give no rate
        // yet.
        let isSilent = slices.last.map { $0.bits == 0 } ?? false
        if bits == 0, isSilent || seconds >= ThroughputEstimator.sliceDuration / 2 { return 0 }
        if isSilent { return nil }
        let allSeconds = slices.reduce(seconds) { $0 + $1.seconds }
        let allBits = slices.reduce(bits) { $0 + $1.bits }
        return allSeconds >= Self.least ? allBits / allSeconds : nil
    }

    static func == (left: Self, right: Self) -> Bool {
        left.slices.elementsEqual(right.slices) { $0.bits == $1.bits && $0.seconds == $1.seconds }
    }
}
