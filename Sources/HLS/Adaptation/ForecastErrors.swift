import Foundation

/// How far the network came out from what was expected of it, and what that makes likely for the next segments.
struct ForecastErrors: Sendable {
    private var squares = DecayingAverage(halfLife: 4)
    private let tuning: AdaptationTuning

    init(tuning: AdaptationTuning) { self.tuning = tuning }

    mutating func add(actual: Double, expected: Double, seconds: Double) {
        guard actual > 0, expected > 0 else { return }
        let error = log(actual / expected)
        // More than was expected is no danger; it counts less.
        squares.add(error < 0 ? error * error : 0.5 * error * error, weight: 1)
    }

    /// The spread of the logarithm of the ratio.
    var spread: Double {
        let prior = tuning.priorSpread * tuning.priorSpread
        let share = 1 - exp2(-1 / squares.halfLife)
        let seen = squares.weight / share
        let variance = ((squares.value ?? 0) * seen + prior * tuning.priorWeight) / (seen + tuning.priorWeight)
        return min(max(variance.squareRoot(), tuning.leastSpread), tuning.mostSpread)
    }

    /// Five rates, spread as a bell over the logarithm, each with its likelihood.
    func scenarios(around rate: Double) -> [AdaptationPlanner.Scenario] {
        let spread = spread
        return [(-1.6, 0.12), (-0.7, 0.24), (0, 0.28), (0.7, 0.24), (1.6, 0.12)].map { deviation, weight in
            AdaptationPlanner.Scenario(rate: rate * exp(spread * deviation), weight: weight)
        }
    }
}
