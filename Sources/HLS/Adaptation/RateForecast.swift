import Foundation

/// Forecasts courses of the link's rate over a plan, from its present rate and its mean over the last minutes.
struct RateForecast {
    /// Present bits per second.
    var rate: Double
    /// The mean of the last minutes; nil without one.
    var longRun: Double?
    var tuning: AdaptationTuning

    /// A discretized normal distribution over the logarithm of the rate: deviations and their probabilities.
    private static let normalDistribution = [(-1.6, 0.12), (-0.7, 0.24), (0, 0.28), (0.7, 0.24), (1.6, 0.12)]

    /// Returns five courses, each with a rate for each segment; `durations` are the seconds between the segments' starts.
    ///
    /// A link's rate changes: the further ahead, the closer it is to its mean.
    func rateScenarios(durations: [Double], sizeSpread: Double = 0) -> [AdaptationPlanner.RateScenario] {
        let rate = max(rate, 1)
        let pull = log(max(longRun ?? rate, 1) / rate) * tuning.reversion
        var ahead = 0.0
        let expected = durations.map { duration in
            defer { ahead += duration }
            return rate * exp(pull * (1 - exp(-ahead / tuning.reversionSeconds)))
        }
        return Self.normalDistribution.map { deviation, weight in
            let factor = exp(deviation * tuning.spread)
            var rates = expected.map { max(1, $0 * factor) }
            // A segment larger than expected arrives as late as one over a slower link. Only the next segment's size matters; later ones
            // average out.
            let both = (tuning.spread * tuning.spread + sizeSpread * sizeSpread).squareRoot()
            if !rates.isEmpty { rates[0] = max(1, expected[0] * exp(deviation * both)) }
            return AdaptationPlanner.RateScenario(rates: rates, weight: weight)
        }
    }
}
