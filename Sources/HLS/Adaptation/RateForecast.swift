import Foundation

/// The courses that the link may take over a plan, from what it does now and what it did over the last minutes.
struct RateForecast {
    /// Bits per second now.
    var rate: Double
    /// The mean of the last minutes; nil when there is none.
    var longRun: Double?
    var tuning: AdaptationTuning

    /// A bell over the logarithm: deviations and their likelihoods.
    private static let bell = [(-1.6, 0.12), (-0.7, 0.24), (0, 0.28), (0.7, 0.24), (1.6, 0.12)]

    /// Five courses, each a rate for each segment, which begin so many seconds after each other.
    ///
    /// A link does not stay what it is: the further ahead, the nearer it is to its mean.
    func courses(durations: [Double], sizeSpread: Double = 0) -> [AdaptationPlanner.Course] {
        let rate = max(rate, 1)
        let pull = log(max(longRun ?? rate, 1) / rate) * tuning.reversion
        var ahead = 0.0
        let expected = durations.map { duration in
            defer { ahead += duration }
            return rate * exp(pull * (1 - exp(-ahead / tuning.reversionSeconds)))
        }
        return Self.bell.map { deviation, weight in
            let factor = exp(deviation * tuning.spread)
            var rates = expected.map { max(1, $0 * factor) }
            // A segment that is larger than expected comes as late as one over a slower link; later ones even out.
            let both = (tuning.spread * tuning.spread + sizeSpread * sizeSpread).squareRoot()
            if !rates.isEmpty { rates[0] = max(1, expected[0] * exp(deviation * both)) }
            return AdaptationPlanner.Course(rates: rates, weight: weight)
        }
    }
}
