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

    /// Lets what was added so far fade, as if so much weight of nothing had been added.
    mutating func fade(by weight: Double) {
        let kept = exp2(-weight / halfLife)
        sum *= kept
        self.weight *= kept
    }

    /// Counts what was added so far for no more than so much weight, so that what comes next counts for more.
    mutating func forget(to most: Double) {
        let limit = 1 - exp2(-most / halfLife)
        guard weight > limit else { return }
        sum *= limit / weight
        weight = limit
    }

    /// The mean of what was added, free of a bias towards a start value; nil before the first.
    var value: Double? { weight > 0 ? sum / weight : nil }
}

/// What is known about a rate: a fast and a slow mean, and whether the link is down.
///
/// An outage is no low rate: when the link is back it most often carries what it did before. So only the outage's beginning counts
/// in the means; while it lasts the rate is told as falling towards nothing, and afterwards new measurements weigh most.
struct RateAverages: Sendable, Equatable {
    /// A rate below this share of the slow mean is no flow.
    static let deadShare = 0.02
    /// Seconds without flow that count in the means.
    static let countedOutage = 1.5
    /// Seconds in which the rate is halved while nothing flows.
    static let outageHalfLife = 1.5
    /// Seconds of flow that the time before an outage counts for after it.
    static let trustAfterOutage = 1.0
    /// A rate below this share of the mean before it is slow.
    static let slowShare = 0.5
    /// Seconds of flow after which a slow rate is the usual one.
    static let longestSlow = 24.0

    private(set) var fast = DecayingAverage(halfLife: ThroughputEstimator.fastHalfLife)
    private(set) var slow = DecayingAverage(halfLife: ThroughputEstimator.slowHalfLife)
    private var long = DecayingAverage(halfLife: 60)
    /// Seconds of flow behind the means.
    private(set) var seconds = 0.0

    private(set) var deadSeconds = 0.0
    /// Seconds of the longest time without flow that is over.
    private(set) var longestOutage = 0.0

    /// Seconds of flow for which the rate has been below ``slowShare`` of what it was before; 0 when the last sample was not.
    private(set) var slowSeconds = 0.0
    /// The slow mean before the rate became slow; nil while it is not.
    private var levelBeforeSlow: Double?

    /// Time in which nothing was measured makes what is known older.
    mutating func age(by idle: Double) {
        fast.fade(by: idle)
        slow.fade(by: idle)
    }

    /// - Parameter isFlow: whether that much flow was seen; false where a sample is only to weigh more.
    mutating func add(rate: Double, seconds whole: Double, isFlow: Bool = true) {
        var added = whole
        if let usual = slow.value, rate < usual * Self.deadShare {
            added = min(whole, Self.countedOutage - deadSeconds)
            deadSeconds += whole
            guard added > 0 else { return }
        } else {
            longestOutage = max(longestOutage, deadSeconds)
            if deadSeconds > 2 * Self.countedOutage {
                fast.forget(to: Self.trustAfterOutage)
                slow.forget(to: Self.trustAfterOutage)
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

    /// The mean of the last minutes.
    var longRun: Double? { long.value }

    /// The lower mean: quick to fall, slow to rise.
    var rate: Double? {
        guard let fast = fast.value, let slow = slow.value else { return nil }
        let outage = max(0, deadSeconds - Self.countedOutage)
        return min(fast, slow) * exp2(-outage / Self.outageHalfLife)
    }
}

/// The last second or two of flow.
struct RecentRate: Sendable, Equatable {
    static let span = 1.5
    static let least = 0.5
    /// A slice below this share of the others is no flow.
    static let deadShare = 0.05
    private var slices: [(bits: Double, seconds: Double)] = []

    mutating func add(bits: Double, seconds: Double) {
        // When the link is back, the time without it says nothing about now.
        if let last = slices.last, bits / seconds * Self.deadShare > last.bits / last.seconds { slices = [] }
        slices.append((bits, seconds))
        var total = slices.reduce(0) { $0 + $1.seconds }
        while slices.count > 1, total - slices[0].seconds >= Self.span { total -= slices.removeFirst().seconds }
    }

    func rate(with bits: Double, seconds: Double) -> Double? {
        // Nothing now is nothing, whatever came a second ago; and the first bytes after nothing are no measure yet.
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
